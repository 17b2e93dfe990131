import SiteReading

/// The results of pairing two lists of messages, as they are found.
protocol PairingSink {
  /// Notes messages that are equal in everything. `renumbered` of them have another id.
  mutating func addEqual(_ count: Int, renumbered: Int)
  /// Notes the same message with a difference of any kind.
  mutating func addPair(_ old: RowRecord, _ new: RowRecord)
  /// Notes messages between two pairs that have no partner there.
  mutating func addGap(_ old: [RowRecord], _ new: [RowRecord])
}

/// Pairs the messages of two conversations in one passage through both, with only the messages around a difference in memory.
///
/// Equal messages are passed over. At a difference, a window of both sides is aligned, by everything about a message, then by content, by
/// message and by words (``RowKeys``), until it has a run of messages that belong together; that is where passing over continues. The
/// window doubles until there is such a run, so 100,000 messages that one side lacks at the beginning are found too, and each message is
/// aligned in a constant number of windows. If a run pairs the wrong messages, which sixteen in order do only by being equal, messages
/// are reported as added and removed that could have been paired: nothing is reported as equal that is not.
struct RowPairing<Source: RowSource> {
  private(set) var old: Source
  private(set) var new: Source

  /// The number of messages in the first window after a difference.
  private static var firstWindow: Int { 512 }
  /// The number of pairs that prove that both sides are in step again.
  private static var runLength: Int { 16 }
  /// The most messages between two pairs of a run.
  private static var runGap: Int { 4 }

  init(_ old: Source, _ new: Source) { (self.old, self.new) = (old, new) }

  /// Pairs all messages.
  mutating func run(into sink: inout some PairingSink) {
    while true {
      let skipped = Source.skipEqual(&old, &new)
      if skipped > 0 { sink.addEqual(skipped, renumbered: 0) }
      _ = old.fill(1)
      _ = new.fill(1)
      if old.window.isEmpty, new.window.isEmpty { return }
      if passEqual(into: &sink) == 0 { passDifference(into: &sink) }
    }
  }

  /// Passes over equal messages at the beginnings of the windows. Returns their number.
  private mutating func passEqual(into sink: inout some PairingSink) -> Int {
    var (count, renumbered) = (0, 0)
    for (record, other) in zip(old.window, new.window) {
      guard record.raw == other.raw else { break }
      count += 1
      if record.id != other.id { renumbered += 1 }
    }
    guard count > 0 else { return 0 }
    old.drop(count)
    new.drop(count)
    sink.addEqual(count, renumbered: renumbered)
    return count
  }

  /// Passes over a difference, up to the end of a run of pairs after it.
  private mutating func passDifference(into sink: inout some PairingSink) {
    var size = Self.firstWindow
    while true {
      let hasMore = (old.fill(size + 1), new.fill(size + 1))
      let (rows, others) = (Array(old.window.prefix(size)), Array(new.window.prefix(size)))
      let isAll =
        !hasMore.0 && !hasMore.1 && rows.count == old.window.count && others.count == new.window.count
      let pairs = align(rows, others)
      if let end = isAll ? pairs.count : Self.endOfRun(pairs) {
        return emit(pairs.prefix(end), rows, others, isAll: isAll, into: &sink)
      }
      size = min(size * 2, 1 << 40)
    }
  }

  /// Returns the number of pairs up to the end of the last run, or nil if there is none.
  private static func endOfRun(_ pairs: [(old: Int, new: Int)]) -> Int? {
    var (run, end): (Int, Int?) = (0, nil)
    for (index, pair) in pairs.enumerated() {
      let last = index > 0 ? pairs[index - 1] : (-1, -1)
      let isNear = pair.old - last.0 <= runGap && pair.new - last.1 <= runGap
      run = isNear ? run + 1 : 1
      if run >= runLength { end = index + 1 }
    }
    return end
  }

  private mutating func emit(
    _ pairs: ArraySlice<(old: Int, new: Int)>, _ rows: [RowRecord], _ others: [RowRecord], isAll: Bool,
    into sink: inout some PairingSink
  ) {
    var next = (old: 0, new: 0)
    func gap(_ end: (old: Int, new: Int), _ sink: inout some PairingSink) {
      if next.old < end.old || next.new < end.new {
        sink.addGap(Array(rows[next.old..<end.old]), Array(others[next.new..<end.new]))
      }
    }
    for pair in pairs {
      gap(pair, &sink)
      let (row, other) = (rows[pair.old], others[pair.new])
      if row.raw == other.raw {
        sink.addEqual(1, renumbered: row.id == other.id ? 0 : 1)
      } else {
        sink.addPair(row, other)
      }
      next = (pair.old + 1, pair.new + 1)
    }
    if isAll {
      gap((rows.count, others.count), &sink)
      next = (rows.count, others.count)
    }
    old.drop(next.old)
    new.drop(next.new)
  }

  /// Returns the pairs of two windows, in order. Each level pairs what the one before left between two pairs.
  private mutating func align(_ rows: [RowRecord], _ others: [RowRecord]) -> [(old: Int, new: Int)] {
    var pairs = SequenceAlignment(rows.map(\.raw), others.map(\.raw)).pairs
    var keys: (old: [Int: RowKeys], new: [Int: RowKeys]) = ([:], [:])
    for level in [\RowKeys.content, \.message, \.words] {
      var found: [(old: Int, new: Int)] = []
      var next = (old: 0, new: 0)
      for pair in pairs + [(rows.count, others.count)] {
        let (gap, gapNew) = (next.old..<pair.old, next.new..<pair.new)
        next = (pair.old + 1, pair.new + 1)
        if !gap.isEmpty, !gapNew.isEmpty {
          let hashes = gap.map { Self.keys($0, rows, &old, &keys.old)[keyPath: level] }
          let otherHashes = gapNew.map { Self.keys($0, others, &new, &keys.new)[keyPath: level] }
          found += SequenceAlignment(hashes, otherHashes).pairs.map {
            (gap.lowerBound + $0.old, gapNew.lowerBound + $0.new)
          }
        }
        if pair.old < rows.count, pair.new < others.count { found.append(pair) }
      }
      pairs = found
    }
    return pairs
  }

  private static func keys(
    _ index: Int, _ rows: [RowRecord], _ source: inout Source, _ known: inout [Int: RowKeys]
  ) -> RowKeys {
    if let keys = known[index] { return keys }
    let keys = RowKeys(source.row(rows[index]))
    known[index] = keys
    return keys
  }
}
