import ChatModel
import ImportKit

/// Reads the messages of `ChatStorage.sqlite`, a Core Data store, into conversations.
final class WhatsAppIOSReader {
  private let file: ImportInput
  private let root: InputFolder
  private let conversion: Conversion
  private let tables: WhatsAppIOSTables
  private let isInOrder: Bool
  private var chats: [Int64: WhatsAppStoreChat] = [:]
  private var chatsByID: [String: WhatsAppStoreChat] = [:]
  private var storyCount = 0
  private var log: DiagnosticLog

  private init(
    _ file: ImportInput, _ root: InputFolder, _ conversion: Conversion, _ tables: WhatsAppIOSTables,
    isInOrder: Bool, _ log: DiagnosticLog
  ) {
    (self.file, self.root, self.conversion, self.log) = (file, root, conversion, log)
    (self.tables, self.isInOrder) = (tables, isInOrder)
  }

  /// The columns of a message, by their indexes in a row.
  private enum Column: Int, CaseIterable {
    case chat = 1
    case member, isMine, time, type, event, text, id, from, flags, status, sent

    var name: String {
      switch self {
      case .chat: "ZCHATSESSION"
      case .member: "ZGROUPMEMBER"
      case .isMine: "ZISFROMME"
      case .time: "ZMESSAGEDATE"
      case .type: "ZMESSAGETYPE"
      case .event: "ZGROUPEVENTTYPE"
      case .text: "ZTEXT"
      case .id: "ZSTANZAID"
      case .from: "ZFROMJID"
      case .flags: "ZFLAGS"
      case .status: "ZMESSAGESTATUS"
      case .sent: "ZSENTDATE"
      }
    }
  }

  static func read(
    _ database: SQLiteDatabase, _ file: ImportInput, _ root: InputFolder, _ conversion: Conversion,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let columns = try file.reading { () throws(SQLiteError) in try database.columns(of: "zwamessage") }
    let names = Column.allCases.map { columns.contains($0.name.lowercased()) ? $0.name : "NULL" }
    let tables = try file.reading { () throws(SQLiteError) in try WhatsAppIOSTables(database) }
    let isInOrder = try file.reading { () throws(SQLiteError) in
      guard columns.contains("zsort") else { return false }
      return try WhatsAppDatabase.areRising(
        database, "SELECT ZCHATSESSION, ZSORT FROM ZWAMESSAGE ORDER BY Z_PK")
    }
    let reader = WhatsAppIOSReader(file, root, conversion, tables, isInOrder: isInOrder, log)
    var scan = try file.reading { () throws(SQLiteError) in
      try SQLiteScan(
        database,
        "SELECT Z_PK, \(names.joined(separator: ", ")) FROM ZWAMESSAGE WHERE ROWID >= ?1 ORDER BY ROWID")
    }
    var joins = try file.reading { () throws(SQLiteError) in try WhatsAppIOSJoins(database, columns) }
    while try next(&scan, file) { try reader.read(scan.row, &joins) }
    log = reader.log
    if reader.storyCount > 0 {
      log.append(
        Diagnostic(
          .note, "stories", "status updates are no messages of a chat; \(reader.storyCount) were left out",
          at: Origin(file: file.path)))
    }
    WhatsAppDatabase.report(scan, file, &log)
  }

  private static func next(_ scan: inout SQLiteScan, _ file: ImportInput) throws(ImportError) -> Bool {
    do throws(SQLiteError) { return try scan.next() } catch {
      throw .unreadable(path: file.path, reason: error.words)
    }
  }

  private func chat(_ row: Int64) -> WhatsAppStoreChat? {
    if let known = chats[row] { return known }
    guard let id = tables.chats[row].map(tables.people.id) else { return nil }
    let chat =
      chatsByID[id]
      ?? WhatsAppStoreChat(
        id, tables.people, conversion, root, isInOrder: isInOrder,
        isNamesake: tables.namesakes.contains(tables.people.name(id)))
    (chats[row], chatsByID[id]) = (chat, chat)
    return chat
  }

