/// Pairs two lists of rows by their contents.
///
/// Equal beginnings and ends are skipped. Contents that occur once on both sides are anchors, of which the longest sequence in order is
/// kept (patience diff); between anchors, equal beginnings and ends are paired again. What remains is paired by id, and then by
/// position, as changed. It takes n log n steps whatever the lists.
public struct RowAlignment {
  /// A message of a page.
  public typealias Row = PageRows.Row

  /// Pairs of indices whose contents are equal, in order.
  public private(set) var equal: [(site: Int, made: Int)] = []
  /// Pairs that are the same message with other content.
  public private(set) var changed: [(site: Int, made: Int)] = []
  /// Pairs with equal content at another position.
  public private(set) var moved: [(site: Int, made: Int)] = []
  /// Rows of the site without a partner.
  public private(set) var onlySite: [Int] = []
  /// Rows that the inputs give without a partner.
  public private(set) var onlyMade: [Int] = []

  /// Pairs the rows of two sites.
  public init(site: [Row], made: [Row]) {
    let anchors = Self.anchors(site, made)
    var (a, b) = (0, 0)
    var left: (site: [Int], made: [Int]) = ([], [])
    for (nextA, nextB) in anchors + [(site.count, made.count)] {
      var (endA, endB) = (nextA, nextB)
      while a < endA, b < endB, site[a].content == made[b].content {
        equal.append((a, b))
        (a, b) = (a + 1, b + 1)
      }
      var ends: [(Int, Int)] = []
      while a < endA, b < endB, site[endA - 1].content == made[endB - 1].content {
        (endA, endB) = (endA - 1, endB - 1)
        ends.append((endA, endB))
      }
      pair(site, a..<endA, made, b..<endB, left: &left)
      equal += ends.reversed().map { (site: $0.0, made: $0.1) }
      if nextA < site.count, nextB < made.count { equal.append((nextA, nextB)) }
      (a, b) = (nextA + 1, nextB + 1)
    }
    findMoved(site, made, left)
  }

  /// Pairs rows between two anchors that are the same message: by id if both sides have it, else in order if both sides have the
  /// same number left.
  private mutating func pair(
    _ site: [Row], _ rangeA: Range<Int>, _ made: [Row], _ rangeB: Range<Int>,
    left: inout (site: [Int], made: [Int])
  ) {
    guard !rangeA.isEmpty || !rangeB.isEmpty else { return }
    var contents: [UInt64: [Int]] = [:]
    for index in rangeB.reversed() { contents[made[index].content, default: []].append(index) }
    // Equal contents in another order are left to be found as moved.
    var (restA, takenB): ([Int], Set<Int>) = ([], [])
    for index in rangeA {
      if let other = contents[site[index].content]?.popLast() {
        left.site.append(index)
        left.made.append(other)
        takenB.insert(other)
      } else {
        restA.append(index)
      }
    }
    let restB = rangeB.filter { !takenB.contains($0) }
    if restA.count == restB.count {
      for (index, other) in zip(restA, restB) { changed.append((index, other)) }
      return
    }
    var ids: [UInt64: Int] = [:]
    for index in restB { ids[made[index].id] = index }
    var paired: Set<Int> = []
    for index in restA {
      if let other = ids.removeValue(forKey: site[index].id) {
        changed.append((index, other))
        paired.insert(other)
      } else {
        left.site.append(index)
      }
    }
    left.made += restB.filter { !paired.contains($0) }
  }

  private mutating func findMoved(_ site: [Row], _ made: [Row], _ left: (site: [Int], made: [Int])) {
    var contents: [UInt64: [Int]] = [:]
    for index in left.made.reversed() { contents[made[index].content, default: []].append(index) }
    var taken: Set<Int> = []
    for index in left.site {
      if let other = contents[site[index].content]?.popLast() {
        moved.append((index, other))
        taken.insert(other)
      } else {
        onlySite.append(index)
      }
    }
    onlyMade = left.made.filter { !taken.contains($0) }
  }

  /// Returns pairs of rows whose content occurs once in each list, in ascending order on both sides.
  private static func anchors(_ site: [Row], _ made: [Row]) -> [(Int, Int)] {
    var start = 0
    while start < min(site.count, made.count), site[start].content == made[start].content { start += 1 }
    if start == site.count, start == made.count { return [] }
    return SequenceAlignment.anchors(site.map(\.content)[start...], made.map(\.content)[start...])
      .map { ($0.old, $0.new) }
  }
}
