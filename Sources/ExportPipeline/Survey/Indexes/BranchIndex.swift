import Storage

/// The branches of a conversation of turns: messages with a common parent are alternatives to each other.
///
/// Of the alternatives, the one that leads to the latest message is the current one; the others, with all their descendants, are on
/// other branches. So are the turns of agents, which are alternatives to nothing: nobody went back. A parent counts only if it comes
/// before its child, so every chain ends.
/// Children of a parent that is no message, such as the beginning of a conversation, are alternatives too.
struct BranchIndex: Sendable {
  /// A message's alternatives: the message and the others with its parent.
  struct Alternatives: Sendable, Equatable {
    /// Their indexes in the conversation, in order.
    var indexes: [Int32]
    /// The index of the message itself among them.
    var number: Int
  }

  /// Messages with a parent, and the hash of the parent's id, until all are known.
  private var children: [(index: Int32, parent: UInt64)] = []
  /// The messages whose parents were found, with these parents.
  private var edges: [(index: Int32, parent: Int32)] = []
  /// The alternatives below each parent that has several.
  private var forks: [Int32: [Int32]] = [:]
  /// The parent of each message with alternatives.
  private var forkOf: [Int32: Int32] = [:]
  /// The messages on other branches.
  private var others: Set<Int32> = []
  /// The turns of agents.
  private var asides: Set<Int32> = []

  init() {}

  /// Notes the next message's parent; called in message order.
  mutating func append(parent: borrowing String, of index: Int, isAside: Bool = false) {
    children.append((Int32(truncatingIfNeeded: index), MessageIDIndex.hash(parent)))
    if isAside { asides.insert(Int32(truncatingIfNeeded: index)) }
  }

  /// Finds the parents. `index` returns the index of a message by the hash of its id.
  mutating func findParents(_ index: (_ hash: UInt64) -> Int?) {
    // Parents that are no messages get numbers below 0.
    var absent: [UInt64: Int32] = [:]
    for child in children {
      if let parent = index(child.parent) {
        if let parent = Int32(exactly: parent), parent < child.index { edges.append((child.index, parent)) }
      } else {
        let parent = absent[child.parent] ?? -1 - Int32(truncatingIfNeeded: absent.count)
        absent[child.parent] = parent
        edges.append((child.index, parent))
      }
    }
  }

  /// Finds the forks; called once, when all parents have been found.
  mutating func finish() {
    children = []
    let edges = edges.sorted { $0.index < $1.index }
    self.edges = []
    // Few parents have several children, so a sorted list costs less than a list for each.
    let byParent = edges.filter { !asides.contains($0.index) }
      .sorted { ($0.parent, $0.index) < ($1.parent, $1.index) }
    for (edge, next) in zip(byParent, byParent.dropFirst()) where edge.parent == next.parent {
      if forks[edge.parent] == nil { forks[edge.parent] = [edge.index] }
      forks[edge.parent]?.append(next.index)
    }
    others = asides
    guard !isEmpty else { return }
    var latest: [Int32: Int32] = [:]
    for edge in edges.reversed() where !asides.contains(edge.index) {
      let reached = latest[edge.index] ?? edge.index
      latest[edge.parent] = max(latest[edge.parent] ?? edge.parent, reached)
    }
    for (parent, indexes) in forks {
      let current = indexes.max { (latest[$0] ?? $0) < (latest[$1] ?? $1) }
      for index in indexes {
        forkOf[index] = parent
        if index != current { others.insert(index) }
      }
    }
    for edge in edges where others.contains(edge.parent) { others.insert(edge.index) }
  }

  /// True if the conversation has no branches.
  var isEmpty: Bool { forks.isEmpty && others.isEmpty }

  /// True if the message is on a branch other than the current one.
  func isOffBranch(_ index: Int) -> Bool {
    guard !others.isEmpty, let index = Int32(exactly: index) else { return false }
    return others.contains(index)
  }

  /// The alternatives to a message; nil if there are none.
  func alternatives(to index: Int) -> Alternatives? {
    guard !forks.isEmpty, let index = Int32(exactly: index), let parent = forkOf[index],
      let indexes = forks[parent]
    else { return nil }
    var (low, high) = (0, indexes.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if indexes[middle] < index { low = middle + 1 } else { high = middle }
    }
    return Alternatives(indexes: indexes, number: low)
  }
}

extension BranchIndex: CodedFields {
  static var blank: BranchIndex { BranchIndex() }

  /// Codes a finished index.
  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&forks)
    try coder.code(&forkOf)
    try coder.code(&others)
    try coder.code(&asides)
  }
}
