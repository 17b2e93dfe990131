import ChatModel
import ImportKit

/// Reads the messages of a database into conversations.
final class IMessageReader {
  private let export: IMessageExport
  private let conversion: Conversion
  private let people: IMessagePeople
  private let chats: IMessageChats
  private let database: SQLiteDatabase
  /// Read at the first poll, because few databases have any.
  private lazy var allPolls = try? IMessagePolls(database, people)
  /// The name of the database's owner.
  private let owner: String?
  private var conversations: [String: IMessageConversation] = [:]
  private var conversationsByChat: [Int64: IMessageConversation] = [:]
  /// The conversations in the order in which they were met.
  private var order: [IMessageConversation] = []
  private var log: DiagnosticLog
  /// The chats and files of the current message.
  private var chatRows: [Int64] = []
  private var files: [IMessageFile] = []
  /// The bodies of the current message's deleted parts.
  private var deletedParts: [[UInt8]] = []

  init(
    _ database: SQLiteDatabase, _ export: IMessageExport, _ conversion: Conversion, log: DiagnosticLog
  ) throws(SQLiteError) {
    (self.export, self.conversion, self.log) = (export, conversion, log)
    self.database = database
    let contacts = ContactNames(export.contacts, log: &self.log)
    people = try IMessagePeople(database, contacts)
    chats = try IMessageChats(database, people)
    // A name that nobody else has is the owner's.
    if let me = conversion.options.me, !people.knows(me) {
      owner = me
    } else {
      let address = try Self.ownAddress(database)
      owner = address.flatMap { contacts.contact($0)?.name }
    }
  }

  /// An address at which the owner of the database gets messages, or nil.
  private static func ownAddress(_ database: SQLiteDatabase) throws(SQLiteError) -> String? {
    guard try database.columns(of: "message").contains("destination_caller_id") else { return nil }
    let rows = try database.statement(
      "SELECT destination_caller_id FROM message WHERE destination_caller_id <> '' ORDER BY ROWID DESC LIMIT 1"
    )
    do throws(SQLiteError) { return try rows.step() ? rows.text(0) : nil } catch { return nil }
  }

  /// Reads a message with the rows that belong to it.
  func read(_ row: borrowing SQLiteStatement, _ joins: inout IMessageJoins) throws(ImportError) {
    let id = row.integer(0)
    chatRows.removeAll(keepingCapacity: true)
    files.removeAll(keepingCapacity: true)
    deletedParts.removeAll(keepingCapacity: true)
    joins.chats.forEach(of: id) { chatRows.append($0.integer(1)) }
    var isRecoverable = false
    joins.recoverable.forEach(of: id) {
      chatRows.append($0.integer(1))
      isRecoverable = true
    }
    joins.recoverableParts.forEach(of: id) { deletedParts.append($0.bytes(2) ?? []) }
    joins.files.forEach(of: id) { files.append(IMessageFile($0, export.paths)) }
    if isRecoverable || !deletedParts.isEmpty {
      note(.note, "recently-deleted", "the message is in Recently Deleted; it is shown like the others", row)
    }
    var last: IMessageConversation?
    for conversation in conversations(of: row) where conversation !== last {
      try add(row, to: conversation)
      last = conversation
    }
  }

  /// Finishes all conversations, and returns their diagnostics.
  func finish() -> DiagnosticLog {
    for conversation in order { conversation.finish() }
    return log
  }

  // MARK: Conversations and people

  private func conversations(of row: borrowing SQLiteStatement) -> [IMessageConversation] {
    guard chatRows.isEmpty else {
      return chatRows.map { chat in
        if let known = conversationsByChat[chat] { return known }
        let conversation = conversation(chats.chat(chat))
        conversationsByChat[chat] = conversation
        return conversation
      }
    }
    guard let person = people.person(row.integer(.handle_id)) else {
      return [conversation(IMessageChats.unfiled)]
    }
    return [conversation(IMessageChats.dialog(person))]
  }

  private func conversation(_ chat: IMessageChats.Chat) -> IMessageConversation {
    if let known = conversations[chat.key] {
      // Another row may have people whom the first one lacks.
      for person in chat.members { _ = known.index(person) }
      return known
    }
    let conversation = IMessageConversation(chat, conversion, root: export.root, owner: owner)
    conversations[chat.key] = conversation
    order.append(conversation)
    return conversation
  }

