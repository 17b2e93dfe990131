public import ChatModel
public import ICU

/// A rule of what a site must not show: one line of a rules file.
public struct RedactionRule: Sendable, Equatable {
  /// The subject of a rule.
  public enum Subject: Sendable, Equatable {
    /// A word or phrase.
    case word(String)
    /// A regular expression.
    case pattern(String)
    /// A person by a name, key or alias: their name wherever it occurs.
    case person(String)
    /// All messages of a person.
    case messagesOf(String)
    /// The message with an id.
    case message(String)
    /// The messages of some local days, both ends included.
    case days(ClosedRange<CivilDate>)
    /// Attachments by the names of their files, with `*` for any characters.
    case attachment(String)
    /// Attachments of a kind; nil for all.
    case attachments(Attachment.Kind?)
    /// The attachments of a person's messages.
    case attachmentsOf(String)
    /// The attachments of the message with an id.
    case attachmentsIn(String)
    /// Shared locations and addresses of maps.
    case positions
  }

  /// The line of the rules file, from 1.
  public var line: Int
  /// The subject.
  public var subject: Subject
  /// The text shown instead; nil for the usual one.
  public var replacement: String?
  /// The title or id of the conversation that the rule is about; nil for all.
  public var chat: String?

  /// Creates a rule.
  public init(line: Int, _ subject: Subject, replacement: String? = nil, chat: String? = nil) {
    (self.line, self.subject, self.replacement, self.chat) = (line, subject, replacement, chat)
  }

  /// The word that begins the rule's line.
  public var word: String {
    switch subject {
    case .word: "word"
    case .pattern: "pattern"
    case .person: "person"
    case .messagesOf: "messages-of"
    case .message: "message"
    case .days: "day"
    case .attachment: "attachment"
    case .attachments: "attachments"
    case .attachmentsOf: "attachments-of"
    case .attachmentsIn: "attachments-in"
    case .positions: "positions"
    }
  }
}
