import SiteReading

/// Pairs messages between two certain pairs that have no equal content: the same message, edited.
///
/// Messages are alike by their words, their sender, their time, and their id if the format has ids of its own. The pairs in order with
/// the largest sum of likeness are chosen. In a gap of more than 32 messages, only messages near each other are compared, so that time
/// grows with the number of messages.
struct GapPairing {
  /// The pairs, as indices in the gap.
  private(set) var pairs: [(old: Int, new: Int)] = []
  /// The indices of messages without a partner.
  private(set) var restOld: [Int] = []
  private(set) var restNew: [Int] = []

  /// The most messages of each side that are compared with each other.
  private static let block = 32
  /// The least likeness of a pair.
  private static let least = 1.0

  init<Source: RowSource>(
    _ old: [RowRecord], _ new: [RowRecord], hasIDs: Bool, _ source: inout Source, _ other: inout Source
  ) {
    var (start, startNew) = (0, 0)
    while start < old.count || startNew < new.count {
      let (end, endNew) = (min(start + Self.block, old.count), min(startNew + Self.block, new.count))
      var (rows, newRows): ([Sketch], [Sketch]) = ([], [])
      if startNew < endNew, start < end {
        for index in start..<end { rows.append(Sketch(source.row(old[index]))) }
        for index in startNew..<endNew { newRows.append(Sketch(other.row(new[index]))) }
      }
      var next = (old: start, new: startNew)
      for pair in Self.best(rows, newRows, hasIDs) + [(end - start, endNew - startNew)] {
        let (index, indexNew) = (start + pair.0, startNew + pair.1)
        restOld += next.old..<index
        restNew += next.new..<indexNew
        if index < end, indexNew < endNew { pairs.append((index, indexNew)) }
        next = (index + 1, indexNew + 1)
      }
      (start, startNew) = (end, endNew)
    }
  }

  /// Returns the pairs in order with the largest sum of likeness.
  private static func best(_ old: [Sketch], _ new: [Sketch], _ hasIDs: Bool) -> [(Int, Int)] {
    guard !old.isEmpty, !new.isEmpty else { return [] }
    let width = new.count + 1
    var likeness = [Double](repeating: 0, count: old.count * new.count)
    var sums = [Double](repeating: 0, count: (old.count + 1) * width)
    for row in old.indices.reversed() {
      for column in new.indices.reversed() {
        let value = Self.likeness(old[row], new[column], hasIDs)
        likeness[row * new.count + column] = value
        sums[row * width + column] = max(
          sums[(row + 1) * width + column], sums[row * width + column + 1],
          value >= least ? value + sums[(row + 1) * width + column + 1] : 0)
      }
    }
    var (row, column) = (0, 0)
    var pairs: [(Int, Int)] = []
    while row < old.count, column < new.count {
      let value = likeness[row * new.count + column]
      if value >= least,
        sums[row * width + column] == value + sums[(row + 1) * width + column + 1]
      {
        pairs.append((row, column))
        (row, column) = (row + 1, column + 1)
      } else if sums[(row + 1) * width + column] >= sums[row * width + column + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }

  private static func likeness(_ old: Sketch, _ new: Sketch, _ hasIDs: Bool) -> Double {
    let isSameID = hasIDs && !old.name.id.isEmpty && old.name.id == new.name.id
    var likeness = old.words(sharedWith: new) + (isSameID ? 1 : 0)
    if old.name.sender == new.name.sender { likeness += 0.5 }
    if old.name.time == new.name.time { likeness += 0.5 }
    return likeness
  }

  /// As much of a message as shows whether another one is alike.
  private struct Sketch {
    let name: NamedMessage
    private var counts: [Substring: Int] = [:]
    private var count = 0

    init(_ row: ComparedRow) {
      name = row.name
      for word in row.summary.prefix(400).split(whereSeparator: \.isWhitespace) {
        counts[word, default: 0] += 1
        count += 1
      }
    }

    /// Returns the share of the words of both messages that both have, from 0 to 1.
    func words(sharedWith other: Sketch) -> Double {
      guard count + other.count > 0 else { return 1 }
      let common = counts.reduce(0) { $0 + min($1.value, other.counts[$1.key] ?? 0) }
      return Double(2 * common) / Double(count + other.count)
    }
  }
}
