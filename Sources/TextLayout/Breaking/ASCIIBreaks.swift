/// Line break opportunities between ASCII characters, as Chromium takes them.
///
/// Chromium asks a table, not UAX #14, when both characters are printable ASCII: no break after `/`, inside `C++`
/// or `!=`, yet breaks inside `--` and after the hyphens of `2024-01-01`.
enum ASCIIBreaks {
  /// True if a line may break between two characters of 0x20...0x7E, whatever precedes `first`. For a hyphen before a digit
  /// ``BreakRules/isMinusSign(before:in:)`` has the last word.
  static func mayBreak(_ first: UInt8, _ second: UInt8) -> Bool {
    if second == 0x20 { return false }
    if first == 0x20 { return true }
    guard (0x21...0x7E).contains(first), (0x21...0x7E).contains(second) else { return false }
    let (low, high) = ASCIIBreakTable.rows[Int(first) - 0x21]
    let bit = UInt64(second) - 0x21
    return (bit < 64 ? low >> bit : high >> (bit - 64)) & 1 == 1
  }
}
