/// The English names of the months, by their first three letters, which clients of any language write.
package enum MonthName {
  /// Three lower-case letters each, the first in the highest byte.
  private static let starts: [UInt32] = [
    0x6A616E, 0x666562, 0x6D6172, 0x617072, 0x6D6179, 0x6A756E, 0x6A756C, 0x617567, 0x736570, 0x6F6374,
    0x6E6F76,
    0x646563,
  ]

  /// 1 to 12 if the three letters at `offset` begin a month's name, in either case.
  package static func number(in bytes: InputBytes, at offset: Int) -> Int? {
    guard offset >= 0, offset + 3 <= bytes.count else { return nil }
    return number(
      letters: UInt32(bytes[offset]) << 16 | UInt32(bytes[offset + 1]) << 8 | UInt32(bytes[offset + 2]))
  }

  /// 1 to 12 if the three letters in the lower bytes, the first in the highest of them, begin a month's name.
  package static func number(letters: UInt32) -> Int? {
    starts.firstIndex(of: letters | 0x202020).map { $0 + 1 }
  }
}
