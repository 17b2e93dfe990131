/// The finished layout of one row: items at fixed positions.
///
/// Layout produces frames and writers consume them. A frame holds no messages, so a writer cannot make layout
/// decisions. Item rectangles are relative to the row's top left corner.
public struct Frame: Hashable, Sendable {
  /// The column's width and the row's height, a whole number of px.
  public var size: Size
  /// The items, back to front, which is also the reading order.
  public var items: [FrameItem]

  /// A frame of this size and these items.
  public init(size: Size, items: [FrameItem]) { (self.size, self.items) = (size, items) }

  /// True if the row can be opened, because it has items with folded content.
  public var hasFolds: Bool {
    for index in items.indices {
      if case .fold = items[index].content { return true }
    }
    return false
  }
}

/// One drawn item at a fixed position in a row.
public struct FrameItem: Hashable, Sendable {
  /// The item's id, unique within the row; written as `data-box`.
  public var id: ItemID
  /// The item's rectangle in the row.
  public var rect: Rect
  /// The person in whose colour the item is drawn: a name, an avatar, the bar of a quotation.
  public var person: PersonID
  /// The drawing.
  public var content: FrameContent

  /// An item with this id, rectangle and drawing.
  public init(_ id: ItemID, _ rect: Rect, _ content: FrameContent, of person: PersonID = .nobody) {
    (self.id, self.rect, self.person, self.content) = (id, rect, person, content)
  }
}

/// A number for a person in pages and style sheets. It is computed from the participant's key alone, so it does not change
/// between exports; two of many people may share a number, and then share a colour.
public struct PersonID: Hashable, Sendable {
  /// The number, below 36⁵; zero for nobody.
  public let number: UInt32

  /// Nobody in particular.
  public static let nobody = PersonID(number: 0)

  private init(number: UInt32) { self.number = number }

  /// The person with a key, by FNV-1a of its bytes, which is stable across runs unlike `Hasher`.
  public init(key: String) {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in key.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    number = UInt32((hash >> 8) % 60_466_175) + 1
  }
}

/// The id of an item within its row: a role and, where a row can hold several of it, a number.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The function of an item in its row, e.g. `bubble`, `text`, `time`. Raw values are written to pages.
  public enum Role: String, Hashable, Sendable, CaseIterable {
    case bubble, text, time, name, avatar, quote, quoteBar = "quote-bar", quoteName = "quote-name"
    case quoteText = "quote-text", image, caption, reaction, card, label, detail, day, notice, pill
    case rule, marker, cell, cellRule = "cell-rule", code, jump, chip, icon, fact, badge, player, share
    case track, bar, voters, fold, history, link = "way", waveform, status, unread, line, branch, answers,
      versions, emoji, count, step, ordinal, language, copy, more, less, unfold
  }
  /// The item's role.
  public var role: Role
  /// The item's number among the row's items of its role, −1 if there can be only one.
  public var number: Int16

  /// The id of the item with this role and number.
  public init(_ role: Role, _ number: Int = -1) { (self.role, self.number) = (role, Int16(clamping: number)) }

  /// `role`, or `role.number`.
  public var description: String { number < 0 ? role.rawValue : "\(role.rawValue).\(number)" }
}

/// The drawing of an item. Rare cases are indirect, so that an item takes few bytes.
public enum FrameContent: Hashable, Sendable {
  /// The bubble's outline, drawn into the section's SVG; the item's rectangle is the box without the tail.
  case bubble(BubbleShape)
  /// Text at fixed breaks. The first line starts at the rectangle's top; each is as tall as the block's line height.
  case text(TextBlock)
  /// The time of the message: text with a machine-readable instant.
  case time(TextBlock, UTCTime)
  /// A picture, clipped by its radii.
  indirect case image(FrameImage)
  /// A picture in place of a character, not a link.
  indirect case emoji(FrameImage)
  /// A round picture of a person, or initials on the person's colour.
  indirect case avatar(FrameAvatar)
  /// The chip under a reaction's text, with the names of the people who reacted.
  indirect case reaction(FrameReaction)
  /// A plain box: a card's ground, a quote's bar, a rule.
  case box(BoxStyle, radius: LayoutUnit)
  /// A clickable area that links to another message, for example over a quote.
  indirect case jump(MessageLink)
  /// A clickable area that opens a stored file.
  indirect case file(FrameFile)
  /// A clickable area that links out of the site.
  indirect case link(FrameLink)
  /// An icon on its ground.
  case icon(FrameIcon)
  /// A recording with the browser's own controls.
  indirect case player(FramePlayer)
  /// The loudness of a recording as bars.
  indirect case waveform(FrameWaveform)
  /// The delivery status of a message.
  indirect case status(FrameStatus)
  /// A button that copies the code under it.
  case copy
  /// An empty cell of a table: nothing is drawn, but the next cell stays in its column when the row is copied.
  case emptyCell
  /// A clickable area that opens and closes folded content.
  indirect case fold(FrameFold)
}

