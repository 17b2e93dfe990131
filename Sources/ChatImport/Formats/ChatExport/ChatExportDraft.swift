import ChatModel

/// A message of a `chatexport/1` file while its members, which may come in any order, are being read.
struct ChatExportDraft: ~Copyable {
  var id = ""
  var sender: ParticipantIndex?
  var instant: Instant?
  var kind: ChatExportMessageReader.Kind?
  /// The kind of a message that does not say it: what its other members show.
  var impliedKind: ChatExportMessageReader.Kind?
  var unknownKind: String?
  var text: String?
  var markup: MessageText.Markup?
  var replyTo: String?
  var reactions: [Reaction] = []
  var attachments: [ChatExportAttachment] = []
  private var rareExtras = Rare<MessageExtras>.lacking
  private var rareParts = Rare<Parts>.lacking

  /// What few messages have, behind a reference so that the others do not pay for it.
  private indirect enum Rare<Value> {
    case lacking
    case given(Value)

    var value: Value? {
      get { if case .given(let value) = self { value } else { nil } }
      set { self = newValue.map { .given($0) } ?? .lacking }
    }
  }

  /// What belongs to kinds of messages that are few.
  struct Parts {
    var contact: Contact?
    var location: Location?
    var poll: Poll?
    var call: Call?
    var linkPreview: LinkPreview?
    var language: String?
    var name: String?
    var event: String?
    var by: ParticipantIndex?
    var targets: [ParticipantIndex] = []
    var deletedAt: Instant?
    var hasQuote = false
    var quotedName: String?
    var quotedText: String?
    var facts = PartFacts()
  }

  var extras: MessageExtras? {
    get { rareExtras.value }
    set { rareExtras.value = newValue }
  }

  var parts: Parts {
    get { rareParts.value ?? Parts() }
    set { rareParts.value = newValue }
  }

  /// The finished message; what its kind asks for and it lacks is said in `source`.
  consuming func message(
    markup defaultMarkup: MessageText.Markup, kinds: PartKinds, _ source: inout DocumentReader
  ) -> Message {
    let body = MessageText(text ?? "", markup: markup ?? defaultMarkup)
    // Most messages are text and nothing else.
    let isText = text != nil && kind == nil && impliedKind == nil && unknownKind == nil
    if isText, !hasRare {
      return Message(
        id: id, sender: sender, instant: instant, content: .text(body),
        reply: replyTo.map { Reply(target: $0) }, reactions: reactions)
    }
    let content = isText ? .text(body) : content(body, kinds, &source)
    var extras = extras
    if text != nil, content.hasNoText {
      var more = extras ?? MessageExtras()
      more.text = body
      extras = more
    }
    let sender = if case .system = content { self.sender ?? parts.by } else { self.sender }
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras)
  }

  private var hasRare: Bool {
    if case .lacking = rareExtras, case .lacking = rareParts { false } else { true }
  }

  private borrowing func content(
    _ body: MessageText, _ kinds: PartKinds, _ source: inout DocumentReader
  ) -> MessageContent {
    if let unknownKind {
      if let part = kinds.part(unknownKind, parts.facts) { return .part(part) }
      source.report(
        .loss, "unknown-kind",
        "kind `\(unknownKind.prefix(60))` is not known; the message is shown as a card with its text", "kind")
      return .part(Unsupported(kind: unknownKind, text: text, facts: parts.facts))
    }
    let kind = kind ?? impliedKind ?? .text
    switch kind {
    case .text:
      if text == nil {
        source.report(.warning, "empty-message", "the message has neither `text` nor anything else to show")
      }
      return .text(body)
    case .media: return media(kind: .file, body, &source)
    case .image, .album: return media(kind: .image, body, &source)
    case .video: return media(kind: .video, body, &source)
    case .audio: return media(kind: .audio, body, &source)
    case .voice: return media(kind: .voice, body, &source)
    case .file: return media(kind: .file, body, &source)
    case .sticker: return media(kind: .sticker, body, &source)
    case .gif: return media(kind: .gif, body, &source)
    case .contact: return parts.contact.map { .part($0) } ?? lacking("contact", &source)
    case .location: return parts.location.map { .part($0) } ?? lacking("location", &source)
    case .poll: return parts.poll.map { .part($0) } ?? lacking("poll", &source)
    case .call: return parts.call.map { .part($0) } ?? lacking("call", &source)
    case .linkPreview:
      guard var preview = parts.linkPreview else { return lacking("linkPreview", &source) }
      preview.text = body
      return .part(preview)
    case .code: return .part(CodeSnippet(code: body.string, language: parts.language))
    case .system:
      return .system(
        SystemEvent(
          event: parts.event ?? "event", actor: parts.by ?? sender, targets: parts.targets, text: text))
    case .deleted: return .part(Deletion(by: parts.by, instant: parts.deletedAt))
    case .expired: return .part(Deletion(by: parts.by, instant: parts.deletedAt, reason: .expired))
    case .thinking: return .part(TurnPart(kind: .thinking, name: parts.name, text: body.string))
    case .toolCall: return .part(TurnPart(kind: .toolCall, name: parts.name, text: body.string))
    case .toolResult: return .part(TurnPart(kind: .toolResult, name: parts.name, text: body.string))
    case .unsupported:
      source.report(
        .loss, "unsupported-kind", "the file itself says that this message could not be represented", "kind")
      return .part(Unsupported(kind: parts.name ?? "unsupported", text: text, facts: parts.facts))
    }
  }

  private var reply: Reply? {
    guard let parts = rareParts.value, parts.hasQuote else { return replyTo.map { Reply(target: $0) } }
    return Reply(target: replyTo, quotedName: parts.quotedName, quotedText: parts.quotedText)
  }

  private func media(
    kind: Attachment.Kind, _ caption: MessageText, _ source: inout DocumentReader
  ) -> MessageContent {
    if attachments.isEmpty {
      source.report(
        .loss, "missing-member", "there are no `attachments`; list the files there", "attachments")
      return .media([Attachment(kind: kind)], caption: caption)
    }
    let all = attachments.map { part in
      var attachment = part.attachment
      attachment.kind = part.kind ?? kind
      return attachment
    }
    return .media(all, caption: caption)
  }

  /// A message that has a kind and not what the kind is about.
  private func lacking(_ member: StaticString, _ source: inout DocumentReader) -> MessageContent {
    source.report(
      .loss, "missing-member",
      "a message of kind `\(member)` needs a complete `\(member)`; its text is shown", member)
    return .part(Unsupported(kind: "\(member)", text: text))
  }
}
