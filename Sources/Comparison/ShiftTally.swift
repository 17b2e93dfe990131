import SiteReading

/// Finds the differences that all messages of a chat have in common: another zone, other names, times without seconds.
///
/// Messages that differ only so are counted by their ``Shift``, of which there are few; the first of each are kept, for the case that it
/// turns out not to be common.
struct ShiftTally {
  /// A pair of messages with its differences.
  struct Pair {
    var found: DifferenceList.Found
    var content: RowDifference
    var isMoved: Bool
  }

  private struct Bucket {
    var count = 0
    var samples: [Pair] = []
  }

  private var buckets: [Shift: Bucket] = [:]
  /// Pairs with other changes, or too many different shifts.
  private var others: [Pair] = []
  private var (otherCount, equal, total) = (0, 0, 0)
  /// The bytes of texts that may still be kept.
  private var room = 1 << 26
  /// The number of pairs by the shift of their times in seconds, and in minutes.
  private var (seconds, minutes): ([Int64: Int], [Int64: Int]) = ([:], [:])
  private var names: [Name: Int] = [:]
  /// The names of people who have the same one on both sides.
  private var keptNames: Set<String> = []
  /// True if a time with seconds was seen among messages whose times differ.
  private var (hasSeconds, hasNewSeconds) = (false, false)

  private struct Name: Hashable {
    var old: String
    var new: String
  }

  /// The most people whose new names are looked for in other messages.
  private static let nameLimit = 200
  private static let (bucketLimit, sampleLimit, otherLimit) = (10_000, 1_000, 50_000)

  mutating func addEqual(_ count: Int) {
    equal += count
    total += count
  }

  mutating func add(_ pair: Pair) {
    total += 1
    let shift = pair.content.shift
    if seconds.count < Self.bucketLimit || seconds[shift.seconds] != nil {
      seconds[shift.seconds, default: 0] += 1
      minutes[shift.minutes, default: 0] += 1
    }
    noteNames(pair)
    noteSeconds(pair)
    if pair.content.content.isEmpty, !pair.isMoved {
      if shift.isEmpty { return }
      if buckets[shift] != nil || buckets.count < Self.bucketLimit {
        buckets[shift, default: Bucket()].count += 1
        if buckets[shift, default: Bucket()].samples.count < Self.sampleLimit {
          buckets[shift, default: Bucket()].samples.append(pair)
        }
        return
      }
    }
    otherCount += 1
    guard others.count < Self.otherLimit, room > 0 else { return }
    room -= pair.content.content.reduce(0) { $0 + $1.size }
    others.append(pair)
  }

  private mutating func noteNames(_ pair: Pair) {
    let shift = pair.content.shift
    if let old = shift.sender, let new = shift.newSender {
      if names.count < Self.bucketLimit { names[Name(old: old, new: new), default: 0] += 1 }
    } else if let name = pair.found.difference.old?.sender, keptNames.count < Self.bucketLimit {
      keptNames.insert(name)
    }
  }

  private mutating func noteSeconds(_ pair: Pair) {
    guard pair.content.shift.seconds != 0 else { return }
    let (old, new) = (pair.found.difference.old?.time, pair.found.difference.new?.time)
    if let old, !old.hasSuffix(":00Z") { hasSeconds = true }
    if let new, !new.hasSuffix(":00Z") { hasNewSeconds = true }
  }

  /// Adds the differences that are not common to `list`. Returns the common ones. `senders` gives the names of all senders of the new
  /// side.
  mutating func finish(
    folder: String, senders: () -> Set<String>, into list: inout DifferenceList
  ) -> [UniformDifference] {
    var common = Common()
    var result = times(folder, &common) + renames(folder, senders, &common) + sides(folder, &common)
    let names = common.renames
    for (_, bucket) in buckets.sorted(by: { Self.precedes($0.value, $1.value) }) {
      var rest = bucket.count
      for pair in bucket.samples {
        if emit(pair, common, names, into: &list) || common.explains(pair.content.shift) { rest -= 1 }
      }
      if let first = bucket.samples.first, rest > 0, !common.explains(first.content.shift) {
        list.count(.changed, rest)
      }
    }
    // Without seconds, the order within a minute is the order of the export.
    var reordered = 0
    for pair in others {
      if common.minutes != nil, pair.isMoved, pair.content.content.isEmpty,
        common.explains(pair.content.shift)
      {
        reordered += 1
      } else {
        _ = emit(pair, common, names, into: &list)
      }
    }
    if reordered > 0 {
      result.append(UniformDifference(kind: .order, conversation: folder, messages: reordered))
    }
    if otherCount > others.count { list.count(.changed, otherCount - others.count) }
    return result
  }

  /// True if a bucket has the earlier message, for an order that does not depend on hashes.
  private static func precedes(_ one: Bucket, _ other: Bucket) -> Bool {
    func index(_ bucket: Bucket) -> Int { bucket.samples.first?.found.difference.new?.index ?? 0 }
    return index(one) < index(other)
  }

