import ChatModel
import ImportKit

/// The nodes of a conversation with branches, which come from edited questions and regenerated answers.
///
/// A conversation shows its turns in one order, of which the last belongs to the current branch. So the tree is walked in depth, at
/// each fork the other branches first. A node that is not reached from a root, because its parent is missing or parents form a cycle,
/// is a root of its own.
struct TurnTree {
  private var parents: [Int?] = []
  private var indexes: [String: Int] = [:]
  private var names: [String?] = []
  private var isCurrent: [Bool] = []

  /// Adds a node. `parent` may be added later.
  mutating func add(id: String, parent: String?) {
    indexes[id] = parents.count
    parents.append(nil)
    names.append(parent)
  }

  /// Returns the nodes' indexes in the order of the conversation, each with its parent's index. `current` is the id of the last node of
  /// the current branch, or nil for the node added last.
  mutating func order(current: String?) -> [(node: Int, parent: Int?)] {
    for index in names.indices { parents[index] = names[index].flatMap { indexes[$0] } }
    let last = current.flatMap { indexes[$0] } ?? parents.indices.last
    isCurrent = [Bool](repeating: false, count: parents.count)
    var next = last
    while let index = next, !isCurrent[index] {
      isCurrent[index] = true
      next = parents[index]
    }
    var children = [[Int]](repeating: [], count: parents.count)
    var roots: [Int] = []
    for index in parents.indices {
      if let parent = parents[index], parent != index {
        children[parent].append(index)
      } else {
        roots.append(index)
      }
    }
    var order: [(node: Int, parent: Int?)] = []
    var isVisited = [Bool](repeating: false, count: parents.count)
    // The current branch comes last everywhere.
    func sorted(_ nodes: [Int]) -> [Int] { nodes.filter { !isCurrent[$0] } + nodes.filter { isCurrent[$0] } }
    func walk(_ root: Int) {
      var stack = [root]
      while let node = stack.popLast() {
        guard !isVisited[node] else { continue }
        isVisited[node] = true
        order.append((node, parents[node]))
        stack += sorted(children[node]).reversed()
      }
    }
    for root in roots where !isCurrent[root] { walk(root) }
    let others = order
    order = []
    for root in roots where isCurrent[root] { walk(root) }
    // Only nodes in a cycle are left.
    let ending = order
    order = others
    for index in parents.indices where !isVisited[index] { walk(index) }
    return order + ending
  }

  /// Returns the ids of parents that are not nodes and that several nodes name: the nodes are versions of one message, and the messages
  /// before it are missing.
  func missingForks() -> Set<String> {
    var counts: [String: Int] = [:]
    for name in names.lazy.compactMap(\.self) where indexes[name] == nil { counts[name, default: 0] += 1 }
    return Set(counts.lazy.filter { $0.value > 1 }.map(\.key))
  }

  /// Notes that the messages before a fork are missing. (The survey reports a missing parent of one message.)
  static func noteMissingFork(of id: String, at origin: Origin, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .note, "dangling-reference",
        "several messages follow the message '\(id)', which is not in this export",
        at: origin))
  }

  /// True if a node is on the current branch. Valid after ``order(current:)`` has been called.
  func isOnCurrentBranch(_ node: Int) -> Bool { isCurrent.indices.contains(node) && isCurrent[node] }
}
