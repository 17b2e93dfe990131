public import Frames

/// A face of the export's font set, as the pages' style sheet declares it.
public struct FaceCSS: Hashable, Sendable {
  /// The class of text in the face, which is also its family: `f0`…`f4` for the default stack, else made from what the
  /// face is, e.g. `f-arabic-bold`. Letters, digits, `-` and `_`; no other face of the set has it.
  public var name: String
  /// Path of the font file from `assets/`, e.g. `fonts/inter-regular-1a2b.woff2`.
  public var file: String
  /// The slot of the face in the default stack, or nil if it is not one of the five default faces.
  public var slot: FaceSlot?

  /// Creates the style sheet's entry of a face.
  public init(name: String, file: String, slot: FaceSlot? = nil) {
    (self.name, self.file, self.slot) = (name, file, slot)
  }
}

/// Everything of the look that the pages need: the numbers the rows were laid out with, and the colours.
public struct SiteStyle: Sendable {
  /// Width of the column, in px of the layout.
  public var columnWidth: LayoutUnit
  /// The width that the column gains on large screens.
  public var extraWidth: LayoutUnit
  /// Widest the column is shown, in CSS px; text grows with it.
  public var shownWidth: Int
  /// Radius of a bubble's corners.
  public var bubbleRadius: LayoutUnit
  /// Radius of the corners between bubbles of one group.
  public var groupedRadius: LayoutUnit
  /// The length by which the tail of a group's last bubble reaches out of its box; 0 for none.
  public var tail: LayoutUnit
  /// Radius of an avatar's corners.
  public var avatarRadius: LayoutUnit
  /// Radius of the panels and menus around the conversation.
  public var panelRadius: LayoutUnit
  /// Width of the line around a bubble, outside its box.
  public var bubbleOutline: LayoutUnit
  /// Space between a bubble's edge and its text.
  public var bubbleInsets: Insets
  /// The widest a bubble of text may be.
  public var bubbleWidth: LayoutUnit
  /// The geometry that most rows have in common, so that the style sheet says it once.
  public var common: CommonGeometry
  /// The colours.
  public var palette: Palette
  /// The text style of each role; every role has an entry.
  public var roles: [TextRole: TextStyle]
  /// The faces of the export's set, in its order.
  public var faces: [FaceCSS]
  /// True if the site has one conversation: the links to the list of conversations are hidden.
  public var isOnlyConversation: Bool
  /// Indicates whether messages are lines, whose boxes are not drawn.
  public var isLines = false
  /// Indicates whether a conversation shorter than the window stands at its lower edge.
  public var isLow: Bool

  /// The look with the given numbers; missing roles are set as the body, or 16/20 px.
  public init(
    columnWidth: LayoutUnit = 390, extraWidth: LayoutUnit = 250, shownWidth: Int = 470,
    bubbleRadius: LayoutUnit = 18,
    groupedRadius: LayoutUnit = 5, tail: LayoutUnit = 6, avatarRadius: LayoutUnit = 15,
    panelRadius: LayoutUnit = 20,
    bubbleOutline: LayoutUnit = 1, bubbleInsets: Insets = Insets(top: 8, left: 12, bottom: 8, right: 12),
    bubbleWidth: LayoutUnit = 296, common: CommonGeometry = CommonGeometry(), palette: Palette = Palette(),
    roles: [TextRole: TextStyle], faces: [FaceCSS], isOnlyConversation: Bool = false,
    isLow: Bool = false
  ) {
    (self.columnWidth, self.shownWidth, self.bubbleRadius) = (columnWidth, shownWidth, bubbleRadius)
    (self.groupedRadius, self.tail, self.extraWidth) = (groupedRadius, tail, extraWidth)
    (self.avatarRadius, self.panelRadius) = (avatarRadius, panelRadius)
    (self.bubbleOutline, self.bubbleInsets) = (bubbleOutline, bubbleInsets)
    (self.bubbleWidth, self.common, self.palette) = (bubbleWidth, common, palette)
    (self.faces, self.isOnlyConversation) = (faces, isOnlyConversation)
    (self.roles, self.isLow) = (roles, isLow)
    let body = roles[.body] ?? TextStyle(fontSize: 16, lineHeight: 20)
    for role in TextRole.allCases where roles[role] == nil { self.roles[role] = body }
  }

