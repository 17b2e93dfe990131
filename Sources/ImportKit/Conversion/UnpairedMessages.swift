/// Messages in order of time, each of which can be taken once. Taking one costs the logarithm of their number, regardless of earlier
/// ones: two union-find forests skip the messages taken.
struct UnpairedMessages {
  private let positions: [Int]
  /// Seconds since 1970, ascending.
  private let times: [Int64]
  /// For each message the next one to try; a message that was not taken names itself. The last entry means none.
  private var next: [Int]
  /// The previous one to try, shifted by one: the first entry means none.
  private var previous: [Int]

  /// Creates a list of the messages at `positions`, which are in the order of their times; `seconds` returns the time of each.
  init(_ positions: [Int], seconds: (Int) -> Int64) {
    self.positions = positions
    times = positions.map(seconds)
    next = Array(0...positions.count)
    previous = next
  }

  /// Takes the message nearest to `time`, the first of several at equal distance. Returns its position, or nil if there is none
  /// within `tolerance` seconds.
  mutating func takeNearest(to time: Int64, within tolerance: Int64) -> Int? {
    let split = firstIndex(from: time + 1)
    let after = Self.root(of: split, in: &next)
    var before = Self.root(of: split, in: &previous) - 1
    if before >= 0 { before = Self.root(of: firstIndex(from: times[before]), in: &next) }
    let distanceAfter = after < times.count ? times[after] - time : .max
    let distanceBefore = before >= 0 ? time - times[before] : .max
    guard min(distanceBefore, distanceAfter) <= tolerance else { return nil }
    let taken = distanceBefore <= distanceAfter ? before : after
    next[taken] = taken + 1
    previous[taken + 1] = taken
    return positions[taken]
  }

  /// Returns the index of the first message, taken or not, at `time` or later; the number of messages if there is none.
  private func firstIndex(from time: Int64) -> Int {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private static func root(of index: Int, in parents: inout [Int]) -> Int {
    var index = index
    while parents[index] != index {
      parents[index] = parents[parents[index]]
      index = parents[index]
    }
    return index
  }
}
