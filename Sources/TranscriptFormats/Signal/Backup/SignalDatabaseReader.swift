import ChatModel
import ImportKit

/// Reads the messages of one table in row order, with the facts that other tables hold about them.
struct SignalDatabaseReader: ~Copyable {
  /// A message's kind: its lowest five bits are a base, the others are flags.
  struct MessageType {
    let value: Int64
    var base: Int64 { value & 0x1F }
    var isOutgoing: Bool { 21...26 ~= base || base == 2 || base == 11 }
    func has(_ flag: Int64) -> Bool { value & flag != 0 }
    /// The kinds beyond the flags, such as a payment.
    var special: Int64 { value >> 32 & 0xF }
  }

  private typealias Revision = (sent: Int64, body: String)
  private let people: SignalDatabasePeople
  private let conversion: Conversion
  private let root: InputFolder
  private let path: String
  private let polls: [Int64: SignalDatabasePoll]
  /// The earlier texts of edited messages, oldest first, by the message.
  private let revisions: [Int64: [Revision]]
  /// The time of the first text, which identifies a message, by the times of the earlier texts.
  private let firstTimes: [Int64: Int64]
  private var files: SignalDatabaseFiles
  private var reactions: RowJoin
  private var mentions: RowJoin
  private var scan: SQLiteScan
  private var storyCount = 0

  init(
    _ database: SQLiteDatabase, _ table: SignalDatabaseTable, _ people: SignalDatabasePeople,
    _ paths: [String: String], _ conversion: Conversion, _ root: InputFolder, _ path: String
  ) throws(SQLiteError) {
    // Rows of other tables belong to rows of `sms` only if they say so.
    let isSMS = table.name == "sms"
    let columns = try database.columns(of: "reaction")
    let filter = columns.contains("is_mms") ? "AND is_mms = \(isSMS ? 0 : 1)" : ""
    let hasReactions = columns.isSuperset(of: ["message_id", "author_id", "emoji"])
    let reactionTime = columns.contains("date_sent") ? "date_sent" : "NULL"
    let reactionQuery =
      "SELECT message_id, author_id, emoji, \(reactionTime) FROM reaction WHERE message_id >= ?1 \(filter) ORDER BY message_id, _id"
    let hasMentions = try database.columns(of: "mention").contains("range_start") && !isSMS
    let mentionQuery =
      "SELECT message_id, recipient_id, range_start, range_length FROM mention WHERE message_id >= ?1 ORDER BY message_id"
    let polls = isSMS ? [:] : try SignalDatabasePoll.polls(database)
    let (revisions, firsts) = try Self.revisions(database, table)
    // Files belong to messages of the other table.
    let files = try SignalDatabaseFiles(database, paths, isEmpty: isSMS)
    let reactions = try RowJoin(
      database, hasReactions ? RowJoin.Source(query: reactionQuery, tables: ["reaction"]) : nil)
    let mentions = try RowJoin(
      database, hasMentions ? RowJoin.Source(query: mentionQuery, tables: ["mention"]) : nil)
    let scan = try SQLiteScan(database, table.query)
    (self.people, self.conversion, self.root, self.path) = (people, conversion, root, path)
    (self.polls, self.revisions) = (polls, revisions)
    self.files = files
    self.reactions = reactions
    self.mentions = mentions
    self.scan = scan
    firstTimes = firsts
  }

  /// Returns the earlier texts of each edited message, and maps the time of each text to the time of the first one.
  private static func revisions(
    _ database: SQLiteDatabase, _ table: SignalDatabaseTable
  ) throws(SQLiteError) -> (texts: [Int64: [Revision]], firsts: [Int64: Int64]) {
    var texts: [Int64: [Revision]] = [:]
    var firsts: [Int64: Int64] = [:]
    guard table.columns.isSuperset(of: ["latest_revision_id", "original_message_id", "date_sent"]) else {
      return (texts, firsts)
    }
    var scan = try SQLiteScan(
      database,
      """
      SELECT _id, latest_revision_id, date_sent, body FROM \(table.name)
      WHERE (latest_revision_id > 0 OR original_message_id > 0) AND ROWID >= ?1 ORDER BY ROWID
      """)
    while try scan.next() {
      let sent = scan.row.integer(2)
      // The newest text has the highest number of a row.
      let isNewest = scan.row.integer(1) == 0
      let message = isNewest ? scan.row.integer(0) : scan.row.integer(1)
      if !isNewest { texts[message, default: []].append((sent, scan.row.text(3) ?? "")) }
      firsts[sent] = texts[message]?.first?.sent ?? sent
    }
    return (texts, firsts)
  }

