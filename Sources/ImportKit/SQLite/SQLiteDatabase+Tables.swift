extension SQLiteDatabase {
  /// Returns the lower-case names of a table's columns; none if there is no such table. Views and virtual tables do not count, because
  /// their content is computed, by code of the file's author.
  package func columns(of table: String) throws(SQLiteError) -> Set<String> {
    let definition = try statement(
      "SELECT sql LIKE 'create table%' FROM sqlite_master WHERE type = 'table' AND lower(name) = '\(table)'")
    guard try definition.step(), definition.integer(0) == 1 else { return [] }
    let rows = try statement("PRAGMA table_info('\(table)')")
    var columns: Set<String> = []
    while try rows.step() {
      if let name = rows.text(1) { columns.insert(name.lowercased()) }
    }
    return columns
  }
}

extension SQLiteDatabase {
  /// The names of the tables, without views and virtual tables, in the order in which they were made.
  ///
  /// - Throws: ``SQLiteError`` if the schema is damaged.
  package func tableNames() throws(SQLiteError) -> [String] {
    let rows = try statement(
      "SELECT name FROM main.sqlite_master WHERE type = 'table' AND sql LIKE 'create table%' ORDER BY rowid")
    var names: [String] = []
    while try rows.step() {
      if let name = rows.text(0), !name.hasPrefix("sqlite_") { names.append(name) }
    }
    return names
  }

  /// The names of the columns of a table, a view or a query in brackets, as it is written after `FROM`. The account does not count
  /// the columns as read.
  ///
  /// - Throws: ``SQLiteError`` if there is no such table, or the query is none.
  package func columnNames(of source: String) throws(SQLiteError) -> [String] {
    notesReads = false
    defer { notesReads = true }
    return try statement("SELECT * FROM \(source) LIMIT 0").columnNames
  }
}

extension SQLiteDatabase {
  /// Copies the readable rows of a table to a temporary table, which replaces it in queries that are prepared afterwards.
  /// Returns the number of row IDs among which rows were lost.
  func salvage(_ table: String) throws(SQLiteError) -> Int {
    notesReads = false
    defer { notesReads = true }
    _ = try statement("CREATE TEMP TABLE \"\(table)\" AS SELECT * FROM main.\"\(table)\" WHERE 0").step()
    let insert = try statement(
      "INSERT INTO temp.\"\(table)\" SELECT * FROM main.\"\(table)\" WHERE ROWID = ?1")
    var scan = try SQLiteScan(
      self, "SELECT ROWID, * FROM main.\"\(table)\" WHERE ROWID >= ?1 ORDER BY ROWID")
    while try scan.next() {
      insert.reset()
      insert.bind(scan.row.integer(0), at: 1)
      _ = try insert.step()
    }
    return scan.lostCount + (scan.isEndLost ? 1 : 0)
  }
}

/// Reads a table by rising row ID, skipping damage.
///
/// A damaged page of the file costs only its rows: the next readable row is searched for in steps that double, and then by halves. Rows
/// between two damaged parts are missed if such a step skips them.
package struct SQLiteScan: ~Copyable {
  /// The row that the scan is at.
  package let row: SQLiteStatement
  /// The number of row IDs among which rows were lost.
  package private(set) var lostCount = 0
  /// True if nothing after the last row could be read, however many rows there were.
  package private(set) var isEndLost = false
  private var nextID: Int64?
  private var isAtEnd = false
  private var damageCount = 0
  private let database: SQLiteDatabase

  /// `query` has the row ID as its first column, and ends in `WHERE ROWID >= ?1 ORDER BY ROWID`.
  package init(_ database: SQLiteDatabase, _ query: String) throws(SQLiteError) {
    self.database = database
    row = try database.statement(query)
    row.bind(.min, at: 1)
  }

  /// The most rows out of order that are skipped, and the most damaged spots, because pages that refer to each other in a circle have no end.
  private static let limit = 10_000

  /// Moves to the next row that can be read. Returns false after the last one.
  ///
  /// - Throws: ``SQLiteError`` other than damage.
  package mutating func next() throws(SQLiteError) -> Bool {
    // After the greatest possible ID, there are no others.
    guard !isAtEnd else { return false }
    var hasRow = false
    do throws(SQLiteError) {
      hasRow = try row.step()
      // IDs that do not rise come from a misplaced page.
      var count = 0
      while hasRow, let nextID, row.integer(0) < nextID, count < Self.limit {
        hasRow = try row.step()
        count += 1
      }
      if count == Self.limit { hasRow = skipDamage() }
    } catch {
      guard error.isDamage else { throw error }
      hasRow = skipDamage()
    }
    guard hasRow else { return false }
    let (next, isLast) = row.integer(0).addingReportingOverflow(1)
    isAtEnd = isLast
    nextID = next
    return true
  }

  private enum Probe {
    case row(Int64)
    case end, damage
  }

  /// Restarts at `id`.
  private func probe(_ id: Int64) -> Probe {
    row.reset()
    row.bind(id, at: 1)
    do throws(SQLiteError) {
      guard try row.step() else { return .end }
      return row.integer(0) < id ? .damage : .row(row.integer(0))
    } catch {
      return .damage
    }
  }

  /// Moves to the first row found after the damage at the next ID.
  private mutating func skipDamage() -> Bool {
    database.damageCount += 1
    damageCount += 1
    guard damageCount < Self.limit else {
      isEndLost = true
      return false
    }
    // Row IDs are positive, unless a program chose others.
    let start = nextID ?? 0
    var (damaged, step) = (start, Int64(1))
    var found: (bound: Int64, id: Int64?)?
    while found == nil {
      let (bound, isBeyond) = start.addingReportingOverflow(step)
      guard !isBeyond else { break }
      switch probe(bound) {
      case .row(let id): found = (bound, id)
      case .end: found = (bound, nil)
      case .damage: damaged = bound
      }
      step = step.multipliedReportingOverflow(by: 2).partialValue
      if step <= 0 { break }
    }
    guard var found else {
      isEndLost = true
      return false
    }
    while found.bound &- damaged > 1 {
      let middle = damaged &+ (found.bound &- damaged) / 2
      switch probe(middle) {
      case .row(let id): found = (middle, id)
      case .end: found = (middle, nil)
      case .damage: damaged = middle
      }
    }
    guard let id = found.id, case .row = probe(id) else {
      isEndLost = true
      return false
    }
    lostCount += Int(clamping: max(1, id &- start))
    return true
  }
}
