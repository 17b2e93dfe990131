/// The base direction of a paragraph.
public enum TextDirection: UInt8, Hashable, Sendable {
  case leftToRight
  case rightToLeft
}

/// The role of a piece of text, which decides its size, weight and colour.
///
/// Sizes and line heights of each role are numbers of the theme; the page's style sheet has one class for each.
public enum TextRole: UInt8, Hashable, Sendable, CaseIterable {
  /// The text of a message.
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
  /// The label of a card, which names the kind of content.
  case cardLabel
  /// The text on a card.
  case cardText
  /// The title beside a card's icon.
  case cardTitle
  /// The line of facts under a card's title: size, duration.
  case cardFact
  /// One to three emoji and nothing else.
  case bigEmoji
}

/// A face of the export's font set, by its index in that set. 0 is the default face.
///
/// The index depends on the other faces of the export, so it is not written to pages. These name faces by their
/// properties (``FaceCSS/name`` in SiteWriter).
public struct FaceID: Hashable, Sendable {
  /// The index in the font set.
  public var index: UInt16
  /// The face at `index` of the font set.
  @inlinable public init(index: UInt16) { self.index = index }
  /// The default face, which needs no span.
  public static let base = FaceID(index: 0)
  /// The browser's own font, for characters in no face of the font set; their width is unknown.
  public static let browser = FaceID(index: .max)
}

/// A laid-out paragraph: lines of shaped text at fixed breaks.
///
/// All ranges are UTF-8 byte offsets into `text`. Runs cover the text without gaps, in logical order. Blocks are
/// immutable, so rows with the same text share one.
public final class TextBlock: Sendable {
  /// The text as a reader copies it.
  public let text: String
  /// The role of the text, which decides its style.
  public let role: TextRole
  /// The paragraph direction (UAX #9 P2–P3, or the source's own).
  public let direction: TextDirection
  /// The height of each line, or nil for the role's. Some scripts need more.
  public var lineHeight: LayoutUnit? { ownLineHeight == .zero ? nil : ownLineHeight }
  /// `lineHeight`, or zero for nil. Without an optional a block takes 64 bytes, one cache line.
  private let ownLineHeight: LayoutUnit
  /// The lines, at least one.
  public let lines: TextLines
  /// Runs of one face, single inline images, or single tabs, in logical order. Empty: the whole text is in the role's face.
  public let runs: [TextRun]
  /// Inline meaning (links, emphasis …), properly nested, outer before inner.
  public let marks: [TextMark]

  /// A block of these lines, runs and marks; `lineHeight` nil is the role's.
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
  /// True if any line ends at a break that is not in the text itself.
  public var hasSoftBreaks: Bool {
    for index in 0..<lines.count where lines[index].ending.isSoft { return true }
    return false
  }
}

extension TextBlock: Hashable {
  /// Compares all contents; the identity of the blocks does not matter.
  public static func == (one: TextBlock, other: TextBlock) -> Bool {
    one.text == other.text && one.role == other.role && one.direction == other.direction
      && one.lines == other.lines && one.runs == other.runs && one.marks == other.marks
      && one.lineHeight == other.lineHeight
  }

  /// Hashes text, role and lines, which distinguish almost all blocks.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(text)
    hasher.combine(role)
    hasher.combine(lines)
  }
}

/// The reason for the end of a line; `inspect` prints it.
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

  /// True if the engine added the break: it is visible, but not part of copied text.
  @inlinable public var isSoft: Bool { self != .end && self != .newline }
}

/// One measured line of a text block.
public struct TextLine: Hashable, Sendable {
  /// Offset of the first byte.
  public var start: Int32
  /// Offset after the last byte. A newline that ends the line is at `end`, outside of it.
  public var end: Int32
  /// The advance of the line without trailing spaces, which hang (CSS Text 3 §4.1.2).
  public var width: LayoutUnit
  /// The reason for its end.
  public var ending: LineEnding

  /// The line of the bytes `start..<end`.
  @inlinable public init(start: Int32, end: Int32, width: LayoutUnit, ending: LineEnding) {
    (self.start, self.end, self.width, self.ending) = (start, end, width, ending)
  }
}

