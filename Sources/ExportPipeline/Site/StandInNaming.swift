import ChatModel
import ImportKit
import Phrases

/// Names people without a name in the source, in the language of the conversation's pages.
final class StandInNaming: ParticipantNaming {
  private let words: LanguageWords?

  /// - Parameter words: the words of the conversation's pages; nil if they cannot be read, which is reported elsewhere.
  init(words: LanguageWords?) { self.words = words }

  /// Phrases that are only used as titles and names, and in redacted texts. Fonts take their characters from the titles, names and texts
  /// of the site.
  static let titlePhrases: Set<Phrase> = [
    .damaged, .unfiled, .savedMessages, .newChat, .untitled, .memory, .agent, .redacted, .numberedPerson,
  ]

  /// Returns the title in the language of the pages; nil if the source has one.
  func title(of info: ConversationInfo) -> String? {
    guard let standIn = info.titleStandIn, let words else { return nil }
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
    guard let standIn = participant.standIn, let words else { return participant }
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
    // One for each language: thousands of conversations have one of few.
    var known: [Languages.Wish: StandInNaming] = [:]
    named.sources = sources.map { source in
      let info = source.info
      let wish = Languages.wish(of: info, options)
      let naming = known[wish] ?? StandInNaming(words: try? languages.words(of: info, options))
      known[wish] = naming
      return NamedSource(source, title: naming.title(of: info), naming: naming)
    }
    return named
  }
}
