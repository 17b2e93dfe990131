import ChatModel

/// The references between messages: for the count of missing targets, and for threads.
///
/// Costs 16 bytes a reference.
struct MessageReferences: Sendable {
  enum Kind: UInt32 {
    case reply, thread, topic, parent

    /// The relation to the other message.
    fileprivate var words: String {
      switch self {
      case .reply: "answers a message that"
      case .thread, .topic: "is in a thread whose first message"
      case .parent: "follows a message that"
      }
    }

    /// True if the reference joins its two messages to a thread. A topic is a room rather than a thread, and turns of
    /// assistants have branches.
    fileprivate var joins: Bool { self == .reply || self == .thread }
  }

  private var references: [(hash: UInt64, message: UInt32, kind: UInt32)] = []

  init() {}

  /// Notes that the message at `index` refers to the one with `id`.
  mutating func append(_ id: borrowing String, _ kind: Kind, of index: Int) {
    if !id.isEmpty {
      references.append((MessageIDIndex.hash(id), UInt32(clamping: index), kind.rawValue))
    }
  }

  /// Leaves a note for each reference to a message that `ids` does not have.
  ///
  /// A missing parent of several messages is not counted: it is the root above the versions of an edited first message
  /// (see ``BranchIndex``).
  func report(missingIn ids: MessageIDIndex, of title: String, to log: inout DiagnosticLog) {
    var childCounts: [UInt64: Int] = [:]
    let missing = references.filter { ids.index(ofHash: $0.hash) == nil }
    for reference in missing where reference.kind == Kind.parent.rawValue {
      childCounts[reference.hash, default: 0] += 1
    }
    for reference in missing {
      if reference.kind == Kind.parent.rawValue, childCounts[reference.hash, default: 0] > 1 { continue }
      guard let kind = Kind(rawValue: reference.kind) else { continue }
      log.append(
        Diagnostic(
          .note, "dangling-reference", "message \(reference.message + 1) \(kind.words) is not in this export",
          at: Origin(file: title)))
    }
  }

  /// Returns the threads made by the references.
  func threads(in ids: MessageIDIndex) -> ReplyThreads {
    ReplyThreads(
      references.compactMap { reference in
        guard Kind(rawValue: reference.kind)?.joins == true, let target = ids.index(ofHash: reference.hash)
        else { return nil }
        return (reference.message, UInt32(clamping: target))
      })
  }
}
