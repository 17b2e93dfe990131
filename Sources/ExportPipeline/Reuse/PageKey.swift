import BubbleLayout
import ChatModel
internal import Digests
import Frames
import ICU
import MediaProbe
internal import SiteFiles
import SiteWriter
import TextLayout
import Themes

/// Gives each page and each row a key over everything that its bytes are made of: those with the same key are the same.
///
/// A page is a function of its model, its rows' inputs, and what all pages of a conversation share: the program, the
/// look, the fonts, the language. So are the height and the terms that are known of it.
struct PageKey: Sendable {
  /// The key of what all pages share; the words of a page follow from the language and the files of phrases.
  let shared: String
  /// How rows show each participant.
  private let people: [[UInt8]]
  /// The key of what pages with the same origin must share besides; nil when some of it is not understood.
  private let ofOrigins: String?

  /// Nil where pages cannot be known again.
  init?(
    look: StableEncoder, fonts: ExportFonts, assets: SiteAssets, locale: String,
    emojiWithoutPicture: Set<Int32>,
    people: [Person], survey: ConversationSurvey, isOneOfSeveral: Bool
  ) throws {
    guard let program = ProgramIdentity.current else { return nil }
    var key = look
    key.add(program)
    fonts.set.eachOfIdentity(digests: fonts.digests) { key.add($0) }
    for path in assets.replaced where !path.hasPrefix("Public/") || path.hasPrefix("Public/phrases/") {
      key.add(path)
      key.add(try assets.bytes(of: path))
    }
    key.add(locale)
    key.add(reflecting: emojiWithoutPicture)
    // All that layout takes from the number of people; the people themselves are part of the rows that show them.
    key.add(people.count > 2)
    guard let shared = key.digest() else { return nil }
    self.shared = shared
    let shown = people.map { person in
      var key = StableEncoder()
      key.add(person)
      return key.bytes
    }
    self.people = shown
    key = StableEncoder()
    key.add(shared)
    key.add(survey.info.title)
    key.add(survey.clock.zone)
    key.add(TimeZoneRules.edition)
    key.add(isOneOfSeveral)
    key.add(survey.participants.participants.count)
    for participant in survey.participants.participants { key.add(participant) }
    for bytes in shown { key.add(bytes) }
    ofOrigins = key.digest()
  }

  /// The part of the key that is known before the input: the options, and the look but for its fonts.
  static func key(of options: ExportOptions, _ look: Look) -> StableEncoder {
    var key = StableEncoder()
    key.add(reflecting: options.forPages)
    key.add(options.kinds.count)
    for kind in options.kinds { key.add(kind.kind) }
    // At the width that is among the options.
    key.add(look.sources.count)
    for bytes in look.sources { key.add(bytes) }
    return key
  }

  /// The key of all that a page is made of by its origin; nil when that cannot be told.
  ///
  /// It stands for what is in the page's messages and in front of them, not for what is behind: see ``PageJob/isSettled``.
  func key(ofOrigin origin: ShortDigest?) -> ShortDigest? {
    guard let origin, let ofOrigins else { return nil }
    var digester = ShortDigester()
    return digester.digest(of: Array(ofOrigins.utf8).span, behind: origin)
  }

  /// The page's key, made in the memory of `keys`, which has its rows' keys then; nil when something is not understood.
  func key(of job: PageJob, _ model: PageModel, in keys: inout PageKeys) -> String? {
    keys.begin(people)
    let inputs = job.inputs.span
    for place in inputs.indices {
      if let day = inputs[place].decoration.newDay {
        keys.writer.add(false)
        keys.writer.add(day.daysSince1970)
        guard keys.endRow() else { return nil }
      }
      keys.writer.add(true)
      keys.writer.addRow(place, of: inputs, onPage: job.number)
      guard keys.endRow() else { return nil }
    }
    keys.writer.add(shared)
    keys.writer.add(model)
    keys.writer.add(job.firstIndex)
    keys.writer.add(numbers: keys.rows)
    return keys.writer.digest()
  }
}

/// The keys of a page's rows, in their order: a separator's in front of its message's. With the memory they are made in.
struct PageKeys: ~Copyable {
  private(set) var rows: [ShortDigest] = []
  fileprivate var writer = StableEncoder()
  private var digester = ShortDigester()

  fileprivate mutating func begin(_ people: [[UInt8]]) {
    rows.removeAll(keepingCapacity: true)
    writer.removeAll()
    writer.people = people
  }

  /// Makes the key of what was added since the row before; false when it is not understood.
  fileprivate mutating func endRow() -> Bool {
    guard let key = writer.digest(by: &digester) else { return false }
    writer.removeAll()
    rows.append(key)
    return true
  }
}

extension ExportOptions {
  /// The options without what pages do not depend on: where things are read and written, by how many, and what is in
  /// the key by its content.
  fileprivate var forPages: ExportOptions {
    var options = self
    (options.inputs, options.output, options.jobs, options.force) = ([], "", 0, false)
    (options.templates, options.publicFolder, options.fonts, options.theme) = (nil, nil, nil, "")
    (options.kinds, options.isFresh, options.attachments) = ([], false, .shared)
    return options
  }
}
