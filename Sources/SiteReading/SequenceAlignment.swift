/// Pairs the equal elements of two sequences of hashes (patience diff).
///
/// Equal beginnings and ends are paired first. Of the elements between, those that occur once on both sides are anchors, and the longest
/// sequence of anchors in the order of both sides is kept. Between two anchors it starts again, at most ``depth`` times. So it takes
/// n log n steps whatever the sequences are, and may leave equal elements unpaired that a slower algorithm would find.
public struct SequenceAlignment {
  /// The most times that the elements between anchors are aligned again.
  private static let depth = 6

  /// The indices of equal elements, ascending on both sides.
  public private(set) var pairs: [(old: Int, new: Int)] = []

  /// Aligns two sequences.
  public init(_ old: [UInt64], _ new: [UInt64]) {
    align(old[...], new[...], depth: Self.depth)
  }

  private mutating func align(_ old: ArraySlice<UInt64>, _ new: ArraySlice<UInt64>, depth: Int) {
    var (old, new) = (old, new)
    while let element = old.first, element == new.first {
      pairs.append((old.startIndex, new.startIndex))
      (old, new) = (old.dropFirst(), new.dropFirst())
    }
    var end = 0
    while end < min(old.count, new.count), old[old.endIndex - 1 - end] == new[new.endIndex - 1 - end] {
      end += 1
    }
    let (oldEnd, newEnd) = (old.endIndex - end, new.endIndex - end)
    (old, new) = (old.dropLast(end), new.dropLast(end))
    if depth > 0, !old.isEmpty, !new.isEmpty {
      let anchors = Self.anchors(old, new)
      if !anchors.isEmpty {
        var (start, other) = (old.startIndex, new.startIndex)
        for anchor in anchors {
          align(old[start..<anchor.old], new[other..<anchor.new], depth: depth - 1)
          pairs.append(anchor)
          (start, other) = (anchor.old + 1, anchor.new + 1)
        }
        align(old[start...], new[other...], depth: depth - 1)
      }
    }
    for offset in 0..<end { pairs.append((oldEnd + offset, newEnd + offset)) }
  }

  /// Returns the indices of elements that occur once in each sequence, in ascending order on both sides.
  public static func anchors(
    _ old: ArraySlice<UInt64>, _ new: ArraySlice<UInt64>
  ) -> [(old: Int, new: Int)] {
    let (once, others) = (unique(old), unique(new))
    var pairs: [(old: Int, new: Int)] = []
    for index in old.indices where once[old[index]] == index {
      if let other = others[old[index]], other >= 0 { pairs.append((index, other)) }
    }
    return increasing(pairs)
  }

  /// Returns the longest subsequence of pairs that ascends on the new side, by patience sorting.
  private static func increasing(_ pairs: [(old: Int, new: Int)]) -> [(old: Int, new: Int)] {
    var (tails, previous): ([Int], [Int]) = ([], [])
    for (number, pair) in pairs.enumerated() {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].new < pair.new { low = middle + 1 } else { high = middle }
      }
      previous.append(low == 0 ? -1 : tails[low - 1])
      if low == tails.count { tails.append(number) } else { tails[low] = number }
    }
    var chain: [(old: Int, new: Int)] = []
    var next = tails.last ?? -1
    while next >= 0 {
      chain.append(pairs[next])
      next = previous[next]
    }
    return chain.reversed()
  }

  /// Returns the index of each element that occurs once, and -1 for the others.
  private static func unique(_ elements: ArraySlice<UInt64>) -> [UInt64: Int] {
    var found: [UInt64: Int] = [:]
    for index in elements.indices { found[elements[index]] = found[elements[index]] == nil ? index : -1 }
    return found
  }
}
