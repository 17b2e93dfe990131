import HTML
import PDF

/// A stretch of a text's content in the making: plain text, or a link with the areas that open it.
struct TextPart {
  private let isContent: Bool
  private var isOpen = false
  private var link: TextMeanings.Link?
  /// The area of the link in the current line.
  private var extent: (left: Double, right: Double)?
  private var (top, bottom) = (0.0, 0.0)

  init(_ request: TextPainter.Request) { isContent = request.isContent }

  /// Begins a line between two heights.
  mutating func beginLine(top: Double, bottom: Double, on sheet: inout Sheet) throws {
    try addArea(on: &sheet)
    (self.top, self.bottom) = (top, bottom)
  }

  /// Begins content of a link, or of none. Returns false if it continues.
  mutating func enter(_ next: TextMeanings.Link?, _ pen: inout GlyphPen, on sheet: inout Sheet) throws -> Bool
  {
    if isOpen, link == next { return false }
    try end(&pen, on: &sheet)
    link = next
    if next != nil, isContent { sheet.open(.link) }
    if isContent { sheet.beginContent() } else { sheet.content.beginArtifact() }
    sheet.content.beginText()
    isOpen = true
    return true
  }

  /// Notes that the link reaches from one position to another.
  mutating func extend(from left: Double, to right: Double) {
    extent = (min(extent?.left ?? left, left), max(extent?.right ?? right, right))
  }

  /// Ends the content.
  mutating func end(_ pen: inout GlyphPen, on sheet: inout Sheet) throws {
    guard isOpen else { return }
    pen.end(in: &sheet.content)
    sheet.content.endText()
    sheet.content.endContent()
    try addArea(on: &sheet)
    if link != nil, isContent { try sheet.closeElement() }
    isOpen = false
    link = nil
  }

  /// Adds the area of the link in the current line.
  private mutating func addArea(on sheet: inout Sheet) throws {
    defer { extent = nil }
    guard let link, let extent, isContent else { return }
    let area = PDFRectangle(left: extent.left, bottom: bottom, right: extent.right, top: top)
    try sheet.addLink(area, to: .address(link.href), name: link.name)
  }
}
