/// Reads the parts of a line one after the other: numbers, separators, the half of the day. Each step advances only if it finds its
/// part.
package struct LineScanner {
  package let bytes: InputBytes
  package private(set) var offset: Int
  package let end: Int

  /// Creates a scanner of the line, or part of a line, in `range`.
  package init(_ bytes: InputBytes, _ range: Range<Int>) {
    (self.bytes, offset, end) = (bytes, range.lowerBound, range.upperBound)
  }

  /// True if nothing is left.
  package var isAtEnd: Bool { offset >= end }

  /// The next byte, or 0 at the end.
  @inline(__always)
  package var byte: UInt8 { offset < end ? bytes[offset] : 0 }

  /// Advances to `offset`.
  package mutating func move(to offset: Int) { self.offset = min(max(offset, self.offset), end) }

  /// Reads a number of at most `limit` digits of any script; nothing if there are more digits.
  @inline(__always)
  package mutating func number(limit: Int) -> (value: Int, digits: Int)? {
    var (value, digits, next) = (0, 0, offset)
    while let digit = DecimalDigit.at(next, of: bytes, end: end) {
      guard digits < limit else { return nil }
      value = value &* 10 &+ digit.value
      digits &+= 1
      next &+= digit.byteCount
    }
    guard digits > 0 else { return nil }
    offset = next
    return (value, digits)
  }

  /// Reads `byte`.
  @inline(__always)
  package mutating func take(_ byte: UInt8) -> Bool {
    guard offset < end, bytes[offset] == byte else { return false }
    offset &+= 1
    return true
  }

  /// Reads `text`.
  package mutating func take(_ text: StaticString) -> Bool {
    guard offset &+ text.utf8CodeUnitCount <= end, bytes.has(text, at: offset) else { return false }
    offset &+= text.utf8CodeUnitCount
    return true
  }

  /// Reads a run of spaces of any width and of invisible characters. Returns true if there was one.
  @discardableResult
  package mutating func skipSpaces() -> Bool {
    let start = offset
    while offset < end {
      let first = bytes[offset]
      if first == 0x20 || first == 0x09 {
        offset &+= 1
      } else if let count = Self.spaceLength(bytes, offset, end) ?? Self.invisibleLength(bytes, offset, end) {
        offset &+= count
      } else {
        break
      }
    }
    return offset > start
  }

  /// Reads a run of invisible characters: direction marks, joiners, a byte order mark.
  @inline(__always)
  package mutating func skipInvisible() {
    while offset < end, bytes[offset] >= 0xE2, let count = Self.invisibleLength(bytes, offset, end) {
      offset &+= count
    }
  }

  /// The bytes of a space that is not ASCII's at `offset`: U+00A0, U+2000 to U+200A, U+202F, U+3000.
  package static func spaceLength(_ bytes: InputBytes, _ offset: Int, _ end: Int) -> Int? {
    guard offset &+ 1 < end else { return nil }
    let (first, second) = (bytes[offset], bytes[offset &+ 1])
    if first == 0xC2, second == 0xA0 { return 2 }
    guard offset &+ 2 < end else { return nil }
    let third = bytes[offset &+ 2]
    switch (first, second) {
    case (0xE2, 0x80): return third <= 0x8A || third == 0xAF ? 3 : nil
    case (0xE3, 0x80): return third == 0x80 ? 3 : nil
    default: return nil
    }
  }

  /// The bytes of a character without width at `offset`: U+200B, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069, U+FEFF.
  @inline(__always)
  static func invisibleLength(_ bytes: InputBytes, _ offset: Int, _ end: Int) -> Int? {
    guard offset &+ 2 < end else { return nil }
    let (first, second, third) = (bytes[offset], bytes[offset &+ 1], bytes[offset &+ 2])
    switch (first, second) {
    case (0xE2, 0x80):
      return third == 0x8B || third == 0x8E || third == 0x8F || 0xAA...0xAE ~= third ? 3 : nil
    case (0xE2, 0x81): return 0xA6...0xA9 ~= third ? 3 : nil
    case (0xEF, 0xBB): return third == 0xBF ? 3 : nil
    default: return nil
    }
  }
}
