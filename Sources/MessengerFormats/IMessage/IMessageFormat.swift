import ChatModel
import ImportKit
import Storage

/// The database of Apple's Messages: `chat.db` of a Mac, `sms.db` of an iPhone's backup.
///
/// Facts: schemas and rows of the found and the made databases; docs/formats/imessage.md.
enum IMessageFormat: ConvertedFormat {
  static let key = "imessage"
  static let name = "iMessage (chat.db of a Mac, backup of an iPhone)"

  static let capabilities: [FormatCapability] = [
    .full("text with its styles, links and mentions", "text effects are left out"),
    .full("photos, files, video, audio, voice messages, stickers"),
    .full("contacts, locations, link previews"),
    .full("polls", "with everybody's last votes"),
    .partly("messages of apps", "as cards with their words"),
    .partly("handwritten and Digital Touch messages", "as cards"),
    .full("replies and their threads"),
    .full("reactions", "tapbacks of all kinds; the last one of each person, as the database has it"),
    .full("edits and unsent messages", "with all earlier versions"),
    .partly("effects", "named beside the time; invisible ink hides the text"),
    .full("events of groups"),
    .full("SMS, MMS and RCS", "in the conversation of the person, without a mark"),
    .partly("names of people", "from an address book in the folder"),
    .full("recently deleted messages"),
    .full("several conversations in one export"),
  ]

  static func isPart(_ name: String) -> Bool { isNoOtherChat(name) }

  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else {
      guard let (path, _) = IMessageExport.databasePath(in: input), let file = try? input.file(named: path)
      else {
        return false
      }
      return recognises(file)
    }
    if let tables = SQLiteTables(bytes) {
      if tables.has("message", "handle", "chat_message_join") { return true }
      // A database that was never merged with its changes has all of its tables in them.
      guard tables.names.isEmpty, let changes = try? input.folder.storedBytes(of: input.name + "-wal") else {
        return false
      }
      return changes.has("CREATE TABLE chat_message_join") && changes.has("CREATE TABLE handle")
    }
    // The database of an encrypted backup.
    return input.name == PhoneBackup.messages
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let export = try IMessageExport(input)
    guard let bytes = export.database.bytes, SQLiteTables.recognises(bytes) else {
      throw .unreadable(
        path: export.database.path,
        reason:
          "the backup is encrypted; turn off 'Encrypt local backup' and make another, or decrypt it first")
    }
    let database = try SQLiteDatabase(export.database, log: &log)
    let reader = try export.database.reading { () throws(SQLiteError) in
      try IMessageReader(database, export, conversion, log: log)
    }
    let columns = try export.database.reading { () throws(SQLiteError) in try database.columns(of: "message")
    }
    guard columns.isSuperset(of: ["guid", "date", "is_from_me"]) else {
      throw .unreadable(path: export.database.path, reason: "its table of messages is not that of Messages")
    }
    let arePeopleDamaged = database.damageCount > 0
    var scan = try export.database.reading { () throws(SQLiteError) in
      try SQLiteScan(database, MessageColumn.query(columns))
    }
    var joins = try export.database.reading { () throws(SQLiteError) in try IMessageJoins(database) }
    while try next(&scan, in: export.database) { try reader.read(scan.row, &joins) }
    log = reader.finish()
    if arePeopleDamaged {
      log.append(
        Diagnostic(
          .loss, "damaged-people",
          "the database is damaged: some people, chats or their names cannot be read; \(advice)",
          at: Origin(file: export.database.path)))
    }
    report(scan.lostCount, scan.isEndLost, joins.lostCount, export.database, &log)
  }

  private static func next(_ scan: inout SQLiteScan, in file: ImportInput) throws(ImportError) -> Bool {
    do throws(SQLiteError) { return try scan.next() } catch {
      throw .unreadable(path: file.path, reason: error.words)
    }
  }

  private static let advice = "copy the database again while Messages is not running"

  /// Reports the loss from a damaged file.
  private static func report(
    _ lost: Int, _ isEndLost: Bool, _ joins: Int?, _ file: ImportInput, _ log: inout DiagnosticLog
  ) {
    if lost > 0 {
      log.append(
        Diagnostic(
          .loss, "damaged-rows",
          "the database is damaged: up to \(lost) messages cannot be read and are left out; \(advice)",
          at: Origin(file: file.path)))
    }
    if isEndLost {
      log.append(
        Diagnostic(
          .loss, "damaged-end",
          "the database is damaged: its newest messages cannot be read and are left out; \(advice)",
          at: Origin(file: file.path)))
    }
    if let joins {
      log.append(
        Diagnostic(
          .loss, "damaged-links",
          "the database is damaged: the conversation or the files of up to \(joins) messages cannot be read; \(advice)",
          at: Origin(file: file.path)))
    }
  }
}

extension ImportInput {
  /// Runs a query of the database in this input.
  fileprivate func reading<Value: ~Copyable>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(ImportError) -> Value {
    do throws(SQLiteError) { return try body() } catch {
      throw .unreadable(path: path, reason: error.words)
    }
  }
}
