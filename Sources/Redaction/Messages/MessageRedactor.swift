import ChatModel

/// Redacts the messages of one conversation.
struct MessageRedactor {
  let rules: ConversationRules
  var text: TextRedactor
  private let aliases: FileAliases
  /// The rule by which all attachments of the current message are redacted.
  private var ruleOfFiles: Int?

  init(_ rules: ConversationRules, aliases: FileAliases) {
    (self.rules, self.aliases) = (rules, aliases)
    text = TextRedactor(rules.matcher, words: rules.words)
  }

  /// Returns a message redacted, or nil if nothing of it is. Its ids stay.
  mutating func redacted(_ message: Message, number: Int?) -> Message? {
    text.hasChanged = false
    if let rule = rules.rule(of: message, number: number) {
      text.count(rule)
      return hidden(message)
    }
    ruleOfFiles = rules.ruleOfFiles(of: message, number: number)
    let content = content(message.content)
    var (reply, reactions, extras) = (message.reply, message.reactions, message.extras)
    if let name = reply?.quotedName { reply?.quotedName = text.redacted(name) }
    if let quoted = reply?.quotedText { reply?.quotedText = text.redacted(quoted) }
    for index in reactions.indices {
      reactions[index].emoji = text.redacted(reactions[index].emoji)
      reactions[index].image = reactions[index].image.map { path($0) }
    }
    if var changed = extras {
      redact(&changed)
      extras = changed
    }
    guard text.hasChanged else { return nil }
    return Message(
      id: message.id, sender: message.sender, instant: message.instant, content: content, reply: reply,
      reactions: reactions, extras: extras)
  }

  /// Returns what stays of a message that is redacted as a whole: its sender and time, and its position among branches and threads.
  private func hidden(_ message: Message) -> Message {
    var extras = MessageExtras()
    if let known = message.extras {
      (extras.parent, extras.thread, extras.isAside) = (known.parent, known.thread, known.isAside)
    }
    let content: MessageContent
    if case .system(let event) = message.content {
      content = .system(SystemEvent(event: rules.words.replacement, actor: event.actor))
    } else {
      content = .text(MessageText(rules.words.replacement, markup: .plain))
    }
    return Message(
      id: message.id, sender: message.sender, instant: message.instant, content: content,
      extras: extras == MessageExtras() ? nil : extras)
  }

  // MARK: Content

  private mutating func content(_ content: MessageContent) -> MessageContent {
    switch content {
    case .text(let written): return .text(text.redacted(written))
    case .media(var files, let caption):
      for index in files.indices { redact(&files[index]) }
      return .media(files, caption: text.redacted(caption))
    case .system(let event): return .system(redacted(event))
    case .part(let part): return redacted(part)
    }
  }

  private mutating func redacted(_ event: SystemEvent) -> SystemEvent {
    var event = event
    event.event = text.redacted(event.event)
    event.text = text.redacted(event.text)
    if let name = event.facts?.name { event.facts?.name = text.redacted(name) }
    if let currency = event.facts?.amount?.currency {
      event.facts?.amount?.currency = text.redacted(currency)
    }
    return event
  }

  private mutating func redacted(_ part: any MessagePart) -> MessageContent {
    if part is Location, let rule = rules.positions {
      text.count(rule)
      return .text(MessageText(rules.words.replacement, markup: .plain))
    }
    var visitor = RedactingVisitor(self, isCall: part is Call)
    defer { self = visitor.redactor }
    // A visit cannot change a named part, which is made of its facts.
    if let named = part as? any NamedPart {
      var facts = named.facts
      visitor.visit(&facts)
      guard facts != named.facts else { return .part(part) }
      let kind = type(of: named)
      return .part(kind.init(facts) ?? Unsupported(kind: kind.kind, facts: facts) as any MessagePart)
    }
    return .part(part.visited(by: &visitor))
  }

  /// Redacts an attachment as a whole, or its texts and path.
  mutating func redact(_ file: inout Attachment) {
    if let rule = ruleOfFiles ?? rules.rule(of: file) {
      text.count(rule)
      file = Attachment(kind: file.kind)
      file.absence = .other(rules.words.replacement)
      return
    }
    if file.name == nil, file.kind == .file,
      let name = file.path?.split(separator: "/").last.map(String.init),
      text.matches(name)
    {
      file.name = name
    }
    file.name = text.redacted(file.name)
    file.alt = text.redacted(file.alt)
    file.type = text.redacted(file.type)
    if case .other(let words)? = file.absence { file.absence = .other(text.redacted(words)) }
    file.path = file.path.map { path($0) }
    file.poster = file.poster.map { path($0) }
  }

  /// Returns an alias for a path with redacted words.
  mutating func path(_ path: String) -> String {
    guard text.matches(path) else { return path }
    text.hasChanged = true
    return aliases.alias(of: path) { text.matches($0) }
  }

  // MARK: Extras

  private mutating func redact(_ extras: inout MessageExtras) {
    for index in extras.edits.indices { extras.edits[index].text = text.redacted(extras.edits[index].text) }
    if let status = extras.status, !ControlWord.isOne(status) { extras.status = text.redacted(status) }
    extras.forwardedFrom = text.redacted(extras.forwardedFrom)
    extras.savedFrom = text.redacted(extras.savedFrom)
    extras.signature = text.redacted(extras.signature)
    extras.via = text.redacted(extras.via)
    extras.topic = text.redacted(extras.topic)
    if let role = extras.role, !ControlWord.isOne(role) { extras.role = text.redacted(role) }
    extras.model = text.redacted(extras.model)
    for index in extras.emoji.indices {
      extras.emoji[index].name = text.redacted(extras.emoji[index].name)
      extras.emoji[index].image = path(extras.emoji[index].image)
    }
    if let written = extras.text { extras.text = text.redacted(written) }
    var visitor = RedactingVisitor(self)
    for index in extras.steps.indices { extras.steps[index].visitFields(&visitor) }
    self = visitor.redactor
  }
}

/// Words of formats that decide how a message is shown: a rule about such a word is not about them.
enum ControlWord {
  private static let words: Set<String> = [
    "sending", "sent", "delivered", "read", "played", "failed", "user", "assistant", "system", "tool",
    "developer", "audio",
    "video", "missed", "declined", "busy", "canceled",
  ]

  /// True if a word is one of them.
  static func isOne(_ word: String) -> Bool { words.contains(word) }
}