  mutating func read(_ log: inout DiagnosticLog) throws(SQLiteError) {
    var failure: ImportError?
    while failure == nil, try scan.next() {
      let id = scan.row.integer(0)
      if scan.row.integer(.latest) > 0 { continue }
      guard scan.row.integer(.story) == 0 else {
        storyCount += 1
        continue
      }
      do throws(ImportError) { try readMessage(id, &log) } catch { failure = error }
    }
    // Only a full disk ends a conversation: earlier messages are shown.
    if let failure { log.append(failure.loss) }
    if storyCount > 0 {
      log.append(
        Diagnostic(
          .note, "stories", "\(storyCount) stories are no messages of a chat and were left out",
          at: Origin(file: path)))
    }
  }

  private mutating func readMessage(_ id: Int64, _ log: inout DiagnosticLog) throws(ImportError) {
    let peer = people.peers[scan.row.integer(.thread)]
    let title = peer.flatMap { people.recipient($0)?.name } ?? "?"
    let key = peer.map(people.key) ?? "\(scan.row.integer(.thread))"
    let builder = conversion.conversation("chat \(key)", id: title, title: title, root: root)
    let type = MessageType(value: scan.row.integer(.type))
    var draft = MessageDraft()
    let sender = type.isOutgoing ? nil : scan.row.integer(.sender)
    draft.sender = sender.map { people.participant($0, in: builder) } ?? people.owner(in: builder)
    let sent = scan.row.integer(.sent)
    let earlier = revisions[id] ?? []
    let first = earlier.first?.sent ?? sent
    draft.instant = first > 0 ? Instant(milliseconds: first) : nil
    draft.id = Self.id(first, sender.map(people.key) ?? SignalBackup.ownerKey)
    draft.reply = reply()
    draft.reactions = takeReactions(of: id, builder)
    var extras = MessageExtras()
    let versions = earlier.map {
      MessageExtras.SignalVersion(written: Instant(milliseconds: $0.sent), text: $0.body)
    }
    extras.setVersions(versions, last: Instant(milliseconds: sent))
    extras.isPinned = scan.row.integer(.pinned) > 0
    let origin = Origin(file: path, path: "message \(id)")
    if !setEvent(type, &draft, builder) {
      extras.status = type.isOutgoing ? status(type) : nil
      if scan.row.integer(.expiresIn) > 0 {
        extras.expiresAfter = Double(scan.row.integer(.expiresIn)) / 1000
      }
      setContent(id, &draft, &extras, builder)
      draft.showCardIfEmpty(at: origin, &log)
    }
    if extras != MessageExtras() { draft.extras = extras }
    try builder.add(draft)
  }

  private static func id(_ sent: Int64, _ author: String) -> String { "\(sent)-\(author)" }

  private func status(_ type: MessageType) -> String? {
    switch type.base {
    case 24: "failed"
    case 21, 22, 25, 26: "sending"
    case 23:
      scan.row.integer(.read) > 0 ? "read" : scan.row.integer(.delivered) > 0 ? "delivered" : "sent"
    default: nil
    }
  }

  private func reply() -> Reply? {
    let sent = scan.row.integer(.quoteID)
    guard sent > 0 else { return nil }
    let author = scan.row.integer(.quoteAuthor)
    return Reply(
      target: Self.id(firstTimes[sent] ?? sent, people.key(author)),
      quotedName: people.recipient(author)?.name, quotedText: scan.row.text(.quoteBody))
  }

  private mutating func takeReactions(of id: Int64, _ builder: ConversationBuilder) -> [Reaction] {
    var result: [Reaction] = []
    let people = people
    reactions.forEach(of: id) { row in
      guard let emoji = row.text(2), !emoji.isEmpty else { return }
      let time = row.integer(3)
      result.add(
        emoji, by: people.participant(row.integer(1), in: builder),
        at: time > 0 ? Instant(milliseconds: time) : nil)
    }
    // Before 2021 they were a list in the message: emoji and author.
    for entry in ProtobufFields(scan.row.bytes(.reactions) ?? []) where entry.number == 1 {
      guard let emoji = entry.fields.first(1)?.text, let author = entry.fields.first(2)?.integer else {
        continue
      }
      result.add(emoji, by: people.participant(Int64(truncatingIfNeeded: author), in: builder))
    }
    return result
  }

  // MARK: Content