  /// The media query of windows with the second layout. `chat.css` and `chat.js` have it too.
  static let largeScreens: StaticString = "(min-width:900px)"

  /// The top of a text that stands first in its bubble, from the row's corner.
  func textTop(_ start: RowStart) -> LayoutUnit { common.top(of: start) + bubbleInsets.top }

  /// The distances from the bubble's top of the name in a quotation that stands first in it, and of the text
  /// under it.
  var quoteNameTop: LayoutUnit { bubbleInsets.top + common.quotePadding.top }
  var quoteTextTop: LayoutUnit { quoteNameTop + style(of: .quoteName).lineHeight }

  /// The height of a quotation: a name, and a line of text.
  var quoteHeight: LayoutUnit {
    quoteTextTop + style(of: .quote).lineHeight + common.quotePadding.bottom - bubbleInsets.top
  }

  /// The length by which texts as wide as their bubble may exceed it: other machines' hinting widens text by
  /// up to 1 %, and a line must not wrap for that.
  var textSlack: LayoutUnit { LayoutUnit.slack(of: bubbleWidth).ceilingPx }

  /// The usual distance of a reaction's text from the end of its row: in the middle of its chip.
  var reactionBottom: LayoutUnit {
    common.chipBottom + common.chipHeight - (common.chipHeight - style(of: .reaction).lineHeight).half
      - style(of: .reaction).lineHeight
  }

  /// The style of a role.
  public func style(of role: TextRole) -> TextStyle {
    roles[role] ?? TextStyle(fontSize: 16, lineHeight: 20)
  }

  /// The face that text of a role has without a span: the first face of its slot, or the default face.
  func baseFace(of role: TextRole) -> FaceID {
    let slot = style(of: role).slot
    let index = faces.firstIndex { $0.slot == slot } ?? 0
    return FaceID(index: UInt16(clamping: index))
  }
}

/// Positions and radii that nearly all rows share. A row that differs says so itself.
public struct CommonGeometry: Hashable, Sendable {
  /// Space between the column's edges and what stands in it: avatars, outgoing bubbles.
  public var sideMargin: LayoutUnit
  /// The left edge of an incoming bubble.
  public var incomingLeft: LayoutUnit
  /// The top of a bubble in its row.
  public var bubbleTop: LayoutUnit
  /// The top of a sender's name in its row, also that of a group's first bubble without a name, and of a bubble under a name.
  public var nameTop: LayoutUnit
  /// The top of a bubble under a name, in its row.
  public var namedTop: LayoutUnit
  /// An avatar's diameter.
  public var avatar: LayoutUnit
  /// The radius of grounds inside a bubble: cards, quotes, code.
  public var innerRadius: LayoutUnit
  /// The radius of a quote's bar.
  public var barRadius: LayoutUnit
  /// Space between a quotation's edges and its text.
  public var quotePadding: Insets
  /// The radius of a reaction chip, and the space between its left edge and its text.
  public var chipRadius: LayoutUnit
  /// The space between the left edge of a reaction chip and its text.
  public var chipPadding: LayoutUnit
  /// The distance of a reaction chip from the end of its row.
  public var chipBottom: LayoutUnit
  /// The distance of times on the last line of a text from the end of the row.
  public var timeBottom: LayoutUnit
  /// The distance of times on a line of their own from the end of the row.
  public var lowTimeBottom: LayoutUnit
  /// The distance of times beside reactions from the end of the row.
  public var chipTimeBottom: LayoutUnit

