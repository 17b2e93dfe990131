package import ChatModel

/// A message while a reader collects its parts, which may come in any order.
///
/// A reader sets its format's facts and calls ``message()``, or ``message(_:)`` with a content it chose itself. The reader reports
/// anything in the format that the message cannot show as a loss: formats in JSON through `DocumentReader`, which knows the path and
/// the offset, logs with the line's `Origin`.
package struct MessageDraft: ~Copyable {
  /// The source's id, or an empty string if it has none.
  package var id = ""
  package var sender: ParticipantIndex?
  package var instant: Instant?
  /// The text; for a message with attachments, its caption.
  package var text: MessageText?
  package var attachments: [Attachment] = []
  /// A content of another kind, such as a poll.
  package var part: (any MessagePart)?
  /// An event of the conversation, such as a new member.
  package var event: SystemEvent?
  package var reply: Reply?
  package var reactions: [Reaction] = []
  /// In a reference, because they are large and few messages have them.
  private var rareExtras: Message.Extras?

  /// Creates an empty draft.
  package init() {}

  /// The facts that few messages have, or nil.
  package var extras: MessageExtras? {
    get { rareExtras?.value }
    set { rareExtras = newValue.map(Message.Extras.init) }
  }

  /// Turns a message with nothing to show into a card, and reports it as a loss. Does nothing to other messages.
  package mutating func showCardIfEmpty(at origin: Origin?, _ log: inout DiagnosticLog) {
    guard text == nil, attachments.isEmpty, part == nil, event == nil else { return }
    log.append(
      Diagnostic(
        .loss, "empty-message", "the export has no content of this message; it is shown as a card", at: origin
      ))
    part = Unsupported(kind: "message")
  }

  /// Returns the finished message. Its content is the event, the attachments, the part or the text, whichever is set first in
  /// this order.
  package consuming func message() -> Message {
    let content: MessageContent =
      if let event {
        .system(event)
      } else if !attachments.isEmpty {
        .media(attachments, caption: text ?? .empty)
      } else if let part {
        .part(part)
      } else {
        .text(text ?? .empty)
      }
    return message(content)
  }

  /// Returns the finished message with `content`. A text that the content does not show becomes the message's additional text.
  package consuming func message(_ content: MessageContent) -> Message {
    if let text, content.hasNoText {
      var more = extras ?? MessageExtras()
      more.text = text
      extras = more
    }
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      sharing: rareExtras)
  }
}

/// A large value that few messages have. It is stored indirectly, so that the others stay small.
package indirect enum RareValue<Value> {
  case absent
  case present(Value)

  /// The value, or nil.
  package var value: Value? {
    get { if case .present(let value) = self { value } else { nil } }
    set { self = newValue.map { .present($0) } ?? .absent }
  }
}
