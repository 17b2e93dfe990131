import ChatModel
import ImportKit

/// A message of a `chatexport/1` file while its members, which may come in any order, are being read.
struct ChatExportDraft: ~Copyable {
  /// The members that messages of all formats share.
  var message = MessageDraft()
  /// The value of `kind`.
  var kind: ChatExportReader.Kind?
  /// The kind that the other members imply, for a message without `kind`.
  var impliedKind: ChatExportReader.Kind?
  var unknownKind: String?
  var text: String?
  var markup: MessageText.Markup?
  /// The styles of ranges of the text; nil if the message does not have any of its own.
  var spans: [ChatExportSpan]?
  var replyTo: String?
  var attachments: [ChatExportAttachment] = []
  private var rareParts = RareValue<Parts>.absent

  /// The members of kinds that few messages have.
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
    /// The person named by an event's sentence who did not send the message.
    var actor: ParticipantIndex?
    /// True if an event's sentence names nobody although the message has a sender.
    var isImpersonal = false
    var details: EventFacts?
    /// True if a tool failed.
    var hasFailed = false
  }

  var parts: Parts {
    get { rareParts.value ?? Parts() }
    set { rareParts.value = newValue }
  }

  /// Returns the finished message, and reports in `source` if it lacks something that its kind needs.
  consuming func finished(
    markup defaultMarkup: MessageText.Markup, kinds: PartKinds, _ source: inout DocumentReader
  ) -> Message {
    leaveOutControls(&source)
    var body = MessageText(text ?? "", markup: markup ?? defaultMarkup)
    if let spans {
      let found = ChatExportSpan.sourceSpans(spans, of: body.string)
      body.markup = .spans(found)
      if found.count < spans.count {
        source.report(
          .warning, "too-many-spans",
          "more than \(ChatExportSpan.overlapLimit) spans overlap; \(spans.count - found.count) are left out",
          "spans")
      }
    }
    message.text = text == nil ? nil : body
    message.reply = reply
    // Most messages are text and nothing else.
    let isText = text != nil && kind == nil && impliedKind == nil && unknownKind == nil
    let content = isText ? .text(body) : content(body, kinds, &source)
    if case .system = content, message.sender == nil { message.sender = parts.by }
    return message.message(content)
  }

  /// Leaves the sequences out of the text that only terminals understand, and reports that.
  private mutating func leaveOutControls(_ source: inout DocumentReader) {
    guard let written = text else { return }
    let isOutput = kind == .code || kind == .toolCall || kind == .toolResult
    let plain = TerminalText.plain(written, overwrites: isOutput)
    guard plain != written else { return }
    text = plain
    source.report(
      .note, "terminal-text",
      "sequences that only terminals understand, such as colours, are not shown"
        + (isOutput ? ", nor is what a program overwrote" : ""), "text")
  }

  private borrowing func content(
    _ body: MessageText, _ kinds: PartKinds, _ source: inout DocumentReader
  ) -> MessageContent {
    if let unknownKind {
      if let part = kinds.part(unknownKind, parts.facts) { return .part(part) }
      source.report(
        .loss, "unknown-kind",
        "kind `\(unknownKind.prefix(60))` is unknown; the message is shown as a card with its text", "kind")
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
          event: parts.event ?? "event", actor: actor, targets: parts.targets, text: text,
          facts: parts.details))
    case .deleted: return .part(Deletion(by: parts.by, instant: parts.deletedAt))
    case .expired: return .part(Deletion(by: parts.by, instant: parts.deletedAt, reason: .expired))
    case .thinking:
      return .part(TurnPart(kind: .thinking, name: parts.name, text: body.string, hasFailed: parts.hasFailed))
    case .toolCall:
      return .part(TurnPart(kind: .toolCall, name: parts.name, text: body.string, hasFailed: parts.hasFailed))
    case .toolResult:
      return .part(
        TurnPart(
          kind: .toolResult, name: parts.name, text: body.string, hasFailed: parts.hasFailed))
    case .unsupported:
      source.report(
        .loss, "unsupported-kind", "the exporting program marked this message as not representable", "kind")
      return .part(Unsupported(kind: parts.name ?? "unsupported", text: text, facts: parts.facts))
    }
  }

  /// The person whom an event's sentence names.
  private var actor: ParticipantIndex? {
    guard let parts = rareParts.value else { return message.sender }
    return parts.actor ?? parts.by ?? (parts.isImpersonal ? nil : message.sender)
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

  /// A message that has a kind but lacks the member with its content.
  private func lacking(_ member: StaticString, _ source: inout DocumentReader) -> MessageContent {
    source.report(
      .loss, "missing-member",
      "a message of kind `\(member)` needs a complete `\(member)`; its text is shown", member)
    return .part(Unsupported(kind: "\(member)", text: text))
  }
}
