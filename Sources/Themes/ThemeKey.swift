public import BubbleLayout
public import Frames
public import SiteWriter

/// A key of theme files: its path, its values, its meaning, and the number or colour that it sets.
///
/// `all` is the one list of them; `docs/themes.md` is compared with it.
public struct ThemeKey: Sendable {
  /// The path in a file, e.g. `metrics.bubbleInsets.top`.
  public let path: String
  /// The allowed values, and the number or colour that they set.
  public let value: KeyValue
  /// The meaning of the key, in a sentence.
  public let meaning: String

  /// The kinds of values, with the number or colour that they set.
  public enum KeyValue: Sendable {
    /// px of the layout; `isWhole` if text must be on whole ones.
    case length(any WritableKeyPath<Theme, LayoutUnit> & Sendable, ClosedRange<Double>, isWhole: Bool)
    /// A share of the column's width.
    case share(any WritableKeyPath<Theme, Double> & Sendable, ClosedRange<Double>)
    /// Whole seconds.
    case seconds(any WritableKeyPath<Theme, Int64> & Sendable, ClosedRange<Double>)
    /// `top` or `bottom`.
    case edge(any WritableKeyPath<Theme, Theme.ShortChat> & Sendable)
    /// `bubbles` or `lines`.
    case arrangement(any WritableKeyPath<Theme, Theme.Arrangement> & Sendable)
    /// `regular` or `bold`.
    case weight(TextRole)
    /// A colour in one mode.
    case colour(ColourRole, ColourMode)
  }

  /// Every key, in the order of the documentation.
  public static let all: [ThemeKey] =
    column + bubbleInsets + bubbles + quotePadding + reactions + pillPadding + notices + text + colours

  /// True if the theme that extends no other must have it. Modes other than light may leave colours to it.
  var isRequired: Bool {
    if case .colour(_, let mode) = value { mode == .light } else { true }
  }
}

extension ThemeKey {
  private static let column: [ThemeKey] = [
    length(
      "columnWidth", \.columnWidth, 240...2000, isWhole: true,
      "Width of the column the conversation is laid out in; `--width` overrides it."),
    length(
      "shownWidth", \.shownWidth, 240...4000, isWhole: true,
      "Widest the column is shown on screen; everything in it grows along."),
    ThemeKey(
      path: "metrics.messages", value: .arrangement(\.messages),
      meaning: "The form of messages: bubbles at two sides, or lines with avatars and times before them."),
    ThemeKey(
      path: "metrics.shortChat", value: .edge(\.shortChat),
      meaning: "Where a conversation shorter than the window stands."),
    length("sideMargin", \.sideMargin, 0...64, "Space between the column’s edges and what stands in it."),
    length("mediaHeight", \.mediaHeight, 40...2000, "The tallest a picture is shown."),
    length(
      "unknownMediaSide", \.unknownMediaSide, 40...1000, "Side of the square for a picture of unknown size."),
    length(
      "albumRow", \.albumRow, 20...600,
      "The height that the rows of an album come near; few pictures get higher rows, many get lower ones."),
    length("albumGap", \.albumGap, 0...32, "Gap between the pictures of an album."),
  ]

  private static let bubbleInsets: [ThemeKey] = insets(
    "bubbleInsets", [\.bubbleInsets.top, \.bubbleInsets.right, \.bubbleInsets.bottom, \.bubbleInsets.left],
    0...64,
    of: "a bubble", notes: ["right": "; own bubbles are not mirrored inside"])

