import ImportKit

/// Line forms by which texts that are not read are recognised, so that they can be named.
enum ForeignText {
  /// True if the first line of a text, and more than half of its first lines, are of this kind.
  static func isMost(of bytes: InputBytes, _ isKind: (InputBytes, Range<Int>) -> Bool) -> Bool {
    var (found, lines) = (0, 0)
    for line in LogSample(bytes, from: LogLines.start(of: bytes)) {
      let isOne = isKind(bytes, line)
      if lines == 0, !isOne { return false }
      lines += 1
      if isOne { found += 1 }
    }
    return found * 2 > lines
  }

  /// The most bytes at the beginning of a line that are examined.
  private static let limit = 160

  /// `2024-01-15 10:00:00 INFO text`, `[2024-01-15 10:00:00] app.ERROR: text`, `Jan 15 10:00:00 host
  /// sshd[12]: text`.
  static func isOfProgram(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    guard let end = endOfTime(bytes, line) else { return false }
    let rest = end..<max(end, min(line.upperBound, end + limit))
    if LogLevel.hasLevel(bytes, rest) { return true }
    // RFC 3164: the host, the program and its process ID.
    let words = bytes.repairedString(in: rest).split(separator: " ", maxSplits: 2)
    return words.count > 1 && words[1].hasSuffix("]:")
      && words[1].dropLast(2).split(separator: "[").last.map { $0.allSatisfy(\.isNumber) } ?? false
  }

  /// `2025-06-22 05:58 Name: text`.
  static func isTimed(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    guard let end = endOfTime(bytes, line) else { return false }
    return bytes.firstIndex(of: UInt8(ascii: ":"), in: end..<max(end, min(line.upperBound, end + limit)))
      != nil
  }

  /// The offset after the date and time at the beginning of a line; nil if there are none.
  private static func endOfTime(_ bytes: InputBytes, _ line: Range<Int>) -> Int? {
    let (time, next) = LogTimeParser.time(in: bytes, from: line.lowerBound, to: line.upperBound)
    switch time {
    case .none, .clock: break
    case .monthDay, .wallClock, .instant: return next
    }
    // The date alone: the time may be in any form.
    var scanner = LineScanner(bytes, line)
    _ = scanner.take(UInt8(ascii: "["))
    guard let first = scanner.number(limit: 4), "/.-".utf8.contains(scanner.byte), scanner.take(scanner.byte),
      scanner.number(limit: 2) != nil, "/.-".utf8.contains(scanner.byte), scanner.take(scanner.byte),
      let third = scanner.number(limit: 4), first.digits == 4 || third.digits == 4
    else { return nil }
    return scanner.offset
  }
}
