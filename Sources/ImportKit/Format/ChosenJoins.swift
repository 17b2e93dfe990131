import Synchronization

/// The conversations that the user says are one: `--join NAME=NAME`.
public struct ChosenJoins: Sendable {
  /// The values of the option: two names with `=` between them. A name is a conversation's title, or the path of its input.
  private let pairs: [String]
  private let used = UsedPairs()

  /// The pairs that were found among conversations.
  private final class UsedPairs: Sendable { let pairs = Mutex<Set<String>>([]) }

  /// Creates a choice of `pairs`, each two names with `=` between them.
  public init(_ pairs: [String] = []) { self.pairs = pairs }

  /// The pairs that joined nothing.
  public var unused: [String] { pairs.filter { pair in !used.pairs.withLock { $0.contains(pair) } } }

  /// True if nothing is to be joined.
  package var isEmpty: Bool { pairs.isEmpty }

  /// Returns the numbers of conversations that are one, for each such group, in order. A group's first conversation is the one named
  /// first.
  package func chosen(of conversations: [(title: String, source: String)]) -> [[Int]] {
    var named: [String: [Int]] = [:]
    for (index, conversation) in conversations.enumerated() {
      for name in Set([conversation.title, conversation.source]) { named[name, default: []].append(index) }
    }
    // A union-find forest, in which all conversations of a group lead to one.
    var parents = Array(conversations.indices)
    func root(_ index: Int) -> Int {
      var index = index
      while parents[index] != index {
        parents[index] = parents[parents[index]]
        index = parents[index]
      }
      return index
    }
    var mentioned: [Int] = []
    var known: Set<String> = []
    for pair in pairs {
      guard let (one, other) = Self.names(pair, { named[$0] != nil }) else { continue }
      let (first, second) = (named[one] ?? [], named[other] ?? [])
      if first.count > 1 || second.count > 1 || first != second {
        used.pairs.withLock { _ = $0.insert(pair) }
      }
      // The conversations with a name of an earlier pair are one group already.
      var members = known.insert(one).inserted ? first : Array(first.prefix(1))
      members += known.insert(other).inserted ? second : Array(second.prefix(1))
      for member in members { parents[root(member)] = root(members[0]) }
      mentioned += members
    }
    var groups: [[Int]] = []
    var groupOfRoot: [Int: Int] = [:]
    var seen: Set<Int> = []
    for index in mentioned where seen.insert(index).inserted {
      let root = root(index)
      if let group = groupOfRoot[root] {
        groups[group].append(index)
      } else {
        groupOfRoot[root] = groups.count
        groups.append([index])
      }
    }
    return groups.filter { $0.count > 1 }
  }

  /// Splits a pair at the `=` that has a known name on both sides.
  private static func names(_ pair: String, _ isKnown: (String) -> Bool) -> (String, String)? {
    for index in pair.indices where pair[index] == "=" {
      let (one, other) = (String(pair[..<index]), String(pair[pair.index(after: index)...]))
      if isKnown(one), isKnown(other) { return (one, other) }
    }
    return nil
  }
}
