import ChatModel
import ImportKit

/// Reads the messages of Android's database into conversations.
final class WhatsAppAndroidReader {
  private let file: ImportInput
  private let root: InputFolder
  private let conversion: Conversion
  private let people: WhatsAppStorePeople
  private let ids: [Int64: String]
  private let table: WhatsAppAndroidTable
  /// True if rows are in the order of the chats.
  private let isInOrder: Bool
  /// The new keys of edited messages, with the keys that answers name.
  private let firstKeys: [String: String]
  private let namesakes: Set<String>
  private var calls: [String: [WhatsAppStoreCall]]
  private var chats: [String: WhatsAppStoreChat] = [:]
  private var order: [WhatsAppStoreChat] = []
  private var storyCount = 0
  private var log = DiagnosticLog()

  private init(
    _ database: SQLiteDatabase, _ file: ImportInput, _ root: InputFolder, _ conversion: Conversion,
    _ tables: WhatsAppAndroidTables, _ log: DiagnosticLog
  ) throws(SQLiteError) {
    (self.file, self.root, self.conversion, self.log) = (file, root, conversion, log)
    (people, ids, table) = (tables.people, tables.ids, tables.table)
    namesakes = tables.namesakes
    calls = try tables.calls(database)
    firstKeys = try tables.firstKeys(database)
    isInOrder = try tables.isInOrder(database)
  }

  static func read(
    _ database: SQLiteDatabase, _ file: ImportInput, _ root: InputFolder, _ conversion: Conversion,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    let tables = try WhatsAppAndroidTables(database, file, log: &log)
    let given = log
    let reader = try file.reading { () throws(SQLiteError) in
      try WhatsAppAndroidReader(database, file, root, conversion, tables, given)
    }
    let columns = try file.reading { () throws(SQLiteError) in try database.columns(of: tables.table.name) }
    var scan = try file.reading { () throws(SQLiteError) in
      try SQLiteScan(database, tables.table.query(columns))
    }
    var joins = try file.reading { () throws(SQLiteError) in try WhatsAppAndroidJoins(database) }
    var quotations = try file.reading { () throws(SQLiteError) in try WhatsAppOldQuotations(database) }
    while try next(&scan, file) {
      guard let message = tables.table.message(scan.row) else { continue }
      try reader.read(message, &joins, &quotations)
    }
    try reader.finish()
    log = reader.log
    WhatsAppDatabase.report(scan, file, &log)
    if joins.lostCount > 0 {
      log.append(
        Diagnostic(
          .loss, "damaged-links",
          "the database is damaged: files, answers or reactions of up to \(joins.lostCount) messages cannot be read; copy or decrypt it again",
          at: Origin(file: file.path)))
    }
  }

  private static func next(_ scan: inout SQLiteScan, _ file: ImportInput) throws(ImportError) -> Bool {
    do throws(SQLiteError) { return try scan.next() } catch {
      throw .unreadable(path: file.path, reason: error.words)
    }
  }

  private func finish() throws(ImportError) {
    for chat in order { try chat.addCalls() }
    for (id, calls) in calls.sorted(by: { $0.key < $1.key }) where !calls.isEmpty {
      let chat = chat(id)
      chat.calls = calls
      try chat.addCalls()
    }
    guard storyCount > 0 else { return }
    log.append(
      Diagnostic(
        .note, "stories", "status updates are no messages of a chat; \(storyCount) were left out",
        at: Origin(file: file.path)))
  }

  // MARK: Chats

  private func chat(_ id: String) -> WhatsAppStoreChat {
    let id = people.id(id)
    if let known = chats[id] { return known }
    let chat = WhatsAppStoreChat(
      id, people, conversion, root, isInOrder: isInOrder, isNamesake: namesakes.contains(people.name(id)))
    chat.calls = calls.removeValue(forKey: id) ?? []
    chats[id] = chat
    order.append(chat)
    return chat
  }

  private func person(_ row: Int64, in chat: WhatsAppStoreChat) -> ParticipantIndex? {
    ids[row].map(chat.person)
  }

  // MARK: Messages

