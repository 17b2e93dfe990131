// Boundary to SQLite (`CSQLite`, `CSQLiteBytes`), and the only file that imports them. Statements own the memory they got from SQLite,
// and values are copied out of a row before the next one is read.

import CSQLite
import CSQLiteBytes
package import ChatModel

/// A database of an export, opened read-only. All formats open their databases here.
///
/// SQLite gets the bytes of the database, and of the changes that its program had not merged yet (`-wal`), in memory. It sees no
/// other file (`CSQLiteBytes`), so nothing in an export can make it open, write or remove one. A rollback journal (`-journal`)
/// could, because it names files that SQLite removes. So its bytes are not read, and its existence is a loss.
@safe package final class SQLiteDatabase {
  private let connection: OpaquePointer
  private let handle: OpaquePointer
  /// The bytes that SQLite reads while it is open.
  private let files: [InputBytes]
  private let work = WorkAllowance()
  /// The number of damaged spots found by scans.
  package var damageCount = 0
  /// The columns read by queries, for the account.
  private let columns = ReadColumns()
  private let account: ImportAccount?
  private let path: String

  /// Opens the database in `input`. When it is closed, the columns not read by any query go to the account of the import, unless
  /// `isCounted` is false, for a first look.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if there is no room for a copy of it, or it is not a database.
  package init(_ input: ImportInput, isCounted: Bool = true, log: inout DiagnosticLog) throws(ImportError) {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder where a database is expected")
    }
    (account, path) = (isCounted ? input.account : nil, input.path)
    let database = try input.stableCopy(of: bytes)
    let changes = try Self.changes(of: input, &log)
    files = [database, changes]
    Self.reportJournal(of: input, &log)
    var (connection, handle): (OpaquePointer?, OpaquePointer?)
    let code = unsafe sqlite_bytes_open(
      database.start, Int64(database.count), Int64(SQLiteTables.size(database)), changes.start,
      Int64(changes.count), &connection, &handle)
    guard code == SQLITE_OK, let connection = unsafe connection, let handle = unsafe handle else {
      throw .unreadable(path: input.path, reason: SQLiteError(code).words)
    }
    unsafe (self.connection, self.handle) = unsafe (connection, handle)
    unsafe sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, Self.valueLimit)
    limitWork(bytes.count)
    noteReads()
    do throws(SQLiteError) {
      // No shared memory, and no functions that a hostile schema may call.
      for command in [
        "PRAGMA locking_mode=EXCLUSIVE", "PRAGMA trusted_schema=OFF", "BEGIN",
        "SELECT count(*) FROM sqlite_master",
      ] {
        let statement = try statement(command)
        while try statement.step() {}
      }
    } catch {
      throw .unreadable(path: input.path, reason: error.words)
    }
  }

  /// Returns the changes that are not merged yet; no bytes if there are none.
  private static func changes(
    of input: ImportInput, _ log: inout DiagnosticLog
  ) throws(ImportError) -> InputBytes {
    let name = input.name + "-wal"
    guard input.folder.hasContent(name) else { return InputBytes([]) }
    do throws(ImportError) {
      return try input.stableCopy(of: input.folder.storedBytes(of: name))
    } catch {
      log.append(
        Diagnostic(
          .loss, "unread-changes",
          "\(error.message); the newest messages, which are in it, are missing; "
            + "copy the database again with the files beside it",
          at: Origin(file: input.folder.path(of: name))))
      return InputBytes([])
    }
  }

  /// Reports that the database's program was interrupted while changing the database.
  private static func reportJournal(of input: ImportInput, _ log: inout DiagnosticLog) {
    let name = input.name + "-journal"
    guard input.folder.hasContent(name) else { return }
    log.append(
      Diagnostic(
        .loss, "unfinished-changes",
        "\(input.name) was copied while its program changed it: \(name) has what it needs to undo that, and is not read, "
          + "so some messages may be missing or damaged; open the database once with its program, then copy it again",
        at: Origin(file: input.folder.path(of: name))))
  }

  /// The most bytes that a value may have.
  private static let valueLimit: CInt = 256 << 20

  deinit {
    if let account { reportUnreadColumns(to: account) }
    unsafe sqlite_bytes_close(connection, handle)
  }

  /// Ends queries when the run is interrupted, and queries with more steps of SQLite's machine than a file of `size` bytes can need,
  /// because in a damaged or hostile one, pages may refer to each other in circles. A message of a few hundred bytes takes a hundred steps.
  private func limitWork(_ size: Int) {
    work.pieces = size / Self.workPiece * 10 + 1000
    unsafe sqlite3_progress_handler(
      connection, CInt(Self.workPiece),
      { context in
        guard let context = unsafe context else { return 1 }
        let work = unsafe Unmanaged<WorkAllowance>.fromOpaque(context).takeUnretainedValue()
        work.pieces -= 1
        return work.pieces < 0 || Task.isCancelled ? 1 : 0
      }, unsafe Unmanaged.passUnretained(work).toOpaque())
  }

  /// The pieces of work left for queries, see ``limitWork(_:)``.
  private final class WorkAllowance { var pieces = 0 }

  /// The number of steps that count as one.
  private static let workPiece = 10_000

  /// Prepares a query.
  ///
  /// - Throws: ``SQLiteError`` if a table or column is missing, or the schema is damaged.
  package func statement(_ query: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, query, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw SQLiteError(code, unsafe String(cString: sqlite3_errmsg(connection)))
    }
    return unsafe SQLiteStatement(prepared, of: self)
  }
}

