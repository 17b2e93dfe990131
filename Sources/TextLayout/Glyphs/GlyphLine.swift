public import Frames

/// A glyph of a line at its position.
public struct LineGlyph: Sendable {
  /// The number of the glyph in its face.
  public var glyph: UInt16
  /// The position of its origin in px, from the left end of the line.
  public var x: Double
  /// The height of its origin above the baseline in px.
  public var y: Double
  /// The distance to the next glyph in px.
  public var advance: Double
  /// The offset of the first byte of its cluster in the block's text.
  public var start: Int
  /// The offset after the cluster.
  public var end: Int
  /// True if it shows nothing: a joiner, a mark of direction.
  public var isInvisible = false

  init(glyph: UInt16, x: Double, y: Double = 0, advance: Double, start: Int, end: Int) {
    (self.glyph, self.x, self.y, self.advance, self.start, self.end) = (glyph, x, y, advance, start, end)
  }
}

/// A line of a text as glyphs, in the order in which it is read: from right to left in runs of that direction.
public struct GlyphLine: Sendable {
  /// The kinds of pieces of a line.
  public enum PieceKind: Hashable, Sendable {
    /// Glyphs of a face, by its index in the font set.
    case letters(face: Int)
    /// One emoji, drawn as a picture.
    case emoji(InlineEmoji)
    /// Characters in no face.
    case missing
    /// A tab.
    case tab
  }

  /// A stretch of a line in one face and direction, an emoji or a tab.
  public struct Piece: Sendable {
    /// The kind.
    public var kind: PieceKind
    /// The bytes of the block's text.
    public var range: Range<Int>
    /// The embedding level (UAX #9).
    public var level: UInt8
    /// The left edge in px, from the left end of the line.
    public var x = 0.0
    /// The width in px.
    public var width = 0.0
    /// The glyphs, by index in ``GlyphLine/glyphs``, in reading order. Characters in no face have glyphs without an outline.
    public var glyphs = 0..<0

    init(_ kind: PieceKind, _ range: Range<Int>, level: UInt8) {
      (self.kind, self.range, self.level) = (kind, range, level)
    }

    /// True if it reads from right to left.
    public var isRightToLeft: Bool { level & 1 == 1 }
  }

  /// The pieces in reading order.
  public internal(set) var pieces: [Piece] = []
  /// The glyphs of all pieces, in reading order.
  public internal(set) var glyphs: [LineGlyph] = []
  /// The width of everything in px, with the spaces at the end, which hang.
  public internal(set) var width = 0.0
  /// The width of the spaces that hang in px.
  public internal(set) var hanging = 0.0

  /// Creates an empty line.
  public init() {}

  mutating func removeAll() {
    pieces.removeAll(keepingCapacity: true)
    glyphs.removeAll(keepingCapacity: true)
    (width, hanging) = (0, 0)
  }
}