  /// Adds a pair to `list` if anything is left of it. Returns true if it was added.
  private func emit(
    _ pair: Pair, _ common: Common, _ renames: [(old: String, new: String)], into list: inout DifferenceList
  ) -> Bool {
    var pair = pair
    pair.content.remove(renamed: renames)
    let changes = common.rest(of: pair.content.shift, pair.found.difference) + pair.content.content
    guard !changes.isEmpty || pair.isMoved else { return false }
    pair.found.difference.changes = changes
    list.append(pair.found)
    return true
  }

  private func times(_ folder: String, _ common: inout Common) -> [UniformDifference] {
    var counts = seconds
    counts[0, default: 0] += equal
    let ranked = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    guard let most = ranked.first else { return [] }
    if isMost(most.value), most.key != 0 {
      common.seconds = most.key
      return [
        UniformDifference(
          kind: .time, conversation: folder, seconds: Int(clamping: most.key), messages: most.value)
      ]
    }
    guard hasSeconds != hasNewSeconds, ranked.count > 1 else { return [] }
    var minuteCounts = minutes
    minuteCounts[0, default: 0] += equal
    guard let best = minuteCounts.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }).first,
      isMost(best.value)
    else { return [] }
    common.minutes = best.key
    let precision = UniformDifference(
      kind: .precision, conversation: folder, old: hasSeconds ? "seconds" : "minutes",
      new: hasNewSeconds ? "seconds" : "minutes", messages: best.value)
    if best.key == 0 { return [precision] }
    return [
      UniformDifference(
        kind: .time, conversation: folder, seconds: Int(clamping: best.key * 60), messages: best.value),
      precision,
    ]
  }

  private func isMost(_ count: Int) -> Bool { count > 1 && count * 10 >= total * 9 }

  private func renames(
    _ folder: String, _ senders: () -> Set<String>, _ common: inout Common
  ) -> [UniformDifference] {
    let candidates = names.filter { $0.value > 1 && !keptNames.contains($0.key.old) }
      .sorted { ($1.value, $0.key.old) < ($0.value, $1.key.old) }
    guard !candidates.isEmpty else { return [] }
    let kept = senders()
    var result: [UniformDifference] = []
    for (name, count) in candidates.prefix(Self.nameLimit)
    where !kept.contains(name.old) && common.names[name.old] == nil {
      common.names[name.old] = name.new
      result.append(
        UniformDifference(
          kind: .name, conversation: folder, old: name.old, new: name.new, messages: count))
    }
    return result
  }

  private func sides(_ folder: String, _ common: inout Common) -> [UniformDifference] {
    var counts: [Sides: Int] = [:]
    for (shift, bucket) in buckets {
      guard let old = shift.side, let new = shift.newSide else { continue }
      let name = bucket.samples.first?.found.difference.new?.sender ?? ""
      counts[Sides(sender: name, old: old, new: new), default: 0] += bucket.count
    }
    var result: [UniformDifference] = []
    for (sides, count) in counts.sorted(by: { $0.key.sender < $1.key.sender }) where count > 1 {
      common.sides.insert(sides.old + " " + sides.new)
      result.append(
        UniformDifference(
          kind: .side, conversation: folder, old: Self.words(sides.old), new: Self.words(sides.new),
          messages: count))
    }
    return result
  }

  private struct Sides: Hashable {
    var sender: String
    var old: String
    var new: String
  }

  /// Returns a side in words.
  static func words(_ side: String) -> String {
    side == "out" ? "own side" : side == "in" ? "others' side" : side
  }
}

/// The differences that all messages have in common.
private struct Common {
  var seconds: Int64 = 0
  /// The minutes by which times are later if one side has no seconds.
  var minutes: Int64?
  var names: [String: String] = [:]
  var sides: Set<String> = []

  /// The names, the longest first, because one can be a part of another.
  var renames: [(old: String, new: String)] {
    names.map { ($0.key, $0.value) }.sorted { ($1.old.count, $0.old) < ($0.old.count, $1.old) }
  }

  /// True if nothing is left of a shift.
  func explains(_ shift: Shift) -> Bool {
    explainsTime(shift) && explainsName(shift) && explainsSide(shift)
  }

  private func explainsTime(_ shift: Shift) -> Bool {
    if shift.seconds == 0 { return true }
    return if let minutes { shift.minutes == minutes } else { shift.seconds == seconds }
  }

  private func explainsName(_ shift: Shift) -> Bool {
    guard let sender = shift.sender else { return true }
    return names[sender] == shift.newSender
  }

  private func explainsSide(_ shift: Shift) -> Bool {
    guard let side = shift.side, let newSide = shift.newSide else { return true }
    return sides.contains(side + " " + newSide)
  }

  /// Returns the changes that are left of a shift.
  func rest(of shift: Shift, _ difference: Difference) -> [Change] {
    var changes: [Change] = []
    if !explainsName(shift) {
      changes.append(Change(what: "sender", old: shift.sender, new: shift.newSender))
    }
    if !explainsTime(shift) {
      changes.append(
        Change(
          what: "time", old: difference.old?.time, new: difference.new?.time, by: Double(shift.seconds)))
    }
    if !explainsSide(shift) {
      changes.append(
        Change(
          what: "side", old: shift.side.map(ShiftTally.words), new: shift.newSide.map(ShiftTally.words)))
    }
    return changes
  }
}
