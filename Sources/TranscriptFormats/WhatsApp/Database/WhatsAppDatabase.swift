import ChatModel
import ImportKit

/// WhatsApp's own databases, already decrypted: `msgstore.db` of Android and `ChatStorage.sqlite` of iOS.
///
/// Facts: the tables in sources of KnugiHK/WhatsApp-Chat-Exporter, frozenspider/chat-history-manager, sepinf-inc/IPED and
/// domingogallardo/SwiftWABackupAPI; docs/formats/whatsapp.md.
enum WhatsAppDatabase {
  /// The programs whose databases are read.
  enum Origin {
    /// `message`, `chat` and `jid`, since 2022.
    case android
    /// `messages` alone.
    case oldAndroid
    case iOS
  }

  /// Returns the origin of a database, or nil for any other file.
  static func origin(of input: ImportInput) -> Origin? {
    guard let bytes = input.bytes, let tables = SQLiteTables(bytes) else { return nil }
    if tables.has("message", "chat", "jid") { return .android }
    if tables.has("zwamessage", "zwachatsession") { return .iOS }
    if tables.has("messages"), tables.has("messages_quotes") || tables.has("chat_list") { return .oldAndroid }
    return nil
  }

  /// The path of the database in a folder whose files belong together: beside `Media`, `Message` or `wa.db`, or in `Databases` beside
  /// `Media`. In a folder with other chats, the search for exports finds the database.
  static func path(in input: ImportInput) -> String? {
    var (path, belongs) = (String?.none, false)
    for file in input.files {
      let steps = file.split(separator: "/", maxSplits: 2)
      switch steps.count {
      case 1 where names.contains(file): path = file
      case 1 where [".txt", ".zip", ".json"].contains { file.lowercased().hasSuffix($0) }: return nil
      case 1: belongs = belongs || file == "wa.db"
      case 2 where steps[0].lowercased() == "databases" && names.contains(String(steps[1])):
        path = path ?? file
      default: belongs = belongs || steps[0] == "Media" || steps[0] == "Message"
      }
    }
    return belongs ? path : nil
  }

  private static let names: Set = ["msgstore.db", "ChatStorage.sqlite"]

  /// Converts the database `file`, whose files are in `root`.
  ///
  /// - Throws: ``ImportError`` if nothing in it can be read.
  static func convert(
    _ file: ImportInput, root: InputFolder, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let origin = origin(of: file) else { return }
    let database = try SQLiteDatabase(file, log: &log)
    switch origin {
    case .iOS: try WhatsAppIOSReader.read(database, file, root, conversion, log: &log)
    case .android, .oldAndroid: try WhatsAppAndroidReader.read(database, file, root, conversion, log: &log)
    }
  }

  /// Reports the loss from a damaged file.
  static func report(_ scan: borrowing SQLiteScan, _ file: ImportInput, _ log: inout DiagnosticLog) {
    if scan.lostCount > 0 {
      log.append(
        Diagnostic(
          .loss, "damaged-rows",
          "the database is damaged: up to \(scan.lostCount) messages cannot be read and are left out; copy or decrypt it again",
          at: ChatModel.Origin(file: file.path)))
    }
    if scan.isEndLost {
      log.append(
        Diagnostic(
          .loss, "damaged-end",
          "the database is damaged: its newest messages cannot be read and are left out; copy or decrypt it again",
          at: ChatModel.Origin(file: file.path)))
    }
  }

  /// True if the numbers in the first column never fall: then the rows are in the order in which the app shows them.
  static func areRising(_ database: SQLiteDatabase, _ query: String) throws(SQLiteError) -> Bool {
    let rows = try database.statement(query)
    var last: [Int64: Int64] = [:]
    while try rows.step() {
      let (chat, number) = (rows.integer(0), rows.integer(1))
      if let known = last[chat], number < known { return false }
      last[chat] = number
    }
    return true
  }
}

extension ImportInput {
  /// Runs a query of the database in this input.
  func reading<Value: ~Copyable>(_ body: () throws(SQLiteError) -> Value) throws(ImportError) -> Value {
    do throws(SQLiteError) { return try body() } catch {
      throw .unreadable(path: path, reason: error.words)
    }
  }
}

extension RowJoin {
  /// The rows of `table` with the message's id in the column `key`, then `columns`. Columns that the table lacks are NULL; without the
  /// table or the key there are no rows.
  init(_ database: SQLiteDatabase, _ table: String, by key: String, _ columns: [String]) throws(SQLiteError) {
    let existing = try database.columns(of: table.lowercased())
    guard existing.contains(key.lowercased()) else {
      try self.init(database, nil)
      return
    }
    let names = columns.map { existing.contains($0.lowercased()) ? $0 : "NULL" }.joined(separator: ", ")
    let query = "SELECT \(key), \(names) FROM \(table) WHERE \(key) >= ?1 ORDER BY \(key), ROWID"
    try self.init(database, Source(query: query, tables: [table]))
  }
}

extension SQLiteStatement {
  /// The text of the column, or nil if it is NULL or empty.
  func words(_ column: Int) -> String? { isEmpty(column) ? nil : text(column) }
}
