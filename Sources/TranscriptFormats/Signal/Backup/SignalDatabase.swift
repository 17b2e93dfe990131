import ChatModel
import ImportKit

/// The database of Signal on Android, as signalbackup-tools decrypts a backup: `database.sqlite` next to `Attachment_ROW_ID.bin`.
///
/// Facts: bepaald/signalbackup-tools, `signalbackup/exporttodir.cc`, `setcolumnnames.cc`, `msgtypes/msgtypes.h`; signalapp/Signal-Android,
/// `Database.proto`. Older databases have other names of columns, and messages in `mms` and `sms`.
enum SignalDatabase {
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, let tables = SQLiteTables(bytes) else { return false }
    return tables.has("thread", "recipient", "groups") && (tables.has("message") || tables.has("mms", "sms"))
      && (tables.has("attachment") || tables.has("part"))
  }

  /// The path of the database in a decrypted backup's folder, or nil.
  static func path(in input: ImportInput) -> String? {
    input.files.first { $0 == "database.sqlite" || $0 == "signal_backup.db" }
  }

  /// Converts the database `file`, whose files are in `folder`.
  ///
  /// - Throws: ``ImportError`` if it is not such a database, or nothing in it can be read.
  static func convert(
    _ file: ImportInput, in folder: InputFolder, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let database = try SQLiteDatabase(file, log: &log)
    let files = SignalDatabaseFiles.paths(in: folder)
    do throws(SQLiteError) {
      let people = try SignalDatabasePeople(database, files)
      for table in ["message", "mms", "sms"] {
        let columns = try database.columns(of: table)
        guard columns.isSuperset(of: ["_id", "thread_id", "body"]) else { continue }
        var reader = try SignalDatabaseReader(
          database, SignalDatabaseTable(name: table, columns: columns), people, files, conversion, folder,
          file.path)
        try reader.read(&log)
      }
    } catch {
      throw .unreadable(path: file.path, reason: error.words)
    }
    if database.damageCount > 0 {
      log.append(
        Diagnostic(
          .loss, "damaged-rows",
          "the database is damaged: some messages, people or files cannot be read and are left out; decrypt the backup again",
          at: Origin(file: file.path)))
    }
  }
}

/// A table of messages, and its column names in this version.
struct SignalDatabaseTable {
  let name: String
  let columns: Set<String>

  /// The columns that are read, by their indexes in a row.
  enum Column: Int, CaseIterable {
    case thread = 1
    case sender, recipient, sent, type, body, quoteID, quoteAuthor, quoteBody, deleted, deletedBy, viewOnce
    case ranges, previews, contacts, expiresIn, delivered, read, latest, extras, story, pinned, reactions

    /// The names in all versions, the newest first.
    fileprivate var names: [String] {
      switch self {
      case .thread: ["thread_id"]
      case .sender: ["from_recipient_id", "recipient_id", "address"]
      case .recipient: ["to_recipient_id"]
      case .sent: ["date_sent", "date"]
      case .type: ["type", "msg_box"]
      case .body: ["body"]
      case .quoteID: ["quote_id"]
      case .quoteAuthor: ["quote_author"]
      case .quoteBody: ["quote_body"]
      case .deleted: ["remote_deleted"]
      case .deletedBy: ["deleted_by"]
      case .viewOnce: ["view_once", "reveal_duration"]
      case .ranges: ["message_ranges", "ranges"]
      case .previews: ["link_previews", "previews"]
      case .contacts: ["shared_contacts"]
      case .expiresIn: ["expires_in"]
      case .delivered: ["has_delivery_receipt", "delivery_receipt_count"]
      case .read: ["has_read_receipt", "read_receipt_count"]
      case .latest: ["latest_revision_id"]
      case .extras: ["message_extras"]
      case .story: ["story_type"]
      case .pinned: ["pinned_until"]
      case .reactions: ["reactions"]
      }
    }
  }

  /// Returns the name of a column, or `NULL` if the table has none.
  func column(_ column: Column) -> String { Self.column(column.names, columns) }

  static func column(_ names: [String], _ columns: Set<String>) -> String {
    names.first(where: columns.contains) ?? "NULL"
  }

  /// The query for a scan of the table.
  var query: String {
    "SELECT _id, \(Column.allCases.map(column).joined(separator: ", ")) FROM \(name) WHERE ROWID >= ?1 ORDER BY ROWID"
  }
}

extension SQLiteStatement {
  func integer(_ column: SignalDatabaseTable.Column) -> Int64 { integer(column.rawValue) }

  /// The text of the column, or nil if it is NULL or empty.
  func text(_ column: SignalDatabaseTable.Column) -> String? {
    isEmpty(column.rawValue) ? nil : text(column.rawValue)
  }

  func bytes(_ column: SignalDatabaseTable.Column) -> [UInt8]? {
    isEmpty(column.rawValue) ? nil : bytes(column.rawValue)
  }

  /// The JSON in the column, or nil.
  func json(_ column: SignalDatabaseTable.Column) -> JSONValue? {
    text(column).flatMap { JSONValue(parsing: $0) }
  }
}
