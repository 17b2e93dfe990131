/// The direction a paragraph reads in.
public enum TextDirection: UInt8, Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// The role of a piece of text, which decides its size, weight and colour.
///
/// Sizes and line heights of each role are numbers of the theme; the page's style sheet has one class for each.
public enum TextRole: UInt8, Hashable, Sendable, CaseIterable {
  /// What a message says.
  case body
  /// The body of a heading in a message, h1–h2.
  case heading
  /// A block of code.
  case code
  /// The sender's name above a group.
  case name
  /// The time of a message.
  case time
  /// The name in a quoted message.
  case quoteName
  /// The text of a quoted message, one line.
  case quote
  /// A day separator.
  case day
  /// A system notice in the middle of the column.
  case notice
  /// Initials on an avatar.
  case initials
  /// The count and emoji of a reaction.
  case reaction
  /// The label of a card: what kind of thing it shows.
  case cardLabel
  /// The text on a card.
  case cardText
  /// What stands beside a card's icon: a name, a title.
  case cardTitle
  /// The facts under it, in one line: size, duration.
  case cardFact
  /// One to three emoji and nothing else.
  case bigEmoji
}

/// A face of the export's font set, by its index in that set. 0 is the default face.
///
/// The index depends on the other faces of the export: it stays inside the program. Pages name faces by what they are
/// (``FaceCSS/name`` in SiteWriter).
public struct FaceID: Hashable, Sendable {
  public var index: UInt16
  @inlinable public init(index: UInt16) { self.index = index }
  /// The face that needs no span: the default one.
  public static let base = FaceID(index: 0)
  /// No face of ours has the character: the browser's own font shows it, in whatever width.
  public static let browser = FaceID(index: .max)
}

/// Lines of shaped text at fixed breaks: a paragraph, finished.
///
/// All ranges are UTF-8 byte offsets into `text`. Runs cover the text without gaps, in logical order. Never changed
/// once it is made, so that rows which show the same text share it.
public final class TextBlock: Sendable {
  /// Exactly what a reader copies.
  public let text: String
  /// What the text is for.
  public let role: TextRole
  /// The paragraph direction (UAX #9 P2–P3, or the source's own).
  public let direction: TextDirection
  /// The height of each line if it is not the role's: some scripts are taller.
  public var lineHeight: LayoutUnit? { ownLineHeight == .zero ? nil : ownLineHeight }
  /// The same, or zero: with that a block is 64 bytes, one line of the processor's cache.
  private let ownLineHeight: LayoutUnit
  /// The lines, at least one.
  public let lines: TextLines
  /// Runs of one face, or single inline images, in logical order. Empty means: all in the role's own face.
  public let runs: [TextRun]
  /// Inline meaning (links, emphasis …), properly nested, outer before inner.
  public let marks: [TextMark]

  public init(
    text: String, role: TextRole, direction: TextDirection = .leftToRight, lines: TextLines,
    runs: [TextRun] = [], marks: [TextMark] = [], lineHeight: LayoutUnit? = nil
  ) {
    self.text = text
    self.role = role
    self.direction = direction
    self.lines = lines
    self.runs = runs
    self.marks = marks
    ownLineHeight = lineHeight ?? .zero
  }
}

extension TextBlock {
  /// Whether a line ends where the text does not.
  public var hasSoftBreaks: Bool {
    for place in 0..<lines.count where lines[place].ending.isSoft { return true }
    return false
  }
}

extension TextBlock: Hashable {
  public static func == (one: TextBlock, other: TextBlock) -> Bool {
    one.text == other.text && one.role == other.role && one.direction == other.direction
      && one.lines == other.lines && one.runs == other.runs && one.marks == other.marks
      && one.lineHeight == other.lineHeight
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(role)
    hasher.combine(lines)
  }
}

/// Why a line ends where it does. `inspect` prints it.
public enum LineEnding: UInt8, Hashable, Sendable {
  /// The end of the text.
  case end
  /// A newline of the text.
  case newline
  /// A break opportunity (UAX #14), with the line full.
  case opportunity
  /// A soft hyphen, which shows as a hyphen here.
  case hyphen
  /// A break opportunity inside a URL.
  case url
  /// A break opportunity before the line was full, so that a number stays whole, with its unit or as a date.
  case number
  /// No opportunity fits: between two grapheme clusters.
  case emergency
  /// A break opportunity chosen to balance lines, before the line was full.
  case balance

  /// Whether the break is ours: it shows, and vanishes when copied.
  @inlinable public var isSoft: Bool { self != .end && self != .newline }
}

/// One line of a text block, measured.
public struct TextLine: Hashable, Sendable {
  /// Where the line's text starts.
  public var start: Int32
  /// Where the line's text ends; a newline that ends the line lies at `end`, outside.
  public var end: Int32
  /// The advance of the line without trailing spaces, which hang (CSS Text 3 §4.1.2).
  public var width: LayoutUnit
  /// Why it ends there.
  public var ending: LineEnding

  @inlinable public init(start: Int32, end: Int32, width: LayoutUnit, ending: LineEnding) {
    (self.start, self.end, self.width, self.ending) = (start, end, width, ending)
  }
}

/// A range of text in one face, or one inline image.
public struct TextRun: Hashable, Sendable {
  public var start: Int32
  public var end: Int32
  public var face: FaceID
  /// How the run is shown if it is one emoji, which takes a box of fixed size; else nil.
  public var emoji: InlineEmoji?

  @inlinable public init(start: Int32, end: Int32, face: FaceID, emoji: InlineEmoji? = nil) {
    (self.start, self.end, self.face, self.emoji) = (start, end, face, emoji)
  }
}

/// What fills the box of an emoji in a line of text.
public enum InlineEmoji: UInt8, Hashable, Sendable {
  /// A picture of the site, in a file named by the emoji's code points.
  case picture
  /// The character itself, drawn by a font of the reader's: no font of the export has a picture of it.
  case character
}

/// A meaning laid over a range of text. Never changes geometry, except that emphasis and code choose faces.
public struct TextMark: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    case strong
    case emphasis
    case code
    case strikethrough
    case underline
    case spoiler
    case mention
    case hashtag
    /// A link; `href` has passed the scheme policy and is absolute.
    case link(href: String)
    /// A link inside leads elsewhere than it looks: to this host or mailbox, in ASCII.
    case caution(goal: String)
  }
  public var start: Int32
  public var end: Int32
  public var kind: Kind

  /// Whether the range reads by itself, in its own direction, whatever stands around it: an address or a name.
  public var isIsolate: Bool {
    switch kind {
    case .mention, .hashtag, .link: true
    case .strong, .emphasis, .code, .strikethrough, .underline, .spoiler, .caution: false
    }
  }

  public init(start: Int32, end: Int32, kind: Kind) {
    (self.start, self.end, self.kind) = (start, end, kind)
  }
}

/// A face of the default stack, by what it is for. Always a real face, never synthesised.
public enum FaceSlot: UInt8, Hashable, Sendable, CaseIterable {
  case regular
  case italic
  case bold
  case boldItalic
  case code
}

/// How text of a role is set.
public struct TextStyle: Hashable, Sendable {
  /// Font size in CSS px of the layout.
  public var fontSize: LayoutUnit
  /// Height of every line, a whole number of px.
  public var lineHeight: LayoutUnit
  /// The face used where no mark asks for another.
  public var slot: FaceSlot

  public init(fontSize: LayoutUnit, lineHeight: LayoutUnit, slot: FaceSlot = .regular) {
    (self.fontSize, self.lineHeight, self.slot) = (fontSize, lineHeight, slot)
  }
}
