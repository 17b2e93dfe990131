import BubbleLayout
import ChatModel
import Fonts
import Frames
import ICU
import Phrases
import SiteFiles
import SiteWriter
import TestSupport
import TextLayout
import Themes

/// Layout with the shipped faces and the small Noto subsets of the tests; never the machine's fonts.
enum TestLayout {
  /// A layouter for a chat of `names`, with all characters of `texts`.
  static func layouter(
    names: [String], texts: [String] = [], theme: Theme? = nil, me: Int? = nil, phrases: Phrases? = nil,
    namesSenders: Bool? = nil
  ) throws -> RowLayouter {
    let theme = try theme ?? .builtIn("standard")
    let fonts = try fonts(for: texts + names)
    let people = names.enumerated().map { index, name in
      Person(
        Participant(key: name, name: name, isMe: index == me), avatar: nil)
    }
    return RowLayouter(
      theme: theme, fonts: fonts,
      language: LayoutLanguage(
        locale: "en", dates: DateTexts(locale: "en-GB"), phrases: try phrases ?? self.phrases("en")),
      people: people, namesSenders: namesSenders ?? (names.count > 2))
  }

  /// The faces of the tests, with all characters of `texts`.
  static func fonts(for texts: [String]) throws -> FontSet {
    var survey = CharacterUsage()
    survey.add(
      String(String.UnicodeScalarView((0x20...0x7E).compactMap { Unicode.Scalar($0 as UInt32) })), slots: all)
    survey.add("“”‘’•·…—–✓‹›", slots: all)
    for text in texts { survey.add(text, slots: all) }
    return try catalog().makeFontSet(for: survey)
  }

  /// The program's own words in a language.
  static func phrases(_ language: String) throws -> Phrases {
    let assets = try SiteAssets()
    return Phrases(
      language: language, table: try PhraseTable(assets.phrases(of: language), file: language),
      english: try PhraseTable(assets.phrases(of: "en"), file: "en"))
  }

  /// The shipped faces, and behind them the small subsets of the tests.
  private static func catalog() throws -> FontCatalog {
    let faces: [(String, FaceSlot)] = [
      ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
      ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
    ]
    let bundled = try faces.map {
      FontSource(name: $0.0, bytes: try TestFonts.publicBytes($0.0), slot: $0.1)
    }
    return FontCatalog(bundled: bundled, folders: [TestFonts.folder])
  }

  static let all: FaceSlots = [.regular, .italic, .bold, .boldItalic, .code]

  static func input(
    _ content: MessageContent, side: Side = .incoming, starts: Bool = true, ends: Bool = true,
    sender: Int32 = 0,
    reactions: [Reaction] = [], quote: QuotedMessage? = nil, media: [MediaPlacement] = [], index: Int32 = 0
  ) -> RowInput {
    var extras = RowInput.RowExtras()
    (extras.quote, extras.media) = (quote, media)
    return RowInput(
      message: Message(
        id: "\(index)", sender: ParticipantIndex(sender), instant: Instant(milliseconds: 1_777_626_723_000),
        content: content, reactions: reactions), index: index,
      decoration: Decoration(
        side: side, startsGroup: starts, endsGroup: ends, minute: 552),
      extras: extras)
  }

  static func row(_ layouter: RowLayouter, _ input: RowInput) -> Row? {
    var rows: [Row] = []
    layouter.appendRows(for: input, to: &rows)
    return rows.last
  }
}

extension Theme {
  /// The numbers of a theme that comes with the program.
  static func builtIn(_ name: String) throws -> Theme {
    try ThemeLibrary(assets: SiteAssets()) { _ in [] }.look(name).theme
  }
}

extension Row {
  /// The first item of this name.
  func item(_ name: ItemID.Role) -> FrameItem? { frame.items.first { $0.id.role == name } }
}
