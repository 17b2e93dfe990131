/// Extends matches to the whole of a web or mail address, because the rest of one often tells as much.
struct AddressExtent {
  /// The run of characters without spaces that was looked at last. Matches come in order, so each run is read once.
  private var run = 0..<0
  private var isAddress = false

  /// Returns the range of the address around a match, or the match's own. Matches are given in the order of their starts.
  mutating func extent(of match: Range<Int>, in text: Span<UInt8>) -> Range<Int> {
    if !(run.lowerBound <= match.lowerBound && match.upperBound <= run.upperBound) {
      var (start, end) = (match.lowerBound, match.upperBound)
      while start > run.upperBound, Self.isPart(text[start - 1]) { start -= 1 }
      while end < text.count, Self.isPart(text[end]) { end += 1 }
      run = start..<end
      isAddress = Self.isAddress(text, run)
    }
    guard isAddress else { return match }
    // The sentence's own punctuation.
    var end = run.upperBound
    while end > match.upperBound, Self.closing.contains(text[end - 1]) { end -= 1 }
    return run.lowerBound..<end
  }

  private static let closing = Array(".,;:!?".utf8)
  private static let delimiters = Array("<>\"()[]{}|\\`'*\u{7F}".utf8)

  private static func isPart(_ byte: UInt8) -> Bool { byte > 0x20 && !delimiters.contains(byte) }

  /// True if a run of characters has the mark of an address: `://`, `www.`, or `@` with a dot after it.
  private static func isAddress(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    var hasAt = false
    for offset in range {
      switch text[offset] {
      case UInt8(ascii: ":"):
        if offset + 2 < range.upperBound, text[offset + 1] == UInt8(ascii: "/"),
          text[offset + 2] == UInt8(ascii: "/")
        {
          return true
        }
      case UInt8(ascii: "@"): hasAt = offset > range.lowerBound
      case UInt8(ascii: "."):
        if hasAt { return true }
        if offset >= range.lowerBound + 3,
          (offset - 3..<offset).allSatisfy({ text[$0] | 0x20 == UInt8(ascii: "w") })
        {
          return true
        }
      default: break
      }
    }
    return false
  }
}