  private func read(
    _ message: WhatsAppAndroidMessage, _ joins: inout WhatsAppAndroidJoins,
    _ quotations: inout WhatsAppOldQuotations
  ) throws(ImportError) {
    guard message.chat != "status@broadcast" else {
      storyCount += 1
      return
    }
    let chat = chat(message.chat)
    try chat.addCalls(before: message.time)
    var draft = MessageDraft()
    draft.id = message.key
    draft.instant = message.time > 0 ? Instant(milliseconds: message.time) : nil
    draft.sender = chat.sender(message.sender, isMine: message.isMine)
    let kind = WhatsAppKind(android: message.type)
    if case .notice = kind {
      draft.event = event(message, chat, &joins)
      draft.sender = nil
      return try chat.builder.add(draft)
    }
    var extras = MessageExtras()
    if message.isMine { extras.status = Self.statuses[message.status] }
    draft.reply = reply(message, chat, &joins)
    if draft.reply == nil, message.quotation > 0 { draft.reply = quotations.reply(message, chat) }
    draft.reactions = reactions(message.row, chat, &joins)
    readMarks(message, chat, &draft, &extras, &joins)
    guard readContent(kind, message, chat, &draft, &extras, &joins) else { return }
    if extras != MessageExtras() { draft.extras = extras }
    try chat.builder.add(draft)
  }

  private static let statuses: [Int64: String] = [
    0: "sending", 4: "sent", 5: "delivered", 8: "read", 13: "read", 20: "failed", 7: "failed",
  ]

  private func reply(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppAndroidJoins
  ) -> Reply? {
    var reply: Reply?
    let (firstKeys, ids, people) = (firstKeys, ids, people)
    joins.quotes.forEach(of: message.row) { row in
      guard let key = row.words(1) else { return }
      let isHere = row.integer(5) == 0 || row.integer(5) == row.integer(6)
      let name =
        row.integer(2) != 0
        ? people.ownerName : (ids[row.integer(3)] ?? (chat.isGroup ? nil : chat.id)).map(people.name)
      let target = firstKeys[key] ?? chat.albumsOfPictures[key] ?? key
      reply = Reply(
        target: isHere ? target : nil, quotedName: name,
        quotedText: row.words(4).map(people.withNames))
    }
    return reply
  }

  private func reactions(
    _ row: Int64, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppAndroidJoins
  ) -> [Reaction] {
    var given: [(person: ParticipantIndex?, emoji: String, time: Int64)] = []
    let ids = ids
    joins.reactions.forEach(of: row) { row in
      let person = chat.sender(ids[row.integer(2)], isMine: row.integer(1) != 0)
      // A person has one reaction. An empty one was taken back.
      given.removeAll { $0.person == person && person != nil }
      guard let emoji = row.words(3) else { return }
      given.append((person, emoji, row.integer(4)))
    }
    var reactions: [Reaction] = []
    for (person, emoji, time) in given {
      reactions.add(emoji, by: person, at: time > 0 ? Instant(milliseconds: time) : nil)
    }
    return reactions
  }

  /// Reads the marks of a message: forwarded, edited.
  private func readMarks(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ draft: inout MessageDraft,
    _ extras: inout MessageExtras, _ joins: inout WhatsAppAndroidJoins
  ) {
    var (isForwarded, edited, first) = (message.isForwarded, Int64(0), String?.none)
    joins.forwards.forEach(of: message.row) { _ in isForwarded = true }
    joins.edits.forEach(of: message.row) { row in
      edited = row.integer(3) > 0 ? row.integer(3) : row.integer(2)
      first = row.words(1)
    }
    if isForwarded { extras.forwardedFrom = "" }
    if edited > 0 { extras.editedAt = Instant(milliseconds: edited) }
    if let first { draft.id = first }
  }

  /// Sets the content. Returns false for a picture that is shown in its album.
  private func readContent(
    _ kind: WhatsAppKind, _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat,
    _ draft: inout MessageDraft, _ extras: inout MessageExtras, _ joins: inout WhatsAppAndroidJoins
  ) -> Bool {
    let file = file(message, &joins)
    let text = message.text ?? file?.caption
    switch kind {
    case .album: readAlbum(message, chat, &draft, &joins)
    case .text: draft.text = text.map(chat.text)
    case .file(let kind):
      if let album = album(of: message, chat, &joins) {
        for reaction in draft.reactions {
          for (index, person) in reaction.by.enumerated() {
            let time = index < reaction.times.count ? reaction.times[index] : nil
            chat.builder.amend(album, .reaction(emoji: reaction.emoji, by: person, at: time))
          }
        }
        return false
      }
      draft.attachments = [(file ?? WhatsAppStoreFile()).attachment(kind)]
      draft.text = text.map(chat.text)
    case .viewOnce(let kind):
      draft.text = text.map(chat.text)
      if let file, let path = file.path, root.has(path) {
        draft.attachments = [file.attachment(kind)]
        extras.isViewOnce = true
      } else {
        draft.part = Deletion(reason: .expired)
      }
    case .contact: draft.part = contact(message, &joins)
    case .place, .livePlace: draft.part = place(message, &joins)
    case .call, .missedCall, .missedVideoCall: draft.part = call(kind, message, chat, &draft, &joins)
    case .deleted: readDeletion(message, chat, &draft, &joins)
    case .poll: draft.part = poll(message, chat, &joins)
    case .waiting: draft.part = Unsupported(kind: "message not received yet")
    default: readCard(message, file, text, chat, &draft, &joins)
    }
    draft.showCardIfEmpty(at: origin(message), &log)
    return true
  }