  private mutating func setContent(
    _ id: Int64, _ draft: inout MessageDraft, _ extras: inout MessageExtras, _ builder: ConversationBuilder
  ) {
    let marks = takeMarks(of: id, builder)
    let stored = files.files(of: id)
    if scan.row.integer(.deleted) > 0 || scan.row.integer(.deletedBy) > 0 {
      let by = scan.row.integer(.deletedBy)
      draft.part = Deletion(by: by > 0 ? people.participant(by, in: builder) : draft.sender)
      return
    }
    var body = scan.row.text(.body)
    if let path = stored.first(where: \.isLongText)?.attachment.path, let bytes = try? root.bytes(of: path),
      bytes.count < 1 << 20
    {
      body = bytes.repairedString(in: 0..<bytes.count)
    }
    draft.text = body.map { RangedText($0, marks).message }
    let media = stored.filter { !$0.isLongText }
    draft.attachments = media.map(\.attachment)
    if scan.row.integer(.viewOnce) > 0 {
      if draft.attachments.contains(where: { $0.path != nil }) {
        extras.isViewOnce = true
      } else {
        (draft.part, draft.attachments) = (Deletion(reason: .expired), [])
      }
    } else if let poll = polls[id] {
      draft.part = poll.part { people.participant($0, in: builder) }
      draft.text = nil
    } else if let contact = scan.row.json(.contacts)?[0] {
      // Its only file is the picture of the contact.
      (draft.part, draft.attachments) = (Self.contact(contact), [])
    } else if let preview = scan.row.json(.previews)?[0], let url = preview["url"]?.text, media.count <= 1 {
      draft.part = LinkPreview(
        url: url, title: preview["title"]?.text, summary: preview["description"]?.text,
        image: media.first?.attachment.path == nil ? nil : media.first?.attachment, text: draft.text ?? .empty
      )
      draft.attachments = []
    } else if let kind = Self.specialKinds[MessageType(value: scan.row.integer(.type)).special] {
      draft.part = Unsupported(kind: kind)
    }
  }

  /// The kinds whose content is elsewhere, by their numbers.
  private static let specialKinds: [Int64: String] = [
    2: "gift badge", 3: "payment", 4: "payment request", 8: "payments activated", 9: "payment",
  ]

  /// Returns the styles and mentions of a message.
  private mutating func takeMarks(of id: Int64, _ builder: ConversationBuilder) -> [RangedText.Mark] {
    var marks: [RangedText.Mark] = []
    let people = people
    mentions.forEach(of: id) { row in
      guard let start = Int(exactly: row.integer(2)), let length = Int(exactly: row.integer(3)) else {
        return
      }
      let name = people.recipient(row.integer(1))?.name ?? "?"
      marks.append(RangedText.Mark(start: start, length: length, kind: .mention, replacement: "@" + name))
    }
    let styles: [SourceSpan.Kind] = [.bold, .italic, .spoiler, .strikethrough, .code]
    for entry in ProtobufFields(scan.row.bytes(.ranges) ?? []) where entry.number == 1 {
      let fields = entry.fields
      let start = Int(clamping: fields.first(1)?.integer ?? 0)
      let length = Int(clamping: fields.first(2)?.integer ?? 0)
      if let account = fields.first(3)?.text {
        let name = people.recipient(account: account).flatMap { people.recipient($0)?.name } ?? "?"
        marks.append(RangedText.Mark(start: start, length: length, kind: .mention, replacement: "@" + name))
      } else if let link = fields.first(5)?.text {
        marks.append(RangedText.Mark(start: start, length: length, kind: .link(target: link)))
      } else if let style = fields.first(4)?.integer, style < styles.count {
        marks.append(RangedText.Mark(start: start, length: length, kind: styles[Int(style)]))
      }
    }
    return marks
  }

  private static func contact(_ value: JSONValue) -> Contact {
    let name = value["name"]
    let full = SignalBackup.joined([name?["givenName"]?.text, name?["familyName"]?.text])
    return Contact(
      names: [name?["displayName"]?.text ?? full, value["organization"]?.text],
      phones: (value["phoneNumbers"]?.elements ?? []).compactMap { $0["number"]?.identifier },
      emails: (value["emails"]?.elements ?? []).compactMap { $0["email"]?.text })
  }

  // MARK: Events

  /// Sets the call or event that a row reports. Returns false for a message.
  private func setEvent(
    _ type: MessageType, _ draft: inout MessageDraft, _ builder: ConversationBuilder
  ) -> Bool {
    if let call = SignalDatabaseEvent.call(type) {
      draft.part = call
      return true
    }
    let changes = SignalDatabaseEvent(
      body: scan.row.text(.body) ?? "", extras: scan.row.bytes(.extras) ?? [],
      milliseconds: scan.row.integer(.expiresIn), actor: draft.sender)
    guard
      let event = changes.event(
        of: type,
        { account in people.recipient(account: account).map { people.participant($0, in: builder) } })
    else { return false }
    (draft.event, draft.sender) = (event, nil)
    return true
  }
}