  private func sender(
    _ row: borrowing SQLiteStatement, _ conversation: IMessageConversation
  ) -> ParticipantIndex? {
    if row.integer(.is_from_me) != 0 || isOwnLocation(row) { return conversation.owner() }
    if let person = people.person(row.integer(.handle_id)) { return conversation.index(person) }
    return conversation.partner
  }

  /// True if an event says that the owner shares their location with somebody, who then is the other person.
  private func isOwnLocation(_ row: borrowing SQLiteStatement) -> Bool {
    row.integer(.item_type) == GroupEvent.location && row.integer(.other_handle) != 0
      && !row.isMissing(.share_direction) && row.integer(.share_direction) == 0
  }

  // MARK: Messages

  private func add(
    _ row: borrowing SQLiteStatement, to conversation: IMessageConversation
  ) throws(ImportError) {
    let kind = row.integer(.associated_message_type)
    if (2000...3999).contains(kind), let target = row.text(.associated_message_guid) {
      return addTapback(kind, target, row, conversation)
    }
    var draft = MessageDraft()
    draft.id = row.text(.guid) ?? ""
    draft.instant = row.instant(.date)
    draft.sender = sender(row, conversation)
    if row.integer(.item_type) != 0 {
      draft.event = event(row, draft.sender, conversation)
      return try conversation.builder.add(draft)
    }
    let polls = kind == 0 ? nil : polls(of: row)
    if polls?.votes.contains(draft.id) == true { return }
    if let choices = polls?.additions[draft.id] {
      draft.event = SystemEvent(
        event: "choice_added_to_the_poll", actor: draft.sender, text: choices.joined(separator: ", "))
      return try conversation.builder.add(draft)
    }
    let history = row.bytes(.message_summary_info).map(MessageHistory.init) ?? MessageHistory()
    readContent(row, history, conversation, &draft)
    readFacts(row, history, &draft)
    if kind == 1000, let target = row.text(.associated_message_guid) {
      draft.reply = Reply(target: Tapbacks.message(of: target))
    }
    try conversation.builder.add(draft)
    for (number, body) in deletedParts.enumerated() { try addDeletedPart(number, body, row, conversation) }
    if history.retractedCount > 0, !isRetracted(row, history) {
      try addRetraction(row, conversation)
    }
  }

  private func addTapback(
    _ kind: Int64, _ target: String, _ row: borrowing SQLiteStatement, _ conversation: IMessageConversation
  ) {
    var emoji: String?
    if kind < 3000 {
      emoji =
        Tapbacks.emoji(kind) ?? row.text(.associated_message_emoji) ?? (files.isEmpty ? nil : "sticker")
      if emoji == nil {
        note(.loss, "unknown-tapback", "the tapback has the unknown type \(kind); it is shown as ❔", row)
        emoji = "❔"
      }
    }
    let state = Tapbacks.TapbackState(
      time: row.integer(.date), row: row.integer(0), emoji: emoji, image: files.first?.attachment.path)
    conversation.tapbacks.add(state, to: target, by: sender(row, conversation))
  }

  private func event(
    _ row: borrowing SQLiteStatement, _ actor: ParticipantIndex?, _ conversation: IMessageConversation
  ) -> SystemEvent {
    let (item, action) = (row.integer(.item_type), row.integer(.group_action_type))
    let (handle, other) = (row.integer(.handle_id), row.integer(.other_handle))
    // Somebody who takes part with another number is recorded as added by themselves.
    if item == GroupEvent.member, action == 0, other != 0, other == handle {
      return SystemEvent(event: "change_number", actor: actor)
    }
    let word = GroupEvent.word(item, action, share: row.integer(.share_status))
    if word == nil {
      note(
        .loss, "unknown-event",
        "the event has the unknown type \(item), action \(action); a notice says that there was one", row)
    }
    if !files.isEmpty {
      note(.loss, "photo-left-out", "the picture of an event is not shown", row)
    }
    var targets = people.person(other).map { [conversation.index($0)] } ?? []
    let isOwner = item == GroupEvent.member && other == 0 && !row.isMissing(.other_handle)
    if isOwner, row.integer(.is_from_me) == 0 { targets = [conversation.owner()] }
    if item == GroupEvent.location { targets = [] }
    let title = row.text(.group_title)
    if word == "titleChanged", title == nil { return SystemEvent(event: "titleRemoved", actor: actor) }
    return SystemEvent(event: word ?? "unknownEvent", actor: actor, targets: targets, text: title)
  }

