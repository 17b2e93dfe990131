/// The rows of a table that belong to messages, in the order of their IDs.
struct IMessageJoins: ~Copyable {
  var chats: MessageJoin
  /// The chats that messages in Recently Deleted were in.
  var recoverable: MessageJoin
  var files: MessageJoin

  /// The number of row IDs among which rows were lost, or nil without damage.
  var lostCount: Int? {
    guard chats.lostCount != nil || recoverable.lostCount != nil || files.lostCount != nil else { return nil }
    return (chats.lostCount ?? 0) + (recoverable.lostCount ?? 0) + (files.lostCount ?? 0)
  }

  init(_ database: SQLiteDatabase) throws(SQLiteError) {
    let chats = try MessageJoin(database, Self.query(database, "chat_message_join"))
    let recoverable = try MessageJoin(database, Self.query(database, "chat_recoverable_message_join"))
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
    let files = try MessageJoin(
      database, hasFiles ? MessageJoin.Source(query: query, tables: tables) : nil)
    self.chats = chats
    self.recoverable = recoverable
    self.files = files
  }

  private static func query(
    _ database: SQLiteDatabase, _ table: String
  ) throws(SQLiteError) -> MessageJoin.Source? {
    guard try database.columns(of: table).isSuperset(of: ["message_id", "chat_id"]) else { return nil }
    return MessageJoin.Source(
      query: "SELECT message_id, chat_id FROM \(table) WHERE message_id >= ?1 ORDER BY message_id, chat_id",
      tables: [table])
  }
}
