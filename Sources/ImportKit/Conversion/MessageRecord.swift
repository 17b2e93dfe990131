import ChatModel

/// A message as bytes of a spool: written once while an export is converted, and read as often as its pages need it.
///
/// The bytes are private to a run, so their layout may change with every version.
enum MessageRecord {
  private enum Flag {
    static let sender: UInt64 = 1
    static let instant: UInt64 = 2
    static let replyTo: UInt64 = 4
    static let quotation: UInt64 = 8
    static let reactions: UInt64 = 16
    static let extras: UInt64 = 32
    /// The lowest bit of the content's kind.
    static let contentShift: UInt64 = 6
  }
  private enum ContentCode: UInt64 {
    case plain, markdown, spans, media, system, part
  }

  // MARK: Writing

  static func write(_ message: Message, to record: inout RecordWriter) {
    let (reply, extras) = (message.reply, message.extras)
    let hasQuotation = reply?.quotedName != nil || reply?.quotedText != nil
    let hasTarget = reply?.target != nil
    var flags = kind(of: message.content).rawValue << Flag.contentShift
    if message.sender != nil { flags |= Flag.sender }
    if message.instant != nil { flags |= Flag.instant }
    if hasTarget { flags |= Flag.replyTo }
    if hasQuotation || reply != nil && !hasTarget { flags |= Flag.quotation }
    if !message.reactions.isEmpty { flags |= Flag.reactions }
    if extras != nil { flags |= Flag.extras }
    record.add(flags)
    record.add(message.id)
    if let sender = message.sender { record.add(sender) }
    if let instant = message.instant { record.addSigned(instant.milliseconds) }
    if let target = reply?.target { record.add(target) }
    if flags & Flag.quotation != 0 {
      record.add(reply?.quotedName)
      record.add(reply?.quotedText)
    }
    write(message.content, to: &record)
    if !message.reactions.isEmpty { record.add(each: message.reactions) { $0.add($1) } }
    if let extras { record.add(extras) }
  }

  private static func kind(of content: MessageContent) -> ContentCode {
    switch content {
    case .text(let text):
      switch text.markup {
      case .plain: .plain
      case .markdown: .markdown
      case .spans: .spans
      }
    case .media: .media
    case .system: .system
    case .part: .part
    }
  }

  private static func write(_ content: MessageContent, to record: inout RecordWriter) {
    switch content {
    case .text(let text):
      record.add(text.string)
      if case .spans(let spans) = text.markup { record.add(spans) }
    case .media(let attachments, let caption):
      record.add(each: attachments) { $0.add($1) }
      record.add(caption)
    case .system(let event):
      record.add(event.event)
      record.add(event.actor) { $0.add($1) }
      record.add(each: event.targets) { $0.add($1) }
      record.add(event.text)
      record.add(event.facts) { $0.add($1) }
    case .part(let part): PartRecord.write(part, to: &record)
    }
  }

  // MARK: Reading

  /// Reads the message whose record begins at `offset`.
  static func message(at offset: Int, of bytes: InputBytes, kinds: PartKinds) -> Message {
    var record = RecordReader(bytes, at: offset)
    return message(&record, kinds)
  }

  /// Reads the message whose record begins at `offset`, for a survey: a plain text stays in place.
  static func surveyed(at offset: Int, of bytes: InputBytes, kinds: PartKinds) -> SurveyedMessage {
    var record = RecordReader(bytes, at: offset)
    let flags = record.number()
    let kind = flags >> Flag.contentShift
    guard flags & (Flag.quotation | Flag.reactions | Flag.extras) == 0,
      kind == ContentCode.plain.rawValue || kind == ContentCode.markdown.rawValue
    else { return .whole(message(at: offset, of: bytes, kinds: kinds)) }
    let id = record.text()
    let sender = flags & Flag.sender != 0 ? record.participant() : nil
    let instant = flags & Flag.instant != 0 ? record.instant() : nil
    let replyTo = flags & Flag.replyTo != 0 ? record.text() : nil
    return .plain(
      TextMessage(
        id: id, sender: sender, instant: instant, replyTo: replyTo, bytes: bytes,
        run: bytes.run(record.range()), markup: kind == ContentCode.plain.rawValue ? .plain : .markdown))
  }

