import ChatModel
import ImportKit

/// The turns of a conversation with branches, until the last of them is known.
///
/// The order in which turns are shown depends on which branch is current, so a conversation is in memory as a whole.
struct BranchedTurns {
  /// The choice of the current branch.
  enum CurrentBranch {
    /// The one that ends with the turn of this id; without such a turn, the one with the newest last turn.
    case ending(in: String?)
    /// The one with the newest turn at each fork.
    case newestAtForks
  }

  private struct BranchedTurn {
    var id: String
    var parent: String?
    var instant: Instant?
    var pieces: [AgentSession.Piece]
    var isLiked: Bool?
  }

  private var turns: [BranchedTurn] = []
  private var tree = TurnTree()

  /// True if no turn shows anything.
  var isEmpty: Bool { turns.allSatisfy(\.pieces.isEmpty) }

  /// Adds a turn. One without pieces is not shown, and its children follow its parent. `isLiked` is the user's vote.
  mutating func add(
    _ pieces: [AgentSession.Piece], id: String, parent: String?, at instant: Instant?, isLiked: Bool? = nil
  ) {
    tree.add(id: id, parent: parent)
    turns.append(BranchedTurn(id: id, parent: parent, instant: instant, pieces: pieces, isLiked: isLiked))
  }

  /// Appends all turns to a session.
  func append(
    to session: inout AgentSession, current: CurrentBranch, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let forks = tree.missingForks()
    for id in forks.sorted() { TurnTree.noteMissingFork(of: id, at: origin, &log) }
    let hasFirsts = turns.count { $0.parent == nil } > 1
    var ends = [String?](repeating: nil, count: turns.count)
    var tree = tree
    let childCounts = turns.reduce(into: [String: Int]()) { $0[$1.parent ?? "", default: 0] += 1 }
    for (node, parent) in tree.order(current: last(of: current)) {
      let turn = turns[node]
      var before = parent.flatMap { ends[$0] }
      if parent == nil {
        before =
          if let name = turn.parent { forks.contains(name) ? name : nil } else {
            hasFirsts ? "beginning" : nil
          }
      }
      guard !turn.pieces.isEmpty else {
        // Turns are alternatives if they share a parent, which need not be a message.
        ends[node] = before ?? (childCounts[turn.id, default: 0] > 1 ? turn.id : nil)
        continue
      }
      session.branch(at: before)
      ends[node] = try session.add(turn.pieces, id: turn.id, at: turn.instant)
      if let isLiked = turn.isLiked, let answer = turn.pieces.lastIndex(where: { $0.role == "assistant" }) {
        let id = AgentSession.id(ofPiece: answer, of: turn.pieces.count, in: turn.id)
        session.builder.amend(id, .reaction(emoji: isLiked ? "👍" : "👎", by: session.user))
      }
    }
  }

  /// Returns the id of the last turn of the current branch, or nil if there are no turns.
  private func last(of branch: CurrentBranch) -> String? {
    if case .ending(let id?) = branch, turns.contains(where: { $0.id == id }) { return id }
    var children: [String: [Int]] = [:]
    for (index, turn) in turns.enumerated() { children[turn.parent ?? "", default: []].append(index) }
    let ids = Set(turns.map(\.id))
    func isNewer(_ one: Int, _ other: Int) -> Bool {
      (turns[one].instant?.milliseconds ?? .min, one) < (turns[other].instant?.milliseconds ?? .min, other)
    }
    guard case .newestAtForks = branch else {
      return turns.indices.filter { children[turns[$0].id] == nil }.max(by: isNewer).map { turns[$0].id }
    }
    let roots = turns.indices.filter { index in turns[index].parent.map { !ids.contains($0) } ?? true }
    var node = roots.max(by: isNewer)
    // A cycle has at most as many steps as there are turns.
    for _ in turns.indices {
      guard let last = node, let next = children[turns[last].id]?.max(by: isNewer) else { break }
      node = next
    }
    return node.map { turns[$0].id }
  }
}