/// The styles of plain boxes; the style sheet has a class for each.
public enum BoxStyle: String, Hashable, Sendable, CaseIterable {
  case card, quote, quoteBar = "quote-bar", pill, rule, codeGround = "code-ground", badge, track,
    bar, foldGround = "fold-ground", unread
}

/// Folded content: a block that opens under its row and moves the rows below down.
public struct FrameFold: Hashable, Sendable {
  /// The accessible name of the fold.
  public var name: String
  /// The block, as wide as the row; its items are relative to its own top left corner.
  public var body: Frame
  /// The white space between the row's own text and the block, if the block continues that text; nil for other folds.
  public var gap: String?

  /// True if the block continues the row's text.
  public var isRest: Bool { gap != nil }

  /// A fold with this name and block.
  public init(name: String, body: Frame, gap: String? = nil) {
    (self.name, self.body, self.gap) = (name, body, gap)
  }
}

/// A picture in a row.
public struct FrameImage: Hashable, Sendable {
  /// Path of the file from the site's root, or nil if the file is missing.
  public var path: String?
  /// Text alternative.
  public var alt: String
  /// Corner radii as seen on screen.
  public var radii: CornerRadii
  /// True if the picture is hidden until clicked.
  public var isSpoiler: Bool

  /// A picture with these properties.
  public init(path: String?, alt: String, radii: CornerRadii, isSpoiler: Bool = false) {
    (self.path, self.alt, self.radii, self.isSpoiler) = (path, alt, radii, isSpoiler)
  }
}

/// One kind of reaction to a message.
public struct FrameReaction: Hashable, Sendable {
  /// The names of the people who reacted, as a list; empty if none is known.
  public var people: String
  /// True if the owner of the conversation is among them.
  public var isOwn: Bool

  /// A reaction of these people.
  public init(people: String, isOwn: Bool) { (self.people, self.isOwn) = (people, isOwn) }
}

/// A stored file.
public struct FrameFile: Hashable, Sendable {
  /// Path from the site's root.
  public var path: String
  /// The name shown for it.
  public var name: String

  /// A file with this path and name.
  public init(path: String, name: String) { (self.path, self.name) = (path, name) }
}

/// An address outside the site.
public struct FrameLink: Hashable, Sendable {
  /// The address: absolute, and accepted by `LinkPolicy`.
  public var href: String
  /// The accessible name.
  public var name: String

  /// A link with this address and name.
  public init(href: String, name: String) { (self.href, self.name) = (href, name) }
}

/// The icons of cards; the writer has a drawing of each.
public enum FrameIcon: String, Hashable, Sendable, CaseIterable {
  case document, sound, film, picture, person, location = "place", phone, camera, thought, tool, result
}

/// A recording that the browser plays.
public struct FramePlayer: Hashable, Sendable {
  /// The kind of recording.
  public enum Kind: String, Hashable, Sendable, CaseIterable { case sound, film }
  /// The kind of recording.
  public var kind: Kind
  /// Path of the file from the site's root.
  public var path: String
  /// The accessible name.
  public var name: String
  /// Corner radii as seen on screen.
  public var radii: CornerRadii
  /// Path from the site's root of the picture shown until it is played.
  public var poster: String?
  /// Duration in seconds; nil if unknown.
  public var duration: Double?
  /// True if a film is shown as a disc.
  public var isRound = false
  /// True if a film is an animation: it plays over and over, without sound.
  public var isLoop = false

