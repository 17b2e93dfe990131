/// The severities in programs' logs: RFC 5424 §6.2.1, and names used by logging libraries.
package enum LogLevel {
  private static let names: [StaticString] = [
    "TRACE", "DEBUG", "INFO", "NOTICE", "WARN", "WARNING", "ERROR", "CRITICAL", "FATAL", "SEVERE", "ALERT",
  ]

  /// True if the word is a severity.
  package static func isLevel(_ bytes: InputBytes, _ word: Range<Int>) -> Bool {
    names.contains { $0.utf8CodeUnitCount == word.count && bytes.has($0, at: word.lowerBound) }
  }

  /// True if one of the words in `range` is a severity: `INFO`, `[INFO]`, `app.ERROR`.
  package static func hasLevel(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    var start = range.lowerBound
    for offset in range.lowerBound...range.upperBound {
      if offset < range.upperBound, 0x41...0x5A ~= bytes[offset] & 0xDF { continue }
      if offset > start, isLevel(bytes, start..<offset) { return true }
      start = offset + 1
    }
    return false
  }
}
