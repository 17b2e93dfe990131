import Frames
import HTML

/// A break of a text: between two lines on small screens, on large ones, or on both.
struct TextBreak {
  /// The offset at which it is written, and the offset at which the text continues: a newline between them is
  /// not written.
  var position: Int
  var next: Int
  var isNewline: Bool
  var isHyphen: Bool
  var isNarrow: Bool
  var isWide: Bool
}

/// The breaks between a block's lines and between the lines on large screens, in the text's order.
struct TextBreaks: IteratorProtocol {
  private let narrow: TextBlock
  private let wide: TextBlock?
  /// The next break of each, and the line it ends.
  private var (one, other): (TextBreak?, TextBreak?)
  private var (line, wideLine) = (0, 0)

  /// The breaks of a block, and of `wide` with its different lines.
  init(_ block: TextBlock, with wide: TextBlock?) {
    narrow = block
    self.wide = wide
    one = Self.end(0, of: block)
    other = wide.flatMap { Self.end(0, of: $0) }
  }

  mutating func next() -> TextBreak? {
    guard var found = one ?? other else { return nil }
    if let other, other.position < found.position { found = other }
    found.isNarrow = one?.position == found.position
    found.isWide = other?.position == found.position
    if found.isNarrow {
      line += 1
      one = Self.end(line, of: narrow)
    }
    if found.isWide, let wide {
      wideLine += 1
      other = Self.end(wideLine, of: wide)
    }
    return found
  }

  /// The break that ends a line; nil for the last.
  private static func end(_ index: Int, of block: TextBlock) -> TextBreak? {
    guard index + 1 < block.lines.count else { return nil }
    let line = block.lines[index]
    let next = Int(block.lines[index + 1].start)
    return TextBreak(
      position: line.ending == .newline ? Int(line.end) : next, next: next,
      isNewline: line.ending == .newline,
      isHyphen: line.ending == .hyphen, isNarrow: false, isWide: false)
  }
}

extension TextBlock {
  /// True if another block of this text breaks at the same offsets.
  func hasBreaks(like other: TextBlock) -> Bool {
    if self === other { return true }
    guard lines.count == other.lines.count else { return false }
    for index in 0..<lines.count where lines[index].start != other.lines[index].start { return false }
    return true
  }
}

extension HTMLWriter {
  /// Writes the element of a soft break: an `i` if small screens have it, a `b` if large ones do in a text whose
  /// breaks differ.
  mutating func write(_ kind: BreakMark, of found: TextBreak) {
    if found.isNarrow { raw(kind.narrow) }
    if found.isWide { raw(kind.wide) }
  }
}

/// The mark at a soft break.
enum BreakMark {
  case line, hyphen, leftToRight, rightToLeft

  fileprivate var narrow: StaticString {
    switch self {
    case .line: "<i></i>"
    case .hyphen: "<i class=\"h\"></i>"
    case .leftToRight: "<i class=\"l\"></i>"
    case .rightToLeft: "<i class=\"r\"></i>"
    }
  }

  fileprivate var wide: StaticString {
    switch self {
    case .line: "<b></b>"
    case .hyphen: "<b class=\"h\"></b>"
    case .leftToRight: "<b class=\"l\"></b>"
    case .rightToLeft: "<b class=\"r\"></b>"
    }
  }
}
