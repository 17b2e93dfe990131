public import Frames

/// Every number of the look. Layout reads it, and the style sheet is made from it.
///
/// Lengths are CSS px of the layout, in a column of `columnWidth`; the page scales all of them together. The values come
/// from theme files; `ThemeKey` documents the range and meaning of each.
public struct Theme: Sendable, Hashable {
  /// The edge of the window at which a short conversation starts.
  public enum ShortChat: String, Sendable, Hashable, CaseIterable { case top, bottom }

  /// The arrangements of messages.
  public enum Arrangement: String, Sendable, Hashable, CaseIterable {
    /// Bubbles, one's own at the right.
    case bubbles
    /// Lines at the left, with avatars and times before them.
    case lines
  }

  /// The arrangement of messages.
  public var messages = Arrangement.bubbles
  /// True if lines have avatars; an IRC log has no pictures of people.
  public var hasAvatars = true
  /// Width of the names before the times of lines without avatars, on large screens; zero in the narrow layout.
  public private(set) var nameColumn: LayoutUnit = 0
  /// Width of the column everything is laid out in.
  public var columnWidth: LayoutUnit = 0
  /// The part of `columnWidth` added for large screens; zero in the narrow layout.
  public private(set) var addedWidth: LayoutUnit = 0
  /// Maximum displayed width of the column, in CSS px of the screen; everything in it scales along.
  public var shownWidth: LayoutUnit = 0
  /// Position of a conversation that is shorter than the window.
  public var shortChat = ShortChat.top
  /// Space between the column's edges and its content.
  public var sideMargin: LayoutUnit = 0

  /// Maximum width of a bubble of text, as a share of the column.
  public var textShare = 0.0
  /// Maximum width of a bubble of pictures, as a share of the column.
  public var mediaShare = 0.0
  /// Maximum height of a picture.
  public var mediaHeight: LayoutUnit = 0
  /// Side of the square shown for a picture of unknown size.
  public var unknownMediaSide: LayoutUnit = 0
  /// Target height of the rows of an album.
  public var albumRow: LayoutUnit = 0
  /// Gap between the pictures of an album.
  public var albumGap: LayoutUnit = 0

  /// Space between a bubble's edge and its text.
  public var bubbleInsets = Insets.zero
  /// Radius of a bubble's corners.
  public var cornerRadius: LayoutUnit = 0
  /// Radius of the corners that touch a neighbour of the same group, on the sender's side.
  public var joinedRadius: LayoutUnit = 0
  /// Distance that a tail reaches beyond the bubble; 0 for no tails.
  public var tail: LayoutUnit = 0
  /// Width of the line around a bubble, outside its box.
  public var bubbleOutline: LayoutUnit = 0

  /// Gap between the rows of one group.
  public var groupGap: LayoutUnit = 0
  /// Gap between groups, and around separators and notices.
  public var rowGap: LayoutUnit = 0
  /// Seconds after which the same sender begins a new group.
  public var groupSeconds: Int64 = 0

  /// Diameter of an avatar.
  public var avatar: LayoutUnit = 0
  /// Gap between an avatar and its bubble; holds the tail.
  public var avatarGap: LayoutUnit = 0
  /// Radius of an avatar's corners.
  public var avatarRadius: LayoutUnit = 0
  /// Gap between a sender's name and the bubble under it.
  public var nameGap: LayoutUnit = 0
  /// Maximum width of a sender's name, as a share of the column.
  public var nameShare = 0.0

  /// Least gap between the last line's text and the time after it.
  public var timeGap: LayoutUnit = 0
  /// Gap above a time on its own line.
  public var timeLineGap: LayoutUnit = 0
  /// Space under a time on its own line.
  public var timeLineBottom: LayoutUnit = 0
  /// Inset of a time laid over a picture, and of its ground around it.
  public var overlayInset: LayoutUnit = 0
  /// Ground around an overlaid time: left and right.
  public var overlayPadding: LayoutUnit = 0
  /// Ground around an overlaid time: above and below.
  public var overlayRise: LayoutUnit = 0