  private static let bubbles: [ThemeKey] = [
    length("cornerRadius", \.cornerRadius, 0...64, "Radius of a bubble’s corners."),
    length(
      "joinedRadius", \.joinedRadius, 0...64,
      "Radius of the corners that touch a neighbour of the same group."),
    length(
      "tail", \.tail, 0...24,
      "How far the tail of a group’s last bubble reaches out; 0 for no tail. At most `sideMargin`."),
    length(
      "bubbleOutline", \.bubbleOutline, 0...8, "Width of the line around bubbles, drawn outside their box."),
    length("groupGap", \.groupGap, 0...64, "Gap between the rows of a group."),
    length("rowGap", \.rowGap, 0...96, "Gap between groups, and around day separators and notices."),
    length("avatar", \.avatar, 8...96, "Side of an avatar."),
    length("avatarGap", \.avatarGap, 0...64, "Gap between an avatar and its bubble; the tail lies in it."),
    length(
      "avatarRadius", \.avatarRadius, 0...96,
      "Radius of an avatar’s corners; half its side or more makes a circle."),
    length("nameGap", \.nameGap, 0...32, "Gap between a sender’s name and the bubble under it."),
    length("timeGap", \.timeGap, 0...64, "Least gap between the last line and the time behind it."),
    length("timeLineGap", \.timeLineGap, 0...32, "Gap above a time that has a line of its own."),
    length("timeLineBottom", \.timeLineBottom, 0...32, "Space under a time that has a line of its own."),
    length(
      "overlayInset", \.overlayInset, 0...32,
      "Space between a picture’s edges and the ground of the time on it."),
    length("overlayPadding", \.overlayPadding, 0...32, "Ground left and right of a time on a picture."),
    length("overlayRise", \.overlayRise, 0...16, "Ground above and below a time on a picture."),
    length("blockGap", \.blockGap, 0...64, "Gap between paragraphs, lists and quotes of a message."),
    length("itemGap", \.itemGap, 0...64, "Gap between the items of a list."),
    length("listIndent", \.listIndent, 8...96, "How far list items are indented for their markers."),
    length("markerGap", \.markerGap, 0...32, "Gap between a list item’s marker and its text."),
    length("quoteIndent", \.quoteIndent, 0...96, "How far quoted paragraphs are indented for their bar."),
    length("quoteBar", \.quoteBar, 0...16, "Width of a quote’s bar."),
    length("ruleLength", \.ruleLength, 1...400, "Length of a rule between paragraphs."),
    length("ruleThickness", \.ruleThickness, 0...16, "Its thickness."),
    length("ruleMargin", \.ruleMargin, 0...32, "Space above and below it."),
    length("codePadding", \.codePadding, 0...48, "Space around code on its ground."),
    length(
      "cardPadding", \.cardPadding, 0...48,
      "Space around the text of a card (file, poll, contact …) on its ground."),
    length("icon", \.icon, 12...96, "Side of the icon on a card."),
    length("iconGap", \.iconGap, 0...48, "Gap between the icon and the text beside it."),
    length(
      "foldMark", \.foldMark, 0...48, "Room at the end of a line or card for the mark that it can be opened."),
    length("waveHeight", \.waveHeight, 8...160, "Height of the drawing of how loud a recording is."),
    length("waveBar", \.waveBar, 1...16, "Thickness of its bars."),
    length("waveGap", \.waveGap, 1...16, "Gap between its bars."),
    length(
      "statusIcon.width", \.statusIcon.width, 4...48,
      "Width of the icon behind the time that says how far a message got."),
    length("statusIcon.height", \.statusIcon.height, 4...48, "Its height."),
    length("statusGap", \.statusGap, 0...16, "Gap between the time and that icon."),
    length(
      "failedMark", \.failedMark, 8...48, "Side of the mark beside the bubble of a message that was not sent."
    ),
    length("failedGap", \.failedGap, 0...32, "Gap between the bubble and that mark."),
    length("stickerSide", \.stickerSide, 40...600, "The widest and tallest a sticker is shown."),
    length("reactionPicture", \.reactionPicture, 8...64, "Side of the picture of a reaction that has one."),
    length("playerHeight", \.playerHeight, 32...96, "Height of the buttons that play a recording."),
    length("previewHeight", \.previewHeight, 20...600, "The tallest the picture of a link’s card is shown."),
    length("pollBar", \.pollBar, 1...32, "Thickness of the bars of a poll."),
    length("pollBarGap", \.pollBarGap, 0...32, "Gap between an option of a poll and its bar."),
    length("pollGap", \.pollGap, 0...48, "Gap above each option of a poll."),
    length("cardLineGap", \.cardLineGap, 0...32, "Gap between a card’s label and what stands under it."),
    length("innerRadius", \.innerRadius, 0...48, "Radius of grounds inside a bubble: quotes, code, cards."),
  ]

