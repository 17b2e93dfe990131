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
  var isEmpty: Bool { pairs.isEmpty }

  /// Returns the numbers of conversations that are one, for each such group, in order. A group's first conversation has the name that was
  /// given first.
  func chosen(of conversations: [(title: String, source: String)]) -> [[Int]] {
    var named: [String: [Int]] = [:]
    for (index, conversation) in conversations.enumerated() {
      for name in Set([conversation.title, conversation.source]) { named[name, default: []].append(index) }
    }
    var groups: [[Int]] = []
    var groupOf: [Int: Int] = [:]
    for pair in pairs {
      guard let (one, other) = Self.names(pair, { named[$0] != nil }) else { continue }
      var members: [Int] = []
      for index in (named[one] ?? []) + (named[other] ?? []) where !members.contains(index) {
        members.append(index)
      }
      // A chat may be named in several pairs.
      for group in Set(members.compactMap { groupOf[$0] }).sorted() {
        members = groups[group] + members.filter { !groups[group].contains($0) }
        groups[group] = []
      }
      if members.count > 1 { used.pairs.withLock { _ = $0.insert(pair) } }
      for index in members { groupOf[index] = groups.count }
      groups.append(members)
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
