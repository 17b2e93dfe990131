// Boundary to SQLite (`CSQLite`), and the only file that imports it. Statements own what they got from SQLite, and values are
// copied out of a row before the next one is read.

import CSQLite

/// A database of an export, opened on a private copy: the export itself is never written to, nor locked.
///
/// The copy has the changes that the database's program had not merged yet (`-wal`), and lies in a folder of its own that is removed as soon
/// as SQLite has opened what is in it.
@safe final class SQLiteDatabase {
  private let connection: OpaquePointer
  /// The pieces of work that are left, see ``limitWork(_:)``.
  private let work = UnsafeMutablePointer<Int>.allocate(capacity: 1)
  /// The number of damaged spots that scans have met.
  var damageCount = 0

  /// Copies and opens the database in `input`.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if there is no room for the copy, or it is not a database.
  init(copyOf input: ImportInput) throws(ImportError) {
    guard let bytes = input.bytes else {
      throw .unreadable(path: input.path, reason: "it is a folder where a database is expected")
    }
    let folder = try PrivateFolder()
    try folder.write(bytes, to: Self.name, size: SQLiteTables.size(bytes))
    for suffix in ["-wal", "-journal"] {
      // There are none, most often; changes that cannot be read are as if the program had not made them.
      guard let changes = try? input.folder.bytes(of: input.name + suffix), changes.count > 0 else {
        continue
      }
      try folder.write(changes, to: Self.name + suffix)
    }
    var opened: OpaquePointer?
    let code = unsafe sqlite3_open_v2(
      "\(folder.path)/\(Self.name)", &opened, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nil)
    guard code == SQLITE_OK, let opened = unsafe opened else {
      unsafe sqlite3_close_v2(opened)
      unsafe work.deallocate()
      throw .unreadable(path: input.path, reason: SQLiteError(code).words)
    }
    unsafe connection = opened
    unsafe sqlite3_limit(opened, SQLITE_LIMIT_LENGTH, Self.valueLimit)
    limitWork(bytes.count)
    do throws(SQLiteError) {
      // No shared memory, no functions that a hostile schema may call; the transaction stays open, so that nothing is opened later.
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

  /// The most bytes that a value may have.
  private static let valueLimit: CInt = 256 << 20
  private static let name = "database"

  deinit {
    unsafe sqlite3_close_v2(connection)
    unsafe work.deallocate()
  }

  /// Ends queries when the run is interrupted, and those that take more steps of SQLite's machine than a file of `size` bytes has a use for:
  /// in a damaged or hostile one, pages may refer to each other in circles. A message of a few hundred bytes takes a hundred steps.
  private func limitWork(_ size: Int) {
    unsafe work.initialize(to: size / Self.workPiece * 10 + 1000)
    unsafe sqlite3_progress_handler(
      connection, CInt(Self.workPiece),
      { work in
        guard let work = unsafe work?.assumingMemoryBound(to: Int.self) else { return 1 }
        unsafe work.pointee -= 1
        return unsafe work.pointee < 0 || Task.isCancelled ? 1 : 0
      }, work)
  }

  /// The number of steps that are counted as one.
  private static let workPiece = 10_000

  /// Prepares a query.
  ///
  /// - Throws: ``SQLiteError`` if a table or column is missing, or the schema is damaged.
  func statement(_ query: String) throws(SQLiteError) -> SQLiteStatement {
    var prepared: OpaquePointer?
    let code = unsafe sqlite3_prepare_v2(connection, query, -1, &prepared, nil)
    guard code == SQLITE_OK, let prepared = unsafe prepared else {
      throw SQLiteError(code, unsafe String(cString: sqlite3_errmsg(connection)))
    }
    return unsafe SQLiteStatement(prepared)
  }
}

/// A query and the row that it is at.
@safe struct SQLiteStatement: ~Copyable {
  private let statement: OpaquePointer

  @unsafe fileprivate init(_ statement: OpaquePointer) { unsafe self.statement = statement }

  deinit { unsafe sqlite3_finalize(statement) }

  /// Moves to the next row. Returns false behind the last one.
  ///
  /// - Throws: ``SQLiteError``, also for a row in a damaged part of the file.
  func step() throws(SQLiteError) -> Bool {
    let code = unsafe sqlite3_step(statement)
    guard code == SQLITE_ROW || code == SQLITE_DONE else { throw SQLiteError(code) }
    return code == SQLITE_ROW
  }

  /// Goes back to before the first row, for another run with other parameters.
  func reset() { unsafe _ = sqlite3_reset(statement) }

  /// Sets the parameter `?1`, `?2` … of the query.
  func bind(_ value: Int64, at parameter: Int) {
    unsafe _ = sqlite3_bind_int64(statement, CInt(clamping: parameter), value)
  }

  /// Indicates whether the column is NULL or empty.
  func isEmpty(_ column: Int) -> Bool {
    let column = CInt(clamping: column)
    return unsafe sqlite3_column_type(statement, column) == SQLITE_NULL
      || sqlite3_column_bytes(statement, column) == 0
  }

  /// The number in the column, 0 for NULL and for text without one.
  func integer(_ column: Int) -> Int64 { unsafe sqlite3_column_int64(statement, CInt(clamping: column)) }

  /// The text in the column, ill-formed parts replaced by U+FFFD, or nil for NULL.
  func text(_ column: Int) -> String? {
    let column = CInt(clamping: column)
    guard unsafe sqlite3_column_type(statement, column) != SQLITE_NULL,
      let start = unsafe sqlite3_column_text(statement, column)
    else { return nil }
    let count = Int(unsafe sqlite3_column_bytes(statement, column))
    return unsafe String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
  }

  /// A copy of the bytes in the column, or nil for NULL.
  func bytes(_ column: Int) -> [UInt8]? {
    let column = CInt(clamping: column)
    guard unsafe sqlite3_column_type(statement, column) != SQLITE_NULL else { return nil }
    guard let start = unsafe sqlite3_column_blob(statement, column) else { return [] }
    return unsafe Array(
      UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
  }
}

/// A query that SQLite could not carry out.
struct SQLiteError: Error, Equatable {
  private let code: CInt
  /// SQLite's words, or ours, in lower case with the remedy.
  let words: String

  fileprivate init(_ code: CInt, _ words: String? = nil) {
    // The extended codes have the general one in their low byte.
    self.code = code & 0xFF
    self.words =
      switch self.code {
      case SQLITE_NOTADB: "it is not a database, or it is encrypted; decrypt it, or export without a password"
      case SQLITE_INTERRUPT:
        "reading was stopped: its parts refer to each other in circles, or the run was interrupted; copy it again"
      case SQLITE_CORRUPT: "the database is damaged; copy it again while its program is not running"
      default: words ?? Self.words(of: code)
      }
  }

  private static func words(of code: CInt) -> String {
    guard let words = unsafe sqlite3_errstr(code) else { return "error \(code)" }
    return unsafe String(cString: words)
  }

  /// Indicates whether a part of the file is damaged or missing, while others may be readable.
  var isDamage: Bool { code == SQLITE_CORRUPT || code == SQLITE_IOERR || code == SQLITE_TOOBIG }
}
