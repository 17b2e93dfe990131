public import Frames

/// A face of the export's font set, as the pages' style sheet declares it.
public struct FaceCSS: Hashable, Sendable {
  /// The class of text in the face, also its family: `f0`…`f4` for the default stack, else made from the face's
  /// properties, e.g. `f-arabic-bold`. Letters, digits, `-` and `_`; unique in the set.
  public var name: String
  /// Path of the font file from `assets/`, e.g. `fonts/inter-regular-1a2b.woff2`; nil if no text that is shown is in the face.
  public var file: String?
  /// The slot of the face in the default stack, or nil if it is not one of the five default faces.
  public var slot: FaceSlot?

  /// Creates the style sheet's entry of a face.
  public init(name: String, file: String?, slot: FaceSlot? = nil) {
    (self.name, self.file, self.slot) = (name, file, slot)
  }
}

/// Everything of the look that the pages need: the numbers the rows were laid out with, and the colours.
public struct SiteStyle: Sendable {
  /// Width of the column, in px of the layout.
  public var columnWidth: LayoutUnit = 390
  /// The width that the column gains on large screens.
  public var extraWidth: LayoutUnit = 250
  /// Widest the column is shown, in CSS px; text grows with it.
  public var shownWidth: Int = 470
  /// Radius of a bubble's corners.
  public var bubbleRadius: LayoutUnit = 18
  /// Radius of the corners between bubbles of one group.
  public var groupedRadius: LayoutUnit = 5
  /// Distance that the tail of a group's last bubble reaches out of its box; 0 for none.
  public var tail: LayoutUnit = 6
  /// Radius of an avatar's corners.
  public var avatarRadius: LayoutUnit = 15
  /// Radius of the panels and menus around the conversation.
  public var panelRadius: LayoutUnit = 20
  /// Width of the line around a bubble, outside its box.
  public var bubbleOutline: LayoutUnit = 1
  /// Space between a bubble's edge and its text.
  public var bubbleInsets = Insets(top: 8, left: 12, bottom: 8, right: 12)
  /// The widest a bubble of text may be.
  public var bubbleWidth: LayoutUnit = 296
  /// The geometry that most rows have in common, written once in the style sheet.
  public var common = CommonGeometry()
  /// The colours.
  public var palette = Palette()
  /// The text style of each role; every role has an entry.
  public var roles: [TextRole: TextStyle]
  /// The faces of the export's set, in its order.
  public var faces: [FaceCSS]
  /// True if the site has one conversation: the links to the list of conversations are hidden.
  public var isOnlyConversation = false
  /// True if messages are lines, whose boxes are not drawn.
  public var isLines = false
  /// Width of the column of names of lines without avatars on large screens; zero for none.
  public var nameColumn = LayoutUnit.zero
  /// True if a conversation shorter than the window is at the window's lower edge.
  public var isLow = false

  /// The standard look with styles and faces; missing roles are set as the body, or 16/20 px.
  public init(roles: [TextRole: TextStyle], faces: [FaceCSS]) {
    (self.roles, self.faces) = (roles, faces)
    let body = roles[.body] ?? TextStyle(fontSize: 16, lineHeight: 20)
    for role in TextRole.allCases where roles[role] == nil { self.roles[role] = body }
  }

  /// The media query of windows with the second layout, also used in `chat.css` and `chat.js`.
  static let largeScreens: StaticString = "(min-width:900px)"

  /// The top of a bubble's first text, from the row's corner.
  func textTop(_ start: RowStart) -> LayoutUnit { common.top(of: start) + bubbleInsets.top }

  /// The distances from the bubble's top of the name in a quotation that comes first in it, and of the text
  /// under it.
  var quoteNameTop: LayoutUnit { bubbleInsets.top + common.quotePadding.top }
  var quoteTextTop: LayoutUnit { quoteNameTop + style(of: .quoteName).lineHeight }

  /// The height of a quotation: a name, and a line of text.
  var quoteHeight: LayoutUnit {
    quoteTextTop + style(of: .quote).lineHeight + common.quotePadding.bottom - bubbleInsets.top
  }

  /// The length by which texts as wide as their bubble may exceed it: other machines' hinting widens text by
  /// up to 1 %, and a line must not wrap because of that.
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

  /// The face of text of a role without a span: the first face of its slot, or the default face.
  func baseFace(of role: TextRole) -> FaceID {
    let slot = style(of: role).slot
    let index = faces.firstIndex { $0.slot == slot } ?? 0
    return FaceID(index: UInt16(clamping: index))
  }
}

/// Positions and radii that nearly all rows share. Rows that differ declare their own.
public struct CommonGeometry: Hashable, Sendable {
  /// Space between the column's edges and its content: avatars, outgoing bubbles.
  public var sideMargin: LayoutUnit = 11
  /// The left edge of an incoming bubble.
  public var incomingLeft: LayoutUnit = 49
  /// The top of a bubble in its row.
  public var bubbleTop: LayoutUnit = 3
  /// The top of a sender's name in its row, and of a group's first bubble without a name.
  public var nameTop: LayoutUnit = 10
  /// The top of a bubble under a name, in its row.
  public var namedTop: LayoutUnit = 27
  /// An avatar's diameter.
  public var avatar: LayoutUnit = 30
  /// The radius of grounds inside a bubble: cards, quotes, code.
  public var innerRadius: LayoutUnit = 8
  /// The radius of a quote's bar.
  public var barRadius = LayoutUnit(raw: 96)
  /// Space between a quotation's edges and its text.
  public var quotePadding = Insets(top: 4, left: 10, bottom: 4, right: 10)
  /// The radius of a reaction chip, and the space between its left edge and its text.
  public var chipRadius: LayoutUnit = 12
  /// The space between the left edge of a reaction chip and its text.
  public var chipPadding: LayoutUnit = 8
  /// The distance of a reaction chip from the end of its row.
  public var chipBottom: LayoutUnit = 8
  /// The distance of times on the last line of a text from the end of the row.
  public var timeBottom: LayoutUnit = 7
  /// The distance of times on a line of their own from the end of the row.
  public var lowTimeBottom: LayoutUnit = 4
  /// The distance of times beside reactions from the end of the row.
  public var chipTimeBottom: LayoutUnit = 12

  /// Creates the geometry of the standard theme.
  public init() {}

  /// The top of a bubble in a row with this start.
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

  /// The usual radius of a box of this look.
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

  /// True if the text always is one line, which the style sheet makes as wide as its text.
  var isOneLine: Bool {
    switch self {
    case .name, .quoteName, .quote, .reaction: true
    case .body, .heading, .code, .time, .day, .notice, .initials, .cardLabel, .cardText, .cardTitle,
      .cardFact,
      .bigEmoji:
      false
    }
  }

  /// True if the lines are centred in the box; all others start at its start edge.
  var isCentred: Bool {
    switch self {
    case .day, .notice, .initials: true
    case .body, .heading, .code, .name, .time, .quoteName, .quote, .reaction, .cardLabel, .cardText,
      .cardTitle, .cardFact, .bigEmoji:
      false
    }
  }
}
