import Storage

/// The threads of a conversation: the sets of messages that are connected by answers.
///
/// A disjoint-set forest (union–find): each message is a tree at first, and each answer makes one of two trees a child of the other's
/// root, the earlier of both. So the root of a tree is its first message. Finding a root halves the path to it. Only messages that
/// answer or are answered take part, with 8 bytes each.
struct ReplyThreads: Sendable {
  /// The indexes of the messages, in order.
  private(set) var messages: [UInt32] = []
  /// The first message of each message's thread, as an index in `messages`.
  private(set) var firsts: [UInt32] = []

  /// No threads.
  init() {}

  /// Finds the threads of answers, each the indexes of a message and of the one it answers.
  init(_ answers: [(message: UInt32, answered: UInt32)]) {
    var ends: [UInt32] = []
    ends.reserveCapacity(answers.count * 2)
    for answer in answers where answer.message != answer.answered {
      ends.append(answer.message)
      ends.append(answer.answered)
    }
    ends.sort()
    messages.reserveCapacity(ends.count)
    for end in ends where messages.last != end { messages.append(end) }
    firsts = Array(0..<UInt32(truncatingIfNeeded: messages.count))
    for answer in answers where answer.message != answer.answered {
      join(position(of: answer.message), position(of: answer.answered))
    }
    for position in firsts.indices { firsts[position] = UInt32(truncatingIfNeeded: root(of: position)) }
  }

  private mutating func join(_ one: Int, _ other: Int) {
    let (one, other) = (root(of: one), root(of: other))
    if one != other { firsts[max(one, other)] = UInt32(truncatingIfNeeded: min(one, other)) }
  }

  private mutating func root(of position: Int) -> Int {
    var position = position
    while Int(firsts[position]) != position {
      firsts[position] = firsts[Int(firsts[position])]
      position = Int(firsts[position])
    }
    return position
  }

  /// Returns the index of `message`, which is in `messages`.
  private func position(of message: UInt32) -> Int {
    var (low, high) = (0, messages.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if messages[middle] < message { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ReplyThreads: CodedFields {
  static var blank: ReplyThreads { ReplyThreads() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(numbers: &messages)
    try coder.code(numbers: &firsts)
    guard firsts.count == messages.count, firsts.allSatisfy({ $0 < UInt32(clamping: messages.count) }) else {
      throw DamagedRecord()
    }
  }
}