  private func addRetraction(
    _ row: borrowing SQLiteStatement, _ conversation: IMessageConversation
  ) throws(ImportError) {
    var draft = MessageDraft()
    draft.id = (row.text(.guid) ?? "") + "/unsent"
    draft.instant = row.instant(.date)
    draft.event = SystemEvent(event: "messagePartUnsent", actor: sender(row, conversation))
    try conversation.builder.add(draft)
  }

  /// Adds a part of a message that its owner deleted, as a message of its own.
  private func addDeletedPart(
    _ number: Int, _ bytes: [UInt8], _ row: borrowing SQLiteStatement, _ conversation: IMessageConversation
  ) throws(ImportError) {
    var draft = MessageDraft()
    draft.id = (row.text(.guid) ?? "") + "/deleted/\(number)"
    (draft.instant, draft.sender) = (row.instant(.date), sender(row, conversation))
    draft.text = (MessageBody(attributed: bytes) ?? MessageBody(salvaging: bytes))?.text
    if draft.text?.string.isEmpty ?? true {
      draft.text = nil
      draft.part = Unsupported(kind: "deleted part")
      note(.loss, "unreadable-body", "a deleted part of the message cannot be read; a card is shown", row)
    }
    try conversation.builder.add(draft)
  }

  private func isRetracted(_ row: borrowing SQLiteStatement, _ history: MessageHistory) -> Bool {
    guard history.retractedCount > 0 || row.integer(.date_retracted) != 0 || row.integer(.date_edited) != 0
    else { return false }
    return row.bytes(.attributedBody) == nil && row.text(.text) == nil
      && (history.isRetracted || history.newest == nil)
  }

  // MARK: Content

  private func readContent(
    _ row: borrowing SQLiteStatement, _ history: MessageHistory, _ conversation: IMessageConversation,
    _ draft: inout MessageDraft
  ) {
    if isRetracted(row, history) {
      draft.part = Deletion(
        by: draft.sender, instant: row.instant(.date_retracted) ?? row.instant(.date_edited))
      return
    }
    var body = body(row) ?? history.newest ?? MessageBody("")
    if let translation = history.translation { body.addTranslation(translation) }
    let isHidden = row.text(.expressive_send_style_id) == MessageEffect.invisibleInk
    if isHidden { body.hide() }
    if let subject = row.text(.subject) { body.setSubject(subject) }
    if let poll = polls(of: row)?.poll(draft.id, in: conversation) {
      draft.part = poll
      return
    }
    if let bundle = bundle(row),
      let part = AppMessage.content(
        bundle, payload: row.bytes(.payload_data), text: body.text, files: files.map(\.attachment))
    {
      return readApp(part, row, &draft)
    }
    draft.text = body.text.string.isEmpty ? nil : body.text
    draft.attachments = attachments(row, body, isHidden: isHidden)
    if draft.text == nil, !draft.attachments.isEmpty {
      let words = body.slots.lazy.compactMap(\.transcript).first { !$0.isEmpty }
      draft.text = words.map { MessageText($0, markup: .plain) }
    }
    if draft.attachments.count == 1, let part = IMessageCard.part(draft.attachments[0], in: export.root) {
      (draft.part, draft.attachments) = (part, [])
    }
    if draft.text == nil, draft.attachments.isEmpty, draft.part == nil {
      draft.part = Unsupported(kind: "empty message")
      note(
        .warning, "empty-message", "the message has neither text nor files; it is shown as an empty card", row
      )
    }
  }

  /// The app that made a message, or nil. Links with a preview may come without it.
  private func bundle(_ row: borrowing SQLiteStatement) -> String? {
    row.text(.balloon_bundle_id)
      ?? (row.bytes(.payload_data) != nil && files.allSatisfy(\.isHidden) ? AppMessage.linkProvider : nil)
  }

  /// The polls, if the message belongs to one.
  private func polls(of row: borrowing SQLiteStatement) -> IMessagePolls? {
    let isOfApp = row.text(.balloon_bundle_id)?.hasSuffix(IMessagePolls.bundle) == true
    return isOfApp || row.integer(.associated_message_type) == IMessagePolls.vote ? allPolls : nil
  }

