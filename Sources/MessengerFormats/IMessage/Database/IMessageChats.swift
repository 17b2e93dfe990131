import ChatModel
import ImportKit

/// The chats of a database. Rows that are one conversation to their owner share a key: all chats with one person by any service and
/// address, and all rows of one group.
struct IMessageChats {
  struct Chat {
    /// Equal for the rows of one conversation, also in another copy of the database.
    var key: String
    /// The id from which the name of the conversation's folder is made.
    var id: String
    /// Nil for a conversation that is named after its people.
    var title: String?
    var members: [IMessagePeople.IMessagePerson]
    var isGroup = false
  }
  private var chats: [Int64: Chat] = [:]
  private let members: [Int64: [IMessagePeople.IMessagePerson]]
  /// The keys of groups by their `group_id`, which stays when a group moves to another service.
  private var groups: [String: String] = [:]
  /// The newest titles of groups by their keys.
  private var titles: [String: String] = [:]

  init(_ database: SQLiteDatabase, _ people: IMessagePeople) throws(SQLiteError) {
    members = try Self.members(database, people)
    let columns = try database.columns(of: "chat")
    guard columns.contains("chat_identifier") else { return }
    let names = ["chat_identifier", "display_name", "style", "group_id"].map {
      columns.contains($0) ? $0 : "NULL"
    }
    var scan = try SQLiteScan(
      database,
      "SELECT ROWID, \(names.joined(separator: ", ")) FROM chat WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() { add(scan.row, people) }
    joinUnnamedGroups()
  }

  /// Merges unnamed groups with equal members, as Messages shows them: a group that went from SMS to RCS has another id.
  private mutating func joinUnnamedGroups() {
    var keys: [String: String] = [:]
    for (row, var chat) in chats.sorted(by: { $0.key < $1.key })
    where chat.isGroup && titles[chat.id] == nil && chat.members.count > 1 {
      let people = chat.members.map(\.key).sorted().joined(separator: "\n")
      guard let key = keys[people] else {
        keys[people] = chat.id
        continue
      }
      (chat.id, chat.key) = (key, "group \(key)")
      chats[row] = chat
    }
  }

  private mutating func add(_ row: borrowing SQLiteStatement, _ people: IMessagePeople) {
    let members = members[row.integer(0)] ?? []
    let identifier = row.text(1).flatMap { $0.isEmpty ? nil : $0 } ?? "chat \(row.integer(0))"
    // 43 is a group, 45 one person.
    guard row.integer(3) == 43 || row.integer(3) != 45 && members.count > 1 else {
      let person = members.count == 1 ? members[0] : people.person(address: identifier)
      chats[row.integer(0)] = Self.dialog(person)
      return
    }
    let group = row.text(4).flatMap { $0.isEmpty ? nil : $0 } ?? identifier
    let key = groups[group] ?? identifier
    groups[group] = key
    if let title = row.text(2), !title.isEmpty { titles[key] = title }
    chats[row.integer(0)] = Chat(
      key: "group \(key)", id: key, title: nil, members: members, isGroup: true)
  }

  /// The people of each chat, in the order of the table, without repetitions.
  private static func members(
    _ database: SQLiteDatabase, _ people: IMessagePeople
  ) throws(SQLiteError) -> [Int64: [IMessagePeople.IMessagePerson]] {
    var members: [Int64: [IMessagePeople.IMessagePerson]] = [:]
    guard try database.columns(of: "chat_handle_join").isSuperset(of: ["chat_id", "handle_id"]) else {
      return members
    }
    var scan = try SQLiteScan(
      database,
      "SELECT ROWID, chat_id, handle_id FROM chat_handle_join WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      let chat = scan.row.integer(1)
      guard let person = people.person(scan.row.integer(2)), members[chat]?.contains(person) != true else {
        continue
      }
      members[chat, default: []].append(person)
    }
    return members
  }

  /// The chat with this ROWID. One that the table lacks has no title, and perhaps no people.
  func chat(_ row: Int64) -> Chat {
    guard var chat = chats[row] else {
      let members = members[row] ?? []
      return members.count == 1
        ? Self.dialog(members[0])
        : Chat(key: "chat \(row)", id: "chat-\(row)", title: nil, members: members)
    }
    chat.title = titles[chat.id]
    return chat
  }

  /// The chat with one person.
  static func dialog(_ person: IMessagePeople.IMessagePerson) -> Chat {
    Chat(key: "person \(person.key)", id: person.key, title: nil, members: [person])
  }

  /// The conversation of messages without a chat and a sender.
  static let unfiled = Chat(
    key: "unfiled", id: "no-chat", title: "Messages without a conversation", members: [])
}
