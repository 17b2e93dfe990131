/// Line break opportunities between ASCII characters, as Chromium takes them.
///
/// Chromium asks a table, not UAX #14, when both characters are printable ASCII: no break after `/`, inside `C++`
/// or `!=`, yet breaks inside `--` and after the hyphens of `2024-01-01`.
enum ASCIIBreaks {
  /// Whether a line may break between two characters of 0x20...0x7E, leaving aside what stands before `first`.
  ///
  /// True for a hyphen before a digit, where ``hyphenMayBreak(after:)`` has the last word.
  static func mayBreak(_ first: UInt8, _ second: UInt8) -> Bool {
    if second == 0x20 { return false }
    if first == 0x20 { return true }
    guard (0x21...0x7E).contains(first), (0x21...0x7E).contains(second) else { return false }
    let (low, high) = ASCIIBreakTable.rows[Int(first) - 0x21]
    let bit = UInt64(second) - 0x21
    return (bit < 64 ? low >> bit : high >> (bit - 64)) & 1 == 1
  }

  /// Whether a line may break between a hyphen and a digit, given the character before the hyphen: not where the
  /// hyphen may be a minus sign, but in `ABCD-1234`.
  @inline(__always)
  static func hyphenMayBreak(after previous: UInt32) -> Bool {
    (0x30...0x39).contains(previous) || (0x41...0x5A).contains(previous & ~0x20)
  }
}