  private static let quotePadding: [ThemeKey] = insets(
    "quotePadding", [\.quotePadding.top, \.quotePadding.right, \.quotePadding.bottom, \.quotePadding.left],
    0...48,
    of: "a quoted message’s ground", notes: ["left": ", where the bar is"])

  private static let reactions: [ThemeKey] = [
    length(
      "headerGap", \.headerGap, 0...32, "Gap under the line that says where a message was forwarded from."),
    length("reactionHeight", \.reactionHeight, 12...96, "Height of a reaction."),
    length("reactionPadding", \.reactionPadding, 0...48, "Space left and right of a reaction’s text."),
    length("reactionGap", \.reactionGap, 0...32, "Gap between reactions."),
    length("reactionInset", \.reactionInset, 0...32, "Least space above the reactions."),
  ]

  private static let pillPadding: [ThemeKey] = insets(
    "pillPadding", [\.pillPadding.top, \.pillPadding.right, \.pillPadding.bottom, \.pillPadding.left], 0...48,
    of: "a day separator or notice")

  private static let notices: [ThemeKey] = [
    length("pillRadius", \.pillRadius, 0...48, "Radius of their corners, at most half their height."),
    length("panelRadius", \.panelRadius, 0...48, "Radius of the panels and menus around the conversation."),
    share("textShare", \.textShare, 0.3...1, "The widest a bubble of text may be."),
    share("mediaShare", \.mediaShare, 0.3...1, "The widest a bubble of pictures may be."),
    share("noticeShare", \.noticeShare, 0.3...1, "The widest a notice may be."),
    share("nameShare", \.nameShare, 0.2...1, "The widest a sender’s name may be."),
    ThemeKey(
      path: "metrics.groupSeconds", value: .seconds(\.groupSeconds, 0...604_800),
      meaning: "Seconds after which the same sender begins a new group."),
  ]

  /// Sizes are whole px, because only those are equal in every browser, and lines are on whole px.
  private static let text: [ThemeKey] = TextRole.allCases.flatMap { role in
    let path = "text.\(role)"
    var keys = [
      ThemeKey(
        path: path + ".fontSize", value: .length(\Theme.[role].fontSize, 6...96, isWhole: true),
        meaning: "Font size of \(role.meaning)."),
      ThemeKey(
        path: path + ".lineHeight", value: .length(\Theme.[role].lineHeight, 8...160, isWhole: true),
        meaning: "Height of its lines, at least the font size."),
    ]
    if role.hasWeight {
      keys.append(ThemeKey(path: path + ".weight", value: .weight(role), meaning: "Its weight."))
    }
    return keys
  }

  private static let colours: [ThemeKey] = ColourRole.allCases.flatMap { role in
    ColourMode.allCases.map { mode in
      ThemeKey(
        path: "colours.\(mode.rawValue).\(role.rawValue)", value: .colour(role, mode), meaning: role.meaning)
    }
  }

  private static func length(
    _ name: String, _ keyPath: any WritableKeyPath<Theme, LayoutUnit> & Sendable,
    _ range: ClosedRange<Double>,
    isWhole: Bool = false, _ meaning: String
  ) -> ThemeKey {
    ThemeKey(path: "metrics." + name, value: .length(keyPath, range, isWhole: isWhole), meaning: meaning)
  }

