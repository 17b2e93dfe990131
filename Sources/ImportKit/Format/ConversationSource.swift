public import ChatModel
public import Digests

/// The position of a message in its source. Positions later in the source are greater.
public struct SourcePosition: Hashable, Comparable, Sendable {
  /// A number of the format's own, such as a byte offset or a row number.
  public var value: UInt64
  /// Creates a position with the format's own number.
  @inlinable public init(_ value: UInt64) { self.value = value }
  /// Returns true if `a` comes before `b` in the source.
  @inlinable public static func < (a: SourcePosition, b: SourcePosition) -> Bool { a.value < b.value }
}

/// The part of a source that one message was read from.
public struct SourceEntry: Sendable, Equatable {
  /// The start of the message.
  public var position: SourcePosition
  /// A digest of everything in the source that determines the message, other than its participants' names and pictures:
  /// its own bytes, and context that its reader carried over, such as the date of a log or the file's time zone.
  ///
  /// Two messages with equal digests are equal. SHA-256 rather than a faster checksum, because chat members choose these
  /// bytes: with colliding ones they could keep an edit from being shown.
  ///
  /// ``ShortDigest/zero`` if no digests are wanted.
  public var digest: ShortDigest
  /// A number above the indexes of all participants whom the message names.
  public var participantEnd: Int

  /// Creates the part of a source that one message was read from.
  public init(position: SourcePosition, digest: ShortDigest, participantEnd: Int) {
    (self.position, self.digest, self.participantEnd) = (position, digest, participantEnd)
  }
}

extension Diagnostic {
  /// The note that messages of the conversation with this title were not in the order of their times.
  public static func reordered(_ title: String) -> Diagnostic {
    Diagnostic(
      .note, "reordered",
      "messages were not in chronological order and have been sorted; --keep-order leaves them as they were",
      at: Origin(file: title))
  }
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
  /// Reading again with the table filled by the first reading gives equal messages with equal indexes. Oddities go
  /// to `log`; an `ImportError` is thrown if nothing further can be trusted, and errors thrown by `sink` are passed on.
  func read(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws

  /// Streams the messages like `read`, each with its source, and leaves plain texts in place there.
  ///
  /// For passes that look at every message and keep none. Takes digests of messages if `digests` is true.
  func survey(
    from position: SourcePosition?, participants: inout ParticipantTable, log: inout DiagnosticLog,
    digests: Bool, _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws

  /// Returns memory that only reading needs. Called when a reading is finished, because an export may have thousands of
  /// conversations.
  func rest()
}

extension ConversationSource {
  /// Does nothing: for sources without memory of their own.
  public func rest() {}
}
