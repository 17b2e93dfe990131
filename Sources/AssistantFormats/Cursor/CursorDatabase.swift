import ChatModel
import ImportKit
import Storage

/// The database of Cursor's windows: keys with values in JSON. A conversation has the order of its messages, which are values of their own.
struct CursorDatabase {
  private let input: ImportInput
  private let conversion: Conversion
  private let database: SQLiteDatabase
  private let paths: JSONPaths

  init(_ input: ImportInput, _ conversion: Conversion, _ log: inout DiagnosticLog) throws(ImportError) {
    (self.input, self.conversion) = (input, conversion)
    database = try SQLiteDatabase(input, log: &log)
    paths = JSONPaths(input.account, file: input.path)
  }

  func convert(_ log: inout DiagnosticLog) throws(ImportError) {
    var failure: ImportError?
    do throws(SQLiteError) {
      failure = try convertComposers(&log)
      if failure == nil { failure = try convertOldTabs(&log) }
    } catch {
      failure = .unreadable(path: input.path, reason: error.words)
    }
    if let failure { throw failure }
  }

  /// A conversation, by the row of its value.
  private struct Composer {
    var id: String
    var row: Int64
    var parent: String?
  }

  private func convertComposers(_ log: inout DiagnosticLog) throws(SQLiteError) -> ImportError? {
    var rows: [UInt64: Int64] = [:]
    let keys = try database.statement(
      "SELECT rowid, key FROM cursorDiskKV WHERE key >= 'bubbleId:' AND key < 'bubbleId;'")
    while try keys.step() {
      if let key = keys.text(1) { rows[HashSeed.ofProcess.hash(key.utf8Span.span)] = keys.integer(0) }
    }
    let value = try database.statement("SELECT value FROM cursorDiskKV WHERE rowid = ?1")
    func read(_ row: Int64) throws(SQLiteError) -> JSONValue? {
      value.reset()
      value.bind(row, at: 1)
      return try value.step() ? json(value.bytes(0)) : nil
    }
    var composers: [Composer] = []
    let found = try database.statement(
      "SELECT rowid, key, value FROM cursorDiskKV WHERE key >= 'composerData:' AND key < 'composerData;' ORDER BY key"
    )
    while try found.step() {
      guard let key = found.text(1) else { continue }
      let id = String(key.dropFirst("composerData:".count))
      let facts = uncounted(found.bytes(2))
      if facts == nil { noteDamage("composerData:\(id)", &log) }
      composers.append(
        Composer(id: id, row: found.integer(0), parent: facts?["subagentInfo"]?["parentComposerId"]?.text))
    }
    let known = Set(composers.map(\.id))
    // The conversations that others called come last. Their callers are in the database in most cases.
    let isCalled = { (composer: Composer) in composer.parent.map(known.contains) ?? false }
    let reader = CursorComposers(conversion, path: input.path)
    for composer in composers.filter({ !isCalled($0) }) + composers.filter(isCalled) {
      guard let facts = try read(composer.row) else { continue }
      do throws(ImportError) {
        var failure: SQLiteError?
        try reader.read(facts, id: composer.id, &log) { bubble in
          let key = "bubbleId:\(composer.id):\(bubble)"
          guard let row = rows[HashSeed.ofProcess.hash(key.utf8Span.span)] else { return nil }
          do throws(SQLiteError) { return try read(row) } catch {
            failure = error
            return nil
          }
        }
        if let failure {
          throw .unreadable(path: input.path, reason: failure.words)
        }
      } catch {
        return error
      }
    }
    return nil
  }

  /// Converts the conversations of 2023 and early 2024, which are in one value.
  private func convertOldTabs(_ log: inout DiagnosticLog) throws(SQLiteError) -> ImportError? {
    guard try database.columns(of: "itemtable").isSuperset(of: ["key", "value"]) else { return nil }
    let rows = try database.statement(
      "SELECT value FROM ItemTable WHERE key = 'workbench.panel.aichat.view.aichat.chatdata'")
    while try rows.step() {
      guard let value = json(rows.bytes(0), of: "ItemTable") else {
        noteDamage("workbench.panel.aichat.view.aichat.chatdata", &log)
        continue
      }
      let reader = CursorComposers(conversion, path: input.path)
      do throws(ImportError) {
        for (index, tab) in (value["tabs"]?.elements ?? []).enumerated() {
          try reader.read(tab, id: tab["tabId"]?.text ?? "tab-\(index + 1)", &log) { _ in nil }
        }
      } catch {
        return error
      }
    }
    return nil
  }

  private func noteDamage(_ key: String, _ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .loss, "malformed-element", "a value is not JSON; it is left out",
        at: Origin(file: input.path, path: key)))
  }

  private func uncounted(_ bytes: [UInt8]?) -> JSONValue? {
    guard let bytes else { return nil }
    var reader = JSONReader(InputBytes(bytes), isLenient: true)
    return try? reader.readValue()
  }

  private func json(_ bytes: [UInt8]?, of table: String = "cursorDiskKV") -> JSONValue? {
    guard let bytes else { return nil }
    var reader = JSONReader(InputBytes(bytes), isLenient: true)
    reader.isDerived = true
    return try? reader.readValue(paths: paths, at: paths.member("\(table).value(json)"))
  }
}
