import Frames

/// Text between two pairs of tildes, struck through: GFM §6.5, which libcmark lacks.
///
/// A single tilde means “about” in chats, so it is not a mark here. Pairs in code and in addresses are text.
struct Strikethrough {
  /// A pair of tildes, by its first byte, and whether it may open or close: like stars (``EmphasisFlanks``), and also beside
  /// any punctuation beyond ASCII.
  private struct Delimiter {
    var offset: Int
    var canOpen: Bool
    var canClose: Bool
  }

  /// The first bytes of the pairs that are marks, ascending.
  private var removed: [Int] = []
  /// The texts between two pairs, by their first bytes.
  private var ranges: [(open: Int, close: Int)] = []

  /// True if a text has two tildes in a row.
  static func mayBe(in text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == UInt8(ascii: "~") {
      if text.byte(index + 1) == UInt8(ascii: "~") { return true }
    }
    return false
  }

  /// Finds the struck-through ranges of a block's text; nil if there are none. Within the ranges `closed` tildes are text.
  init?(_ text: Span<UInt8>, closed: [Range<Int>]) {
    var openers: [Int] = []
    for delimiter in Self.delimiters(in: text, closed: closed) {
      if delimiter.canClose, let opener = openers.popLast() {
        ranges.append((opener, delimiter.offset))
        removed += [opener, delimiter.offset]
      } else if delimiter.canOpen {
        openers.append(delimiter.offset)
      }
    }
    if ranges.isEmpty { return nil }
    removed.sort()
  }

  private static func delimiters(in text: Span<UInt8>, closed: [Range<Int>]) -> [Delimiter] {
    var result: [Delimiter] = []
    var (index, range) = (0, 0)
    while index < text.count {
      while range < closed.count, closed[range].upperBound <= index { range += 1 }
      if range < closed.count, closed[range].contains(index) {
        index = closed[range].upperBound
        continue
      }
      guard text[index] == UInt8(ascii: "~") else {
        index += 1
        continue
      }
      var end = index
      while end < text.count, text[end] == UInt8(ascii: "~") { end += 1 }
      if end == index + 2 {
        let (before, after) = (text.byte(index - 1), text.byte(end))
        let flanks = EmphasisFlanks(of: text, from: index, to: end)
        let opens = !isSpace(after) && (!isPunctuation(after) || isSpace(before) || isPunctuation(before))
        let closes = !isSpace(before) && (!isPunctuation(before) || isSpace(after) || isPunctuation(after))
        result.append(
          Delimiter(offset: index, canOpen: opens || flanks.opens, canClose: closes || flanks.closes))
      }
      index = end
    }
    return result
  }

  /// True for white space and outside the text.
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0 || ASCII.isWhitespace(byte) }

  private static func isPunctuation(_ byte: UInt8) -> Bool {
    byte > 0x20 && byte < 0x7F && !ASCII.isAlphanumeric(byte)
  }

  /// Removes the tildes from a text, and adds its marks to `marks`.
  func apply(to text: inout [UInt8], _ marks: inout [TextMark]) {
    var shown: [UInt8] = []
    shown.reserveCapacity(text.count)
    var start = 0
    for offset in removed {
      shown += text[start..<offset]
      start = offset + 2
    }
    text = shown + text[start...]
    for index in marks.indices {
      marks[index].start = moved(marks[index].start)
      marks[index].end = moved(marks[index].end)
    }
    marks += ranges.map {
      TextMark(start: moved(Int32($0.open)), end: moved(Int32($0.close)), kind: .strikethrough)
    }
    marks = MarkNesting.nested(marks)
  }

  /// Returns the offset of a byte after the pairs before it are removed.
  private func moved(_ offset: Int32) -> Int32 {
    var (low, high) = (0, removed.count)
    while low < high {
      let middle = (low + high) / 2
      if removed[middle] < Int(offset) { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return offset }
    // A mark may begin or end inside a pair.
    return offset - Int32(2 * low) + max(0, Int32(removed[low - 1]) + 2 - offset)
  }
}
