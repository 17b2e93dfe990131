/// Where a conversation of turns branches: messages that have the same parent are alternatives to each other.
///
/// Of the alternatives the one that leads to the latest message is the current one; the others, with all that
/// follows them, lie on other branches. A parent counts only if it stands before its child, so no chain is endless.
struct BranchIndex: Sendable {
  /// The place of a message among the alternatives to it.
  struct Alternatives: Sendable, Equatable {
    /// Their places in the conversation, in order.
    var places: [Int32]
    /// Which of them the message is.
    var number: Int
  }

  /// Messages with a parent, and the hash of the parent's id, until all are known.
  private var children: [(place: Int32, parent: UInt64)] = []
  /// The messages whose parents have been found, and those.
  private var edges: [(place: Int32, parent: Int32)] = []
  /// The alternatives behind each parent that has several.
  private var forks: [Int32: [Int32]] = [:]
  /// The parent of each message that is one of several.
  private var forkOf: [Int32: Int32] = [:]
  /// The messages on other branches.
  private var others: Set<Int32> = []

  init() {}

  /// Notes the next message's parent; called in message order.
  mutating func append(parent: borrowing String, of place: Int) {
    children.append((Int32(truncatingIfNeeded: place), MessageIDIndex.hash(parent)))
  }

  /// Finds the parents of which `place` knows where they are.
  mutating func findParents(_ place: (_ hash: UInt64) -> Int?) {
    for child in children {
      if let parent = place(child.parent).flatMap({ Int32(exactly: $0) }), parent < child.place {
        edges.append((child.place, parent))
      }
    }
  }

  /// Finds the forks; called once, when all parents have been found.
  mutating func finish() {
    children = []
    let edges = edges.sorted { $0.place < $1.place }
    self.edges = []
    // Few parents have several children, so a sorted list costs less than a list for each.
    let byParent = edges.sorted { ($0.parent, $0.place) < ($1.parent, $1.place) }
    for (edge, next) in zip(byParent, byParent.dropFirst()) where edge.parent == next.parent {
      if forks[edge.parent] == nil { forks[edge.parent] = [edge.place] }
      forks[edge.parent]?.append(next.place)
    }
    guard !forks.isEmpty else { return }
    var latest: [Int32: Int32] = [:]
    for edge in edges.reversed() {
      let reached = latest[edge.place] ?? edge.place
      latest[edge.parent] = max(latest[edge.parent] ?? edge.parent, reached)
    }
    for (parent, places) in forks {
      let current = places.max { (latest[$0] ?? $0) < (latest[$1] ?? $1) }
      for place in places {
        forkOf[place] = parent
        if place != current { others.insert(place) }
      }
    }
    for edge in edges where others.contains(edge.parent) { others.insert(edge.place) }
  }

  /// Whether the conversation branches nowhere.
  var isEmpty: Bool { forks.isEmpty }

  /// Whether the message lies on another branch than the current one.
  func isOffBranch(_ place: Int) -> Bool {
    guard !others.isEmpty, let place = Int32(exactly: place) else { return false }
    return others.contains(place)
  }

  /// The alternatives to a message; nil where there are none.
  func alternatives(to place: Int) -> Alternatives? {
    guard !forks.isEmpty, let place = Int32(exactly: place), let parent = forkOf[place],
      let places = forks[parent]
    else { return nil }
    var (low, high) = (0, places.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if places[middle] < place { low = middle + 1 } else { high = middle }
    }
    return Alternatives(places: places, number: low)
  }
}
