import ImportKit

/// The rows of a table that belong to messages, in the order of their IDs.
struct IMessageJoins: ~Copyable {
  var chats: RowJoin
  /// The chats that messages in Recently Deleted were in.
  var recoverable: RowJoin
  /// The parts in Recently Deleted whose messages are not.
  var recoverableParts: RowJoin
  var files: RowJoin

  /// The number of row IDs among which rows were lost, or nil without damage.
  var lostCount: Int? {
    let counts = [chats.lostCount, recoverable.lostCount, recoverableParts.lostCount, files.lostCount]
    return counts.allSatisfy { $0 == nil } ? nil : counts.reduce(0) { $0 + ($1 ?? 0) }
  }

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let chats = try RowJoin(database, Self.query(database, "chat_message_join"))
    let recoverable = try RowJoin(database, Self.query(database, "chat_recoverable_message_join"))
    let parts = "recoverable_message_part"
    let hasParts = try database.columns(of: parts).isSuperset(of: ["message_id", "part_index", "part_text"])
    let recoverableParts = try RowJoin(
      database,
      hasParts
        ? RowJoin.Source(
          query:
            "SELECT message_id, part_index, part_text FROM \(parts) WHERE message_id >= ?1 ORDER BY message_id, part_index",
          tables: [parts]) : nil)
    let columns = try database.columns(of: "attachment")
    let links = try database.columns(of: "message_attachment_join")
    let hasFiles = links.isSuperset(of: ["message_id", "attachment_id"]) && !columns.isEmpty
    let tables = ["message_attachment_join", "attachment"]
    let query =
      """
      SELECT j.message_id, \(IMessageFile.columns(columns)) FROM message_attachment_join j
      JOIN attachment a ON a.ROWID = j.attachment_id WHERE j.message_id >= ?1
      ORDER BY j.message_id, j.attachment_id
      """
    let files = try RowJoin(
      database, hasFiles ? RowJoin.Source(query: query, tables: tables) : nil)
    self.chats = chats
    self.recoverable = recoverable
    self.recoverableParts = recoverableParts
    self.files = files
  }

  private static func query(
    _ database: SQLiteDatabase, _ table: String
  ) throws(SQLiteError) -> RowJoin.Source? {
    guard try database.columns(of: table).isSuperset(of: ["message_id", "chat_id"]) else { return nil }
    return RowJoin.Source(
      query: "SELECT message_id, chat_id FROM \(table) WHERE message_id >= ?1 ORDER BY message_id, chat_id",
      tables: [table])
  }
}