  /// Creates the geometry; the defaults are those of the standard theme.
  public init(
    sideMargin: LayoutUnit = 11, incomingLeft: LayoutUnit = 49, bubbleTop: LayoutUnit = 3,
    nameTop: LayoutUnit = 10, namedTop: LayoutUnit = 27, avatar: LayoutUnit = 30, innerRadius: LayoutUnit = 8,
    barRadius: LayoutUnit = LayoutUnit(raw: 96),
    quotePadding: Insets = Insets(top: 4, left: 10, bottom: 4, right: 10),
    chipRadius: LayoutUnit = 12, chipPadding: LayoutUnit = 8, chipBottom: LayoutUnit = 8,
    timeBottom: LayoutUnit = 7, lowTimeBottom: LayoutUnit = 4, chipTimeBottom: LayoutUnit = 12
  ) {
    (self.sideMargin, self.incomingLeft, self.bubbleTop) = (sideMargin, incomingLeft, bubbleTop)
    (self.nameTop, self.namedTop) = (nameTop, namedTop)
    (self.avatar, self.innerRadius) = (avatar, innerRadius)
    (self.barRadius, self.quotePadding) = (barRadius, quotePadding)
    (self.chipRadius, self.chipPadding, self.chipBottom) = (chipRadius, chipPadding, chipBottom)
    (self.timeBottom, self.lowTimeBottom, self.chipTimeBottom) = (timeBottom, lowTimeBottom, chipTimeBottom)
  }

  /// The top of a bubble in a row that starts so.
  func top(of start: RowStart) -> LayoutUnit {
    switch start {
    case .usual: bubbleTop
    case .gapped: nameTop
    case .named: namedTop
    }
  }

  /// The start of a row whose bubble has this top; `usual` for any other top.
  func start(of top: LayoutUnit) -> RowStart {
    top == namedTop ? .named : top == bubbleTop || top != nameTop ? .usual : .gapped
  }

  /// The width of a quote's bar and the height of a reaction chip: round ends are half circles.
  var barWidth: LayoutUnit { barRadius + barRadius }
  var chipHeight: LayoutUnit { chipRadius + chipRadius }

  /// The radius that a box of this look usually has.
  @inline(__always)
  func radius(of look: BoxStyle) -> LayoutUnit {
    switch look {
    case .card, .quote, .codeGround, .foldGround: innerRadius
    case .quoteBar: barRadius
    case .pill, .badge, .track, .bar, .rule, .unread: .zero
    }
  }
}

extension TextRole {
  /// The class that sets text of this role. The body needs none.
  var cssClass: StaticString {
    switch self {
    case .body: ""
    case .heading: "t-heading"
    case .code: "t-code"
    case .name: "t-name"
    case .time: "t-time"
    case .quoteName: "t-quote-name"
    case .quote: "t-quote"
    case .day: "t-day"
    case .notice: "t-notice"
    case .initials: "t-initials"
    case .reaction: "t-reaction"
    case .cardLabel: "t-card-label"
    case .cardText: "t-card-text"
    case .cardTitle: "t-card-title"
    case .cardFact: "t-card-fact"
    case .bigEmoji: "t-big-emoji"
    }
  }

  /// Indicates whether it is never more than a line, which the style sheet makes as wide as its text.
  var isOneLine: Bool {
    switch self {
    case .name, .quoteName, .quote, .reaction: true
    case .body, .heading, .code, .time, .day, .notice, .initials, .cardLabel, .cardText, .cardTitle,
      .cardFact,
      .bigEmoji:
      false
    }
  }

  /// Indicates whether the lines stand in the middle of the box; all others start at its start edge.
  var isCentred: Bool {
    switch self {
    case .day, .notice, .initials: true
    case .body, .heading, .code, .name, .time, .quoteName, .quote, .reaction, .cardLabel, .cardText,
      .cardTitle, .cardFact, .bigEmoji:
      false
    }
  }
}
