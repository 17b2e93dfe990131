public import SiteReading

/// A difference of two chats.
public struct Difference: Sendable, Encodable {
  /// The layers, in the order in which they are reported.
  public enum Level: String, Sendable, Encodable, CaseIterable {
    /// Content.
    case semantic
    /// Positions and sizes.
    case layout
    /// Colours, classes and the files of the site around the messages.
    case style
  }

  /// The kinds, in the order in which they are reported.
  public enum Kind: String, Sendable, Encodable, CaseIterable {
    /// A conversation as a whole, or facts about it.
    case conversation
    /// A message that only the new side has.
    case added
    /// A message that only the old side has.
    case removed
    /// A message with other content.
    case changed
    /// A message at another position among the others.
    case moved
    /// An attachment with other bytes under one name.
    case attachment
    /// A message whose items have other positions or sizes.
    case frame
    /// The pages of a conversation.
    case pages
    /// A message whose items have other classes.
    case classes
    /// A property of a style sheet.
    case property
    /// A file of the site.
    case file

    /// The layer that it belongs to.
    public var level: Level {
      switch self {
      case .conversation, .added, .removed, .changed, .moved, .attachment: .semantic
      case .frame, .pages: .layout
      case .classes, .property, .file: .style
      }
    }
  }

  /// The kind.
  public var kind: Kind
  /// The folder of the conversation; nil if it concerns the whole site.
  public var conversation: String?
  /// The path in the new site, or in the old one if the new one does not have it.
  public var file: String
  /// The message on the old side.
  public var old: NamedMessage?
  /// The message on the new side.
  public var new: NamedMessage?
  /// The changes one by one.
  public var changes: [Change]

  init(
    kind: Kind, conversation: String? = nil, file: String, old: NamedMessage? = nil, new: NamedMessage? = nil,
    changes: [Change] = []
  ) {
    (self.kind, self.conversation, self.file) = (kind, conversation, file)
    (self.old, self.new, self.changes) = (old, new, changes)
  }
}

/// A change of one thing about a message, a page or a file.
public struct Change: Sendable, Encodable {
  /// The thing: `text`, `time`, `text.0 width` …
  public var what: String
  /// Its old value; nil if it had none.
  public var old: String?
  /// Its new value; nil if it has none.
  public var new: String?
  /// The difference of a number, new less old: px of a layout, seconds of a time.
  public var by: Double?
  /// The difference of a text in words.
  public var words: [Words]?

  /// A part of a text.
  public struct Words: Sendable, Equatable, Encodable {
    /// The sides that have the part.
    public enum Side: String, Sendable, Encodable {
      /// Both sides.
      case both
      /// The old side alone.
      case old
      /// The new side alone.
      case new
    }
    /// The sides that have it.
    public var side: Side
    /// Its characters.
    public var text: String
  }
}

/// A difference that many messages have in common, said once.
public struct UniformDifference: Sendable, Encodable {
  /// The kinds.
  public enum Kind: String, Sendable, Encodable {
    /// All times are later or earlier by as much.
    case time
    /// One side has no seconds.
    case precision
    /// A person has another name in all messages.
    case name
    /// Messages are on the other side of the column.
    case side
    /// Times are shown in another zone.
    case zone
    /// Dates and words of the page are in another language.
    case language
    /// Messages of one minute are in another order.
    case order
    /// The sites were made by different versions of the program.
    case version
  }
  /// The kind.
  public var kind: Kind
  /// The folder of the conversation; nil for the whole site.
  public var conversation: String?
  /// The old value.
  public var old: String?
  /// The new value.
  public var new: String?
  /// The seconds by which times are later.
  public var seconds: Int?
  /// The number of messages.
  public var messages: Int
}