  private func read(
    _ row: borrowing SQLiteStatement, _ joins: inout WhatsAppIOSJoins
  ) throws(ImportError) {
    let id = tables.chats[row.integer(Column.chat.rawValue)]
    if id?.hasSuffix("@status") == true || id == "status@broadcast" {
      storyCount += 1
      return
    }
    guard let chat = chat(row.integer(Column.chat.rawValue)) ?? unfiled(row) else {
      log.append(
        Diagnostic(
          .loss, "message-without-chat", "a message belongs to no chat and has no sender; it is left out",
          at: origin(row)))
      return
    }
    var draft = MessageDraft()
    draft.id = row.words(Column.id.rawValue) ?? ""
    draft.instant = Self.instant(row, .time) ?? Self.instant(row, .sent)
    let isMine = row.integer(Column.isMine.rawValue) != 0
    let from = row.words(Column.from.rawValue)
    let member = tables.members[row.integer(Column.member.rawValue)]
    // In groups the sender of a message without a member is the group.
    draft.sender = chat.sender(
      member ?? (from.map(tables.people.id) == chat.id ? nil : from), isMine: isMine)
    let kind = WhatsAppKind(iOS: row.integer(Column.type.rawValue))
    let message = row.integer(0)
    if case .notice = kind {
      if !readCall(row, &draft) {
        draft.event = event(row, chat, draft.sender)
        draft.sender = nil
      }
      return try chat.builder.add(draft)
    }
    var extras = MessageExtras()
    // Bit 7 marks a forwarded message; 8 is a voice message that was played.
    if row.integer(Column.flags.rawValue) & 0x80 != 0 { extras.forwardedFrom = "" }
    if isMine { extras.status = Self.statuses[row.integer(Column.status.rawValue)] }
    draft.reply = reply(message, chat, &joins)
    draft.reactions = reactions(message, chat, &joins)
    readContent(kind, row, chat, &draft, &joins)
    if extras != MessageExtras() { draft.extras = extras }
    try chat.builder.add(draft)
  }

  private static let statuses: [Int64: String] = [
    1: "sent", 2: "sent", 5: "delivered", 6: "delivered", 8: "read",
  ]

  /// The chat with the sender of a message whose chat is missing.
  private func unfiled(_ row: borrowing SQLiteStatement) -> WhatsAppStoreChat? {
    guard let id = row.words(Column.from.rawValue).map(tables.people.id) else { return nil }
    let chat =
      chatsByID[id]
      ?? WhatsAppStoreChat(id, tables.people, conversion, root, isInOrder: isInOrder, isNamesake: false)
    chatsByID[id] = chat
    return chat
  }

  /// Seconds since 2001, with a fraction.
  private static func instant(_ row: borrowing SQLiteStatement, _ column: Column) -> Instant? {
    guard let seconds = row.words(column.rawValue).flatMap(Double.init), seconds.isFinite,
      abs(seconds) < 1e11,
      seconds != 0
    else { return nil }
    return Instant(milliseconds: Int64(((seconds + 978_307_200) * 1000).rounded()))
  }

  private func origin(_ row: borrowing SQLiteStatement) -> Origin {
    Origin(file: file.path, path: "ZWAMESSAGE[\(row.integer(0))]")
  }

  // MARK: Content

  private func readContent(
    _ kind: WhatsAppKind, _ row: borrowing SQLiteStatement, _ chat: WhatsAppStoreChat,
    _ draft: inout MessageDraft, _ joins: inout WhatsAppIOSJoins
  ) {
    var media: WhatsAppIOSMedia?
    joins.media.forEach(of: row.integer(0)) { media = WhatsAppIOSMedia($0) }
    let text = row.words(Column.text.rawValue)
    switch kind {
    case .text: readText(text, media, chat, &draft)
    case .file(let kind): readFile(kind, text, media, chat, &draft)
    case .contact:
      let cards = (media?.card ?? "").split(whole: "_$!<VCard-Separator>!$_")
      let name = (media?.cardName ?? text ?? "").split(whole: "_$!<Name-Separator>!$_").joined(
        separator: ", ")
      draft.part = VCard.contact(in: cards, named: name) ?? (name.isEmpty ? nil : Contact(name: name))
    case .place:
      if let media, let latitude = media.latitude, let longitude = media.longitude {
        draft.part = Location(
          latitude: latitude, longitude: longitude, name: media.title ?? media.cardName, address: text)
      }
    case .deleted: draft.part = Deletion(by: draft.sender)
    case .call: draft.part = Call(medium: "audio", duration: nil, outcome: nil)
    default:
      if let path = media?.path {
        draft.attachments = [media?.file.attachment(nil) ?? Attachment(kind: .file, path: path)]
        draft.text = (text ?? media?.title).map(chat.text)
      } else {
        let type = row.integer(Column.type.rawValue)
        draft.part = Unsupported(
          kind: type == 46 ? "poll" : "unreadable message", text: text ?? media?.title,
          facts: PartFacts(type == 46 ? [] : [PartFacts.Fact(name: "ZMESSAGETYPE", value: "\(type)")]))
        log.append(
          Diagnostic(
            .loss, "unknown-type", "messages of the type \(type) are not read; it is shown as a card",
            at: origin(row)))
      }
    }
    draft.showCardIfEmpty(at: origin(row), &log)
  }