  /// Returns the four keys of a ground's insets, from the top on clockwise. `notes` end the sentences of some edges.
  private static func insets(
    _ name: String, _ keyPaths: [any WritableKeyPath<Theme, LayoutUnit> & Sendable],
    _ range: ClosedRange<Double>, of ground: String, notes: [String: String] = [:]
  ) -> [ThemeKey] {
    let edges = [("top", "upper"), ("right", "right"), ("bottom", "lower"), ("left", "left")]
    return zip(edges, keyPaths).map { edge, keyPath in
      length(
        "\(name).\(edge.0)", keyPath, range,
        "Space between the \(edge.1) edge of \(ground) and its text\(notes[edge.0] ?? "").")
    }
  }

  private static func share(
    _ name: String, _ keyPath: any WritableKeyPath<Theme, Double> & Sendable, _ range: ClosedRange<Double>,
    _ meaning: String
  ) -> ThemeKey {
    ThemeKey(path: "metrics." + name, value: .share(keyPath, range), meaning: meaning)
  }
}

extension ThemeKey {
  /// The allowed values, as used in error messages.
  public var expectation: String {
    switch value {
    case .length(_, let range, let isWhole):
      "a \(isWhole ? "whole number" : "number") of px from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .share(_, let range):
      "a share of the column from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .seconds(_, let range):
      "a whole number of seconds from \(range.lowerBound.shortest) to \(range.upperBound.shortest)"
    case .edge: "'top' or 'bottom'"
    case .arrangement: "'bubbles' or 'lines'"
    case .weight: "'regular' or 'bold'"
    case .colour: "a colour as '#rgb', '#rrggbb' or '#rrggbbaa'"
    }
  }

  /// Sets the key's number or colour, or returns false for a value that is not allowed.
  func set(_ written: JSONTree, in look: inout Look) -> Bool {
    switch (value, written) {
    case (.length(let keyPath, let range, let isWhole), .number(let number)):
      guard range.contains(number), !isWhole || number == number.rounded() else { return false }
      look.theme[keyPath: keyPath] = LayoutUnit(nearest: number)
    case (.share(let keyPath, let range), .number(let number)):
      guard range.contains(number) else { return false }
      look.theme[keyPath: keyPath] = number
    case (.seconds(let keyPath, let range), .number(let number)):
      guard range.contains(number), number == number.rounded() else { return false }
      look.theme[keyPath: keyPath] = Int64(number)
    case (.edge(let keyPath), .text(let text)):
      guard let edge = Theme.ShortChat(rawValue: text) else { return false }
      look.theme[keyPath: keyPath] = edge
    case (.arrangement(let keyPath), .text(let text)):
      guard let arrangement = Theme.Arrangement(rawValue: text) else { return false }
      look.theme[keyPath: keyPath] = arrangement
    case (.weight(let role), .text("regular")): look.theme[role].slot = .regular
    case (.weight(let role), .text("bold")): look.theme[role].slot = .bold
    case (.colour(let role, let mode), .text(let text)):
      guard let colour = Colour(hex: text) else { return false }
      look.palette[named: role, in: mode] = colour
    default: return false
    }
    return true
  }
}

extension TextRole {
  /// True if a theme chooses the weight, which is so for roles whose characters are in both faces' subsets.
  fileprivate var hasWeight: Bool {
    switch self {
    case .heading, .name, .quoteName, .day, .initials, .cardLabel, .cardTitle: true
    case .body, .code, .time, .quote, .notice, .reaction, .cardText, .cardFact, .bigEmoji: false
    }
  }

  /// The meaning of the role, as the end of a sentence.
  fileprivate var meaning: String {
    switch self {
    case .body: "what a message says"
    case .heading: "headings in a message"
    case .code: "code blocks"
    case .name: "the sender’s name above a group"
    case .time: "the time of a message"
    case .quoteName: "the name above a quoted message"
    case .quote: "the line of a quoted message"
    case .day: "day separators"
    case .notice: "notices in the middle of the column"
    case .initials: "initials on avatars"
    case .reaction: "reactions"
    case .cardLabel: "the label of a card"
    case .cardText: "the text on a card"
    case .cardTitle: "what stands beside a card’s icon: a name, a title"
    case .cardFact: "the facts under it: size, duration"
    case .bigEmoji: "one to three emoji alone"
    }
  }
}
