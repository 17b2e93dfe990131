public import ChatModel

/// All that one message's rows depend on, besides theme and fonts.
///
/// A page has hundreds of them, which are made, looked at and forgotten: what most lack lies behind one reference.
public struct RowInput: Sendable, Equatable {
  public var message: Message
  public var decoration: Decoration
  /// Place in the conversation, from 0.
  public var index: Int32
  private var rare: Rare?

  /// What most rows lack, so that they are not as large as if they had it.
  public struct Extras: Sendable, Equatable {
    /// Anchor name, where it is not the message's id.
    public var anchor: String?
    /// The answered message, looked up.
    public var quote: QuotedMessage?
    /// Files of the attachments, in their order; of a link preview, its picture's.
    public var media: [MediaPlacement] = []
    /// Pictures of the reactions, in their order; empty when none has one.
    public var reactionPictures: [String?] = []
    /// The branches and threads it belongs to; nil for most.
    public var relations: Relations?
    /// Its own time and the others that the message tells of, as the clocks of the display zone showed them; empty when
    /// there are no others.
    public var moments: [Instant: LocalTime] = [:]

    public init() {}

    fileprivate var isEmpty: Bool {
      anchor == nil && quote == nil && media.isEmpty && reactionPictures.isEmpty && relations == nil
        && moments.isEmpty
    }
  }

  /// Never changed once it is made.
  private final class Rare: Sendable, Equatable {
    let extras: Extras

    init(_ extras: Extras) { self.extras = extras }

    static func == (one: Rare, other: Rare) -> Bool { one.extras == other.extras }
  }

  public init(message: Message, index: Int32, decoration: Decoration, extras: Extras? = nil) {
    (self.message, self.index, self.decoration) = (message, index, decoration)
    rare = if let extras, !extras.isEmpty { Rare(extras) } else { nil }
  }

  /// What most rows lack.
  public var extras: Extras {
    get { rare?.extras ?? Extras() }
    set { rare = newValue.isEmpty ? nil : Rare(newValue) }
  }

  /// Whether it has nothing of what most rows lack.
  public var isPlain: Bool { rare == nil }
}

extension RowInput {
  /// Anchor name, unique in the conversation.
  public var anchor: String { rare?.extras.anchor ?? message.id }

  /// The answered message, looked up.
  public var quote: QuotedMessage? { rare?.extras.quote }

  /// Files of the attachments, in their order; of a link preview, its picture's.
  public var media: [MediaPlacement] { rare?.extras.media ?? [] }

  /// Pictures of the reactions, in their order; empty when none has one.
  public var reactionPictures: [String?] { rare?.extras.reactionPictures ?? [] }

  /// The branches and threads it belongs to; nil for most.
  public var relations: Relations? { rare?.extras.relations }

  /// The local times that the message tells of; see ``Extras/moments``.
  public var moments: [Instant: LocalTime] { rare?.extras.moments ?? [:] }

  /// The day of the message, where it is asked for: for messages that tell of other times.
  var localDay: Int32? { message.instant.flatMap { moments[$0]?.day } }
}

/// What a clock of the display zone showed.
public struct LocalTime: Sendable, Hashable {
  /// Days since 1970.
  public var day: Int32
  /// Minute of the day.
  public var minute: Int16

  public init(day: Int32, minute: Int16) { (self.day, self.minute) = (day, minute) }
}

extension Message {
  /// The times that the message's rows show besides its own.
  public var otherInstants: [Instant] {
    var instants: [Instant] = []
    if let extras {
      for edit in extras.edits { if let instant = edit.instant { instants.append(instant) } }
      if let instant = extras.forwardedAt { instants.append(instant) }
    }
    if case .part(let part) = content { instants += part.instants }
    return instants
  }
}

/// The message a reply answers, as far as it is known.
public struct QuotedMessage: Sendable, Hashable {
  public var name: String
  /// Its text in one line.
  public var text: String
  /// Where it is; nil when it is not part of the export.
  public var page: Int32?
  public var anchor: String

  public init(name: String, text: String, page: Int32?, anchor: String) {
    (self.name, self.text, self.page, self.anchor) = (name, text, page, anchor)
  }
}

/// The file of an attachment, probed and stored.
public struct MediaPlacement: Sendable, Hashable {
  /// Path from the site's root; nil when there is no usable file.
  public var path: String?
  /// Whether a browser may show it in the page.
  public var isInlineImage: Bool
  /// As what browsers play it, if they do.
  public var playback: Playback?
  /// Pixels as shown, orientation applied; nil when unknown.
  public var width: Int?
  public var height: Int?
  /// Path of a film's picture from the site's root.
  public var poster: String?

  /// What a recording holds, by its content.
  public enum Playback: Sendable, Hashable {
    /// Sound alone.
    case sound
    /// Moving pictures, or sound in a container for them.
    case film
  }

  public init(
    path: String?, isInlineImage: Bool = false, playback: Playback? = nil, width: Int? = nil,
    height: Int? = nil, poster: String? = nil
  ) {
    (self.path, self.isInlineImage, self.playback) = (path, isInlineImage, playback)
    (self.width, self.height, self.poster) = (width, height, poster)
  }
}
