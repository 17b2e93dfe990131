import Storage

/// The threads of a conversation, each with the number of its answers and the index of the first.
struct ThreadIndex: Sendable {
  struct Answers: Sendable, Equatable {
    var count: Int
    /// The index of the first of them in the conversation.
    var first: Int32
  }

  /// By the hash of the root's id.
  private var answers: [UInt64: Answers] = [:]

  init() {}

  /// Notes that message `index` belongs to the thread that message `root` began.
  mutating func append(root: borrowing String, of index: Int) {
    let hash = MessageIDIndex.hash(root)
    if answers[hash] == nil { answers[hash] = Answers(count: 0, first: Int32(truncatingIfNeeded: index)) }
    answers[hash]?.count += 1
  }

  /// True if there are no threads.
  var isEmpty: Bool { answers.isEmpty }

  /// The answers to the message with this id, if it began a thread.
  func answers(to id: String) -> Answers? {
    answers.isEmpty || id.isEmpty ? nil : answers[MessageIDIndex.hash(id)]
  }
}

extension ThreadIndex: CodedFields {
  static var blank: ThreadIndex { ThreadIndex() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) { try coder.code(&answers) }
}

extension ThreadIndex.Answers: CodedFields {
  static var blank: Self { Self(count: 0, first: 0) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&count)
    try coder.code(&first)
  }
}
