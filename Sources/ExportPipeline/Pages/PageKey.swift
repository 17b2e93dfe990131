import BubbleLayout
import ChatModel
import Digests
import Fonts
import ICU
import Reuse
import SiteFiles
import Storage
import Themes

/// Makes the keys of a conversation's pages: equal keys mean equal pages, so that a page of the earlier site can be reused.
///
/// A page is a function of everything that all pages of a conversation share (program, options, look, fonts, language, title,
/// time zone), of its messages and their neighbours in the source (``PageSources``), of the participants met up to its end, and
/// of the answers to its lookups (``PageAnswers``).
struct PageKey: Sendable {
  private let sharedKey: ShortDigest
  private let pages: [PageSources.PageSource]
  /// Digests of the first participants as rows show them: of none, of the first, of the first two and so on.
  ///
  /// Participants are numbered as they are met, so later ones are no part of an earlier page's key.
  private let participants: [ShortDigest]

  /// Nil if the program or its fonts cannot be identified, because then no page can be recognised.
  init?(
    _ context: SiteContext, words: LanguageWords, people: [Person], survey: ConversationSurvey
  ) throws {
    guard let program = ProgramIdentity.current else { return nil }
    var key = context.lookKey
    key.add(program)
    // The fonts available, not the export's choice: characters of another page change no key.
    key.add(context.fonts.available)
    for path in context.assets.replaced where !path.hasPrefix("Public/") || path.hasPrefix("Public/phrases/")
    {
      key.add(path)
      key.add(try context.assets.bytes(of: path))
    }
    key.add(words.locale)
    key.add(words.dates.locale)
    // The only fact about senders that layout depends on.
    key.add(survey.namesSenders)
    key.add(survey.info.title)
    key.add(survey.clock.zone)
    key.add(survey.clock.rules)
    sharedKey = key.shortDigest()
    pages = survey.facts.pageSources.pages
    var chain = [ShortDigest.zero]
    for (participant, person) in zip(survey.participants.participants, people) {
      var key = StableEncoder()
      key.add(participant.key)
      key.add(person.name)
      key.add(person.avatar)
      key.add(person.isMe)
      chain.append(ShortDigest(of: key.bytes.span, behind: chain[chain.count - 1]))
    }
    participants = chain
  }

  /// Returns the part of the shared key that is known before the input: the options, and the numbers of the look.
  static func encoder(of options: ExportOptions, _ look: Look) -> StableEncoder {
    var key = StableEncoder()
    key.add("\(options.forPages)")
    key.add(options.kinds.count)
    for kind in options.kinds { key.add(kind.kind) }
    // Its numbers, at the width given in the options; colours are only in the style sheet.
    key.add("\(look.theme)")
    return key
  }

  /// Returns the digest of everything the first pass knows of a page, counted from 1; nil if there is no such page.
  func content(of number: Int) -> ShortDigest? {
    guard pages.indices.contains(number - 1) else { return nil }
    let page = pages[number - 1]
    var key = StableEncoder()
    key.add(number)
    // The last page shows that none follows.
    key.add(number == pages.count)
    key.add(page.digest)
    key.add(participants[min(Int(page.participantEnd), participants.count - 1)])
    return ShortDigest(of: key.bytes.span, behind: sharedKey)
  }

  /// Returns the key of a page with this content and these answers.
  static func key(content: ShortDigest, _ answers: PageAnswers) -> ShortDigest {
    return ShortDigest(of: answers.encoder.bytes.span, behind: content)
  }
}

extension ExportOptions {
  /// The options without those that affect no page, or whose files' contents are part of the key instead.
  ///
  /// All others count, because they are written as text: a new option is part of every key without being named here.
  fileprivate var forPages: ExportOptions {
    var options = self
    (options.inputs, options.output, options.jobs, options.force) = ([], "", 0, false)
    (options.templates, options.publicFolder, options.fonts, options.theme) = (nil, nil, nil, nil)
    (options.kinds, options.isFresh, options.attachments, options.signingKey) = ([], false, .shared, nil)
    // Its effect is in the locale of dates.
    options.environmentLocale = nil
    return options
  }
}
