/// The rows of a table that belong to messages, read alongside a scan of the messages: both are in the order of the messages' IDs.
package struct RowJoin: ~Copyable {
  /// The query, with the tables that it reads. Its first column is the message's ID, by which it is ordered; `?1` is the first ID.
  package struct Source {
    package var query: String
    package var tables: [String]

    package init(query: String, tables: [String]) {
      (self.query, self.tables) = (query, tables)
    }
  }
  private let database: SQLiteDatabase
  private let source: Source?
  private var rows: SQLiteStatement?
  /// The message that the next row belongs to; nil at the end.
  private var message: Int64?
  private var isStarted = false
  /// The number of row IDs among which rows were lost, or nil for tables without damage.
  package private(set) var lostCount: Int?

  /// `source` is nil if there is no such table.
  package init(_ database: SQLiteDatabase, _ source: Source?) throws(SQLiteError) {
    (self.database, self.source) = (database, source)
    if let source { rows = try database.statement(source.query) } else { rows = nil }
  }

  /// Calls `body` for each row of a message. Messages must be requested in their order.
  package mutating func forEach(of id: Int64, _ body: (borrowing SQLiteStatement) -> Void) {
    if !isStarted { start(at: id) }
    while let message, message < id { move(id) }
    while message == id {
      switch rows {
      case .some(let rows): body(rows)
      case nil: return
      }
      move(id)
    }
  }

  private mutating func start(at id: Int64) {
    isStarted = true
    rows?.reset()
    rows?.bind(id, at: 1)
    move(id)
  }

  /// Moves to the next row. At the first damage, copies the readable rows, and searches for the message `id` there.
  private mutating func move(_ id: Int64) {
    do throws(SQLiteError) {
      message = try rows?.step() == true ? rows?.integer(0) : nil
    } catch {
      message = nil
      guard lostCount == nil, let source else { return }
      lostCount = 0
      do throws(SQLiteError) {
        rows = nil
        for table in source.tables { lostCount = try (lostCount ?? 0) + database.salvage(table) }
        rows = try database.statement(source.query)
        start(at: id)
      } catch {
        rows = nil
      }
    }
  }
}
