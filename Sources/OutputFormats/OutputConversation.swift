public import BubbleLayout
public import ChatModel

/// The facts of a conversation that are known before its messages are written.
public struct OutputConversation: Sendable {
  /// The name of its folder in a site: letters, digits and hyphens of ASCII, unique in the run.
  public var name: String
  /// The facts that the source gives. The title is in the page's language if the source has none.
  public var info: ConversationInfo
  /// Everybody who is named by the messages, by their indexes. Names are in the page's language if the source has none.
  public var participants: [Participant]
  /// The number of messages that are written.
  public var messageCount: Int
  /// The number of the conversation in the run, from 1.
  public var number: Int
  /// The number of conversations in the run.
  public var count: Int
  /// The clock of the conversation's local times.
  public var clock: OutputClock
  /// The words for dates, events and kinds of messages, with the language that they are in.
  public var language: LayoutLanguage
  /// The markup that most of the first texts have: plain or Markdown.
  public var markup: MessageText.Markup
  /// The key of the format that it was read from.
  public var format: String
  /// The times of the first and the last message, by their times; nil if no message has one.
  public var period: ClosedRange<Instant>?
  /// True if more than one other person writes messages.
  public var isGroup: Bool
  /// True if each day is a file of its own, in forms that support it (``OutputForm/canSplit``).
  public var splitsByDay: Bool
  /// The pictures of people, by the paths that ``participants`` have.
  public var files: [String: OutputPath]

  /// Creates the facts of a conversation.
  public init(
    name: String, info: ConversationInfo, participants: [Participant], clock: OutputClock,
    language: LayoutLanguage
  ) {
    (self.name, self.info, self.participants) = (name, info, participants)
    (self.clock, self.language) = (clock, language)
    (messageCount, number, count, markup, files) = (0, 1, 1, .plain, [:])
    (format, period, isGroup, splitsByDay) = ("", nil, false, false)
  }
}

/// The path of a file that a message or person has.
public struct OutputPath: Sendable, Hashable {
  /// The path relative to the conversation's file, with `/`. For a file that is missing, the path in the source.
  public var path: String
  /// True if the file is there.
  public var isStored: Bool

  /// Creates a path.
  public init(_ path: String, isStored: Bool) { (self.path, self.isStored) = (path, isStored) }
}
