import ChatModel
import ImportKit

/// A conversation whose messages are objects of a JSON document.
protocol JSONSource: ConversationSource {
  /// Streams messages, each with its position. Takes digests of messages if `digests` is true.
  func stream<Element: JSONElement>(
    from position: SourcePosition?, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog,
    digests: Bool, _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws
}

/// A message read from a document: whole, or as the survey needs it.
protocol JSONElement {
  /// Reads the next message. `index` is its index in `messages`, if known.
  static func next(in reader: inout some JSONMessageReader, _ index: Int?) throws(JSONError) -> Self

  /// Returns the element for a message that shows something unreadable at `range`.
  static func unreadable(
    _ message: Message, _ range: Range<Int>, in reader: inout some JSONMessageReader
  ) -> Self
}

extension Message: JSONElement {
  @inline(__always)
  static func next(in reader: inout some JSONMessageReader, _ index: Int?) throws(JSONError) -> Message {
    try reader.message(index)
  }

  static func unreadable(
    _ message: Message, _ range: Range<Int>, in reader: inout some JSONMessageReader
  ) -> Message { message }
}

/// A message for a survey, and its range in the document.
private struct SurveyedElement: JSONElement {
  var message: SurveyedMessage
  var entry: SourceEntry

  @inline(__always)
  static func next(in reader: inout some JSONMessageReader, _ index: Int?) throws(JSONError) -> Self {
    let start = reader.source.json.position
    let message = try reader.surveyed(index)
    return Self(message: message, entry: reader.entry(start..<reader.source.json.position))
  }

  static func unreadable(
    _ message: Message, _ range: Range<Int>, in reader: inout some JSONMessageReader
  ) -> Self { Self(message: .whole(message), entry: reader.entry(range)) }
}

extension JSONSource {
  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    try stream(from: position, &participants, &log, digests: false, sink)
  }

  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws {
    try stream(from: position, &participants, &log, digests: digests) { (read: SurveyedElement, _) in
      try sink(read.message, read.entry)
    }
  }
}
