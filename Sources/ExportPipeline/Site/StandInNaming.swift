import ChatModel
import ImportKit
import Phrases

/// Names people without a name in the source, in the language of the conversation's pages.
struct StandInNaming: ParticipantNaming {
  let languages: Languages
  let info: ConversationInfo
  let options: ExportOptions

  /// Phrases that are only used as titles and names. Fonts take their characters from the titles and names of the site.
  static let titlePhrases: Set<Phrase> = [
    .damaged, .unfiled, .savedMessages, .newChat, .untitled, .memory, .agent,
  ]

  /// The title in the language of the pages, if the source has none.
  var title: String? {
    guard let standIn = info.titleStandIn, let words = try? languages.words(of: info, options) else {
      return nil
    }
    return switch standIn {
    case .damaged: words.phrases(.damaged)
    case .unfiled: words.phrases(.unfiled)
    case .savedMessages: words.phrases(.savedMessages)
    case .deletedAccount: words.phrases(.deletedAccount)
    case .newChat: words.phrases(.newChat)
    case .untitled: words.phrases(.untitled)
    case .memory: words.phrases(.memory)
    case .agent(let name): words.phrases(.named, .label(words.phrases(.agent)), .name(name))
    }
  }

  func named(_ participant: Participant) -> Participant {
    guard let standIn = participant.standIn, let words = try? languages.words(of: info, options) else {
      return participant
    }
    let phrase: Phrase =
      switch standIn {
      case .me: .me
      case .user: .user
      case .assistant: .assistant
      case .agent: .agent
      case .system: .system
      case .deletedAccount: .deletedAccount
      }
    var named = participant
    named.name = words.phrases(phrase)
    return named
  }
}

extension InputOpener.Inputs {
  /// Returns the inputs with names for people without one in the sources, in the languages of the pages.
  func namingStandIns(_ languages: Languages, _ options: ExportOptions) -> Self {
    var named = self
    named.sources = sources.map { source in
      let naming = StandInNaming(languages: languages, info: source.info, options: options)
      return NamedSource(source, title: naming.title, naming: naming)
    }
    return named
  }
}
