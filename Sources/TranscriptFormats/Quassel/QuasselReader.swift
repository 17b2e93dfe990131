import ChatModel
import ImportKit

/// Reads the rows of the backlog.
struct QuasselReader {
  private let database: SQLiteDatabase
  private let conversion: Conversion
  /// `nick!user@host` by id.
  private var senders: [Int64: String] = [:]
  private var buffers: [Int64: Buffer] = [:]

  /// A channel, a talk with one person, or the messages of a server.
  private struct Buffer {
    var key: String
    var title: String
  }

  /// The kinds of rows, as bits of their type.
  private enum RowKind {
    static let (plain, notice, action, nick, mode, join, part, quit, kick) = (
      Int64(0x1), Int64(0x2), Int64(0x4), Int64(0x8), Int64(0x10), Int64(0x20), Int64(0x40), Int64(0x80),
      Int64(0x100)
    )
    static let (dayChange, topic, netsplitJoin, netsplitQuit) = (
      Int64(0x2000), Int64(0x4000), Int64(0x8000), Int64(0x10000)
    )
  }

  init(_ database: SQLiteDatabase, _ conversion: Conversion) throws(SQLiteError) {
    (self.database, self.conversion) = (database, conversion)
    let people = try database.statement("SELECT senderid, sender FROM sender")
    while try people.step() { senders[people.integer(0)] = people.text(1) ?? "" }
    var networks: [Int64: String] = [:]
    let names = try database.statement("SELECT networkid, networkname FROM network")
    while try names.step() { networks[names.integer(0)] = names.text(1) ?? "" }
    let rows = try database.statement(
      "SELECT bufferid, userid, networkid, buffername, buffertype FROM buffer")
    while try rows.step() {
      let network = networks[rows.integer(2)] ?? ""
      let name = rows.text(3) ?? ""
      let isServer = rows.integer(4) == 1
      let title = isServer || name.isEmpty ? (network.isEmpty ? "IRC" : network) : name
      buffers[rows.integer(0)] = Buffer(
        key: "\(rows.integer(1))/\(network)/\(isServer ? "" : name.lowercased())", title: title)
    }
  }

  /// Reads the backlog. Returns the error that ended it, if any.
  func read(at origin: Origin, _ log: inout DiagnosticLog) throws(SQLiteError) -> ImportError? {
    var scan = try SQLiteScan(
      database,
      """
      SELECT ROWID, time, bufferid, type, flags, senderid, message FROM backlog
        WHERE ROWID >= ?1 ORDER BY ROWID
      """)
    var dayChanges = 0
    while try scan.next() {
      guard scan.row.integer(3) != RowKind.dayChange else {
        dayChanges += 1
        continue
      }
      do throws(ImportError) { try add(scan.row) } catch { return error }
    }
    if scan.lostCount > 0 || scan.isEndLost {
      log.append(
        Diagnostic(
          .loss, "damaged-rows", "the database is damaged: some messages cannot be read and are left out",
          at: origin))
    }
    return nil
  }

  private func add(_ row: borrowing SQLiteStatement) throws(ImportError) {
    let buffer =
      buffers[row.integer(2)] ?? Buffer(key: "buffer \(row.integer(2))", title: "#\(row.integer(2))")
    let builder = conversion.conversation(buffer.key, title: buffer.title)
    var draft = MessageDraft()
    draft.id = String(row.integer(0))
    // Milliseconds since version 31 of the schema, seconds before.
    draft.instant = Timestamp(epoch: Double(row.integer(1))).map { conversion.instant(of: $0) }
    let nick = Self.nick(senders[row.integer(5)] ?? "")
    let sender = nick.isEmpty ? nil : builder.participant(nick, isMe: row.integer(4) & 1 != 0)
    draft.sender = sender
    let text = row.text(6) ?? ""
    let words = StoredIRCText.plain(text)
    var event: (kind: String, text: String?)?
    var targets: [ParticipantIndex] = []
    switch row.integer(3) {
    case RowKind.plain, RowKind.notice: draft.text = StoredIRCText.text(text)
    case RowKind.action: draft.text = StoredIRCText.text(text, isAction: true)
    case RowKind.nick: event = ("nick", words)
    // The first word is the channel.
    case RowKind.mode: event = ("mode", Self.withoutChannel(words))
    case RowKind.join: event = ("join", nil)
    case RowKind.part: event = ("part", words)
    case RowKind.quit: event = ("quit", words)
    case RowKind.kick:
      let parts = words.split(separator: " ", maxSplits: 1)
      targets = parts.prefix(1).map { builder.participant(String($0)) }
      event = ("kick", parts.count > 1 ? String(parts[1]) : nil)
    case RowKind.topic: event = ("topic", Self.topic(in: words))
    case RowKind.netsplitJoin: event = ("netsplitEnded", Self.people(inSplit: words))
    case RowKind.netsplitQuit: event = ("netsplit", Self.people(inSplit: words))
    default: event = ("info", words)
    }
    if let event {
      let words = event.text.flatMap { $0.isEmpty ? nil : $0 }
      draft.event = SystemEvent(event: event.kind, actor: sender, targets: targets, text: words)
    }
    try builder.add(draft)
  }

  /// Returns the nick of `nick!user@host`; a server has only a name.
  private static func nick(_ sender: String) -> String {
    sender.firstIndex(of: "!").map { String(sender[..<$0]) } ?? sender
  }

  private static func withoutChannel(_ text: String) -> String {
    guard let first = text.first, first == "#" || first == "&", let space = text.firstIndex(of: " ") else {
      return text
    }
    return String(text[text.index(after: space)...])
  }

  /// Returns the topic in Quassel's sentence about its change, or the sentence.
  private static func topic(in sentence: String) -> String {
    guard let start = sentence.range(of: " to: \""), sentence.hasSuffix("\""),
      start.upperBound < sentence.endIndex
    else { return sentence }
    return String(sentence[start.upperBound...].dropLast())
  }

  /// Returns the nicks in the list of a netsplit, whose last part names the servers.
  private static func people(inSplit text: String) -> String {
    let parts = text.split(separator: "#:#").map(String.init)
    let nicks = parts.dropLast().map(nick)
    return ([nicks.joined(separator: ", ")] + parts.suffix(1).map { "(\($0))" }).filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
