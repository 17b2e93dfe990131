import ChatModel
import ImportKit

/// Reads the rows of a table. Rows of one message follow each other.
struct IMazingReader {
  private let conversion: Conversion
  private let input: ImportInput
  private let columns: [String: Int]
  private var tally: ColumnTally
  private var builders: [String: ConversationBuilder] = [:]
  private var open: OpenMessage?
  private var hasOddTime = false

  /// A message whose files may follow in other rows.
  private struct OpenMessage {
    var chat: String
    /// The texts that rows of one message share: its id, or its time and sender.
    var identity: [String]
    var draft: PlainDraft
  }

  /// The parts of a message, which rows add to.
  private struct PlainDraft {
    var id: String
    var sender: ParticipantIndex?
    var instant: Instant?
    var text: MessageText?
    var attachments: [Attachment] = []
    var reply: Reply?
    var extras = MessageExtras()
    var notice: String?
  }

  /// The columns that are read.
  private static let names = [
    "chat session", "message date", "type", "sender id", "sender name", "status", "replying to", "subject",
    "text",
    "reactions", "attachment", "attachment type", "edited date", "deleted date", "message id",
  ]

  init(_ conversion: Conversion, _ input: ImportInput, head: [String]) {
    (self.conversion, self.input) = (conversion, input)
    columns = Dictionary(
      head.enumerated().map { ($1.lowercased().trimmingSpaces, $0) }, uniquingKeysWith: { first, _ in first })
    tally = ColumnTally(head, read: Self.names.map { [columns] in columns[$0] })
  }

  mutating func read(_ record: CSVReader.Record, _ log: inout DiagnosticLog) throws(ImportError) {
    tally.count(record)
    func field(_ name: String) -> String {
      guard let index = columns[name], index < record.fields.count else { return "" }
      return record.fields[index]
    }
    let origin = Origin(file: input.path, line: record.line, offset: record.offset)
    let (chat, type, date) = (field("chat session"), field("type").lowercased(), field("message date"))
    let id = field("message id")
    let identity = id.isEmpty ? [date, type, field("sender id"), field("sender name")] : [id]
    let file = attachment(field("attachment"), type: field("attachment type"))
    if let file, field("text").isEmpty, let open, open.chat == chat, open.identity == identity,
      open.draft.notice == nil
    {
      self.open?.draft.attachments.append(file)
      return
    }
    try close()
    let builder = builder(of: chat)
    var draft = PlainDraft(id: id)
    draft.instant = instant(date, at: origin, &log)
    let isOwn = type == "outgoing"
    let (number, name) = (field("sender id"), field("sender name"))
    if isOwn {
      draft.sender = builder.participant("me", standIn: .me, isMe: true)
    } else if type != "notification", !(number + name).isEmpty {
      draft.sender = builder.participant(number.isEmpty ? name : number, name: name.isEmpty ? nil : name)
    }
    if type == "notification" { draft.notice = field("text") }
    draft.text = text(field("text"), subject: field("subject"), reactions: field("reactions"))
    draft.attachments = [file].compactMap(\.self)
    let quoted = field("replying to")
    if !quoted.isEmpty { draft.reply = Reply(target: nil, quotedText: quoted) }
    let status = field("status").lowercased()
    if isOwn, !status.isEmpty { draft.extras.status = status }
    if !field("edited date").isEmpty {
      draft.extras.editedAt = instant(field("edited date"), at: origin, &log)
    }
    let deleted = field("deleted date")
    if !deleted.isEmpty { draft.extras.deletion = Deletion(instant: instant(deleted, at: origin, &log)) }
    open = OpenMessage(chat: chat, identity: identity, draft: draft)
  }

  mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
    try close()
    tally.report(to: input.account, file: input.path)
  }

  private mutating func builder(of chat: String) -> ConversationBuilder {
    if let known = builders[chat] { return known }
    let title = chat.isEmpty ? input.stem : chat
    let builder = conversion.conversation(named: title, title: title, parts: "\(input.path)/\(title)")
    builders[chat] = builder
    return builder
  }

  /// Adds the message that rows were read for.
  private mutating func close() throws(ImportError) {
    guard let open, let builder = builders[open.chat] else { return }
    self.open = nil
    var draft = MessageDraft()
    draft.id = open.draft.id
    draft.sender = open.draft.sender
    draft.instant = open.draft.instant
    draft.reply = open.draft.reply
    if open.draft.extras != MessageExtras() { draft.extras = open.draft.extras }
    if let notice = open.draft.notice {
      draft.event = SystemEvent(event: "notice", text: notice)
    } else {
      draft.text = open.draft.text
      draft.attachments = open.draft.attachments
      if draft.text == nil, draft.attachments.isEmpty {
        draft.part = open.draft.extras.deletion ?? Unsupported(kind: "message")
      }
    }
    try builder.add(draft)
  }

  /// Returns the text with its subject in bold, and the reactions, in iMazing's words, as a quotation.
  private func text(_ text: String, subject: String, reactions: String) -> MessageText? {
    guard !subject.isEmpty || !reactions.isEmpty else {
      return text.isEmpty ? nil : MessageText(text, markup: .plain)
    }
    var words = StyledText()
    if !subject.isEmpty { words.style(.bold) { $0.append(subject) } }
    if !text.isEmpty {
      words.beginLine()
      words.append(text)
    }
    if !reactions.isEmpty {
      words.beginLine()
      words.style(.blockquote) { $0.append(reactions) }
    }
    return words.messageText
  }

  private func attachment(_ name: String, type: String) -> Attachment? {
    guard !name.isEmpty else { return nil }
    let path = ["attachments/\(name)", name].first { input.folder.has($0) } ?? "attachments/\(name)"
    var file = Attachment(kind: Attachment.Kind(ofFileNamed: name, type: type), path: path, name: name)
    file.type = type.isEmpty ? nil : type
    return file
  }

  private mutating func instant(_ text: String, at origin: Origin, _ log: inout DiagnosticLog) -> Instant? {
    guard !text.isEmpty else { return nil }
    if let time = Timestamp(text) { return conversion.instant(of: time) }
    if !hasOddTime {
      log.append(
        Diagnostic(
          .loss, "odd-time",
          "the time '\(text.prefix(40))' is not in the form 2025-11-03 14:32:11; such times are left out",
          at: origin))
    }
    hasOddTime = true
    return nil
  }
}
