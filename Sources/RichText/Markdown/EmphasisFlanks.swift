import ICU

/// The characters beside a delimiter run, by which CommonMark §6.2 decides whether it may open or close emphasis.
///
/// The rule is the amended one for Chinese, Japanese and Korean (commonmark-spec issue 650), which are written without
/// spaces: their punctuation counts as letters, and any other punctuation may be beside one of their characters. If
/// none of them is beside the run, it is the rule as published.
struct EmphasisFlanks {
  /// The class of a character in the rule.
  private struct Neighbour {
    var isSpace = false
    var isPunctuation = false
    /// True for a character of Chinese, Japanese or Korean, punctuation included.
    var isCJK = false

    /// The start and the end of a line.
    static let none = Neighbour(isSpace: true)

    /// True for punctuation that may not be beside a letter.
    var isBarrier: Bool { isPunctuation && !isCJK }
  }

  private let before: Neighbour
  private let after: Neighbour

  /// The characters beside the run `start..<end` of a text. `isFirst`: the run is the first text of its line.
  init(of text: Span<UInt8>, from start: Int, to end: Int, isFirst: Bool = false) {
    before = isFirst ? .none : Self.neighbour(before: start, in: text)
    after = end < text.count ? Self.neighbour(text.scalar(at: end).value) : .none
  }

  /// True if a run may open emphasis: it is left-flanking.
  var opens: Bool {
    !after.isSpace && (!after.isBarrier || before.isSpace || before.isPunctuation || before.isCJK)
  }
  /// True if a run may close emphasis: it is right-flanking.
  var closes: Bool {
    !before.isSpace && (!before.isBarrier || after.isSpace || after.isPunctuation || after.isCJK)
  }

  /// True if the run opens and closes by the amended rule alone: one neighbour is punctuation, the other a letter, and one of them
  /// is Chinese, Japanese or Korean.
  var isAmended: Bool {
    before.isPunctuation != after.isPunctuation && opens && closes
  }
  /// True if the character before the run is punctuation. If not, an amended run is followed by punctuation.
  var isBehindPunctuation: Bool { before.isPunctuation }

  private static func neighbour(before index: Int, in text: Span<UInt8>) -> Neighbour {
    guard index > 0 else { return .none }
    let start = text.scalarStart(before: index)
    let value = text.scalar(at: start).value
    switch value {
    // An ideographic variation selector.
    case 0xE0100...0xE01EF: return Neighbour(isCJK: true)
    // Other selectors, except the emoji selector, belong to the character before. U+FE01 makes quotation marks full-width.
    case 0xFE00...0xFE0E where start > 0:
      let chosen = text.scalar(at: text.scalarStart(before: start)).value
      var neighbour = neighbour(chosen)
      if value == 0xFE01, [0x2018, 0x2019, 0x201C, 0x201D].contains(chosen) { neighbour.isCJK = true }
      return neighbour
    default: return neighbour(value)
    }
  }

  private static func neighbour(_ value: UInt32) -> Neighbour {
    if value < 0x80 {
      let byte = UInt8(value)
      let isSpace = value == 0 || ASCII.isWhitespace(byte)
      return Neighbour(
        isSpace: isSpace, isPunctuation: byte > 0x20 && byte < 0x7F && !ASCII.isAlphanumeric(byte))
    }
    guard let scalar = Unicode.Scalar(value) else { return Neighbour() }
    var neighbour = Neighbour()
    switch scalar.properties.generalCategory {
    case .spaceSeparator: neighbour.isSpace = true
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation,
      .finalPunctuation, .otherPunctuation:
      neighbour.isPunctuation = true
    default: break
    }
    // The ideographic space is white space.
    neighbour.isCJK = !neighbour.isSpace && isCJK(scalar)
    return neighbour
  }

  /// True for wide and half-width characters (UAX #11) except emoji, and for Hangul.
  private static func isCJK(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x1100: false
    case 0x1100...0x11FF, 0xA960...0xA97C, 0xD7B0...0xD7FB: true
    default: scalar.isWide && !scalar.properties.isEmojiPresentation
    }
  }
}

/// Text for libcmark in which the amended rule of ``EmphasisFlanks`` holds: libcmark only has the published one.
///
/// If a run of stars opens or closes emphasis by the amended rule alone, a private-use character is inserted between the run and the
/// punctuation beside it. libcmark treats it as a letter, so the published rule then gives the same result. It is
/// removed from all output of libcmark, so code, addresses and escapes are unchanged. For underscores both rules agree, because
/// they are no markup between letters. A text that already contains the character is left alone.
struct EmphasisBoundaries {
  /// U+F8F2
  private static let boundary: [UInt8] = [0xEF, 0xA3, 0xB2]

  /// The source for libcmark.
  let source: [UInt8]

  /// Inserts boundaries into a text; nil if it needs none.
  init?(_ text: Span<UInt8>) {
    var source: [UInt8] = []
    var (copied, index) = (0, 0)
    // The line has only had marks of blocks so far.
    var isPrefix = true
    while index < text.count {
      guard text[index] == UInt8(ascii: "*") else {
        switch text[index] {
        case 0x0A, 0x0D: isPrefix = true
        case 0x20, 0x09, UInt8(ascii: ">"), UInt8(ascii: "-"), UInt8(ascii: "+"), UInt8(ascii: "."),
          UInt8(ascii: ")"),
          0x30...0x39:
          break
        case Self.boundary[0] where Self.isBoundary(text, at: index): return nil
        default: isPrefix = false
        }
        index += 1
        continue
      }
      var end = index
      while end < text.count, text[end] == UInt8(ascii: "*") { end += 1 }
      // CommonMark §2.4: the first star of a run may be escaped.
      if Self.isEscaped(text, at: index) {
        index += 1
        isPrefix = false
      }
      // The sign of a quotation before a run is not part of its text.
      let isFirst = isPrefix && text.byte(index - 1) == UInt8(ascii: ">")
      if index < end, Self.mayBeCJK(text.byte(index - 1)) || Self.mayBeCJK(text.byte(end)) {
        let flanks = EmphasisFlanks(of: text, from: index, to: end, isFirst: isFirst)
        if flanks.isAmended {
          let offset = flanks.isBehindPunctuation ? index : end
          for byte in copied..<offset { source.append(text[byte]) }
          source += Self.boundary
          copied = offset
        }
      }
      isPrefix = isPrefix && text.byte(end) == 0x20
      index = end
    }
    guard copied > 0 else { return nil }
    for byte in copied..<text.count { source.append(text[byte]) }
    self.source = source
  }

  /// Returns the bytes without the boundaries.
  static func removed(from text: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if isBoundary(text.span, at: index) {
        index += boundary.count
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  private static func isBoundary(_ text: Span<UInt8>, at index: Int) -> Bool {
    text[index] == boundary[0] && text.byte(index + 1) == boundary[1] && text.byte(index + 2) == boundary[2]
  }

  /// True for a byte of characters beyond ASCII.
  private static func mayBeCJK(_ byte: UInt8) -> Bool { byte >= 0x80 }

  private static func isEscaped(_ text: Span<UInt8>, at index: Int) -> Bool {
    var first = index
    while first > 0, text[first - 1] == UInt8(ascii: "\\") { first -= 1 }
    return (index - first) % 2 == 1
  }
}
