public import ChatModel

/// A message as passed to a survey.
public enum SurveyedMessage: Sendable {
  /// Text and nothing else, left in place in the source.
  case plain(TextMessage)
  /// Any other.
  case whole(Message)

  /// The sender, or nil.
  @inlinable public var sender: ParticipantIndex? {
    switch self {
    case .plain(let message): message.sender
    case .whole(let message): message.sender
    }
  }

  /// The source's id; empty when the source has none.
  @inlinable public var id: String {
    switch self {
    case .plain(let message): message.id
    case .whole(let message): message.id
    }
  }

  /// The message as a value of its own.
  public var message: Message {
    switch self {
    case .plain(let message): message.message
    case .whole(let message): message
    }
  }

  /// The time of the message, or nil if the source gives none.
  @inlinable public var instant: Instant? {
    switch self {
    case .plain(let message): message.instant
    case .whole(let message): message.instant
    }
  }
}

/// A message that is only a text, perhaps an answer; the text is still among the bytes of its source.
public struct TextMessage: Sendable {
  /// The source's id; empty when the source has none.
  public let id: String
  /// The sender, or nil if the source gives none.
  public let sender: ParticipantIndex?
  /// The time, or nil if the source gives none.
  public let instant: Instant?
  /// The id of the message that it answers.
  public let replyTo: String?
  /// The markup of the text.
  public let markup: MessageText.Markup
  /// True if the text has only printable ASCII characters.
  public let isASCII: Bool
  private let bytes: InputBytes
  private let range: Range<Int>

  /// The message whose text, valid UTF-8, is at `run` of `bytes`.
  package init(
    id: String, sender: ParticipantIndex?, instant: Instant?, replyTo: String?, bytes: InputBytes,
    run: InputBytes.PlainRun, markup: MessageText.Markup
  ) {
    (self.id, self.sender, self.instant, self.replyTo) = (id, sender, instant, replyTo)
    (self.bytes, range, isASCII, self.markup) = (bytes, run.range, run.isASCII, markup)
  }

  /// Lets `body` read the bytes of the text.
  public func withText<R, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> R
  ) throws(Failure) -> R {
    try bytes.withBytes(in: range, body)
  }

  /// The message as a value that owns its text.
  public var message: Message {
    Message(
      id: id, sender: sender, instant: instant,
      content: .text(MessageText(bytes.string(ofValid: range, isASCII: isASCII), markup: markup)),
      reply: replyTo.map { Reply(target: $0) })
  }
}
