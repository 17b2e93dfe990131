/// The finished layout of one row: items at fixed places.
///
/// Layout makes frames and writers consume them; a frame knows nothing of messages, so no writer can make a
/// layout decision. Item rectangles are relative to the row's top left corner.
public struct Frame: Hashable, Sendable {
  /// The column's width and the row's height, a whole number of px.
  public var size: Size
  /// What to draw, back to front; the order is also the reading order.
  public var items: [FrameItem]

  public init(size: Size, items: [FrameItem]) { (self.size, self.items) = (size, items) }

  /// Whether some of the items fold something away: the row grows when they are opened.
  public var hasFolds: Bool {
    for place in items.indices {
      if case .fold = items[place].content { return true }
    }
    return false
  }
}

/// One thing at a fixed place in a row.
public struct FrameItem: Hashable, Sendable {
  /// The item's name in the plan: written as `data-box`, unique within the row.
  public var box: ItemID
  /// Its place in the row.
  public var rect: Rect
  /// What it is.
  public var content: FrameContent

  public init(_ box: ItemID, _ rect: Rect, _ content: FrameContent) {
    (self.box, self.rect, self.content) = (box, rect, content)
  }
}

/// The plan id of an item: a fixed word and, where a row can hold several, a number.
public struct ItemID: Hashable, Sendable, CustomStringConvertible {
  /// The word, e.g. `bubble`, `text`, `time`.
  public enum Name: String, Hashable, Sendable, CaseIterable {
    case bubble, text, time, name, avatar, quote, quoteBar = "quote-bar", quoteName = "quote-name"
    case quoteText = "quote-text", image, caption, reaction, card, label, detail, day, notice, pill
    case rule, marker, cell, cellRule = "cell-rule", code, jump, chip, icon, fact, badge, player, share
    case track, bar, voters, fold, history, way, waveform, status, unread, line, branch, answers, versions,
      emoji
  }
  public var name: Name
  /// The item's number among those of its name in the row; −1 when there is only one.
  public var number: Int16

  public init(_ name: Name, _ number: Int = -1) { (self.name, self.number) = (name, Int16(clamping: number)) }

  /// `name`, or `name.number`.
  public var description: String { number < 0 ? name.rawValue : "\(name.rawValue).\(number)" }
}

/// What an item draws. What few items draw lies apart, so that most items are small.
public enum FrameContent: Hashable, Sendable {
  /// The bubble's outline, drawn into the section's SVG; `rect` is the box without the tail.
  case bubble(BubbleShape)
  /// Text at fixed breaks; the lines start at the rect's top and each is the role's line height tall.
  case text(TextBlock)
  /// The time of the message: text with a machine-readable instant.
  case time(TextBlock, UTCTime)
  /// A picture; clipped by `radii`.
  indirect case image(FrameImage)
  /// A picture in place of a character: it leads nowhere.
  indirect case emoji(FrameImage)
  /// A round picture of a person, or initials on one of the stable avatar colours.
  indirect case avatar(FrameAvatar)
  /// The chip under a reaction's text, which says who reacted.
  indirect case reaction(FrameReaction)
  /// A plain box: a card's ground, a quote's bar, a rule.
  case box(BoxStyle, radius: LayoutUnit)
  /// An area that leads to another message when clicked, e.g. a quote.
  indirect case jump(MessageLink)
  /// An area that leads to a stored file.
  indirect case file(FrameFile)
  /// An area that leads out of the site.
  indirect case link(FrameLink)
  /// An icon on its ground.
  case icon(FrameIcon)
  /// A recording, played in place by the browser's own buttons.
  indirect case player(FramePlayer)
  /// How loud a recording is, drawn as bars.
  indirect case waveform(FrameWaveform)
  /// How far a message got.
  indirect case status(FrameStatus)
  /// An area that opens and closes what is folded away.
  indirect case fold(FrameFold)
}

/// The looks a plain box can have; the style sheet has a class for each.
public enum BoxStyle: String, Hashable, Sendable, CaseIterable {
  case card, quote, quoteBar = "quote-bar", pill, rule, codeGround = "code-ground", badge, track,
    bar, foldGround = "fold-ground", unread
}

/// What a row holds back until somebody asks for it: a block under the row, which then pushes away what follows.
public struct FrameFold: Hashable, Sendable {
  /// What it is, in words.
  public var name: String
  /// The block: as wide as the row, with its items relative to its top left corner.
  public var body: Frame

  public init(name: String, body: Frame) { (self.name, self.body) = (name, body) }
}

/// A picture in a row.
public struct FrameImage: Hashable, Sendable {
  /// Path of the file from the site's root, as the writer stores it; nil: the file is missing.
  public var path: String?
  /// Text alternative.
  public var alt: String
  /// Corner radii, in place.
  public var radii: CornerRadii
  /// Whether it is hidden until somebody asks to see it.
  public var isSpoiler: Bool

