package import ChatModel

/// Counts the lines of a text that are not shown as they are, for the account.
///
/// A reader states the outcome of its lines in the order of the file. Lines that it skips are unknown, so the report shows if a step
/// drops some. Blank lines are not counted.
package struct LineTally {
  /// The outcome of a line.
  package enum Outcome: Hashable {
    /// A message, a part of one, or an event.
    case shown
    /// Shown on a card, because it belongs to no message.
    case card
    case leftOut(Omission.Rule)
    case unknown
  }

  private struct Count {
    var records = 0
    var texts = 0
    /// The number of the first such line.
    var line: Int
  }

  private let bytes: InputBytes
  private let file: String
  private var counts: [Outcome: Count] = [:]
  /// The end of the lines with a known outcome.
  private var end: Int

  /// Creates the tally of a file, called `file` in the report.
  package init(_ bytes: InputBytes, file: String) {
    (self.bytes, self.file) = (bytes, file)
    end = LogLines.start(of: bytes)
  }

  /// Takes the lines in `range`. Lines between earlier ones and these are unknown.
  package mutating func take(_ range: Range<Int>, as outcome: Outcome = .shown) {
    if end < range.lowerBound { count(end..<range.lowerBound, as: .unknown) }
    count(range, as: outcome)
    end = max(end, range.upperBound)
  }

  /// Counts the lines in `range`, without skipping any.
  package mutating func count(_ range: Range<Int>, as outcome: Outcome) {
    guard outcome != .shown else { return }
    let bytes = bytes
    let range = range.clamped(to: 0..<bytes.count)
    var start = range.lowerBound
    while start < range.upperBound {
      let lineStart = start
      let lineEnd = bytes.firstIndex(of: 0x0A, in: start..<range.upperBound) ?? range.upperBound
      count((lineStart..<lineEnd).lazy.map { bytes[$0] }, as: outcome) {
        bytes.count(of: 0x0A, in: 0..<lineStart) + 1
      }
      start = lineEnd + 1
    }
  }

  /// Counts a line. `number` returns its number.
  package mutating func count(_ line: some Sequence<UInt8>, as outcome: Outcome, number: () -> Int) {
    var (isBlank, isText, hasSpace) = (true, false, false)
    for byte in line {
      if LogLines.isSpace(byte) {
        hasSpace = !isBlank
      } else {
        isText = byte >= 0x80 || hasSpace
        isBlank = false
      }
      if isText { break }
    }
    guard !isBlank else { return }
    var known = counts[outcome] ?? Count(line: number())
    known.records += 1
    if isText { known.texts += 1 }
    counts[outcome] = known
  }

  /// The counted lines, one row for each outcome.
  package var rows: [Account.Row] {
    counts.compactMap { outcome, count -> Account.Row? in
      var row = Account.Row(
        path: "line", records: count.records, texts: count.texts,
        example: Origin(file: file, line: count.line))
      switch outcome {
      case .shown: return nil
      case .card: row.state = .card
      case .leftOut(let rule): row.leaveOut(rule)
      case .unknown: break
      }
      return row
    }
  }

  /// Adds the counts to the account of a conversation that is read in place.
  package func report(to account: inout Account, format: String) {
    for var row in rows {
      row.format = format
      account.add(row)
    }
  }

  /// Moves the counts to the account of the import. The rest of the file is unknown.
  package mutating func report(to account: ImportAccount?) {
    guard let account else { return }
    take(bytes.count..<bytes.count)
    for row in rows { account.add(row) }
  }
}
