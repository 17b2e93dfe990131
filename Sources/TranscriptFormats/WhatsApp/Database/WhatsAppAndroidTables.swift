import ChatModel
import ImportKit

/// The tables of Android's database that are read before the messages: chats, people and their names, calls.
struct WhatsAppAndroidTables {
  let table: WhatsAppAndroidTable
  private(set) var people = WhatsAppStorePeople()
  /// The ids of people and chats by their rows.
  private(set) var ids: [Int64: String] = [:]
  /// The titles that several chats have.
  private(set) var namesakes: Set<String> = []

  /// Reads the names from the database and from `wa.db` beside it.
  ///
  /// - Throws: ``ImportError`` if the database has no messages.
  init(_ database: SQLiteDatabase, _ file: ImportInput, log: inout DiagnosticLog) throws(ImportError) {
    let (ids, numbers) = try file.reading { () throws(SQLiteError) in try Self.ids(database) }
    for (id, number) in numbers { people.add(number: number, of: id) }
    let chats = try file.reading { () throws(SQLiteError) in try Self.chats(database) }
    let isNew = try file.reading { () throws(SQLiteError) in try Self.isNew(database) }
    table = isNew ? .new(chats: chats.compactMapValues { ids[$0.id] }, ids: ids) : .old
    self.ids = ids
    for chat in chats.values.sorted(by: { $0.id < $1.id }) {
      if let id = ids[chat.id] { people.add(chat.subject, of: id) }
    }
    try file.reading { () throws(SQLiteError) in
      for (id, subject) in try Self.oldChats(database) { people.add(subject, of: id) }
    }
    readNames(beside: file, &log)
    try file.reading { () throws(SQLiteError) in
      people.ownerName = try Self.ownerName(database)
      people.ownerID = try Self.ownerRow(database).flatMap { ids[$0] }
    }
    var titles: Set<String> = []
    for id in Set(chats.values.compactMap { ids[$0.id] }.map(people.id))
    where !titles.insert(people.name(id)).inserted {
      namesakes.insert(people.name(id))
    }
  }

  /// True unless the messages are in the old table. While the app changes from one to the other, both tables are there.
  private static func isNew(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    guard try database.columns(of: "messages").contains("key_remote_jid") else { return true }
    guard try !database.columns(of: "message").isEmpty else { return false }
    let rows = try database.statement("SELECT 1 FROM message WHERE key_id <> '-1' LIMIT 1")
    return try rows.step()
  }

  private static func ids(
    _ database: SQLiteDatabase
  ) throws(SQLiteError) -> (ids: [Int64: String], numbers: [(String, String)]) {
    var ids: [Int64: String] = [:]
    let columns = try database.columns(of: "jid")
    guard columns.isSuperset(of: ["_id", "user", "server"]) else { return (ids, []) }
    let raw = columns.contains("raw_string") ? "raw_string" : "NULL"
    var scan = try SQLiteScan(
      database, "SELECT _id, user, server, \(raw) FROM jid WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      let user = scan.row.text(1) ?? ""
      let id = scan.row.words(3) ?? "\(user)@\(scan.row.text(2) ?? "")"
      // One person's devices have ids such as `15550100101.0:1@s.whatsapp.net`.
      let end = id.firstIndex(of: "@") ?? id.endIndex
      ids[scan.row.integer(0)] = String(id[..<end].prefix { $0 != ":" && $0 != "." }) + id[end...]
    }
    var numbers: [(String, String)] = []
    guard try database.columns(of: "jid_map").isSuperset(of: ["lid_row_id", "jid_row_id"]) else {
      return (ids, numbers)
    }
    var map = try SQLiteScan(
      database, "SELECT lid_row_id, jid_row_id FROM jid_map WHERE ROWID >= ?1 ORDER BY ROWID")
    while try map.next() {
      if let id = ids[map.row.integer(0)], let number = ids[map.row.integer(1)] {
        numbers.append((id, number))
      }
    }
    return (ids, numbers)
  }