// MARK: Account

extension SQLiteDatabase {
  /// The columns in queries, as SQLite reports them to its authorizer when a query is prepared.
  fileprivate final class ReadColumns {
    /// `table.column` in lower case.
    var names: Set<String> = []
    /// True while whole tables are copied, which requests no column.
    var isPaused = false
  }

  /// False while preparing queries that copy whole tables, and so request no column.
  package var notesReads: Bool {
    get { !columns.isPaused }
    set { columns.isPaused = !newValue }
  }

  private func noteReads() {
    let context = unsafe Unmanaged.passUnretained(columns).toOpaque()
    unsafe sqlite3_set_authorizer(
      connection,
      { context, action, table, column, _, _ in
        guard action == SQLITE_READ, let context = unsafe context, let table = unsafe table,
          let column = unsafe column
        else { return SQLITE_OK }
        let columns = unsafe Unmanaged<ReadColumns>.fromOpaque(context).takeUnretainedValue()
        guard !columns.isPaused else { return SQLITE_OK }
        columns.names.insert(unsafe "\(String(cString: table)).\(String(cString: column))".lowercased())
        return SQLITE_OK
      }, context)
  }

  /// Counts the values in columns that no query read. Faults of the file end the counting of a table.
  private func reportUnreadColumns(to account: ImportAccount) {
    columns.isPaused = true
    limitWork(files[0].count)
    // Virtual tables do not count, but their shadow tables, which have their words, do.
    let tables = rows(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql LIKE 'create table%' ORDER BY name")
    for table in tables.compactMap(\.first) where !table.hasPrefix("sqlite_") {
      let unread = rows("PRAGMA main.table_info(\(table.quotedForSQL))")
        .map { UnreadColumn(name: $0[1], type: $0[2]) }
        .filter { !columns.names.contains("\(table).\($0.name)".lowercased()) }
      if !unread.isEmpty { report(count(unread, of: table), of: table, to: account) }
    }
  }

  /// Counts the values in columns of a table, all in one pass over its rows.
  private func count(_ columns: [UnreadColumn], of table: String) -> [UnreadColumn] {
    var columns = columns
    let values = columns.map(\.expression).joined(separator: ", ")
    unsafe forEachRow("SELECT \(values) FROM main.\(table.quotedForSQL)") { statement in
      for index in columns.indices { unsafe columns[index].add(statement, CInt(index)) }
    }
    return columns
  }

  private func report(_ columns: [UnreadColumn], of table: String, to account: ImportAccount) {
    let example = Origin(file: path)
    for column in columns where column.values > 0 {
      let path = "\(table).\(column.name)"
      account.add(Account.Row(path: path, records: column.values, texts: column.texts, example: example))
      if column.trees > 0 {
        account.add(Account.Row(path: "\(path)(json)**", records: column.trees, texts: 0, example: example))
      }
    }
  }

  /// A column that no query read, with the number of its values.
  private struct UnreadColumn {
    let name: String
    /// The declared type in capital letters, empty for none.
    let type: String
    /// Values that are neither NULL nor empty.
    var values = 0
    /// Texts with words: with a space or a letter beyond ASCII.
    var texts = 0
    /// Texts that look like JSON.
    var trees = 0

    init(name: String, type: String) {
      (self.name, self.type) = (name, type.uppercased())
    }

    /// The values to count. For columns of BLOBs, 1 instead of a BLOB, so that SQLite reads only its type and length from the file,
    /// because the other branches of CASE are not computed.
    var expression: String {
      let column = name.quotedForSQL
      guard type.isEmpty || type.contains("BLOB") else { return column }
      return "CASE WHEN typeof(\(column)) <> 'blob' THEN \(column) WHEN length(\(column)) > 0 THEN 1 END"
    }

    /// Counts the value in a column of the current row.
    @unsafe mutating func add(_ statement: OpaquePointer, _ index: CInt) {
      switch unsafe sqlite3_column_type(statement, index) {
      case SQLITE_NULL: return
      case SQLITE_TEXT: unsafe addText(statement, index)
      case SQLITE_BLOB: values += unsafe sqlite3_column_bytes(statement, index) > 0 ? 1 : 0
      default: values += 1
      }
    }

    @unsafe private mutating func addText(_ statement: OpaquePointer, _ index: CInt) {
      guard let start = unsafe sqlite3_column_text(statement, index) else { return }
      let text = unsafe UnsafeBufferPointer(
        start: start, count: Int(sqlite3_column_bytes(statement, index)))
      guard let first = unsafe text.first else { return }
      values += 1
      if unsafe text.contains(where: { !(0x21...0x7E).contains($0) }) { texts += 1 }
      if first == UInt8(ascii: "[") || first == UInt8(ascii: "{") { trees += 1 }
    }
  }

  /// Calls `body` for each row of a query, as many as are readable.
  ///
  /// Not a ``SQLiteStatement``, because that would keep the database that is being closed.
  private func forEachRow(_ query: String, _ body: (OpaquePointer) -> Void) {
    var prepared: OpaquePointer?
    guard unsafe sqlite3_prepare_v2(connection, query, -1, &prepared, nil) == SQLITE_OK,
      let statement = unsafe prepared
    else { return }
    defer { unsafe _ = sqlite3_finalize(statement) }
    while unsafe sqlite3_step(statement) == SQLITE_ROW { unsafe body(statement) }
  }

  /// Returns the rows of a query as texts, as many as are readable; empty texts for NULL.
  private func rows(_ query: String) -> [[String]] {
    var rows: [[String]] = []
    unsafe forEachRow(query) { statement in
      rows.append(
        (0..<(unsafe sqlite3_column_count(statement))).map { column in
          unsafe sqlite3_column_text(statement, column).map { unsafe String(cString: $0) } ?? ""
        })
    }
    return rows
  }
}

extension String {
  /// The name between double quotes, for a query.
  package var quotedForSQL: String { "\"\(replacing("\"", with: "\"\""))\"" }
}

