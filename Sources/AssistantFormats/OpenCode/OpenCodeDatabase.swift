import ChatModel
import ImportKit
import Storage

/// The database of OpenCode since early 2026. Records are as in files, without their ids, in the column `data`.
struct OpenCodeDatabase {
  private let input: ImportInput
  private let database: SQLiteDatabase
  private let paths: JSONPaths

  /// A message and its parts, by the numbers of their rows.
  private struct MessageRows {
    var row: Int64
    /// The index of its last part, each of which has the index of the one before it.
    var lastPart: Int32 = -1
  }

  init(_ input: ImportInput, _ log: inout DiagnosticLog) throws(ImportError) {
    (self.input, database) = (input, try SQLiteDatabase(input, log: &log))
    paths = JSONPaths(input.account, file: input.path)
  }

  func read(to reader: inout OpenCodeSessions, _ log: inout DiagnosticLog) throws(ImportError) {
    var failure: ImportError?
    do throws(SQLiteError) {
      failure = try readSessions(to: &reader, &log)
    } catch {
      failure = .unreadable(path: input.path, reason: error.words)
    }
    if let failure { throw failure }
  }

  /// Reads all sessions. Returns the error that ended it, if any.
  private func readSessions(
    to reader: inout OpenCodeSessions, _ log: inout DiagnosticLog
  ) throws(SQLiteError) -> ImportError? {
    let entries = try sessions()
    var messages: [String: [MessageRows]] = [:]
    // By the hash of a message's id: its session and its index there.
    var positions: [UInt64: (session: String, index: Int)] = [:]
    let ids = try database.statement("SELECT rowid, id, session_id FROM message ORDER BY id")
    while try ids.step() {
      guard let id = ids.text(1), let session = ids.text(2) else { continue }
      positions[HashSeed.ofProcess.hash(id.utf8Span.span)] = (session, messages[session]?.count ?? 0)
      messages[session, default: []].append(MessageRows(row: ids.integer(0)))
    }
    var parts: [(row: Int64, before: Int32)] = []
    let partIDs = try database.statement("SELECT rowid, message_id FROM part ORDER BY id")
    var lost = 0
    while try partIDs.step() {
      lost += 1
      guard let id = partIDs.text(1), let position = positions[HashSeed.ofProcess.hash(id.utf8Span.span)],
        let last = messages[position.session]?[position.index].lastPart
      else { continue }
      lost -= 1
      messages[position.session]?[position.index].lastPart = Int32(clamping: parts.count)
      parts.append((partIDs.integer(0), last))
    }
    if lost > 0 {
      log.append(
        Diagnostic(
          .loss, "missing-messages",
          "\(lost) parts belong to messages that are not in the database; they are left out",
          at: Origin(file: input.path)))
    }
    let message = try database.statement("SELECT id, time_created, data FROM message WHERE rowid = ?1")
    let part = try database.statement("SELECT data FROM part WHERE rowid = ?1")
    let known = Set(entries.map(\.id))
    let others = messages.keys.filter { !known.contains($0) }.sorted().map {
      OpenCodeSessionOrder.Entry(id: $0, parent: nil, info: .object([]), path: $0)
    }
    for entry in OpenCodeSessionOrder.sorted(entries + others) {
      let origin = Origin(file: input.path, path: "session \(entry.id)")
      reader.begin(entry.info, id: entry.id)
      for rows in messages[entry.id] ?? [] {
        message.reset()
        message.bind(rows.row, at: 1)
        guard try message.step() else { continue }
        var (values, next): ([JSONValue], Int32) = ([], rows.lastPart)
        while next >= 0 {
          part.reset()
          part.bind(parts[Int(next)].row, at: 1)
          if try part.step() { values.append(value(part, 0, "part.data(json)", at: origin, &log)) }
          next = parts[Int(next)].before
        }
        let id = message.text(0) ?? ""
        // Of two members of one name the later counts: the record's own.
        let time = JSONValue.object([.init(name: "created", value: .string(message.text(1) ?? ""))])
        let data = value(message, 2, "message.data(json)", at: origin, &log)
        if data.isText { values.append(data) }
        let record = with(data, ["id": .string(id), "time": time])
        do throws(ImportError) {
          try reader.add(
            record, id: id, values.reversed(), at: Origin(file: input.path, path: "message \(id)"), &log)
        } catch {
          return error
        }
      }
      reader.end(at: origin, &log)
    }
    return nil
  }

  private func sessions() throws(SQLiteError) -> [OpenCodeSessionOrder.Entry] {
    var entries: [OpenCodeSessionOrder.Entry] = []
    let columns = try database.columns(of: "session")
    let parent = columns.contains("parent_id") ? "parent_id" : "NULL"
    let title = columns.contains("title") ? "title" : "NULL"
    let rows = try database.statement("SELECT id, \(parent), \(title) FROM session ORDER BY id")
    while try rows.step() {
      guard let id = rows.text(0) else { continue }
      var members: [JSONValue.Member] = [.init(name: "title", value: .string(rows.text(2) ?? ""))]
      if let parent = rows.text(1) { members.append(.init(name: "parentID", value: .string(parent))) }
      entries.append(
        OpenCodeSessionOrder.Entry(id: id, parent: rows.text(1), info: .object(members), path: id))
    }
    return entries
  }

  /// Returns a record with more members, unless it has them itself.
  private func with(_ value: JSONValue, _ more: KeyValuePairs<String, JSONValue>) -> JSONValue {
    .object(more.map { JSONValue.Member(name: $0.key, value: $0.value) } + value.members)
  }

  /// Returns the record in a column, whose values have `path` in the account; the text of a damaged one, which is a part of its own.
  private func value(
    _ row: borrowing SQLiteStatement, _ column: Int, _ path: String, at origin: Origin,
    _ log: inout DiagnosticLog
  ) -> JSONValue {
    let bytes = row.bytes(column) ?? []
    var reader = JSONReader(InputBytes(bytes), isLenient: true)
    reader.isDerived = true
    if let value = try? reader.readValue(paths: paths, at: paths.member(path)) { return value }
    log.append(
      Diagnostic(.loss, "malformed-element", "a record is not JSON; it is shown as text", at: origin))
    return .string(String(decoding: bytes.prefix(1000), as: UTF8.self))
  }
}
