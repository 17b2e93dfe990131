/// The rows of a table that says what belongs to which message, beside a scan of the messages: both are in the order of the messages' IDs.
///
/// Damage costs the rest of the message's rows, and after a few times everything behind it.
struct MessageJoin: ~Copyable {
  private let rows: SQLiteStatement?
  /// The message that the next row belongs to; nil at the end.
  private var message: Int64?
  private var restart: Int64? = .min
  private(set) var damageCount = 0

  /// The most damaged places that are read past.
  private static let damageLimit = 20

  /// `query` has the message's ID as its first column, and is ordered by it; `?1` is the ID to begin with. Nil: there is no such table.
  init(_ database: SQLiteDatabase, _ query: String?) throws(SQLiteError) {
    if let query { rows = try database.statement(query) } else { rows = nil }
  }

  /// Calls `body` for each row of a message. Messages are asked for in their order.
  mutating func forEach(of id: Int64, _ body: (borrowing SQLiteStatement) -> Void) {
    if let restart, restart <= id {
      self.restart = nil
      rows?.reset()
      rows?.bind(id, at: 1)
      move()
    }
    while let message, message < id { move() }
    while message == id, rows != nil {
      if rows != nil { withRow(body) }
      move()
    }
  }

  private func withRow(_ body: (borrowing SQLiteStatement) -> Void) {
    switch rows {
    case .some(let rows): body(rows)
    case nil: break
    }
  }

  private mutating func move() {
    do throws(SQLiteError) {
      message = try rows?.step() == true ? rows?.integer(0) : nil
    } catch {
      damageCount += 1
      let last = message ?? 0
      message = nil
      restart = damageCount < Self.damageLimit ? last.addingReportingOverflow(1).partialValue : nil
    }
  }
}