/// A range of text in one face, one inline image, or one tab.
public struct TextRun: Hashable, Sendable {
  /// Offset of the first byte.
  public var start: Int32
  /// Offset after the last byte.
  public var end: Int32
  /// The face of the run.
  public var face: FaceID
  /// The drawing of a run that is one emoji, in a box of fixed size. Nil for a run of letters.
  public var emoji: InlineEmoji?
  /// The width of a run that is one tab, in the lines of its block. Nil for any other.
  public var tab: LayoutUnit?
  /// True if letters must not be kerned, because browsers disagree about it.
  public var isUnkerned = false
  /// True if a run with the width of a tab is a bar over hidden words.
  public var isBar = false

  /// The run of the bytes `start..<end`.
  @inlinable public init(
    start: Int32, end: Int32, face: FaceID, emoji: InlineEmoji? = nil, tab: LayoutUnit? = nil,
    isUnkerned: Bool = false
  ) {
    (self.start, self.end, self.face, self.emoji, self.tab) = (start, end, face, emoji, tab)
    self.isUnkerned = isUnkerned
  }
}

/// The drawing in the box of an emoji in a line of text.
public enum InlineEmoji: UInt8, Hashable, Sendable {
  /// A picture of the site, in a file named by the emoji's code points.
  case picture
  /// The character itself, drawn by a font of the reader's, because no font of the export has a picture of it.
  case character
  /// The picture of the mark around it, ``TextMark/Kind/emoji(path:)``.
  case ofMark
}

/// A range of text with a meaning. Marks never change geometry, except that emphasis and code choose other faces.
public struct TextMark: Hashable, Sendable {
  /// The meaning of the range.
  public enum Kind: Hashable, Sendable {
    case strong
    case emphasis
    case code
    case strikethrough
    case underline
    case spoiler
    case mention
    case hashtag
    /// The name of one of the chat's own emoji, shown as the picture at `path` in the site.
    case emoji(path: String)
    /// A link; `href` has passed the scheme policy and is absolute.
    case link(href: String)
    /// A deceptive link inside; `destination` is its real host or mailbox, in ASCII.
    case caution(destination: String)
    /// A text cut to its line; `whole` is the uncut text.
    case cut(whole: String)
    /// A line that a change adds or removes.
    case added, removed
    /// The numbers and signs before the lines of a change, which are not copied.
    case gutter
    /// The words that something failed.
    case failed
  }
  /// Offset of the first byte.
  public var start: Int32
  /// Offset after the last byte.
  public var end: Int32
  /// The meaning.
  public var kind: Kind

  /// True if the range is a bidi isolate (UAX #9): addresses and names, which have their own direction.
  public var isIsolate: Bool {
    switch kind {
    case .mention, .hashtag, .link: true
    case .strong, .emphasis, .code, .strikethrough, .underline, .spoiler, .emoji, .caution, .cut, .added,
      .removed, .gutter, .failed:
      false
    }
  }

  /// The mark of the bytes `start..<end`.
  public init(start: Int32, end: Int32, kind: Kind) {
    (self.start, self.end, self.kind) = (start, end, kind)
  }
}

/// The purpose of a face in the default stack. Every slot has a real face; none is synthesised.
public enum FaceSlot: UInt8, Hashable, Sendable, CaseIterable {
  case regular
  case italic
  case bold
  case boldItalic
  case code
}

/// The font size, line height and face of a text role.
public struct TextStyle: Hashable, Sendable {
  /// Font size in CSS px of the layout.
  public var fontSize: LayoutUnit
  /// Height of every line, a whole number of px.
  public var lineHeight: LayoutUnit
  /// The face used unless a mark selects another.
  public var slot: FaceSlot

  /// A style with these values, in CSS px of the layout.
  public init(fontSize: LayoutUnit, lineHeight: LayoutUnit, slot: FaceSlot = .regular) {
    (self.fontSize, self.lineHeight, self.slot) = (fontSize, lineHeight, slot)
  }
}
