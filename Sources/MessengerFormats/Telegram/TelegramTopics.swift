import ChatModel
import ImportKit

/// The topics of a group that has them, and the messages of each.
///
/// An export names a topic only where it begins. A message of a topic answers the message that began it, or another message of the
/// topic, and so belongs to the topic of the message it answers. Costs 16 bytes a message in groups with topics, and nothing in others.
struct TelegramTopics: Sendable {
  /// A topic by the message that began it.
  struct Topic: Sendable, Equatable {
    var id: String
    var title: String
  }

  private var topics: [Topic] = []
  /// The indexes of topics by the numbers of messages.
  private var indexes: [Int64: Int32] = [:]

  private enum TopicMember: String, JSONMember {
    case id, action, title
    case replyTo = "reply_to_message_id"
    case replyToPeer = "reply_to_peer_id"
  }
  private static let members = JSONMemberTable<TopicMember>()
  private static let mark = Array("topic_created".utf8)

  /// The topics of a chat; none without a message that begins one.
  init(of chat: TelegramChat, in bytes: InputBytes) {
    guard let start = chat.messages, let end = chat.messagesEnd, start < end,
      Self.mayHaveTopics(bytes, start..<end)
    else { return }
    var reader = JSONReader(bytes, isLenient: true)
    reader.resume(atElement: start)
    // Faults of a message are reported by the reading that keeps it.
    try? read(&reader)
  }

  /// The titles in the order of the export.
  var titles: [String] { topics.map(\.title) }

  /// Returns the topic of the message with this id, or nil if it has none or begins one.
  func topic(of id: String) -> Topic? {
    guard !topics.isEmpty, let number = Int64(id), let index = indexes[number] else { return nil }
    let topic = topics[Int(index)]
    return topic.id == id ? nil : topic
  }

  private static func mayHaveTopics(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while let quote = bytes.firstIndex(of: UInt8(ascii: "_"), in: offset..<range.upperBound) {
      if quote >= range.lowerBound + 5, bytes.has(mark, at: quote - 5) { return true }
      offset = quote + 1
    }
    return false
  }

  private mutating func read(_ json: inout JSONReader) throws(JSONError) {
    while try json.nextElement() {
      guard try json.peek() == .object else {
        try json.skipValue()
        continue
      }
      try readMessage(&json)
    }
  }

  private mutating func readMessage(_ json: inout JSONReader) throws(JSONError) {
    var (id, action, title, replyTo) = (Int64?.none, String?.none, String?.none, Int64?.none)
    var isElsewhere = false
    try json.beginObject()
    while try json.nextName() {
      switch Self.members.member(named: json.name) {
      case .id?: id = try json.readValue().integer
      case .action?: action = try json.readValue().text
      case .title?: title = try json.readValue().text
      case .replyTo?: replyTo = try json.readValue().integer
      case .replyToPeer?:
        isElsewhere = true
        try json.skipValue()
      case nil: try json.skipStructure()
      }
    }
    guard let id else { return }
    if action == "topic_created" {
      indexes[id] = Int32(clamping: topics.count)
      topics.append(Topic(id: String(id), title: title ?? ""))
    } else if let replyTo, !isElsewhere, let index = indexes[replyTo] {
      indexes[id] = index
    }
  }
}