  /// A player of the file at `path`.
  public init(
    kind: Kind, path: String, name: String, radii: CornerRadii, poster: String? = nil, duration: Double? = nil
  ) {
    (self.kind, self.path, self.name, self.radii) = (kind, path, name, radii)
    (self.poster, self.duration) = (poster, duration)
  }
}

/// The loudness of a recording as vertical bars.
public struct FrameWaveform: Hashable, Sendable {
  /// One bar, symmetric about the middle of the box.
  public struct Bar: Hashable, Sendable {
    /// Distance of the bar's centre line from the left edge.
    public var x: LayoutUnit
    /// Distance that the bar reaches up and down from the middle.
    public var reach: LayoutUnit
    /// A bar at `x`.
    public init(x: LayoutUnit, reach: LayoutUnit) { (self.x, self.reach) = (x, reach) }
  }
  /// Width of the bars; their ends are round.
  public var thickness: LayoutUnit
  /// The bars, from left to right.
  public var bars: [Bar]

  /// A waveform of these bars.
  public init(thickness: LayoutUnit, bars: [Bar]) { (self.thickness, self.bars) = (thickness, bars) }
}

/// The delivery status of a message, as an icon.
public struct FrameStatus: Hashable, Sendable {
  /// The stages of delivery.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case sending, sent, delivered, read, failed
  }
  /// The stage reached.
  public var kind: Kind
  /// The accessible name.
  public var name: String

  /// A status with this name.
  public init(kind: Kind, name: String) { (self.kind, self.name) = (kind, name) }
}

/// A person's picture or initials.
public struct FrameAvatar: Hashable, Sendable {
  /// Path of the picture from the site's root, or nil for initials.
  public var path: String?
  /// One or two letters, shown if there is no picture.
  public var initials: TextBlock?

  /// An avatar with a picture or initials.
  public init(path: String?, initials: TextBlock?) { (self.path, self.initials) = (path, initials) }
}

/// A link to another message of the conversation.
public struct MessageLink: Hashable, Sendable {
  /// The page the message is on, counted from 1.
  public var page: Int32
  /// The message's anchor name without the `m-` prefix.
  public var anchor: String
  /// The relation to the linked message; the writer has a phrase for each.
  public var purpose: Purpose

  /// The relations between messages that have links.
  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    case quote, previousBranch, nextBranch, thread, threadRoot
  }

  /// A link to the message `anchor` on `page`.
  public init(page: Int32, anchor: String, purpose: Purpose = .quote) {
    (self.page, self.anchor, self.purpose) = (page, anchor, purpose)
  }
}

/// One row of a page: a frame and the facts that the page's markup needs.
public struct Row: Hashable, Sendable {
  /// The kind of row with its facts.
  public enum Kind: Hashable, Sendable {
    /// A message with its index in the conversation and its anchor name (without `m-`).
    case message(index: Int32, anchor: String, side: Side, sender: String)
    /// A day separator before message `before`; `date` is `YYYY-MM-DD`.
    case day(date: String, before: Int32)
    /// A notice that belongs to message `index`, in the middle of the column.
    case notice(index: Int32, anchor: String)
    /// A line that opens neighbouring notices, or the steps of an agent's turn, with their rows. Closed, it is as high as its own frame.
    case run([Row])
  }
  /// The kind of row.
  public let kind: Kind
  /// The layout in the narrow column.
  public let frame: Frame
  /// The layout of the items of `frame` for large screens, or nil if nothing moves there.
  ///
  /// Coordinates are relative to the narrow column inside the wide one, which is at its left edge for incoming messages,
  /// at its right edge for outgoing ones and in its middle for separators and notices.
  public let wide: Frame?

  /// A row with one or two layouts.
  public init(kind: Kind, frame: Frame, wide: Frame? = nil) {
    (self.kind, self.frame, self.wide) = (kind, frame, wide)
  }
}

extension Row.Kind {
  /// True if the row opens the steps of an agent's turn rather than notices.
  public var isRunOfSteps: Bool {
    if case .run(let rows) = self, case .message = rows.first?.kind { true } else { false }
  }

  /// The message of the row; for a day the message after it; for a run the first message.
  public var messageIndex: Int32 {
    switch self {
    case .message(let index, _, _, _), .notice(let index, _): index
    case .day(_, let before): before
    case .run(let notices): notices.first?.kind.messageIndex ?? 0
    }
  }
}
