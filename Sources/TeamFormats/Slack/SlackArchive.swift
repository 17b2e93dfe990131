import ChatModel
import ImportKit

/// The database that slackdump 3 and newer write for an archive, `slackdump.sqlite`: the answers of Slack's servers as JSON in its rows.
///
/// Facts: rusq/slackdump, `internal/chunk/backend/dbase/repository/migrations`. Files are in `__uploads/ID/NAME` next to it.
struct SlackArchive {
  private let input: ImportInput
  private let database: SQLiteDatabase
  private let channels: SlackChannels
  /// The paths of the JSON in rows; they have the shapes of the elements in an export's files.
  private let paths: JSONPaths
  /// The paths in rows that are read a second time, which are not counted.
  private let uncounted = JSONPaths()

  static func recognises(_ bytes: InputBytes) -> Bool {
    guard let tables = SQLiteTables(bytes) else { return false }
    return tables.has("message", "channel", "s_user", "chunk", "session")
  }

  /// The database in an archive's folder, or nil.
  static func file(in input: ImportInput) -> ImportInput? {
    guard input.files.contains("slackdump.sqlite") else { return nil }
    return try? input.file(named: "slackdump.sqlite")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    let archive = SlackArchive(
      input: input, database: try SQLiteDatabase(input, log: &log),
      channels: SlackChannels(input, conversion), paths: JSONPaths(input.account, file: input.path))
    do throws(SQLiteError) {
      try archive.readPeople()
      try archive.readChannels()
      archive.channels.people.forEachMessage = { archive.forEachProfile($0) }
      // Breaks a reference cycle: the function has the archive, which has the people.
      defer { archive.channels.people.forEachMessage = nil }
      try archive.read(&log)
    } catch {
      throw .unreadable(path: input.path, reason: error.words)
    }
  }

  // MARK: People and channels

  private func readPeople() throws(SQLiteError) {
    if try database.columns(of: "workspace").contains("user_id") {
      let owner = try database.statement("SELECT USER_ID FROM WORKSPACE ORDER BY CHUNK_ID DESC LIMIT 1")
      if try owner.step() { channels.people.owner = owner.text(0) }
    }
    let users = try database.statement("SELECT DATA FROM S_USER ORDER BY CHUNK_ID, IDX")
    while try users.step() { if let user = self.value(users, 0, paths) { channels.people.add(user: user) } }
  }

  private func readChannels() throws(SQLiteError) {
    let rows = try database.statement("SELECT DATA FROM CHANNEL ORDER BY CHUNK_ID, IDX")
    while try rows.step() { if let channel = self.value(rows, 0, paths) { channels.add(channel: channel) } }
    guard try database.columns(of: "channel_user").contains("user_id") else { return }
    let members = try database.statement(
      "SELECT CHANNEL_ID, USER_ID FROM CHANNEL_USER ORDER BY CHUNK_ID, IDX")
    while try members.step() {
      if let channel = members.text(0), let user = members.text(1) {
        channels.add(members: [user], of: channel)
      }
    }
  }

  /// Calls `body` with each message that has its sender's profile, and reports nothing.
  private func forEachProfile(_ body: (JSONValue) -> Void) {
    do throws(SQLiteError) {
      var scan = try SQLiteScan(
        database,
        "SELECT ROWID, DATA FROM MESSAGE WHERE INSTR(DATA, '\"user_profile\"') > 0 AND ROWID >= ?1 ORDER BY ROWID"
      )
      while try scan.next() { if let value = self.value(scan.row, 1, uncounted) { body(value) } }
    } catch {
      // Reported by the reading that shows the messages.
    }
  }

  private func value(_ row: borrowing SQLiteStatement, _ column: Int, _ paths: JSONPaths) -> JSONValue? {
    guard let bytes = row.bytes(column) else { return nil }
    var reader = JSONReader(InputBytes(bytes), isLenient: true)
    reader.isDerived = true
    return try? reader.readValue(paths: paths, at: paths.element(of: JSONPaths.root))
  }

  // MARK: Messages

  private func read(_ log: inout DiagnosticLog) throws(SQLiteError) {
    // Messages are stored again with every run, and the first of a thread with its answers.
    var scan = try SQLiteScan(
      database,
      """
      SELECT ROWID, CHANNEL_ID, TS, DATA FROM MESSAGE AS M WHERE NOT EXISTS
        (SELECT 1 FROM MESSAGE AS N WHERE N.ID = M.ID AND N.CHUNK_ID > M.CHUNK_ID AND N.CHANNEL_ID = M.CHANNEL_ID)
        AND ROWID >= ?1 ORDER BY ROWID
      """)
    var failure: ImportError?
    while failure == nil, try scan.next() {
      let channel = scan.row.text(1) ?? "?"
      let reader = channels.reader(of: channel)
      let origin = Origin(file: input.path, path: "MESSAGE \(channel) \(scan.row.text(2) ?? "")")
      do throws(ImportError) {
        if let value = self.value(scan.row, 3, paths) {
          try reader.read(value, origin, &log)
        } else {
          log.append(
            Diagnostic(
              .loss, "malformed-element", "the message is not JSON; it is shown as a card", at: origin))
          try reader.addBroken(scan.row.bytes(3).map { String(decoding: $0, as: UTF8.self) } ?? "")
        }
      } catch {
        failure = error
      }
    }
    report(scan.lostCount, scan.isEndLost, failure, &log)
  }

  private func report(_ lost: Int, _ isEndLost: Bool, _ failure: ImportError?, _ log: inout DiagnosticLog) {
    let origin = Origin(file: input.path)
    if let failure {
      log.append(
        Diagnostic(.loss, "unreadable-messages", "\(failure.message); other messages are missing", at: origin)
      )
    }
    if lost > 0 || isEndLost {
      log.append(
        Diagnostic(
          .loss, "damaged-rows",
          "the database is damaged: \(isEndLost ? "its newest messages" : "up to \(lost) messages") cannot be read; copy it again",
          at: origin))
    }
  }
}
