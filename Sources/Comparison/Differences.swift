#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The result of comparing two chats.
public struct Differences: Sendable {
  /// A conversation that both sides or one of them have.
  public struct ComparedConversation: Sendable, Encodable {
    /// Its folder; empty in plans.
    public var id: String
    /// Its title; empty in plans.
    public var title: String
    /// The number of messages on the old side.
    public var old: Int
    /// The number of messages on the new side.
    public var new: Int
    /// The number of messages that are equal in everything.
    public var equal: Int
  }

  /// The path of the old side.
  public var old: String
  /// The path of the new side.
  public var new: String
  /// `site`, `plan` or `input`.
  public var oldKind: String
  /// `site`, `plan` or `input`.
  public var newKind: String
  /// The conversations of both sides.
  public private(set) var conversations: [ComparedConversation] = []
  /// The differences that many messages have in common.
  public internal(set) var uniform: [UniformDifference] = []
  /// The differences, by kind and position; of each kind at most 10,000.
  public var list: [Difference] { found.list.map(\.difference) }
  /// The number of all differences of each kind, including those that are not listed.
  public var counts: [Difference.Kind: Int] { found.counts }

  private(set) var found = DifferenceList()

  init(old: String, new: String, oldKind: String, newKind: String) {
    (self.old, self.new, self.oldKind, self.newKind) = (old, new, oldKind, newKind)
  }

  /// True if anything differs. Versions of the program alone are no difference.
  public var isDifferent: Bool {
    found.counts.contains { $0.value > 0 } || uniform.contains { $0.kind != .version }
  }

  mutating func add(
    _ conversation: ComparedConversation?, _ differences: DifferenceList, _ uniform: [UniformDifference]
  ) {
    if let conversation { conversations.append(conversation) }
    found.append(differences)
    self.uniform += uniform
  }

  /// Puts the differences in the order of their kinds.
  mutating func finish() { found.sortByKind() }

  /// The result as JSON with sorted keys.
  public var json: String {
    let document = Document(
      conversations: conversations,
      counts: Dictionary(uniqueKeysWithValues: counts.map { ($0.rawValue, $1) }), differences: list,
      isDifferent: isDifferent, new: Side(kind: newKind, path: new), old: Side(kind: oldKind, path: old),
      uniform: uniform)
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(document)).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  private struct Side: Encodable {
    var kind: String
    var path: String
  }

  private struct Document: Encodable {
    var format = "chatexport-diff/1"
    var conversations: [ComparedConversation]
    var counts: [String: Int]
    var differences: [Difference]
    var isDifferent: Bool
    var new: Side
    var old: Side
    var uniform: [UniformDifference]
  }
}
