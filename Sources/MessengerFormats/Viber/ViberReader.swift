import ChatModel
import ImportKit

/// Reads the messages of a database, in the order of their rows.
struct ViberReader {
  private let database: SQLiteDatabase
  private let conversion: Conversion
  private let input: ImportInput
  private let paths: JSONPaths
  private var chats: [Int64: Chat] = [:]
  private var people: [Int64: Person] = [:]
  private var owner = ""
  private var builders: [Int64: ConversationBuilder] = [:]
  /// The rows that are no messages.
  private var otherEvents = 0

  /// A chat with the title of a group and the people in it.
  private struct Chat {
    var title = ""
    var members: [Int64] = []
  }

  /// A person with a number and a name.
  private struct Person {
    var key: String
    var name: String?
    var isOwner: Bool
  }

  init(_ database: SQLiteDatabase, _ conversion: Conversion, _ input: ImportInput) {
    (self.database, self.conversion, self.input) = (database, conversion, input)
    paths = JSONPaths(input.account, file: input.path)
  }

  // MARK: The program for computers

  /// Reads `viber.db`. Returns the error that ended it, if any.
  mutating func readDesktop(_ log: inout DiagnosticLog) throws(SQLiteError) -> ImportError? {
    // The names that an older or newer database lacks are empty.
    let contact = try database.columns(of: "contact")
    let names = ["name", "clientname", "number"].map { contact.contains($0) ? $0 : "NULL" }.joined(
      separator: ", ")
    let contacts = try database.statement("SELECT ContactID, \(names) FROM Contact")
    while try contacts.step() {
      let id = contacts.integer(0)
      let number = contacts.text(3) ?? ""
      let texts = [contacts.text(1), contacts.text(2)].compactMap(\.self)
      people[id] = Person(
        key: number.isEmpty ? "contact \(id)" : number, name: texts.first { !$0.isBlank }, isOwner: id == 1)
      if id == 1 { owner = number }
    }
    let infos = try database.statement("SELECT ChatID, Name FROM ChatInfo")
    while try infos.step() { chats[infos.integer(0)] = Chat(title: infos.text(1) ?? "") }
    if try !database.columns(of: "chatrelation").isEmpty {
      let relations = try database.statement("SELECT ChatID, ContactID FROM ChatRelation")
      while try relations.step() {
        chats[relations.integer(0), default: Chat()].members.append(relations.integer(1))
      }
    }
    let message = try database.columns(of: "messages")
    let columns = ["type", "body", "info", "payloadpath", "subject"].map {
      message.contains($0) ? "m.\($0)" : "NULL"
    }
    var scan = try SQLiteScan(
      database,
      """
      SELECT e.ROWID, e.TimeStamp, e.Direction, e.ContactID, e.ChatID, \(columns.joined(separator: ", "))
        FROM Events e LEFT JOIN Messages m ON m.EventID = e.EventID WHERE e.ROWID >= ?1 ORDER BY e.ROWID
      """)
    while try scan.next() {
      do throws(ImportError) { try addDesktop(scan.row, &log) } catch { return error }
    }
    finish(scan.lostCount > 0 || scan.isEndLost, &log)
    return nil
  }

  private mutating func addDesktop(_ row: borrowing SQLiteStatement, _ log: inout DiagnosticLog)
    throws(ImportError)
  {
    guard !row.isEmpty(5) else {
      otherEvents += 1
      return
    }
    let builder = builder(of: row.integer(4))
    var draft = MessageDraft()
    draft.id = String(row.integer(0))
    draft.instant = Timestamp(epoch: Double(row.integer(1))).map { conversion.instant(of: $0) }
    draft.sender = sender(row.integer(3), isOutgoing: row.integer(2) == 1, in: builder)
    let text = [row.text(6), row.text(9)].compactMap(\.self).first { !$0.isEmpty } ?? ""
    if !text.isEmpty { draft.text = MessageText(text, markup: .plain) }
    let info = Self.info(row.bytes(7), paths)
    let name = info?["fileInfo"]?["FileName"]?.text ?? ""
    let payload = row.text(8) ?? ""
    let kind = row.integer(5)
    switch kind {
    case 1, 9: break
    case 4: draft.attachments = [Attachment(kind: .sticker, name: "sticker")]
    case 2, 3, 6, 7, 11:
      draft.attachments = [file(name.isEmpty ? payload : name, kind, info?["fileInfo"]?["FileSize"]?.integer)]
    default:
      if !name.isEmpty || !payload.isEmpty {
        draft.attachments = [file(name.isEmpty ? payload : name, kind, nil)]
      } else if text.isEmpty {
        draft.part = Unsupported(kind: "message of type \(kind)")
        log.append(
          Diagnostic(
            .loss, "unknown-kind", "messages of the type \(kind) cannot be shown; they are cards",
            at: Origin(file: input.path, path: "Messages \(row.integer(0))")))
      }
    }
    draft.showCardIfEmpty(at: Origin(file: input.path, path: "Messages \(row.integer(0))"), &log)
    try builder.add(draft)
  }

  private static func info(_ bytes: [UInt8]?, _ paths: JSONPaths) -> JSONValue? {
    guard let bytes, bytes.count > 2 else { return nil }
    var reader = JSONReader(InputBytes(bytes), isLenient: true)
    reader.isDerived = true
    return try? reader.readValue(paths: paths, at: paths.member("Messages.Info(json)"))
  }