  /// Adds an app's content. Files that people see in its bubble, such as a sticker, are shown instead of a card.
  private func readApp(
    _ part: any MessagePart, _ row: borrowing SQLiteStatement, _ draft: inout MessageDraft
  ) {
    draft.part = part
    guard let card = part as? Unsupported else { return }
    draft.attachments = files.filter { !$0.isHidden }.map(\.attachment)
    if !draft.attachments.isEmpty {
      draft.part = nil
      draft.text = card.text.map { MessageText($0, markup: .plain) }
      if draft.text == nil { return }
    }
    note(
      .loss, "app-message",
      "messages of the app `\(card.name.prefix(60))` are shown as a card with their words", row)
  }

  private func body(_ row: borrowing SQLiteStatement) -> MessageBody? {
    guard let bytes = row.bytes(.attributedBody) else { return row.text(.text).map { MessageBody($0) } }
    if let body = MessageBody(attributed: bytes), !body.text.string.isEmpty || !body.slots.isEmpty {
      return body
    }
    if let text = row.text(.text) { return MessageBody(text) }
    guard TypedStream(bytes) == nil else { return nil }
    let body = MessageBody(salvaging: bytes)
    if body == nil {
      note(.loss, "unreadable-body", "the text of the message cannot be read; it is left out", row)
    } else {
      note(
        .warning, "broken-body", "the body of the message is broken; its text is shown without its styles",
        row)
    }
    return body
  }

  /// The files in their order in the text.
  private func attachments(
    _ row: borrowing SQLiteStatement, _ body: MessageBody, isHidden: Bool
  ) -> [Attachment] {
    let isVoice = row.integer(.is_audio_message) != 0
    let isLink = row.text(.balloon_bundle_id) != nil
    var left = files.filter { !isLink || !$0.isHidden }
    var ordered: [IMessageFile] = []
    for slot in body.slots {
      guard let guid = slot.guid, let index = left.firstIndex(where: { $0.guid == guid }) else { continue }
      ordered.append(left.remove(at: index))
    }
    var attachments = (ordered + left).map(\.attachment)
    // A recording is removed after two minutes unless somebody keeps it.
    if attachments.isEmpty, isVoice || !body.slots.isEmpty {
      attachments = [Attachment(kind: isVoice ? .voice : .file)]
      attachments[0].absence = .unavailable
    }
    for index in attachments.indices {
      if isVoice, attachments[index].kind == .audio || attachments[index].kind == .file {
        attachments[index].kind = .voice
      }
      attachments[index].isSpoiler = isHidden
    }
    return attachments
  }

  // MARK: Facts

  private func readFacts(
    _ row: borrowing SQLiteStatement, _ history: MessageHistory, _ draft: inout MessageDraft
  ) {
    var extras = MessageExtras()
    extras.edits = history.edits
    if let deletion = draft.part as? Deletion, let last = history.newest?.text.string {
      extras.edits.append(MessageExtras.Edit(instant: deletion.instant, text: last))
    }
    if history.edits.isEmpty, row.integer(.date_edited) != 0, !(draft.part is Deletion) {
      extras.editedAt = row.instant(.date_edited)
    }
    extras.status = status(row)
    if let originator = row.text(.thread_originator_guid) {
      draft.reply = Reply(target: originator)
      extras.thread = originator
    }
    if extras != MessageExtras() { draft.extras = extras }
  }

  private func status(_ row: borrowing SQLiteStatement) -> String? {
    let isMine = row.integer(.is_from_me) != 0
    if isMine, row.integer(.error) != 0 { return "failed" }
    if let effect = row.text(.expressive_send_style_id), effect != MessageEffect.invisibleInk {
      return "sent with \(MessageEffect.name(effect))"
    }
    guard isMine else { return nil }
    if row.integer(.date_read) != 0 { return "read" }
    if row.integer(.is_delivered) != 0 || row.integer(.date_delivered) != 0 { return "delivered" }
    if row.integer(.is_sent) != 0 { return "sent" }
    // Type 2 is "Send Later".
    return row.integer(.schedule_type) == 2 ? "scheduled" : nil
  }

  private func note(
    _ severity: Diagnostic.Severity, _ code: String, _ message: String, _ row: borrowing SQLiteStatement
  ) {
    log.append(
      Diagnostic(
        severity, code, message,
        at: Origin(file: export.database.path, path: "message[\(row.integer(0))]")))
  }
}