/// A query with its current row.
@safe package struct SQLiteStatement: ~Copyable {
  private let statement: OpaquePointer
  /// Stays open as long as its statements exist.
  private let database: SQLiteDatabase

  @unsafe fileprivate init(_ statement: OpaquePointer, of database: SQLiteDatabase) {
    unsafe self.statement = statement
    self.database = database
  }

  deinit { unsafe sqlite3_finalize(statement) }

  /// Moves to the next row. Returns false after the last one.
  ///
  /// - Throws: ``SQLiteError``, also for a row in a damaged part of the file.
  package func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw SQLiteError(code) }
    return code == SQLITE_ROW
  }

  /// Returns to before the first row, for another run with other parameters.
  package func reset() { unsafe _ = sqlite3_reset(statement) }

  /// Sets the parameter `?1`, `?2` … of the query.
  package func bind(_ value: Int64, at parameter: Int) {
    unsafe _ = sqlite3_bind_int64(statement, CInt(clamping: parameter), value)
  }

  /// The names of the columns.
  package var columnNames: [String] {
    (0..<(unsafe sqlite3_column_count(statement))).map { column in
      unsafe sqlite3_column_name(statement, column).map { unsafe String(cString: $0) } ?? ""
    }
  }

  /// True if the column is NULL or empty.
  package func isEmpty(_ column: Int) -> Bool {
    let column = CInt(clamping: column)
    return unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
      || sqlite3_column_bytes(statement, column) == 0
  }

  /// The number in the column, 0 for NULL and for text without one.
  package func integer(_ column: Int) -> Int64 {
    unsafe sqlite3_column_int64(statement, CInt(clamping: column))
  }

  /// The text in the column, ill-formed parts replaced by U+FFFD, or nil for NULL.
  package func text(_ column: Int) -> String? {
    let column = CInt(clamping: column)
    guard unsafe sqlite3_column_type(statement, column) != SQLITE_NULL,
      let start = unsafe sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A copy of the bytes in the column, or nil for NULL.
  package func bytes(_ column: Int) -> [UInt8]? {
    let column = CInt(clamping: column)
    guard unsafe sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    return unsafe Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

/// A query that SQLite could not execute.
package struct SQLiteError: Error, Equatable {
  private let code: CInt
  /// The error in our words, in lower case, with the remedy.
  package let words: String

  fileprivate init(_ code: CInt, _ detail: String? = nil) {
    // The extended codes have the general one in their low byte.
    self.code = code & 0xFF
    words =
      switch self.code {
      case SQLITE_NOTADB, SQLITE_CANTOPEN:
        "it is not a database, or it is encrypted; decrypt it, or export without a password"
      case SQLITE_INTERRUPT:
        "reading was stopped: its parts refer to each other in circles, or the run was interrupted; copy it again"
      case SQLITE_ERROR where detail.map(Self.isMissing) == true:
        "its tables are not those that its program makes; "
          + "copy the original database again, or update chatexport if the program is newer"
      case SQLITE_NOMEM: "there is not enough memory to read it; close other programs"
      case SQLITE_FULL:
        "there is no room for a temporary file; free disk space, or set TMPDIR to a folder with more"
      case SQLITE_TOOBIG: "one of its values is too long to be read; copy it again"
      default: "the database is damaged; copy it again while its program is not running"
      }
  }

  /// True if SQLite's message is about a missing table or column, for which it has no code.
  private static func isMissing(_ message: String) -> Bool { message.hasPrefix("no such ") }

  /// True if a part of the file is damaged or missing, although others may be readable.
  var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_IOERR || code == SQLITE_TOOBIG }
}
