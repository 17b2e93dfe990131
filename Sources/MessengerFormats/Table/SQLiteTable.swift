import ChatModel
import ImportKit

/// A table, view or query of a database.
struct SQLiteTable: Equatable {
  /// The name or the query.
  let name: String
  /// True if it is a query.
  let isQuery: Bool
  let names: [String]

  /// The part of a statement after `FROM`.
  private var source: String { isQuery ? "(\(name))" : "main.\(name.quotedForSQL)" }

  /// True if a text is a query and no name.
  private static func isQuery(_ text: String) -> Bool {
    let start = text.lowercased()
    return start.hasPrefix("select ") || start.hasPrefix("with ") || start.hasPrefix("select\n")
  }

  /// Returns the table that `wanted` names, or all tables of a database if it is nil; nil if it cannot be opened.
  static func all(of input: ImportInput, _ wanted: String?) -> [SQLiteTable]? {
    var log = DiagnosticLog()
    guard let database = try? SQLiteDatabase(input, isCounted: false, log: &log) else { return nil }
    if let wanted {
      let isQuery = isQuery(wanted)
      guard let names = try? database.columnNames(of: isQuery ? "(\(wanted))" : "main.\(wanted.quotedForSQL)")
      else {
        return []
      }
      return [SQLiteTable(name: wanted, isQuery: isQuery, names: names)]
    }
    // Views and virtual tables are computed, so the user has to name them.
    let names = (try? database.tableNames()) ?? []
    return names.prefix(200).compactMap { name in
      guard let columns = try? database.columnNames(of: "main.\(name.quotedForSQL)") else { return nil }
      return SQLiteTable(name: name, isQuery: false, names: columns)
    }
  }

  /// Returns the first rows.
  func sample(of input: ImportInput, limit: Int) -> [[String]] {
    var (rows, log) = ([[String]](), DiagnosticLog())
    guard let database = try? SQLiteDatabase(input, isCounted: false, log: &log),
      let statement = try? database.statement("SELECT * FROM \(source) LIMIT \(limit)")
    else { return [] }
    while (try? statement.step()) == true { rows.append(names.indices.map { statement.text($0) ?? "" }) }
    return rows
  }

  /// Calls `body` with each row's columns `indexes` and its place. A damaged part costs its rows.
  ///
  /// - Throws: ``ImportError`` if the table cannot be read.
  func forEachRow(
    of database: SQLiteDatabase, in path: String, _ indexes: [Int], log: inout DiagnosticLog,
    _ body: ([String], Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    let columns = indexes.map { names[$0].quotedForSQL }.joined(separator: ", ")
    var failure: ImportError?
    func read(_ row: borrowing SQLiteStatement, _ number: Int64, from first: Int, _ log: inout DiagnosticLog)
    {
      let fields = indexes.indices.map { row.text(first + $0) ?? "" }
      do throws(ImportError) {
        try body(fields, Origin(file: path, path: "\(isQuery ? "row" : name) \(number)"), &log)
      } catch { failure = error }
    }
    do throws(SQLiteError) {
      if !isQuery, try hasRowIDs(in: database) {
        var scan = try SQLiteScan(
          database, "SELECT _rowid_, \(columns) FROM \(source) WHERE _rowid_ >= ?1 ORDER BY _rowid_")
        while failure == nil, try scan.next() { read(scan.row, scan.row.integer(0), from: 1, &log) }
        if scan.lostCount > 0 || scan.isEndLost { log.append(Self.damage(in: path)) }
      } else {
        let rows = try database.statement("SELECT \(columns) FROM \(source)")
        var number: Int64 = 0
        while failure == nil, try rows.step() {
          number += 1
          read(rows, number, from: 0, &log)
        }
      }
    } catch {
      throw .unreadable(path: path, reason: error.words)
    }
    if let failure { throw failure }
  }

  /// True for a table whose rows can be found by their ids, so that damage costs only its own rows.
  private func hasRowIDs(in database: SQLiteDatabase) throws(SQLiteError) -> Bool {
    try database.tableNames().contains(name)
      && (try? database.columnNames(of: "(SELECT _rowid_ FROM \(source))")) != nil
  }

  private static func damage(in path: String) -> Diagnostic {
    Diagnostic(
      .loss, "damaged-rows", "the database is damaged: some messages cannot be read and are left out",
      at: Origin(file: path))
  }
}
