/// The decimal digits of the scripts in which phones write dates.
package enum DecimalDigit {
  /// True if `text` has no decimal digit. Chinese numerals, which name days of the week, are none.
  package static func isMissing(in text: String) -> Bool {
    !text.unicodeScalars.contains { $0.properties.numericType == .decimal }
  }

  /// Returns the value of the digit at `offset` and the number of its bytes, or nil if there is none.
  @inline(__always)
  package static func at(_ offset: Int, of bytes: InputBytes, end: Int) -> (value: Int, byteCount: Int)? {
    guard offset < end else { return nil }
    let first = bytes[offset]
    if first < 0x80 {
      let value = Int(first) &- 0x30
      return 0...9 ~= value ? (value, 1) : nil
    }
    return other(offset, of: bytes, end: end)
  }

  private static func other(_ offset: Int, of bytes: InputBytes, end: Int) -> (value: Int, byteCount: Int)? {
    let first = bytes[offset]
    guard offset &+ 1 < end else { return nil }
    let second = bytes[offset &+ 1]
    switch first {
    // U+0660 (Arabic) and U+06F0 (Persian, Urdu)
    case 0xD9: return 0xA0...0xA9 ~= second ? (Int(second &- 0xA0), 2) : nil
    case 0xDB: return 0xB0...0xB9 ~= second ? (Int(second &- 0xB0), 2) : nil
    default: break
    }
    guard offset &+ 2 < end else { return nil }
    let third = Int(bytes[offset &+ 2])
    let zero: Int
    switch (first, second) {
    // Devanagari, Bengali, Gurmukhi, Gujarati, Odia, Tamil, Telugu, Kannada, Malayalam
    case (0xE0, 0xA5), (0xE0, 0xA7), (0xE0, 0xA9), (0xE0, 0xAB), (0xE0, 0xAD), (0xE0, 0xAF), (0xE0, 0xB1),
      (0xE0, 0xB3), (0xE0, 0xB5):
      zero = 0xA6
    // Thai and Lao
    case (0xE0, 0xB9), (0xE0, 0xBB): zero = 0x90
    // Burmese, Khmer, full width
    case (0xE1, 0x81): zero = 0x80
    case (0xE1, 0x9F): zero = 0xA0
    case (0xEF, 0xBC): zero = 0x90
    default: return nil
    }
    return 0...9 ~= third &- zero ? (third &- zero, 3) : nil
  }
}
