public import ChatModel
public import Fonts
import TextLayout

/// The input of a message's layout: everything its rows depend on besides theme, fonts and language.
///
/// A page has hundreds of inputs, each used once. Facts that most messages lack are kept in one reference, so that
/// the value stays small.
public struct RowInput: Sendable, Equatable {
  /// The message.
  public var message: Message
  /// The message's group position, day and side.
  public var decoration: Decoration
  /// Index in the conversation, from 0.
  public var index: Int32
  // Spelled out: with `?` these would first be nil, and the initialiser would copy its result.
  /// The language of the texts around; nil if unknown or irrelevant.
  public var nearbyLanguage: Optional<EastAsianLanguage>
  private var storage: Optional<ExtrasStorage>

  /// The facts that most messages lack.
  public struct RowExtras: Sendable, Equatable {
    /// Anchor name, if it differs from the message's id.
    public var anchor: String?
    /// The message that this one replies to.
    public var quote: QuotedMessage?
    /// Files of the attachments, in their order, or the file of a link preview's picture.
    public var media: [MediaPlacement] = []
    /// Paths of the reactions' pictures, in their order; empty if there are none.
    public var reactionPictures: [String?] = []
    /// Paths of the pictures of the chat's own emoji in the texts, by name.
    public var emoji: [String: String] = [:]
    /// The branches and threads of the message.
    public var relations: Relations?
    /// Local times in the display zone of all instants that the message shows, its own included; empty if it shows only
    /// its own.
    public var moments: [Instant: LocalTime] = [:]
    /// The album that the message is shown in with others.
    public var album: AlbumShare?

    /// No extras.
    public init() {}

    fileprivate var isEmpty: Bool {
      anchor == nil && quote == nil && media.isEmpty && reactionPictures.isEmpty && emoji.isEmpty
        && relations == nil && moments.isEmpty && album == nil
    }
  }

  /// An immutable box.
  private final class ExtrasStorage: Sendable, Equatable {
    let extras: RowExtras

    init(_ extras: RowExtras) { self.extras = extras }

    static func == (one: ExtrasStorage, other: ExtrasStorage) -> Bool { one.extras == other.extras }
  }

  /// The input of the message at `index` of its conversation.
  public init(message: Message, index: Int32, decoration: Decoration, extras: RowExtras? = nil) {
    (self.message, self.index, self.decoration, nearbyLanguage) = (message, index, decoration, nil)
    storage = if let extras, !extras.isEmpty { ExtrasStorage(extras) } else { nil }
  }

  /// The facts that most messages lack.
  public var extras: RowExtras {
    get { storage?.extras ?? RowExtras() }
    set { storage = newValue.isEmpty ? nil : ExtrasStorage(newValue) }
  }

  /// True if there are no extras.
  public var isPlain: Bool { storage == nil }
}

extension RowInput {
  /// Anchor name, unique in the conversation.
  public var anchor: String { storage?.extras.anchor ?? message.id }

  /// The message that this one replies to.
  public var quote: QuotedMessage? { storage?.extras.quote }

  /// See ``RowExtras/media``.
  public var media: [MediaPlacement] { storage?.extras.media ?? [] }

  /// See ``RowExtras/reactionPictures``.
  public var reactionPictures: [String?] { storage?.extras.reactionPictures ?? [] }

  /// See ``RowExtras/emoji``.
  public var emoji: [String: String] { storage?.extras.emoji ?? [:] }

  /// The branches and threads of the message.
  public var relations: Relations? { storage?.extras.relations }

  /// See ``RowExtras/moments``.
  public var moments: [Instant: LocalTime] { storage?.extras.moments ?? [:] }

  /// See ``Extras/album``.
  public var album: AlbumShare? { storage?.extras.album }

  /// The local day of the message; nil unless it shows other times too.
  var localDay: Int32? { message.instant.flatMap { moments[$0]?.day } }
}

/// A minute in the display zone.
public struct LocalTime: Sendable, Hashable {
  /// Days since 1970.
  public var day: Int32
  /// Minute of the day.
  public var minute: Int16
  /// Minutes east of Greenwich, if the zone's clocks show the minute twice; otherwise nil.
  public var offset: Int16?

  /// A minute of a day.
  public init(day: Int32, minute: Int16, offset: Int16? = nil) {
    (self.day, self.minute, self.offset) = (day, minute, offset)
  }
}

extension Message {
  /// The instants that the message's rows show besides its own: edits, forwarding, times of its content.
  public var otherInstants: [Instant] {
    var instants: [Instant] = []
    if let extras {
      for edit in extras.edits { if let instant = edit.instant { instants.append(instant) } }
      if let instant = extras.forwardedAt { instants.append(instant) }
      if let instant = extras.deletion?.instant { instants.append(instant) }
    }
    for reaction in reactions { for case let instant? in reaction.times { instants.append(instant) } }
    switch content {
    case .part(let part): instants += part.instants
    case .system(let event): if let instant = event.facts?.instant { instants.append(instant) }
    case .text, .media: break
    }
    return instants
  }
}

/// The message that a reply quotes.
public struct QuotedMessage: Sendable, Hashable {
  /// The sender's name.
  public var name: String
  /// The message's text in one line.
  public var text: String
  /// The page of the message, from 1; nil if it is not part of the export.
  public var page: Int32?
  /// The message's anchor name.
  public var anchor: String
  /// The message's sender, if it is part of the export.
  public var sender: ParticipantIndex?
  /// The message's time, if it is part of the export and has one.
  public var instant: Instant?

  /// A quoted message.
  public init(name: String, text: String, page: Int32?, anchor: String, sender: ParticipantIndex? = nil) {
    (self.name, self.text, self.page, self.anchor, self.sender) = (name, text, page, anchor, sender)
  }
}

/// The stored file of an attachment, with the facts found in it.
public struct MediaPlacement: Sendable, Hashable {
  /// Path from the site's root; nil if there is no usable file.
  public var path: String?
  /// True if browsers can show the file as an image in the page.
  public var isInlineImage: Bool
  /// The player for the file; nil if browsers cannot play it.
  public var playback: Playback?
  /// Width in pixels after applying the orientation; nil if unknown.
  public var width: Int?
  /// Height in pixels after applying the orientation; nil if unknown.
  public var height: Int?
  /// Path from the site's root of a film's still picture.
  public var poster: String?

  /// The kind of a recording, by its content.
  public enum Playback: Sendable, Hashable {
    /// Sound alone.
    case sound
    /// Moving pictures, or sound in a container for them.
    case film
  }

  /// The file at `path`, or a missing file.
  public init(
    path: String?, isInlineImage: Bool = false, playback: Playback? = nil, width: Int? = nil,
    height: Int? = nil, poster: String? = nil
  ) {
    (self.path, self.isInlineImage, self.playback) = (path, isInlineImage, playback)
    (self.width, self.height, self.poster) = (width, height, poster)
  }
}
