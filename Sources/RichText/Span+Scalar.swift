import Storage

extension Span where Element == UInt8 {
  /// Returns the code point at `index` of valid UTF-8 and its length in bytes.
  func scalar(at index: Int) -> (value: UInt32, length: Int) {
    let first = self[index]
    if first < 0x80 { return (UInt32(first), 1) }
    let length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    // The text may have been cut inside a character.
    guard index + length <= count else { return (0xFFFD, count - index) }
    var value = UInt32(first) & (0x7F >> UInt32(length))
    for next in 1..<length { value = value << 6 | UInt32(self[index + next] & 0x3F) }
    return (value, length)
  }

  /// Returns the offset of the code point that ends before `index`.
  func scalarStart(before index: Int) -> Int {
    var start = index - 1
    while start > 0, self[start] & 0xC0 == 0x80 { start -= 1 }
    return start
  }

  /// Returns the byte at `index`, or 0 outside the text.
  @inline(__always) func byte(_ index: Int) -> UInt8 { index >= 0 && index < count ? self[index] : 0 }

  /// True if `word` is at `index` of the text, ASCII letters in any case; `word` is given in lower case.
  func matches(_ word: StaticString, at index: Int) -> Bool {
    let length = word.utf8CodeUnitCount
    guard index >= 0, index + length <= count else { return false }
    for offset in 0..<length where ASCII.lowercased(self[index + offset]) != word.byte(at: offset) {
      return false
    }
    return true
  }
}
