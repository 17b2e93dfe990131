import Fonts
public import Frames
import PDF
public import Phrases
public import SiteWriter

/// Everything of the look that sheets need: the numbers that rows were laid out with, the colours on paper, and the words.
public struct PaperStyle: Sendable {
  /// The format of the paper.
  public var size = PaperSize.a4
  /// Width of the narrow column in px of the layout.
  public var columnWidth: LayoutUnit
  /// The width that it gains on large screens, whose layout paper has.
  public var extraWidth: LayoutUnit
  /// Space between the column's edges and its content.
  public var sideMargin: LayoutUnit = 11
  /// Width of the line around a bubble, outside its box.
  public var bubbleOutline: LayoutUnit
  /// Radius of an avatar's corners.
  public var avatarRadius: LayoutUnit
  /// The text style of each role, by its raw value.
  public var roles: [TextStyle]
  /// The colours.
  public var palette: Palette
  /// The words of the program.
  public var phrases: Phrases
  /// True if links lead out of the document.
  public var leadsOut = true
  /// The letters before the numbers of messages in the margin; nil for no numbers.
  public var bates: String?
  /// The colours of people.
  var personColours: [PersonID: Int] = [:]

  /// A style with these numbers, colours and words.
  public init(
    columnWidth: LayoutUnit, extraWidth: LayoutUnit, bubbleOutline: LayoutUnit, avatarRadius: LayoutUnit,
    roles: [TextStyle], palette: Palette, phrases: Phrases
  ) {
    (self.columnWidth, self.extraWidth, self.bubbleOutline) = (columnWidth, extraWidth, bubbleOutline)
    (self.avatarRadius, self.roles, self.palette, self.phrases) = (avatarRadius, roles, palette, phrases)
  }

  /// Gives people the colours that they have on the site: those with most messages first.
  public mutating func setColours(of people: [PersonID]) {
    personColours = [:]
    for (rank, person) in people.enumerated() where personColours[person] == nil {
      personColours[person] = rank % ColourRole.people.count
    }
  }

  /// The style of a role.
  func style(of role: TextRole) -> TextStyle { roles[Int(role.rawValue)] }

  /// Distance from the top of a line to its baseline in px: the common ascent, rounded as browsers do, and half of the line's
  /// height that ascent and descent leave (CSS 2.2 §10.8.1).
  static func ascent(of style: TextStyle, lineHeight: LayoutUnit) -> Double {
    let ascent = (style.fontSize.px * Double(CommonMetrics.ascent) / 100).rounded()
    let descent = (style.fontSize.px * Double(CommonMetrics.descent) / 100).rounded()
    return ascent + ((lineHeight.px - ascent - descent) / 2).rounded(.down)
  }
}