  private func origin(_ message: WhatsAppAndroidMessage) -> Origin {
    Origin(file: file.path, path: "\(table.name)[\(message.row)]")
  }

  private func file(
    _ message: WhatsAppAndroidMessage, _ joins: inout WhatsAppAndroidJoins
  ) -> WhatsAppStoreFile? {
    var file = message.file
    joins.files.forEach(of: message.row) { row in
      let old = file
      var new = WhatsAppStoreFile(row)
      (new.name, new.caption, new.type) = (
        new.name ?? old?.name, new.caption ?? old?.caption, new.type ?? old?.type
      )
      file = new
    }
    return file
  }

  /// The id of the album that shows a picture, or nil.
  private func album(
    of message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppAndroidJoins
  ) -> String? {
    var parent: Int64?
    joins.albums.forEach(of: message.row) { parent = $0.integer(1) }
    return parent.flatMap { chat.albums[$0] }
  }

  /// Reads the pictures of an album, which are messages of their own after it, with captions of their own.
  private func readAlbum(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ draft: inout MessageDraft,
    _ joins: inout WhatsAppAndroidJoins
  ) {
    var (files, captions): ([Attachment], [String]) = ([], message.text.map { [$0] } ?? [])
    let id = draft.id
    let first = WhatsAppStoreFile.columns.count + 1
    joins.pictures.forEach(of: message.row) { row in
      guard case .file(let kind) = WhatsAppKind(android: row.integer(first)) else { return }
      let file = WhatsAppStoreFile(row)
      files.append(file.attachment(kind))
      if let key = row.words(first + 1) { chat.albumsOfPictures[key] = id }
      if let caption = row.words(first + 2) ?? file.caption, !captions.contains(caption) {
        captions.append(caption)
      }
    }
    guard !files.isEmpty else { return }
    chat.albums[message.row] = id
    draft.attachments = files
    if !captions.isEmpty { draft.text = chat.text(captions.joined(separator: "\n")) }
  }

  private func contact(
    _ message: WhatsAppAndroidMessage, _ joins: inout WhatsAppAndroidJoins
  ) -> Contact? {
    var cards: [String] = []
    joins.cards.forEach(of: message.row) { if let card = $0.words(1) { cards.append(card) } }
    let isCard = message.text.map { VCard.begins($0.firstLine.line) } ?? false
    if cards.isEmpty, isCard, let text = message.text { cards = [text] }
    let name = isCard ? "" : message.text ?? message.file?.name ?? ""
    return VCard.contact(in: cards, named: name) ?? (name.isEmpty ? nil : Contact(name: name))
  }

  private func place(
    _ message: WhatsAppAndroidMessage, _ joins: inout WhatsAppAndroidJoins
  ) -> Location? {
    var place = message.place
    joins.places.forEach(of: message.row) { row in
      guard let latitude = Double(row.words(1) ?? ""), let longitude = Double(row.words(2) ?? "") else {
        return
      }
      place = Location(
        latitude: latitude, longitude: longitude, name: row.words(3), address: row.words(4))
    }
    return place
  }

  private func call(
    _ kind: WhatsAppKind, _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat,
    _ draft: inout MessageDraft, _ joins: inout WhatsAppAndroidJoins
  ) -> Call {
    var isMissed = if case .missedCall = kind { true } else { false }
    var isVideo = false
    joins.missedCalls.forEach(of: message.row) { row in
      isMissed = true
      isVideo = row.integer(1) != 0
    }
    if let call = chat.takeCall(at: message.time) {
      draft.sender = chat.sender(call.sender, isMine: call.isMine)
      return call.part
    }
    return Call(medium: isVideo ? "video" : "audio", outcome: isMissed ? "missed" : nil)
  }

  private func readDeletion(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ draft: inout MessageDraft,
    _ joins: inout WhatsAppAndroidJoins
  ) {
    var deletion = Deletion(by: draft.sender)
    var key = draft.id
    let ids = ids
    joins.deletions.forEach(of: message.row) { row in
      if let admin = ids[row.integer(2)] { deletion.by = chat.person(admin) }
      if row.integer(3) > 0 { deletion.instant = Instant(milliseconds: row.integer(3)) }
      key = row.words(1) ?? key
    }
    (draft.part, draft.id) = (deletion, key)
  }

