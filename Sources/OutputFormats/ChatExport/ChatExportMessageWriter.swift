import ChatModel

/// Writes messages of a conversation as lines of a `chatexport/1` file.
struct ChatExportMessageWriter {
  private var json = JSONWriter()
  /// The ids of the participants as JSON.
  private let people: [[UInt8]]
  /// The markup of texts that name no other.
  private let markup: MessageText.Markup

  /// The last message.
  var bytes: [UInt8] { json.bytes }

  init(_ conversation: OutputConversation) {
    markup = conversation.markup
    people = conversation.participants.map { person in
      var json = JSONWriter()
      json.text(person.key)
      return json.bytes
    }
  }

  /// Replaces the last message with `output`.
  mutating func write(_ output: borrowing OutputMessage) {
    json.clear()
    let message = output.message
    let (people, markup) = (ChatExportPeople(keys: people), markup)
    let files = output.files
    json.object { json in
      if !message.id.isEmpty { json.member("id", message.id) }
      people.member("from", message.sender, to: &json)
      json.member("at", message.instant)
      // Texts that no markup applies to name none.
      let text = message.memberText { MessageText($0, markup: markup) }
      json.member("text", text?.string)
      json.member("replyTo", message.reply?.target)
      if let text { Self.addMarkup(of: text, unless: markup, to: &json) }
      guard !message.isPlainText else { return }
      var content = ChatExportContentWriter(json: json, people: people, files: files)
      content.add(message)
      if let reply = message.reply { content.addQuote(reply) }
      content.add(message.reactions)
      if let extras = message.extras { content.add(extras) }
      json = content.json
    }
  }

  /// Adds the markup of a text if it is not the usual one. An empty text has none.
  private static func addMarkup(
    of text: MessageText, unless usual: MessageText.Markup, to json: inout JSONWriter
  ) {
    guard text.markup != usual, !text.string.isEmpty else { return }
    switch text.markup {
    case .plain: json.member("markup", "plain")
    case .markdown: json.member("markup", "markdown")
    case .spans(let spans): ChatExportSpans.add(spans, of: text.string, to: &json)
    }
  }
}

/// The ids of participants as JSON.
struct ChatExportPeople {
  let keys: [[UInt8]]

  /// Writes a member that names a person; nothing for nobody.
  func member(_ name: StaticString, _ person: ParticipantIndex?, to json: inout JSONWriter) {
    guard let person, keys.indices.contains(Int(person.value)) else { return }
    json.name(name)
    json.raw(keys[Int(person.value)])
  }

  /// Writes a list of people; nothing if it is empty.
  func member(_ name: StaticString, _ people: [ParticipantIndex], to json: inout JSONWriter) {
    guard !people.isEmpty else { return }
    json.list(name, people) { json, person in
      if keys.indices.contains(Int(person.value)) { json.raw(keys[Int(person.value)]) }
    }
  }
}

extension Message {
  /// True if the message is a text and nothing but perhaps an answer.
  fileprivate var isPlainText: Bool {
    guard case .text = content, reactions.isEmpty, extras == nil else { return false }
    return reply.map { $0.target != nil && $0.quotedName == nil && $0.quotedText == nil } ?? true
  }

  /// Returns the value of the member `text`; nil to leave it out. `unmarked` makes one of a text without markup.
  fileprivate func memberText(_ unmarked: (String) -> MessageText) -> MessageText? {
    switch content {
    case .text(let text): text
    case .media(_, let caption): caption.string.isEmpty ? nil : caption
    case .system(let event): event.text.map(unmarked)
    case .part(let part):
      switch part {
      case let part as LinkPreview: part.text.string.isEmpty ? nil : part.text
      case let part as CodeSnippet: unmarked(part.code)
      case let part as TurnPart: unmarked(part.text)
      case let part as Unsupported: part.text.map(unmarked)
      default: part.hasNoText ? extras?.text : nil
      }
    }
  }
}