  private static func chats(
    _ database: SQLiteDatabase
  ) throws(SQLiteError) -> [Int64: (id: Int64, subject: String?)] {
    var chats: [Int64: (id: Int64, subject: String?)] = [:]
    let columns = try database.columns(of: "chat")
    guard columns.isSuperset(of: ["_id", "jid_row_id"]) else { return chats }
    let subject = columns.contains("subject") ? "subject" : "NULL"
    var scan = try SQLiteScan(
      database, "SELECT _id, jid_row_id, \(subject) FROM chat WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() { chats[scan.row.integer(0)] = (scan.row.integer(1), scan.row.words(2)) }
    return chats
  }

  private static func oldChats(_ database: SQLiteDatabase) throws(SQLiteError) -> [(String, String?)] {
    guard try database.columns(of: "chat_list").isSuperset(of: ["key_remote_jid", "subject"]) else {
      return []
    }
    var chats: [(String, String?)] = []
    let rows = try database.statement("SELECT key_remote_jid, subject FROM chat_list ORDER BY ROWID")
    while try rows.step() { if let id = rows.words(0) { chats.append((id, rows.words(1))) } }
    return chats
  }

  private static func ownerName(_ database: SQLiteDatabase) throws(SQLiteError) -> String? {
    guard try database.columns(of: "props").isSuperset(of: ["key", "value"]) else { return nil }
    let rows = try database.statement("SELECT value FROM props WHERE key = 'user_push_name'")
    return try rows.step() ? rows.words(0) : nil
  }

  /// Returns the row of the owner's id, from a notice that the owner was added to a group; nil if there is none.
  private static func ownerRow(_ database: SQLiteDatabase) throws(SQLiteError) -> Int64? {
    guard
      try database.columns(of: "message_system_group").isSuperset(of: ["message_row_id", "is_me_joined"]),
      try database.columns(of: "message_system_chat_participant").isSuperset(of: [
        "message_row_id", "user_jid_row_id",
      ])
    else { return nil }
    let rows = try database.statement(
      """
      SELECT max(p.user_jid_row_id) FROM message_system_group g
      JOIN message_system_chat_participant p ON p.message_row_id = g.message_row_id
      WHERE g.is_me_joined = 1 GROUP BY g.message_row_id HAVING count(*) = 1 LIMIT 1
      """)
    return try rows.step() ? rows.integer(0) : nil
  }

  // MARK: Names

  /// The files with names of people, beside the database or beside its folder.
  private mutating func readNames(beside file: ImportInput, _ log: inout DiagnosticLog) {
    guard file.folder.has("wa.db") else { return }
    do throws(ImportError) {
      let book = ImportInput(
        path: file.folder.path(of: "wa.db"), try file.folder.bytes(of: "wa.db"), in: file.folder)
      let database = try SQLiteDatabase(book, log: &log)
      let names = try book.reading { () throws(SQLiteError) in try Self.names(database) }
      for (id, name) in names { people.add(name, of: id) }
    } catch {
      log.append(
        Diagnostic(
          .warning, "contacts-unreadable", "\(error.message); numbers are shown instead of its names",
          at: Origin(file: file.folder.path(of: "wa.db"))))
    }
  }

  /// Returns the names of people, the ones that count first: the address book's, a business's, the one a person chose.
  private static func names(_ database: SQLiteDatabase) throws(SQLiteError) -> [(String, String)] {
    var names: [(String, String)] = []
    let tables = [
      ("wa_contacts", ["display_name"]), ("wa_vnames", ["verified_name"]),
      ("wa_contacts", ["given_name", "nickname", "wa_name"]),
    ]
    for (table, columns) in tables {
      let existing = try database.columns(of: table)
      let known = columns.filter(existing.contains)
      guard existing.contains("jid"), !known.isEmpty else { continue }
      let rows = try database.statement(
        "SELECT jid, \(known.joined(separator: ", ")) FROM \(table) ORDER BY ROWID")
      while try rows.step() {
        guard let id = rows.words(0) else { continue }
        let name = known.indices.lazy.compactMap { rows.words($0 + 1) }.first
        if let name { names.append((id, name)) }
      }
    }
    return names
  }

  // MARK: Calls and order

  /// Returns the calls of each chat, the earliest last.
  func calls(_ database: SQLiteDatabase) throws(SQLiteError) -> [String: [WhatsAppStoreCall]] {
    var calls: [String: [WhatsAppStoreCall]] = [:]
    let columns = try database.columns(of: "call_log")
    guard columns.isSuperset(of: ["_id", "jid_row_id", "from_me", "timestamp"]) else { return calls }
    let names = ["call_id", "video_call", "duration", "call_result", "group_jid_row_id"].map {
      columns.contains($0) ? $0 : "NULL"
    }.joined(separator: ", ")
    var scan = try SQLiteScan(
      database,
      "SELECT _id, jid_row_id, from_me, timestamp, \(names) FROM call_log WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      let person = ids[scan.row.integer(1)]
      guard let chat = ids[scan.row.integer(8)] ?? person else { continue }
      calls[people.id(chat), default: []].append(
        WhatsAppStoreCall(
          id: scan.row.words(4) ?? "call-\(scan.row.integer(0))", time: scan.row.integer(3),
          isMine: scan.row.integer(2) != 0, sender: person, isVideo: scan.row.integer(5) != 0,
          duration: Double(scan.row.integer(6)), result: scan.row.integer(7)))
    }
    return calls.mapValues { $0.sorted { $0.time > $1.time } }
  }

  /// Returns the keys that answers name, by the new keys of edited messages.
  func firstKeys(_ database: SQLiteDatabase) throws(SQLiteError) -> [String: String] {
    var keys: [String: String] = [:]
    guard
      try database.columns(of: "message_edit_info").isSuperset(of: ["message_row_id", "original_key_id"]),
      try database.columns(of: "message").contains("key_id")
    else { return keys }
    let rows = try database.statement(
      "SELECT m.key_id, e.original_key_id FROM message_edit_info e JOIN message m ON m._id = e.message_row_id"
    )
    while try rows.step() {
      if let new = rows.words(0), let first = rows.words(1), new != first { keys[new] = first }
    }
    return keys
  }

  /// Returns true if the app shows messages in the order of their rows.
  func isInOrder(_ database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    guard case .new = table, try database.columns(of: "message").contains("sort_id") else { return false }
    return try WhatsAppDatabase.areRising(
      database, "SELECT chat_row_id, sort_id FROM message ORDER BY _id")
  }
}

/// The quotations of the old table, by the rows that messages name.
struct WhatsAppOldQuotations: ~Copyable {
  private let database: SQLiteDatabase
  private var query: SQLiteStatement?

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    self.database = database
    let isThere = try database.columns(of: "messages_quotes").isSuperset(of: [
      "key_id", "key_remote_jid", "data", "remote_resource",
    ])
    query =
      isThere
      ? try database.statement(
        "SELECT key_id, key_remote_jid, data, remote_resource FROM messages_quotes WHERE _id = ?1") : nil
  }

  /// Returns the message that another one answers, or nil.
  mutating func reply(_ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat) -> Reply? {
    guard query != nil else { return nil }
    query?.reset()
    query?.bind(message.quotation, at: 1)
    guard (try? query?.step()) == true, let key = query?.words(0) else { return nil }
    let isHere = query?.words(1) == message.chat
    let name = query?.words(3).map(chat.name)
    return Reply(target: isHere ? key : nil, quotedName: name, quotedText: query?.words(2))
  }
}