  private static func message(_ record: inout RecordReader, _ kinds: PartKinds) -> Message {
    let flags = record.number()
    let id = record.text()
    let sender = flags & Flag.sender != 0 ? record.participant() : nil
    let instant = flags & Flag.instant != 0 ? record.instant() : nil
    var reply = flags & Flag.replyTo != 0 ? Reply(target: record.text()) : nil
    if flags & Flag.quotation != 0 {
      var quoting = reply ?? Reply(target: nil)
      quoting.quotedName = record.optionalText()
      quoting.quotedText = record.optionalText()
      reply = quoting
    }
    let content = content(ContentCode(rawValue: flags >> Flag.contentShift) ?? .plain, &record, kinds)
    let reactions = flags & Flag.reactions != 0 ? record.list { $0.reaction() } : []
    let extras = flags & Flag.extras != 0 ? record.extras() : nil
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras)
  }

  private static func content(
    _ kind: ContentCode, _ record: inout RecordReader, _ kinds: PartKinds
  ) -> MessageContent {
    switch kind {
    case .plain: return .text(MessageText(record.text(), markup: .plain))
    case .markdown: return .text(MessageText(record.text(), markup: .markdown))
    case .spans:
      let text = record.text()
      return .text(MessageText(text, markup: .spans(record.spans())))
    case .media:
      let attachments = record.list { $0.attachment() }
      return .media(attachments, caption: record.messageText())
    case .system:
      let event = record.text()
      let actor = record.optional { $0.participant() }
      let targets = record.list { $0.participant() }
      let text = record.optionalText()
      let facts = record.optional { $0.eventFacts() }
      return .system(SystemEvent(event: event, actor: actor, targets: targets, text: text, facts: facts))
    case .part: return .part(PartRecord.part(&record, kinds))
    }
  }
}

extension RecordWriter {
  mutating func add(_ participant: ParticipantIndex) {
    add(Int(participant.value))
    participantEnd = max(participantEnd, Int(participant.value) + 1)
  }

  mutating func add(_ text: MessageText) {
    add(text.string)
    switch text.markup {
    case .plain: add(0)
    case .markdown: add(1)
    case .spans(let spans):
      add(2)
      add(spans)
    }
  }

  fileprivate mutating func add(_ spans: [SourceSpan]) {
    add(each: spans) { record, span in
      record.add(span.start)
      record.add(span.end)
      switch span.kind {
      case .bold: record.add(0)
      case .italic: record.add(1)
      case .underline: record.add(2)
      case .strikethrough: record.add(3)
      case .spoiler: record.add(4)
      case .code: record.add(5)
      case .mention: record.add(6)
      case .hashtag: record.add(7)
      case .blockquote: record.add(8)
      case .heading(let level):
        record.add(11)
        record.add(level)
      case .item(let marker, let depth):
        record.add(12)
        record.add(marker)
        record.add(depth)
      case .codeBlock(let language):
        record.add(9)
        record.add(language)
      case .link(let target):
        record.add(10)
        record.add(target)
      }
    }
  }

  mutating func add(_ attachment: Attachment) {
    add(attachment.kind.rawValue)
    add(attachment.path)
    add(attachment.name)
    add(attachment.absence) { record, absence in
      switch absence {
      case .tooLarge: record.add(0)
      case .unavailable: record.add(1)
      case .other(let words):
        record.add(2)
        record.add(words)
      }
    }
    for number in [attachment.width, attachment.height, attachment.byteCount] {
      add(number) { $0.add($1) }
    }
    add(attachment.duration) { $0.add($1) }
    add(attachment.alt)
    add(attachment.type)
    add(attachment.waveform)
    add(attachment.poster)
    add(attachment.isSpoiler)
    add(attachment.isRound)
  }

  fileprivate mutating func add(_ facts: EventFacts) {
    add(facts.instant) { $0.addSigned($1.milliseconds) }
    add(facts.duration) { $0.add($1) }
    for number in [facts.months, facts.count, facts.otherCount] { add(number) { $0.add($1) } }
    add(facts.amount) { record, amount in
      record.addSigned(amount.units)
      record.add(amount.currency)
      record.add(amount.digits) { $0.add($1) }
    }
    add(facts.day) { record, day in
      record.add(day.year) { $0.add($1) }
      record.add(day.month)
      record.add(day.day)
    }
    add(facts.name)
    add(each: facts.marks) { $0.add($1.rawValue) }
  }

  fileprivate mutating func add(_ reaction: Reaction) {
    add(reaction.emoji)
    add(each: reaction.by) { $0.add($1) }
    add(reaction.count)
    add(reaction.image)
    add(each: reaction.times) { record, time in record.add(time) { $0.addSigned($1.milliseconds) } }
  }

  fileprivate mutating func add(_ extras: MessageExtras) {
    add(each: extras.edits) { record, edit in
      record.add(edit.instant) { $0.addSigned($1.milliseconds) }
      record.add(edit.text)
    }
    add(extras.editedAt) { $0.addSigned($1.milliseconds) }
    add(extras.status)
    for name in [extras.forwardedFrom, extras.savedFrom, extras.signature, extras.via] { add(name) }
    add(extras.forwardedAt) { $0.addSigned($1.milliseconds) }
    add(extras.thread)
    add(extras.topic)
    add(extras.isViewOnce)
    add(extras.expiresAfter) { $0.add($1) }
    add(extras.isFirstUnread)
    add(extras.isPinned)
    add(extras.role)
    add(extras.model)
    add(extras.parent)
    var (deletion, steps) = (extras.deletion, extras.steps)
    visit(&deletion, blank: Deletion()) { $1.visitFields(&$0) }
    add(each: extras.emoji) { record, emoji in
      record.add(emoji.name)
      record.add(emoji.image)
    }
    add(extras.isAside)
    add(extras.text) { $0.add($1) }
    visit(each: &steps, blank: TurnPart(kind: .thinking, text: "")) { $1.visitFields(&$0) }
  }
}

