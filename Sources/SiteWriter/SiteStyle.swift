public import Frames

/// A face of the export's font set, as the pages' style sheet declares it.
public struct FaceCSS: Hashable, Sendable {
  /// Path of the font file from `assets/`, e.g. `fonts/inter-regular-1a2b.woff2`.
  public var file: String
  /// The place of the face in the default stack when it is one of the five faces of ours, else nil.
  public var slot: FaceSlot?

  public init(file: String, slot: FaceSlot? = nil) { (self.file, self.slot) = (file, slot) }
}

/// Everything of the look that the pages need: the numbers the rows were laid out with, and the colours.
public struct SiteStyle: Sendable {
  /// Width of the column, in px of the layout.
  public var columnWidth: LayoutUnit
  /// Widest the column is shown, in CSS px; text grows with it.
  public var shownWidth: Int
  /// Radius of a bubble's corners.
  public var bubbleRadius: LayoutUnit
  /// Radius of the corners between bubbles of one group.
  public var groupedRadius: LayoutUnit
  /// Radius of grounds inside a bubble.
  public var innerRadius: LayoutUnit
  /// Radius of an avatar's corners.
  public var avatarRadius: LayoutUnit
  /// Radius of the panels and menus around the conversation.
  public var panelRadius: LayoutUnit
  /// Width of the line around a bubble, outside its box.
  public var bubbleOutline: LayoutUnit
  /// Space between the column's edges and what stands in it.
  public var sideMargin: LayoutUnit
  /// Space between a bubble's edge and its text.
  public var bubbleInsets: Insets
  /// The widest a bubble of text may be.
  public var bubbleWidth: LayoutUnit
  /// The colours.
  public var palette: Palette
  /// How the text of each role is set; every role has an entry.
  public var roles: [TextRole: TextStyle]
  /// The faces, by index: face `i` is the family `f<i>` and the class `f<i>`.
  public var faces: [FaceCSS]
  /// Whether `assets/emoji/` holds pictures of the emoji; otherwise the reader's own font draws them.
  public var hasEmojiPictures: Bool

  /// The look with the given numbers; missing roles are set as the body, or 16/20 px.
  public init(
    columnWidth: LayoutUnit = 390, shownWidth: Int = 470, bubbleRadius: LayoutUnit = 18,
    groupedRadius: LayoutUnit = 5, innerRadius: LayoutUnit = 8, avatarRadius: LayoutUnit = 15,
    panelRadius: LayoutUnit = 20, bubbleOutline: LayoutUnit = 1, sideMargin: LayoutUnit = 11,
    bubbleInsets: Insets = Insets(top: 8, left: 12, bottom: 8, right: 12), bubbleWidth: LayoutUnit = 296,
    palette: Palette = Palette(), roles: [TextRole: TextStyle], faces: [FaceCSS],
    hasEmojiPictures: Bool = false
  ) {
    (self.columnWidth, self.shownWidth, self.bubbleRadius) = (columnWidth, shownWidth, bubbleRadius)
    (self.groupedRadius, self.innerRadius) = (groupedRadius, innerRadius)
    (self.avatarRadius, self.panelRadius) = (avatarRadius, panelRadius)
    (self.bubbleOutline, self.sideMargin) = (bubbleOutline, sideMargin)
    (self.bubbleInsets, self.bubbleWidth, self.palette) = (bubbleInsets, bubbleWidth, palette)
    (self.faces, self.hasEmojiPictures) = (faces, hasEmojiPictures)
    self.roles = roles
    let body = roles[.body] ?? TextStyle(fontSize: 16, lineHeight: 20)
    for role in TextRole.allCases where roles[role] == nil { self.roles[role] = body }
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
    case .bigEmoji: "t-big-emoji"
    }
  }

  /// Whether the lines stand in the middle of the box; all others start at its start edge.
  var isCentred: Bool {
    switch self {
    case .day, .initials: true
    // A notice of several lines would be centred with its hanging spaces, off by half of one.
    case .notice, .body, .heading, .code, .name, .time, .quoteName, .quote, .reaction, .cardLabel, .cardText,
      .bigEmoji:
      false
    }
  }
}
