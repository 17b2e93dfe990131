/// The topics of a group that has them, and the messages of each.
///
/// An export names a topic only where it begins. A message of a topic answers the message that began it, or another message of the
/// topic, and so belongs to the topic of the message it answers. Costs 16 bytes a message in groups with topics, and nothing in others.
struct TelegramTopics {
  /// A topic by the message that began it.
  struct Topic {
    var id: String
    var title: String
  }

  private var topics: [Topic] = []
  /// The indexes of topics by the numbers of messages.
  private var indexes: [Int64: Int32] = [:]

  /// Notes that the message with this id begins a topic.
  mutating func begin(_ id: String, title: String) {
    guard let number = Int64(id) else { return }
    indexes[number] = Int32(clamping: topics.count)
    topics.append(Topic(id: id, title: title))
  }

  /// Returns the topic of a message, which it has from the message it answers. Nil if it has none.
  mutating func topic(of id: String, answering target: String?) -> Topic? {
    guard !topics.isEmpty, let number = Int64(id), let answered = target.flatMap({ Int64($0) }),
      let index = indexes[answered]
    else { return nil }
    indexes[number] = index
    return topics[Int(index)]
  }
}
