import ChatModel
import Digests
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The people, groups and chats of a database.
struct SignalDatabasePeople {
  /// The numbers of recipients by their chats.
  private(set) var peers: [Int64: Int64] = [:]
  private var recipients: [Int64: SignalBackup.Recipient] = [:]
  /// Recipients' numbers by their accounts' ids.
  private var accounts: [String: Int64] = [:]
  private var avatars: [Int64: String] = [:]

  init(_ database: SQLiteDatabase, _ files: [String: String]) throws(SQLiteError) {
    try readRecipients(database)
    try readChats(database)
    if let owner = try Self.owner(database) {
      recipients[owner] = SignalBackup.Recipient(
        key: SignalBackup.ownerKey, name: recipients[owner]?.name ?? "",
        otherNames: recipients[owner]?.otherNames ?? [], isSelf: true)
    }
    for name in files.keys where name.hasPrefix("Avatar_") {
      if let id = name.dropLast(4).split(separator: "_").last.flatMap({ Int64($0) }) {
        avatars[id] = files[name]
      }
    }
  }

  private mutating func readRecipients(_ database: SQLiteDatabase) throws(SQLiteError) {
    let titles = try Self.titles(database)
    let columns = try database.columns(of: "recipient")
    let names = [
      ["nickname_joined_name"], ["system_joined_name", "system_display_name"], ["profile_joined_name"],
      ["profile_given_name", "signal_profile_name"], ["e164", "phone"], ["username"],
    ].map { SignalDatabaseTable.column($0, columns) }
    let ids = [["aci", "uuid"], ["group_id"]].map { SignalDatabaseTable.column($0, columns) }
    var scan = try SQLiteScan(
      database,
      "SELECT _id, \((ids + names).joined(separator: ", ")) FROM recipient WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      let id = scan.row.integer(0)
      let account = scan.row.isEmpty(1) ? nil : scan.row.text(1).map(Self.accountID)
      let group = scan.row.isEmpty(2) ? nil : scan.row.text(2)
      let texts = (3..<9).map { scan.row.isEmpty($0) ? nil : scan.row.text($0) }
      let number = texts[4].map { String($0.filter { $0 != "+" }) }
      let name = group.flatMap { titles[$0]?.title } ?? texts.lazy.compactMap(\.self).first
      let key = group.flatMap { titles[$0]?.key } ?? group ?? account ?? number ?? "\(id)"
      recipients[id] = SignalBackup.Recipient(
        key: key, name: name ?? "?", otherNames: texts.compactMap(\.self).filter { $0 != name })
      if let account { accounts[account] = id }
    }
  }

  /// Returns the names of groups by their ids, and the keys that their exports have in common.
  private static func titles(
    _ database: SQLiteDatabase
  ) throws(SQLiteError) -> [String: (title: String?, key: String?)] {
    let columns = try database.columns(of: "groups")
    guard columns.isSuperset(of: ["group_id", "title"]) else { return [:] }
    var titles: [String: (title: String?, key: String?)] = [:]
    let rows = try database.statement(
      "SELECT group_id, title, \(SignalDatabaseTable.column(["master_key"], columns)) FROM groups")
    while try rows.step() {
      guard let id = rows.text(0) else { continue }
      let secret = rows.bytes(2).flatMap { $0.isEmpty ? nil : Data($0).base64EncodedString() }
      titles[id] = (
        rows.isEmpty(1) ? nil : rows.text(1), secret.map { SHA256.hexDigest(of: $0.utf8Span.span) }
      )
    }
    return titles
  }

  private mutating func readChats(_ database: SQLiteDatabase) throws(SQLiteError) {
    let columns = try database.columns(of: "thread")
    let peer = SignalDatabaseTable.column(["recipient_id", "thread_recipient_id", "recipient_ids"], columns)
    var scan = try SQLiteScan(
      database, "SELECT _id, \(peer) FROM thread WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() { peers[scan.row.integer(0)] = scan.row.integer(1) }
  }

  /// Returns the owner's number: the sender of sent messages or, in old databases, somebody quoted in a chat of two who is not the peer.
  private static func owner(_ database: SQLiteDatabase) throws(SQLiteError) -> Int64? {
    let columns = try database.columns(of: "message")
    let query: String
    if columns.contains("from_recipient_id") {
      query = "SELECT from_recipient_id FROM message WHERE (type & 31) BETWEEN 21 AND 26 LIMIT 1"
    } else {
      let table = columns.isEmpty ? "mms" : "message"
      let chats = try database.columns(of: "thread")
      let peer = SignalDatabaseTable.column(["recipient_id", "thread_recipient_id", "recipient_ids"], chats)
      guard try database.columns(of: table).contains("quote_author"), peer != "NULL" else { return nil }
      query = """
        SELECT m.quote_author FROM \(table) m JOIN thread t ON t._id = m.thread_id JOIN recipient r ON r._id = t.\(peer)
        WHERE r.group_id IS NULL AND m.quote_id > 0 AND m.quote_author > 0 AND m.quote_author <> t.\(peer) LIMIT 1
        """
    }
    let rows = try database.statement(query)
    return try rows.step() ? rows.integer(0) : nil
  }

  /// Returns an account's id without its hyphens.
  private static func accountID(_ text: String) -> String { text.lowercased().filter { $0 != "-" } }

  /// Returns the recipient with a number, or nil.
  func recipient(_ id: Int64) -> SignalBackup.Recipient? { recipients[id] }

  /// Returns the key of the participant with a recipient's number.
  func key(_ id: Int64) -> String { recipients[id]?.key ?? "\(id)" }

  func participant(_ id: Int64, in builder: ConversationBuilder) -> ParticipantIndex {
    let recipient = recipients[id]
    let index = builder.participant(
      key(id), name: recipient?.name ?? "?", standIn: recipient?.isSelf == true ? .me : nil,
      avatar: avatars[id], isMe: recipient?.isSelf ?? false)
    for name in recipient?.otherNames ?? [] { builder.note(name, of: index) }
    return index
  }

  func owner(in builder: ConversationBuilder) -> ParticipantIndex {
    let name = recipients.values.first(where: \.isSelf)?.name
    return builder.participant(SignalBackup.ownerKey, name: name, standIn: .me, isMe: true)
  }

  /// Returns the number of the recipient with an account's id, as text or as its 16 bytes.
  func recipient(account: String) -> Int64? { accounts[Self.accountID(account)] }

  func recipient(account bytes: [UInt8]) -> Int64? { accounts[SignalBackup.hexadecimal(bytes)] }
}
