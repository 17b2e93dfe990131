import ChatModel

/// A conversation whose messages are objects of a JSON document.
protocol JSONSource: ConversationSource {
  associatedtype Reader: JSONMessageReader

  /// Streams what `next` makes of each message, with its position; `whole` makes it of a message that stands for something
  /// unreadable. Takes digests of messages if `digests` is true.
  func stream<Element>(
    from position: SourcePosition?, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog,
    digests: Bool, next: (inout Reader, _ index: Int?) throws(JSONError) -> Element,
    whole: (Message, Range<Int>, inout Reader) -> Element,
    _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws
}

extension JSONSource {
  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    try stream(
      from: position, &participants, &log, digests: false,
      next: { reader, index throws(JSONError) in try reader.message(index) },
      whole: { message, _, _ in message },
      sink)
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    try stream(
      from: position, &participants, &log, digests: digests,
      next: { reader, index throws(JSONError) in
        let start = reader.source.json.position
        let message = try reader.surveyed(index)
        return (message, reader.entry(start..<reader.source.json.position))
      },
      whole: { message, range, reader in (SurveyedMessage.whole(message), reader.entry(range)) }
    ) { read, _ in try sink(read.0, read.1) }
  }
}