  // MARK: Android

  /// Reads `viber_messages`. Returns the error that ended it, if any.
  mutating func readPhone(_ log: inout DiagnosticLog) throws(SQLiteError) -> ImportError? {
    let info = try database.columns(of: "participants_info")
    let names = ["number", "display_name", "contact_name"].map { info.contains($0) ? "i.\($0)" : "NULL" }
    let participants = try database.statement(
      """
      SELECT p._id, p.conversation_id, \(names.joined(separator: ", "))
        FROM participants p JOIN participants_info i ON i._id = p.participant_info_id
      """)
    while try participants.step() {
      let number = participants.text(2) ?? ""
      let texts = [participants.text(4), participants.text(3)].compactMap(\.self)
      people[participants.integer(0)] = Person(
        key: number.isEmpty ? "participant \(participants.integer(0))" : number,
        name: texts.first { !$0.isBlank },
        isOwner: false)
      chats[participants.integer(1), default: Chat()].members.append(participants.integer(0))
    }
    let owners = try database.statement("SELECT DISTINCT participant_id FROM messages WHERE send_type = 1")
    while try owners.step() { people[owners.integer(0)]?.isOwner = true }
    if try database.columns(of: "conversations").contains("name") {
      let titles = try database.statement("SELECT _id, name FROM conversations")
      while try titles.step() { chats[titles.integer(0), default: Chat()].title = titles.text(1) ?? "" }
    }
    let message = try database.columns(of: "messages")
    let columns = ["extra_uri", "extra_mime"].map { message.contains($0) ? $0 : "NULL" }.joined(
      separator: ", ")
    var scan = try SQLiteScan(
      database,
      """
      SELECT ROWID, msg_date, send_type, participant_id, conversation_id, body, \(columns) FROM messages
        WHERE ROWID >= ?1 ORDER BY ROWID
      """)
    while try scan.next() {
      do throws(ImportError) { try addPhone(scan.row, &log) } catch { return error }
    }
    finish(scan.lostCount > 0 || scan.isEndLost, &log)
    return nil
  }

  private mutating func addPhone(_ row: borrowing SQLiteStatement, _ log: inout DiagnosticLog)
    throws(ImportError)
  {
    let builder = builder(of: row.integer(4))
    var draft = MessageDraft()
    draft.id = String(row.integer(0))
    draft.instant = Timestamp(epoch: Double(row.integer(1))).map { conversion.instant(of: $0) }
    draft.sender = sender(row.integer(3), isOutgoing: row.integer(2) == 1, in: builder)
    if let text = row.text(5), !text.isEmpty { draft.text = MessageText(text, markup: .plain) }
    if let address = row.text(6), !address.isEmpty {
      // The words of photos and films are their captions.
      draft.attachments = [file(address, 0, nil, type: row.text(7))]
    }
    draft.showCardIfEmpty(at: Origin(file: input.path, path: "messages \(row.integer(0))"), &log)
    try builder.add(draft)
  }

  // MARK: Both

  private mutating func builder(of id: Int64) -> ConversationBuilder {
    if let known = builders[id] { return known }
    let chat = chats[id] ?? Chat()
    var title = chat.title
    if title.isEmpty {
      let others = chat.members.compactMap { people[$0] }.filter { !$0.isOwner }
      title = others.prefix(8).map { $0.name ?? $0.key }.joined(separator: ", ")
    }
    if title.isEmpty { title = "Viber \(id)" }
    let builder = conversion.conversation("viber/\(owner)/\(id)", id: title, title: title)
    builders[id] = builder
    for member in chat.members {
      if let person = people[member] {
        _ = builder.participant(person.key, name: person.name, isMe: person.isOwner)
      }
    }
    return builder
  }

  private func sender(_ id: Int64, isOutgoing: Bool, in builder: ConversationBuilder) -> ParticipantIndex? {
    guard let person = people[id] else {
      return isOutgoing ? builder.participant("me", standIn: .me, isMe: true) : nil
    }
    return builder.participant(person.key, name: person.name, isMe: isOutgoing || person.isOwner)
  }

  /// Returns the file of a message, which may lie beside the database.
  private func file(_ path: String, _ kind: Int64, _ size: Int64?, type: String? = nil) -> Attachment {
    let last = path.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path
    let name = last.isEmpty ? "file" : last
    let found = [name, "media/\(name)", "Media/\(name)", "ViberDownloads/\(name)"].first {
      input.folder.has($0)
    }
    let known: Attachment.Kind? =
      switch kind {
      case 2: .image
      case 3, 7: .video
      case 6: .voice
      default: nil
      }
    var file = Attachment(
      kind: known ?? .init(ofFileNamed: name, type: type), path: found ?? name, name: name)
    file.byteCount = size.flatMap { $0 >= 0 ? Int(clamping: $0) : nil }
    return file
  }

  private func finish(_ isDamaged: Bool, _ log: inout DiagnosticLog) {
    if isDamaged {
      log.append(
        Diagnostic(
          .loss, "damaged-rows", "the database is damaged: some messages cannot be read and are left out",
          at: Origin(file: input.path)))
    }
    guard otherEvents > 0 else { return }
    log.append(
      Diagnostic(
        .loss, "unread-events", "events without a message, such as calls, are left out: \(otherEvents)",
        at: Origin(file: input.path)))
  }
}
