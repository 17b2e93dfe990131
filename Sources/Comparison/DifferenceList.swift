import SiteReading

/// Differences of which only so many of a kind are kept, but all are counted: two strangers' chats may differ in a million messages.
struct DifferenceList: Sendable {
  /// The most differences of a kind that are kept.
  static let limit = 10_000
  /// The bytes of the texts of all differences kept: a stranger's message can have millions.
  private var room = 1 << 26

  /// The differences kept, each with its messages if pages shall show them.
  private(set) var list: [Found] = []
  /// The number of all differences of each kind.
  private(set) var counts: [Difference.Kind: Int] = [:]
  /// The number of differences kept of each kind.
  private var kept: [Difference.Kind: Int] = [:]

  /// A difference with the messages as they were read.
  struct Found: Sendable {
    var difference: Difference
    var old: ComparedRow?
    var new: ComparedRow?
  }

  mutating func append(_ found: Found) {
    let kind = found.difference.kind
    counts[kind, default: 0] += 1
    guard kept[kind, default: 0] < Self.limit, room > 0 else { return }
    room -= found.difference.changes.reduce(0) { $0 + $1.size }
    kept[kind, default: 0] += 1
    list.append(found)
  }

  mutating func append(_ difference: Difference) { append(Found(difference: difference)) }

  /// Counts differences of which no more are kept.
  mutating func count(_ kind: Difference.Kind, _ more: Int) { counts[kind, default: 0] += more }

  mutating func append(_ other: DifferenceList) {
    for found in other.list { append(found) }
    for (kind, count) in other.counts { counts[kind, default: 0] += count - (other.kept[kind] ?? 0) }
  }

  /// True if there is a difference of a level.
  func has(_ level: Difference.Level) -> Bool { counts.contains { $0.key.level == level && $0.value > 0 } }

  /// Sorts the differences by level and kind, and messages by position.
  mutating func sort() {
    let ranks = Dictionary(uniqueKeysWithValues: Difference.Kind.allCases.enumerated().map { ($1, $0) })
    list = list.enumerated().sorted { one, other in
      let (a, b) = (one.element.difference, other.element.difference)
      if a.kind != b.kind { return ranks[a.kind, default: 0] < ranks[b.kind, default: 0] }
      let (index, next) = (a.new?.index ?? a.old?.index ?? 0, b.new?.index ?? b.old?.index ?? 0)
      return (index, one.offset) < (next, other.offset)
    }.map(\.element)
  }

  /// Brings the kinds in their order, and leaves the order within a kind.
  mutating func sortByKind() {
    let ranks = Dictionary(uniqueKeysWithValues: Difference.Kind.allCases.enumerated().map { ($1, $0) })
    list = list.enumerated().sorted { one, other in
      let (a, b) = (
        ranks[one.element.difference.kind, default: 0], ranks[other.element.difference.kind, default: 0]
      )
      return (a, one.offset) < (b, other.offset)
    }.map(\.element)
  }
}

extension Change {
  /// The bytes of its texts.
  var size: Int {
    (old?.utf8.count ?? 0) + (new?.utf8.count ?? 0) + (words ?? []).reduce(0) { $0 + $1.text.utf8.count }
  }
}