  private func readText(
    _ text: String?, _ media: WhatsAppIOSMedia?, _ chat: WhatsAppStoreChat, _ draft: inout MessageDraft
  ) {
    draft.text = text.map(chat.text)
    // A page's title and description, or a file whose type the message does not tell.
    if let media, media.path != nil, text == nil {
      draft.attachments = [media.file.attachment(nil)]
      draft.text = media.title.map(chat.text)
    } else if let media, let title = media.title, title != text {
      var card = MessageCard()
      card.add(title: title, url: media.url, lines: [], image: nil)
      _ = card.setContent(of: &draft, draft.text ?? .empty)
    }
  }

  private func readFile(
    _ kind: Attachment.Kind?, _ text: String?, _ media: WhatsAppIOSMedia?, _ chat: WhatsAppStoreChat,
    _ draft: inout MessageDraft
  ) {
    var file = media?.file ?? WhatsAppStoreFile()
    var caption = text ?? media?.title
    if kind == .file {
      // The name of a document is its title; a caption, if there is one, is the text.
      let (title, words) = (media?.title, text)
      if let title, let words, title != words {
        (file.name, caption) =
          title.hasFileExtension || !words.hasFileExtension ? (title, words) : (words, title)
      } else {
        (file.name, caption) = (title ?? words, nil)
      }
    }
    draft.attachments = [file.attachment(kind)]
    draft.text = caption.map(chat.text)
  }

  // MARK: Answers and reactions

  private func reply(
    _ message: Int64, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppIOSJoins
  ) -> Reply? {
    var reply: Reply?
    joins.parents.forEach(of: message) { row in
      guard let id = row.words(1) else { return }
      reply = Reply(target: id, quotedText: row.words(2))
    }
    if reply == nil {
      joins.metadata.forEach(of: message) { row in
        guard let id = WhatsAppIOSTables.answered(row.bytes(1) ?? []) else { return }
        reply = Reply(target: tables.wholeIDs[WhatsAppIOSTables.beginning(id)] ?? id)
      }
    }
    return reply
  }

  /// Reads the reactions: in field 7, other people's in 1 and the owner's in 2.
  private func reactions(
    _ message: Int64, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppIOSJoins
  ) -> [Reaction] {
    var reactions: [Reaction] = []
    joins.receipts.forEach(of: message) { row in
      guard let list = ProtobufFields(row.bytes(1) ?? []).first(7)?.fields else { return }
      for field in list {
        let fields = field.fields
        let isMine = field.number == 2
        guard isMine || field.number == 1, let emoji = fields.first(isMine ? 2 : 3)?.text, !emoji.isEmpty
        else {
          continue
        }
        let person = isMine ? chat.owner : fields.first(2).map { chat.person($0.text) } ?? chat.partner
        let time = fields.first(isMine ? 3 : 4)
        let milliseconds = time?.integer.map { Int64(clamping: $0) } ?? time.flatMap { Int64($0.text) } ?? 0
        reactions.add(
          emoji, by: person, at: milliseconds > 0 ? Instant(milliseconds: milliseconds) : nil)
      }
    }
    return reactions
  }

  // MARK: Notices

  /// Reads a missed call, which is a notice here. Returns false for other notices.
  private func readCall(_ row: borrowing SQLiteStatement, _ draft: inout MessageDraft) -> Bool {
    guard row.integer(Column.type.rawValue) == 10 else { return false }
    switch row.integer(Column.event.rawValue) {
    case 1, 22: draft.part = Call(medium: "audio", outcome: "missed")
    case 4: draft.part = Call(medium: "video", outcome: "missed")
    default: return false
    }
    return true
  }

  private func event(
    _ row: borrowing SQLiteStatement, _ chat: WhatsAppStoreChat, _ actor: ParticipantIndex?
  ) -> SystemEvent {
    var notice = WhatsAppNotice()
    notice.actor = actor
    let text = row.words(Column.text.rawValue)
    let words = (text ?? "").split(separator: ",").map { String($0).trimmingSpaces }
    if !words.isEmpty, words.allSatisfy({ $0.hasSuffix("@s.whatsapp.net") || $0.hasSuffix("@lid") }) {
      notice.targets = words.map(chat.person)
    } else if text?.allSatisfy(\.isNumber) != true {
      notice.text = text
    }
    let event = notice.event(
      iOS: row.integer(Column.event.rawValue), isOther: row.integer(Column.type.rawValue) != 6)
    if event.event == "unknownEvent" {
      log.append(
        Diagnostic(
          .loss, "unknown-event",
          "the notice has the unknown type \(row.integer(Column.event.rawValue)); its number is shown",
          at: origin(row)))
    }
    return event
  }
}

extension String {
  /// The parts between occurrences of a text.
  fileprivate func split(whole separator: String) -> [String] {
    var (parts, rest) = ([String](), self[...])
    while let found = rest.range(of: separator) {
      parts.append(String(rest[..<found.lowerBound]))
      rest = rest[found.upperBound...]
    }
    return (parts + [String(rest)]).filter { !$0.isEmpty }
  }
}