extension RecordReader {
  mutating func participant() -> ParticipantIndex { ParticipantIndex(Int32(truncatingIfNeeded: integer())) }

  mutating func instant() -> Instant { Instant(milliseconds: signed()) }

  mutating func messageText() -> MessageText {
    let text = text()
    switch integer() {
    case 0: return MessageText(text, markup: .plain)
    case 1: return MessageText(text, markup: .markdown)
    default: return MessageText(text, markup: .spans(spans()))
    }
  }

  fileprivate mutating func spans() -> [SourceSpan] {
    list { record in
      let (start, end) = (record.integer(), record.integer())
      let kind: SourceSpan.Kind =
        switch record.integer() {
        case 0: .bold
        case 1: .italic
        case 2: .underline
        case 3: .strikethrough
        case 4: .spoiler
        case 5: .code
        case 6: .mention
        case 7: .hashtag
        case 8: .blockquote
        case 11: .heading(level: record.integer())
        case 12: .item(marker: record.text(), depth: record.integer())
        case 9: .codeBlock(language: record.text())
        default: .link(target: record.text())
        }
      return SourceSpan(start: start, end: end, kind: kind)
    }
  }

  mutating func attachment() -> Attachment {
    var attachment = Attachment(kind: Attachment.Kind(rawValue: text()) ?? .file)
    attachment.path = optionalText()
    attachment.name = optionalText()
    attachment.absence = optional { record in
      switch record.integer() {
      case 0: .tooLarge
      case 1: .unavailable
      default: .other(record.text())
      }
    }
    attachment.width = optional { $0.integer() }
    attachment.height = optional { $0.integer() }
    attachment.byteCount = optional { $0.integer() }
    attachment.duration = optional { $0.real() }
    attachment.alt = optionalText()
    attachment.type = optionalText()
    attachment.waveform = bytesList()
    attachment.poster = optionalText()
    attachment.isSpoiler = flag()
    attachment.isRound = flag()
    return attachment
  }

  fileprivate mutating func eventFacts() -> EventFacts {
    var facts = EventFacts()
    facts.instant = optional { $0.instant() }
    facts.duration = optional { $0.real() }
    facts.months = optional { $0.integer() }
    facts.count = optional { $0.integer() }
    facts.otherCount = optional { $0.integer() }
    facts.amount = optional { record in
      let units = record.signed()
      let currency = record.text()
      return EventFacts.Amount(units: units, currency: currency, digits: record.optional { $0.integer() })
    }
    facts.day = optional { record in
      let year = record.optional { $0.integer() }
      let month = record.integer()
      return EventFacts.EventDay(year: year, month: month, day: record.integer())
    }
    facts.name = optionalText()
    facts.marks = list { EventFacts.EventMark(rawValue: $0.integer()) ?? .limited }
    return facts
  }

  fileprivate mutating func reaction() -> Reaction {
    let emoji = text()
    let by = list { $0.participant() }
    let count = integer()
    var reaction = Reaction(emoji: emoji, by: by, count: count, image: optionalText())
    reaction.times = list { $0.optional { $0.instant() } }
    return reaction
  }

  fileprivate mutating func extras() -> MessageExtras {
    var extras = MessageExtras()
    extras.edits = list { record in
      let instant = record.optional { $0.instant() }
      return MessageExtras.Edit(instant: instant, text: record.text())
    }
    extras.editedAt = optional { $0.instant() }
    extras.status = optionalText()
    extras.forwardedFrom = optionalText()
    extras.savedFrom = optionalText()
    extras.signature = optionalText()
    extras.via = optionalText()
    extras.forwardedAt = optional { $0.instant() }
    extras.thread = optionalText()
    extras.topic = optionalText()
    extras.isViewOnce = flag()
    extras.expiresAfter = optional { $0.real() }
    extras.isFirstUnread = flag()
    extras.isPinned = flag()
    extras.role = optionalText()
    extras.model = optionalText()
    extras.parent = optionalText()
    extras.deletion = optional { Deletion(reading: &$0) }
    extras.emoji = list { record in
      let name = record.text()
      return MessageExtras.OwnEmoji(name: name, image: record.text())
    }
    extras.isAside = flag()
    extras.text = optional { $0.messageText() }
    extras.steps = list { TurnPart(reading: &$0) }
    return extras
  }
}
