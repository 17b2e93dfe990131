import ChatModel
import ImportKit

/// A message read from a document: whole, or as the survey needs it.
protocol ChatExportElement {
  /// Reads the next message. `index` is its index in `messages`, if known.
  static func next(in reader: inout ChatExportReader, _ index: Int?) throws(JSONError) -> Self

  /// Returns the element for a message that shows something unreadable at `range`.
  static func unreadable(_ message: Message, _ range: Range<Int>, in reader: ChatExportReader) -> Self
}

extension Message: ChatExportElement {
  @inline(__always)
  static func next(in reader: inout ChatExportReader, _ index: Int?) throws(JSONError) -> Message {
    try reader.message(index)
  }

  static func unreadable(_ message: Message, _ range: Range<Int>, in reader: ChatExportReader) -> Message {
    message
  }
}

/// A message for a survey, and its range in the document.
struct SurveyedElement: ChatExportElement {
  var message: SurveyedMessage
  var entry: SourceEntry

  @inline(__always)
  static func next(in reader: inout ChatExportReader, _ index: Int?) throws(JSONError) -> Self {
    let start = reader.source.json.position
    let message = try reader.surveyed(index)
    return Self(message: message, entry: reader.entry(start..<reader.source.json.position))
  }

  static func unreadable(_ message: Message, _ range: Range<Int>, in reader: ChatExportReader) -> Self {
    Self(message: .whole(message), entry: reader.entry(range))
  }
}
