public import Frames

/// Every number of the look. Layout reads it; the style sheet is made from the same values.
///
/// Lengths are CSS px of the layout, at a column of `columnWidth`; the page scales all of them together.
public struct Theme: Sendable, Hashable {
  /// The name given with `--theme`.
  public var name = "standard"
  /// Width of the column everything is laid out in.
  public var columnWidth: LayoutUnit = 390
  /// Space between the column's edges and what stands in it.
  public var sideMargin: LayoutUnit = 11

  /// The widest a bubble of text may be, as a share of the column.
  public var textShare = 0.76
  /// The widest a bubble of pictures may be, as a share of the column.
  public var mediaShare = 0.66
  /// The tallest a picture may be.
  public var mediaHeight: LayoutUnit = 320
  /// Side of the square shown for a picture of unknown size.
  public var unknownMediaSide: LayoutUnit = 200
  /// Gap between the pictures of an album.
  public var albumGap: LayoutUnit = 2

  /// Space between a bubble's edge and its text.
  public var bubbleInsets = Insets(top: 8, left: 12, bottom: 8, right: 12)
  /// Radius of a bubble's corners.
  public var cornerRadius: LayoutUnit = 18
  /// Radius of the corners that touch a neighbour of the same group, on the sender's side.
  public var joinedRadius: LayoutUnit = 5
  /// How far a tail reaches beyond the bubble; 0 for a look without tails.
  public var tail: LayoutUnit = 6

  /// Gap between the rows of one group.
  public var groupGap: LayoutUnit = 3
  /// Gap between groups, and around separators and notices.
  public var rowGap: LayoutUnit = 10
  /// Seconds after which the same sender begins a new group.
  public var groupSeconds: Int64 = 120

  /// Diameter of an avatar.
  public var avatar: LayoutUnit = 30
  /// Gap between an avatar and its bubble; holds the tail.
  public var avatarGap: LayoutUnit = 8
  /// How many avatar colours the style sheet has.
  public var avatarColours = 8
  /// Gap between a sender's name and the bubble under it.
  public var nameGap: LayoutUnit = 2

  /// Least gap between the last line's text and the time behind it.
  public var timeGap: LayoutUnit = 8
  /// Inset of a time laid over a picture, and of its ground around it.
  public var overlayInset: LayoutUnit = 8
  /// Ground around an overlaid time: horizontally.
  public var overlayPadding: LayoutUnit = 6

  /// Gap between the blocks of a text (paragraphs, lists, quotes).
  public var blockGap: LayoutUnit = 8
  /// Gap between the items of a list.
  public var itemGap: LayoutUnit = 3
  /// How far a list item is indented for its marker.
  public var listIndent: LayoutUnit = 20
  /// How far a quoted block is indented for its bar.
  public var quoteIndent: LayoutUnit = 11
  /// Width of a quote's bar.
  public var quoteBar: LayoutUnit = 3
  /// Space around a code block's text, inside its ground.
  public var codePadding: LayoutUnit = 8
  /// Radius of grounds inside a bubble: quotes, code, cards.
  public var innerRadius: LayoutUnit = 8
  /// Space around a reply quote's text, inside its ground.
  public var quotePadding = Insets(top: 4, left: 10, bottom: 4, right: 8)

  /// Height of a reaction chip.
  public var reactionHeight: LayoutUnit = 24
  /// Space left and right of a reaction's text.
  public var reactionPadding: LayoutUnit = 8
  /// Gap between reaction chips.
  public var reactionGap: LayoutUnit = 4

  /// Space around the text of a day separator or notice, inside its pill.
  public var pillPadding = Insets(top: 3, left: 10, bottom: 3, right: 10)
  /// The widest a notice may be, as a share of the column.
  public var noticeShare = 0.82

  /// By the role's raw value: rows ask for styles many times each.
  private var styleTable: [TextStyle] = TextRole.allCases.map(Theme.standardStyle)

  public init() {}

  /// How text of a role is set.
  public func style(_ role: TextRole) -> TextStyle { styleTable[Int(role.rawValue)] }

  /// The styles of all roles, for the style sheet.
  public var styles: [TextRole: TextStyle] {
    Dictionary(uniqueKeysWithValues: TextRole.allCases.map { ($0, style($0)) })
  }

  /// The default look.
  public static let standard = Theme()

  /// A plainer look: square corners, no tails, tighter.
  public static let slate: Theme = {
    var theme = Theme()
    theme.name = "slate"
    theme.cornerRadius = 8
    theme.joinedRadius = 3
    theme.tail = 0
    theme.groupGap = 2
    theme.bubbleInsets = Insets(top: 6, left: 10, bottom: 6, right: 10)
    return theme
  }()

  /// The built-in look of this name, nil when there is none.
  public static func named(_ name: String) -> Theme? { builtIn.first { $0.name == name } }

  /// The looks that come with the program.
  public static let builtIn: [Theme] = [standard, slate]

  private static func standardStyle(_ role: TextRole) -> TextStyle {
    switch role {
    case .body: TextStyle(fontSize: 16, lineHeight: 20)
    case .heading: TextStyle(fontSize: 20, lineHeight: 24, slot: .bold)
    case .code: TextStyle(fontSize: 13, lineHeight: 18, slot: .code)
    case .name: TextStyle(fontSize: 12, lineHeight: 15, slot: .bold)
    case .time: TextStyle(fontSize: 11, lineHeight: 14)
    case .quoteName: TextStyle(fontSize: 13, lineHeight: 16, slot: .bold)
    case .quote: TextStyle(fontSize: 13, lineHeight: 18)
    case .day: TextStyle(fontSize: 12, lineHeight: 17, slot: .bold)
    case .notice: TextStyle(fontSize: 12, lineHeight: 17)
    case .initials: TextStyle(fontSize: 12, lineHeight: 15, slot: .bold)
    case .reaction: TextStyle(fontSize: 13, lineHeight: 16)
    case .cardLabel: TextStyle(fontSize: 12, lineHeight: 17, slot: .bold)
    case .cardText: TextStyle(fontSize: 13, lineHeight: 18)
    case .bigEmoji: TextStyle(fontSize: 40, lineHeight: 50)
    }
  }
}
