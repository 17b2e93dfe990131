public import ChatModel

/// Where a message starts in its source. Later in the source is greater.
public struct SourcePosition: Hashable, Comparable, Sendable {
  public var value: UInt64
  @inlinable public init(_ value: UInt64) { self.value = value }
  @inlinable public static func < (a: SourcePosition, b: SourcePosition) -> Bool { a.value < b.value }
}

/// One conversation of an input, ready to be read from beginning to end as often as needed.
public protocol ConversationSource: Sendable {
  /// The header's facts, with the participants it declares; known before any message is read.
  var info: ConversationInfo { get }

  /// The folder that the paths of attachments and avatars are relative to.
  var mediaRoot: InputFolder { get }

  /// Streams the messages in the source's order from `position` (nil: the beginning) until `sink` returns false.
  ///
  /// Memory does not grow with the input, and starting at a position costs no more than the one message there.
  /// Reading again with the table the first reading filled gives equal messages with equal indexes. Oddities go
  /// to `log`; an `ImportError` is thrown where nothing beyond can be trusted, and what `sink` throws is passed on.
  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws

  /// As `read`, for whoever looks at many messages and keeps few.
  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (borrowing SurveyedMessage, SourcePosition) throws -> Bool
  ) throws
}

extension ConversationSource {
  public func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (borrowing SurveyedMessage, SourcePosition) throws -> Bool
  ) throws {
    try read(from: position, participants: &participants, log: &log) { try sink(.whole($0), $1) }
  }
}