  /// Gap between the blocks of a text (paragraphs, lists, quotes).
  public var blockGap: LayoutUnit = 0
  /// Gap between the items of a list.
  public var itemGap: LayoutUnit = 0
  /// Indent of a list item, for its marker.
  public var listIndent: LayoutUnit = 0
  /// Gap between a list item's marker and its text.
  public var markerGap: LayoutUnit = 0
  /// Indent of a quoted block, for its bar.
  public var quoteIndent: LayoutUnit = 0
  /// Width of a quote's bar.
  public var quoteBar: LayoutUnit = 0
  /// Length of a rule between blocks.
  public var ruleLength: LayoutUnit = 0
  /// Thickness of a rule.
  public var ruleThickness: LayoutUnit = 0
  /// Space above and below a rule.
  public var ruleMargin: LayoutUnit = 0
  /// Space around a code block's text, inside its ground.
  public var codePadding: LayoutUnit = 0
  /// Space around a card's text, inside its ground.
  public var cardPadding: LayoutUnit = 0
  /// Side of the icon on a card.
  public var icon: LayoutUnit = 0
  /// Gap between a card's icon and the text beside it.
  public var iconGap: LayoutUnit = 0
  /// Room at the end of a line or card for the mark of a fold.
  public var foldMark: LayoutUnit = 0
  /// Height of a recording's waveform.
  public var waveHeight: LayoutUnit = 0
  /// Thickness of its bars.
  public var waveBar: LayoutUnit = 0
  /// Gap between its bars.
  public var waveGap: LayoutUnit = 0
  /// Size of the delivery status icon after the time.
  public var statusIcon = Size.zero
  /// Gap between the time and that icon.
  public var statusGap: LayoutUnit = 0
  /// Side of the mark of a message that could not be sent.
  public var failedMark: LayoutUnit = 0
  /// Gap between the bubble and that mark.
  public var failedGap: LayoutUnit = 0
  /// Maximum width and height of a sticker.
  public var stickerSide: LayoutUnit = 0
  /// Side of a reaction's picture.
  public var reactionPicture: LayoutUnit = 0
  /// Height of a recording's player.
  public var playerHeight: LayoutUnit = 0
  /// Maximum height of the picture on a link preview.
  public var previewHeight: LayoutUnit = 0
  /// Thickness of the bars of a poll.
  public var pollBar: LayoutUnit = 0
  /// Gap between an option's text and its bar.
  public var pollBarGap: LayoutUnit = 0
  /// Gap above each option of a poll.
  public var pollGap: LayoutUnit = 0
  /// Gap between a card's label and the text under it.
  public var cardLineGap: LayoutUnit = 0
  /// Radius of grounds inside a bubble: quotes, code, cards.
  public var innerRadius: LayoutUnit = 0
  /// Space around a reply quote's text, inside its ground.
  public var quotePadding = Insets.zero
  /// Gap under the header of a message (forwarded from, role, thread).
  public var headerGap: LayoutUnit = 0

  /// Height of a reaction chip.
  public var reactionHeight: LayoutUnit = 0
  /// Space left and right of a reaction's text.
  public var reactionPadding: LayoutUnit = 0
  /// Gap between reaction chips.
  public var reactionGap: LayoutUnit = 0
  /// Least space above the reaction chips.
  public var reactionInset: LayoutUnit = 0

  /// Space around the text of a day separator or notice, inside its pill.
  public var pillPadding = Insets.zero
  /// Radius of a pill's corners, at most half its height.
  public var pillRadius: LayoutUnit = 0
  /// Maximum width of a notice, as a share of the column.
  public var noticeShare = 0.0

  /// Radius of the panels and menus around the conversation.
  public var panelRadius: LayoutUnit = 0

  /// Width added to the column on large screens. Gives lines of about 60 characters, a comfortable length to read.
  public static let extraWidth: LayoutUnit = 250

  /// Width of the column of names on large screens. Fits names of 13 letters; of the nicks in `moarvm` (IRC, 14 years), 95 % are
  /// no longer, and they wrote 99.9 % of the lines.
  static let wideNameColumn: LayoutUnit = 120

  /// This theme with the column of large screens.
  public var wide: Theme {
    var wide = self
    wide.columnWidth = columnWidth + Self.extraWidth
    wide.addedWidth = addedWidth + Self.extraWidth
    if isLines, !hasAvatars { wide.nameColumn = Self.wideNameColumn }
    return wide
  }

  /// True if messages are lines instead of bubbles.
  public var isLines: Bool { messages == .lines }

  /// True if one's own messages are on the other side; lines are all on one.
  public var hasSides: Bool { !isLines }

  /// True if the first message of a page starts a group, which has its name in its first line: without bubbles and sides nothing else
  /// says who speaks, and a page can be opened, printed or read by itself.
  public var startsGroupsOnPages: Bool { isLines }

  /// The left edge of others' messages: right of the avatars, or of the times if there are no avatars.
  public var incomingLeft: LayoutUnit { sideMargin + nameColumn + avatar + avatarGap }

  /// The distance from the top of a message's box to the time beside its first line, in lines.
  public var lineTimeTop: LayoutUnit {
    bubbleInsets.top + TimeLabel.ascent(style(.body)) - TimeLabel.ascent(style(.time))
  }

  /// The left edge of the times before lines.
  var lineTimeLeft: LayoutUnit { sideMargin + nameColumn }

  /// Maximum width of a sender's name, on all screens.
  public var nameWidth: LayoutUnit { (columnWidth - addedWidth).share(nameShare) }

  /// Styles by the role's raw value. An array, because rows look styles up many times each.
  private var styleTable = TextRole.allCases.map {
    TextStyle(fontSize: 0, lineHeight: 0, slot: $0 == .code ? .code : .regular)
  }

  /// A theme in which all lengths are zero, to be filled in.
  public init() {}

  /// Returns the style of a text role.
  public func style(_ role: TextRole) -> TextStyle { styleTable[Int(role.rawValue)] }

  /// The style of a text role.
  public subscript(role: TextRole) -> TextStyle {
    get { style(role) }
    set { styleTable[Int(role.rawValue)] = newValue }
  }

  /// The styles of all roles, for the style sheet.
  public var styles: [TextRole: TextStyle] {
    Dictionary(uniqueKeysWithValues: TextRole.allCases.map { ($0, style($0)) })
  }
}