  private func poll(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppAndroidJoins
  ) -> Poll {
    var (options, rows): ([Poll.Option], [Int64: Int]) = ([], [:])
    joins.options.forEach(of: message.row) { row in
      rows[row.integer(1)] = options.count
      options.append(Poll.Option(text: row.words(2) ?? "", votes: Int(clamping: max(0, row.integer(3)))))
    }
    let ids = ids
    joins.votes.forEach(of: message.row) { row in
      guard let option = rows[row.integer(3)],
        let person = chat.sender(ids[row.integer(2)], isMine: row.integer(1) != 0)
      else { return }
      options[option].by.append(person)
      options[option].votes = max(options[option].votes, options[option].by.count)
      if row.integer(1) != 0 { options[option].isChosen = true }
    }
    return Poll(question: message.text ?? "", options: options)
  }

  /// Reads a kind of business messages, an invitation, or a message of an unknown type: its words, as a card.
  private func readCard(
    _ message: WhatsAppAndroidMessage, _ file: WhatsAppStoreFile?, _ text: String?,
    _ chat: WhatsAppStoreChat, _ draft: inout MessageDraft, _ joins: inout WhatsAppAndroidJoins
  ) {
    var card = MessageCard()
    joins.products.forEach(of: message.row) { row in
      card.add(
        title: row.words(1) ?? "", url: row.words(5),
        lines: [row.words(2) ?? "", Self.price(row.integer(4), row.words(3))], image: nil)
    }
    joins.orders.forEach(of: message.row) { row in
      card.add(
        title: row.words(1) ?? "", url: nil,
        lines: [
          row.words(3) ?? "", row.integer(2) > 0 ? "× \(row.integer(2))" : "",
          Self.price(row.integer(5), row.words(4)),
        ],
        image: nil)
    }
    joins.invitations.forEach(of: message.row) { row in
      card.add(title: row.words(1) ?? "", url: nil, lines: [], image: nil)
    }
    joins.elements.forEach(of: message.row) { row in
      guard let element = row.words(1).flatMap({ JSONValue(parsing: $0) }) else { return }
      let words = ["sub_title", "description", "footer"].map { element[$0]?.text ?? "" }
      card.add(title: element["title"]?.text ?? "", url: nil, lines: words, image: nil)
    }
    if let file { draft.attachments = [file.attachment(nil)] }
    if card.setContent(of: &draft, text.map(chat.text) ?? .empty) { return }
    draft.part = Unsupported(
      kind: "unreadable message",
      facts: PartFacts([PartFacts.Fact(name: "message_type", value: "\(message.type)")]))
    log.append(
      Diagnostic(
        .loss, "unknown-type", "messages of the type \(message.type) are not known; it is shown as a card",
        at: origin(message)))
  }

  private static func price(_ thousandths: Int64, _ currency: String?) -> String {
    guard thousandths > 0, let currency else { return "" }
    let (whole, part) = (thousandths / 1000, thousandths % 1000 / 10)
    return "\(whole).\(part < 10 ? "0" : "")\(part) \(currency)"
  }

  // MARK: Notices

  private func event(
    _ message: WhatsAppAndroidMessage, _ chat: WhatsAppStoreChat, _ joins: inout WhatsAppAndroidJoins
  ) -> SystemEvent {
    var number = message.action ?? (message.type == 7 ? -1 : 59)
    joins.notices.forEach(of: message.row) { number = $0.integer(1) }
    var notice = WhatsAppNotice()
    notice.actor = message.sender.map(chat.person) ?? (chat.isGroup ? chat.owner : chat.partner)
    notice.text = message.text.flatMap { $0.allSatisfy(\.isNumber) ? nil : $0 }
    let (ids, people) = (ids, people)
    joins.members.forEach(of: message.row) { row in
      if let id = ids[row.integer(1)] { notice.targets.append(chat.person(id)) }
    }
    joins.joiners.forEach(of: message.row) { if $0.integer(1) != 0 { notice.targets = [chat.owner] } }
    joins.numbers.forEach(of: message.row) { row in
      notice.numbers = [row.integer(1), row.integer(2)].compactMap { ids[$0] }.map(people.name)
      notice.targets = ids[row.integer(2)].map { [chat.person($0)] } ?? []
    }
    joins.blocks.forEach(of: message.row) { notice.isBlocked = $0.integer(1) != 0 }
    joins.timers.forEach(of: message.row) { notice.duration = Double($0.integer(1)) }
    if !WhatsAppNotice.isKnown(android: number) {
      log.append(
        Diagnostic(
          .loss, "unknown-event", "the notice has the unknown type \(number); its number is shown",
          at: origin(message)))
    }
    return notice.event(android: number)
  }
}
