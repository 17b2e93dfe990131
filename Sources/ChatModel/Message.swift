/// An instant: milliseconds since 1970-01-01T00:00:00Z, leap seconds not counted.
public struct Instant: Hashable, Comparable, Sendable {
  /// Milliseconds since 1970-01-01T00:00:00Z; negative before it.
  public var milliseconds: Int64
  /// Creates an instant.
  @inlinable public init(milliseconds: Int64) { self.milliseconds = milliseconds }
  /// Whole seconds since 1970, rounded down.
  @inlinable public var seconds: Int64 { Instant.floorDiv(milliseconds, 1000) }
  /// Returns true if `a` is earlier than `b`.
  @inlinable public static func < (a: Instant, b: Instant) -> Bool { a.milliseconds < b.milliseconds }
  @inlinable static func floorDiv(_ a: Int64, _ b: Int64) -> Int64 {
    let q = a / b
    return a % b < 0 ? q - 1 : q
  }
}

/// The index of a participant in the conversation's `ParticipantTable`.
public struct ParticipantIndex: Hashable, Sendable {
  /// The index, counted from 0.
  public var value: Int32
  /// Creates an index.
  @inlinable public init(_ value: Int32) { self.value = value }
}

/// One message of a conversation, as given by its source: nothing measured, nothing escaped.
///
/// Immutable and shared by reference: one reference count, whatever its size.
public final class Message: Sendable {
  /// The source's id, unique in the conversation; empty if the source has none (the pipeline numbers it).
  public let id: String
  /// The sender, or nil for a system event without an actor and a source without senders.
  public let sender: ParticipantIndex?
  /// The time, or nil if the source gives none.
  public let instant: Instant?
  /// The content.
  public let content: MessageContent
  @usableFromInline let rare: Rare?

  /// The facts that most messages lack, in a reference that keeps those messages small.
  @usableFromInline final class Rare: Sendable {
    @usableFromInline let reply: Reply?
    @usableFromInline let reactions: [Reaction]
    @usableFromInline let extras: Extras?

    init(_ reply: Reply?, _ reactions: [Reaction], _ extras: Extras?) {
      (self.reply, self.reactions, self.extras) = (reply, reactions, extras)
    }
  }

  /// The facts that even fewer messages have.
  public final class Extras: Sendable {
    /// The facts.
    public let value: MessageExtras

    /// Creates a reference to these facts.
    public init(_ value: MessageExtras) { self.value = value }
  }

  /// A message without any of the less common facts.
  public init(
    id: String, sender: ParticipantIndex? = nil, instant: Instant? = nil, content: MessageContent,
    reply: Reply? = nil, reactions: [Reaction] = []
  ) {
    (self.id, self.sender, self.instant, self.content) = (id, sender, instant, content)
    rare = reply == nil && reactions.isEmpty ? nil : Rare(reply, reactions, nil)
  }

  /// Creates a message with all of its facts.
  public convenience init(
    id: String, sender: ParticipantIndex? = nil, instant: Instant? = nil, content: MessageContent,
    reply: Reply? = nil, reactions: [Reaction] = [], extras: MessageExtras?
  ) {
    self.init(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      sharing: extras.map(Extras.init))
  }

  /// Creates a message with all of its facts, of which the less common ones are not copied.
  public init(
    id: String, sender: ParticipantIndex?, instant: Instant?, content: MessageContent, reply: Reply?,
    reactions: [Reaction], sharing extras: Extras?
  ) {
    (self.id, self.sender, self.instant, self.content) = (id, sender, instant, content)
    let isContentAlone = reply == nil && reactions.isEmpty && extras == nil
    rare = isContentAlone ? nil : Rare(reply, reactions, extras)
  }

  /// The message that it answers.
  @inlinable public var reply: Reply? { rare?.reply }

  /// The reactions to the message.
  @inlinable public var reactions: [Reaction] { rare?.reactions ?? [] }

  /// Less common facts, nil if there are none.
  @inlinable public var extras: MessageExtras? { rare?.extras?.value }

  /// True if the message is not a reply and has no reactions and none of the less common facts.
  @inlinable public var isContentAlone: Bool { rare == nil }
}

extension Message: Equatable {
  /// Compares all facts of two messages.
  public static func == (one: Message, other: Message) -> Bool {
    one.id == other.id && one.sender == other.sender && one.instant == other.instant
      && one.content == other.content && one.reply == other.reply && one.reactions == other.reactions
      && one.extras == other.extras
  }
}

/// The text of a message with its kind of markup.
public struct MessageText: Sendable, Hashable {
  /// The kinds of markup in a text.
  public enum Markup: Sendable, Hashable {
    /// None; only links are looked for.
    case plain
    /// CommonMark.
    case markdown
    /// The source's own spans over `string`, sorted by start, properly nested.
    case spans([SourceSpan])
  }
  /// The text, with its marks if `markup` has any.
  public var string: String
  /// The markup of the text.
  public var markup: Markup

