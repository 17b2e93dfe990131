import ImportKit

/// A time in the words of My Activity, in any language: `Sep 2, 2026, 1:26:27 PM PDT`, `18 Sept 2025, 12:02:52 CET`,
/// `02.09.2026, 09:00:00 MESZ`, `2026年6月19日 12:23:08 CST`, `10 de mai. de 2026, 03:46:09 BRT`.
enum GeminiTime {
  /// The most bytes of a line that is a time.
  private static let limit = 160

  /// Parses a line as a time, or returns nil. `order` applies to dates in numbers alone.
  static func timestamp(_ line: String, order: DateOrder? = nil, zones: ZoneNames = ZoneNames()) -> Timestamp?
  {
    guard line.utf8.count <= limit, mayHaveClock(line) else { return nil }
    let (words, zone) = WrittenZone.split(Array(line.unicodeScalars))
    guard let milliseconds = WrittenTime.line(words, order: order) else { return nil }
    return zones.timestamp(milliseconds, zone, in: line)
  }

  /// True if a line has two colons or stops followed by digits, as a clock with seconds has. Most lines are not
  /// times, and names of months take longer to look for.
  private static func mayHaveClock(_ line: String) -> Bool {
    var (count, isBehindSign) = (0, false)
    for byte in line.utf8 {
      if isBehindSign, byte &- 0x30 <= 9 || byte >= 0x80 { count += 1 }
      isBehindSign = byte == UInt8(ascii: ":") || byte == UInt8(ascii: ".")
    }
    return count >= 2
  }
}
