import Frames
import PDF
import SiteWriter
import TextLayout

/// A list of facts on sheets of its own: a cover, or an index.
public struct PaperList: Sendable {
  /// A label with its values, each on lines of its own.
  public struct Entry: Sendable {
    /// The label.
    public var label: String
    /// The values.
    public var values: [String]

    /// An entry.
    public init(_ label: String, _ values: [String]) { (self.label, self.values) = (label, values) }
  }

  /// The title.
  public var title: String
  /// The entries.
  public var entries: [Entry]
  /// Width of the labels, as a share of the column.
  public var labelShare: Double

  /// A list.
  public init(title: String, entries: [Entry], labelShare: Double = 0.24) {
    (self.title, self.entries, self.labelShare) = (title, entries, labelShare)
  }

  /// The style of its values: digits of one width, in which digests are compared.
  static let valueRole = TextRole.cardText
}

extension PaperBook {
  /// Adds a list on new sheets, with the footer and words of a conversation.
  public mutating func add(_ list: PaperList, _ chapter: Chapter, style: PaperStyle) throws {
    var chapter = chapter
    chapter.details = []
    chapter.title = list.title
    try begin(chapter, style: style)
    sheet.open(.table)
    for entry in list.entries { try add(entry, in: list) }
    try sheet.closeElement()
    try endChapter()
  }

  private mutating func add(_ entry: PaperList.Entry, in list: PaperList) throws {
    let label = geometry.width * list.labelShare
    let (labelStyle, valueStyle) = (style.style(of: .cardLabel), style.style(of: PaperList.valueRole))
    let labelWidth = LayoutUnit(nearest: label - 16)
    let laid = layouter.layOut(
      entry.label, marks: [], role: .cardLabel, style: labelStyle, maxWidth: labelWidth)
    sheet.open(.row)
    try makeRoom(max(laid.height.px, valueStyle.lineHeight.px))
    sheet.open(.header)
    let end = try drawLabel(entry.label, .cardLabel, labelStyle, at: used, width: labelWidth, .inkSoft)
    try sheet.closeElement()
    sheet.open(.cell)
    let width = LayoutUnit(nearest: geometry.width - label)
    for value in entry.values {
      let height = layouter.layOut(
        value, marks: [], role: PaperList.valueRole, style: valueStyle, maxWidth: width
      ).height.px
      try makeRoom(height)
      used = try drawLabel(value, PaperList.valueRole, valueStyle, at: used, x: label, width: width, .ink)
    }
    try sheet.closeElement()
    try sheet.closeElement()
    used = max(used, min(end, geometry.height)) + 6
  }

  /// Begins a new sheet unless there is room for a height in px.
  private mutating func makeRoom(_ height: Double) throws {
    guard used + height > geometry.height, used > 0 else { return }
    try sheet.end()
    try beginSheet()
  }
}