  public init(path: String?, alt: String, radii: CornerRadii, isSpoiler: Bool = false) {
    (self.path, self.alt, self.radii, self.isSpoiler) = (path, alt, radii, isSpoiler)
  }
}

/// One kind of reaction to a message.
public struct FrameReaction: Hashable, Sendable {
  /// Who reacted, in words; empty where nobody is known.
  public var people: String
  /// Whether one of them is the person whose conversation it is.
  public var isOwn: Bool

  public init(people: String, isOwn: Bool) { (self.people, self.isOwn) = (people, isOwn) }
}

/// A stored file.
public struct FrameFile: Hashable, Sendable {
  /// Path from the site's root, as the writer stores it.
  public var path: String
  /// What people call it.
  public var name: String

  public init(path: String, name: String) { (self.path, self.name) = (path, name) }
}

/// An address outside the site.
public struct FrameLink: Hashable, Sendable {
  /// Has passed the scheme policy and is absolute.
  public var href: String
  /// What it leads to.
  public var name: String

  public init(href: String, name: String) { (self.href, self.name) = (href, name) }
}

/// The icons there are; the writer has a drawing of each.
public enum FrameIcon: String, Hashable, Sendable, CaseIterable {
  case document, sound, film, picture, person, place, phone, camera, thought, tool, result
}

/// A recording.
public struct FramePlayer: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable { case sound, film }
  public var kind: Kind
  /// Path of the file from the site's root.
  public var path: String
  /// What it is called by those who do not see it.
  public var name: String
  /// Corner radii, in place.
  public var radii: CornerRadii
  /// Path of the picture shown until it is played, from the site's root.
  public var poster: String?

  public init(kind: Kind, path: String, name: String, radii: CornerRadii, poster: String? = nil) {
    (self.kind, self.path, self.name, self.radii) = (kind, path, name, radii)
    self.poster = poster
  }
}

/// The loudness of a recording: upright bars, as one outline.
public struct FrameWaveform: Hashable, Sendable {
  /// A bar: where its middle is, and how far it reaches up and down from the middle of the box.
  public struct Bar: Hashable, Sendable {
    public var x: LayoutUnit
    public var reach: LayoutUnit
    public init(x: LayoutUnit, reach: LayoutUnit) { (self.x, self.reach) = (x, reach) }
  }
  /// How thick bars are; their ends are round.
  public var thickness: LayoutUnit
  public var bars: [Bar]

  public init(thickness: LayoutUnit, bars: [Bar]) { (self.thickness, self.bars) = (thickness, bars) }
}

/// How far a message got, as an icon.
public struct FrameStatus: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    case sending, sent, delivered, read, failed
  }
  public var kind: Kind
  /// The same in words.
  public var name: String

  public init(kind: Kind, name: String) { (self.kind, self.name) = (kind, name) }
}

/// A person's picture or initials.
public struct FrameAvatar: Hashable, Sendable {
  /// Path of the picture from the site's root, or nil for initials.
  public var path: String?
  /// One or two letters, shown when there is no picture.
  public var initials: TextBlock?
  /// Index into the theme's avatar colours.
  public var colour: UInt8

  public init(path: String?, initials: TextBlock?, colour: UInt8) {
    (self.path, self.initials, self.colour) = (path, initials, colour)
  }
}

/// Where a jump leads: a message of the same conversation.
public struct MessageLink: Hashable, Sendable {
  /// The page the message is on, counted from 1.
  public var page: Int32
  /// The message's anchor name without the `m-` prefix.
  public var anchor: String
  /// Why one would go there; the writer has words for each.
  public var purpose: Purpose

  public enum Purpose: String, Hashable, Sendable, CaseIterable {
    case quote, previousBranch, nextBranch, thread, threadRoot
  }

  public init(page: Int32, anchor: String, purpose: Purpose = .quote) {
    (self.page, self.anchor, self.purpose) = (page, anchor, purpose)
  }
}

/// One row of a page: a frame with what the page's markup needs to name it.
public struct Row: Hashable, Sendable {
  public enum Kind: Hashable, Sendable {
    /// A message, with its place in the conversation and its anchor name (without `m-`).
    case message(index: Int32, anchor: String, side: Side, sender: String)
    /// A day separator before message `before`; `date` is `YYYY-MM-DD`.
    case day(date: String, before: Int32)
    /// A notice that belongs to message `index`, in the middle of the column.
    case notice(index: Int32, anchor: String)
  }
  public var kind: Kind
  public var frame: Frame
  /// The same items in the column of large screens, where any of them stands elsewhere there: as the row's own column
  /// lies in that one, at its left for what comes in, at its right for what goes out, else in its middle.
  public var wide: Frame?

  public init(kind: Kind, frame: Frame, wide: Frame? = nil) {
    (self.kind, self.frame, self.wide) = (kind, frame, wide)
  }
}