  /// Creates a text.
  public init(_ string: String, markup: Markup) { (self.string, self.markup) = (string, markup) }
  /// A text without characters.
  public static let empty = MessageText("", markup: .plain)
}

/// A style or meaning that the source gives a range of text, in UTF-8 byte offsets.
public struct SourceSpan: Sendable, Hashable {
  /// The style or meaning of a span.
  public enum Kind: Sendable, Hashable {
    case bold, italic, underline, strikethrough, spoiler, code, mention, hashtag, blockquote
    case codeBlock(language: String)
    /// A heading of level 1…6.
    case heading(level: Int)
    /// The text of a list's item, without the marker: `•` or `1.`; `depth` is the number of items around it.
    case item(marker: String, depth: Int)
    /// A link; `target` is the source's text, unchecked.
    case link(target: String)
  }
  /// The offset of the first byte.
  public var start: Int
  /// The offset after the last byte.
  public var end: Int
  /// The style or meaning.
  public var kind: Kind

  /// Creates a span of the bytes from `start` up to `end`.
  public init(start: Int, end: Int, kind: Kind) { (self.start, self.end, self.kind) = (start, end, kind) }
}

/// The message that another one answers.
public struct Reply: Sendable, Hashable {
  /// Id of the answered message; nil if only a quotation is known.
  public var target: String?
  /// The name quoted by the source, for a target outside the conversation.
  public var quotedName: String?
  /// The quoted text, or nil if the source quotes none.
  public var quotedText: String?

  /// Creates a reply to the message with the id `target`.
  public init(target: String?, quotedName: String? = nil, quotedText: String? = nil) {
    (self.target, self.quotedName, self.quotedText) = (target, quotedName, quotedText)
  }
}

/// One kind of reaction to a message.
public struct Reaction: Sendable, Hashable {
  /// The emoji or short name.
  public var emoji: String
  /// The people who reacted. May be fewer than `count`.
  public var by: [ParticipantIndex]
  /// The number of people who reacted.
  public var count: Int
  /// Path of the picture of an emoji outside Unicode; as little trusted as an attachment's.
  public var image: String?
  /// The times of the reactions, in the order of `by`; nil if the source does not give one. May be fewer.
  public var times: [Instant?] = []

  /// Creates a reaction.
  public init(emoji: String, by: [ParticipantIndex], count: Int, image: String? = nil) {
    (self.emoji, self.by, self.count, self.image) = (emoji, by, count, image)
  }
}

/// Facts that few messages have.
public struct MessageExtras: Sendable, Hashable {
  /// Earlier texts, oldest first.
  public var edits: [Edit] = []
  /// The time of the last edit, from a source without the earlier texts.
  public var editedAt: Instant?
  /// `sending`, `sent`, `delivered`, `read`, `failed` …
  public var status: String?
  /// The name of the first author of a forwarded message; empty if the source does not tell it.
  public var forwardedFrom: String?
  /// The name of the chat that a saved message comes from.
  public var savedFrom: String?
  /// The name that a post is signed with, besides its sender's.
  public var signature: String?
  /// The program that wrote the message for its sender.
  public var via: String?
  /// The time at which the first author wrote it.
  public var forwardedAt: Instant?
  /// Id of the thread's root message.
  public var thread: String?
  /// The name of the topic that the thread is.
  public var topic: String?
  /// It could be viewed only once.
  public var isViewOnce = false
  /// The number of seconds after which it was to disappear.
  public var expiresAfter: Double?
  /// The first unread message.
  public var isFirstUnread = false
  /// Pinned in the conversation.
  public var isPinned = false
  /// LLM turns: role and model, and the parent in a tree of branches.
  public var role: String?
  /// The name of the language model that wrote the turn.
  public var model: String?
  /// The id of the turn that this one follows; nil for the first.
  public var parent: String?
  /// The deletion of the message, in a copy that still has its content.
  public var deletion: Deletion?
  /// The chat's own emoji whose names are in the message's texts.
  public var emoji: [OwnEmoji] = []
  /// True for a turn of an agent called by another turn. It is never on the current branch.
  public var isAside = false
  /// Words sent with a content that has no text of its own, for example with a poll or a location.
  public var text: MessageText?
  /// The parts of an LLM turn before its content, from a source whose messages are whole turns: thoughts and uses of tools.
  public var steps: [TurnPart] = []

  /// Creates extras without any facts.
  public init() {}

  /// A custom emoji of a server or workspace.
  public struct OwnEmoji: Sendable, Hashable {
    /// The name as it occurs in texts, with its signs: `:wave_boat:`.
    public var name: String
    /// The path of its picture; as little trusted as an attachment's.
    public var image: String
    /// Creates an emoji.
    public init(name: String, image: String) { (self.name, self.image) = (name, image) }
  }

  /// An earlier text of a message.
  public struct Edit: Sendable, Hashable {
    /// The time of the edit, or nil if the source gives none.
    public var instant: Instant?
    /// The text before the edit.
    public var text: String
    /// Creates an earlier text.
    public init(instant: Instant?, text: String) { (self.instant, self.text) = (instant, text) }
  }
}
