import BubbleLayout
import ChatModel
import ICU

/// Puts the messages of a conversation into words, with their local times.
struct MessageTranscripts: Sendable {
  let transcriber: Transcriber
  /// The words for dates and numbers.
  let language: LayoutLanguage
  private(set) var clock: OutputClock

  /// Creates the words of a conversation.
  init(_ conversation: OutputConversation) {
    transcriber = Transcriber(people: conversation.participants, language: conversation.language)
    (language, clock) = (conversation.language, conversation.clock)
  }

  /// Returns the local time of a message, or nil if it has none.
  mutating func time(of message: Message) -> OutputTime? { message.instant.map { clock.local($0) } }

  /// Returns the offset from Greenwich, `+02:00`, of a message in an hour that the zone's clocks show twice; nil for others.
  mutating func repeatedOffset(of message: Message) -> String? {
    guard let instant = message.instant, clock.minute(of: instant).offset != nil else { return nil }
    return clock.local(instant).offsetText
  }

  /// Returns the message in words.
  mutating func parts(of output: borrowing OutputMessage) -> [TranscriptPart] {
    let message = output.message
    if message.isContentAlone, output.relations == nil, case .text = message.content {
      return transcriber.parts(of: message, Transcriber.Context())
    }
    var context = Transcriber.Context(day: message.instant.map { clock.minute(of: $0).day })
    for instant in message.otherInstants where context.moments[instant] == nil {
      context.moments[instant] = clock.minute(of: instant)
    }
    context.relations = output.relations
    context.answered = output.answered.map { ($0.sender, $0.line) }
    return transcriber.parts(of: message, context)
  }
}

extension OutputTime {
  /// The time of day, `09:12:03`.
  var clockText: String {
    "\(two(hour)):\(two(minute)):\(two(second % 60))"
  }

  /// The offset from Greenwich, `+02:00`.
  var offsetText: String {
    let minutes = abs(secondsEast) / 60
    return "\(secondsEast < 0 ? "-" : "+")\(two(minutes / 60)):\(two(minutes % 60))"
  }

  private func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
}
