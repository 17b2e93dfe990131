import Frames
import PDF

/// The measures of sheets: the margins, and the column of messages, which is as wide as the paper allows. Its rows have the layout of
/// large screens; one's own are at its right edge.
struct SheetGeometry {
  /// The margins in points. The left one is wider if the numbers of messages need it.
  static let (side, top, bottom) = (51.0, 54.0, 57.0)
  /// The distances in points of a message's number from the column, and from the edge of the sheet, which printers leave white.
  static let (gap, edge) = (5.0, 20.0)
  /// The size of text of 16 px, in points of a px: 10 pt.
  private static let usualScale = 0.625

  let size: PDFPoint
  /// The left margin in points.
  let left: Double
  let scale: Double
  /// The width of the column in px.
  let width: Double
  /// The height of the column in px.
  let height: Double
  private let narrow: Double
  /// The space between the edges of a column and its content, which the margins of paper replace.
  private let margin: Double

  /// `numberWidth` is the width in px of the widest number of a message, 0 if they have none.
  init(_ style: PaperStyle, numberWidth: Double = 0) {
    size = style.size.points
    left = max(Self.side, Self.edge + numberWidth * Self.usualScale + Self.gap)
    let room = size.x - left - Self.side
    (narrow, margin) = (style.columnWidth.px, style.sideMargin.px)
    scale = min(Self.usualScale, room / (style.columnWidth + style.extraWidth).px)
    width = room / scale
    height = (size.y - Self.top - Self.bottom) / scale
  }

  /// The area of the column, from a height in px.
  func area(at y: Double) -> PaperArea {
    PaperArea(left: left, top: size.y - Self.top - y * scale, scale: scale)
  }

  /// The area of a row whose top is at a height. Positions in rows are relative to the narrow column, which is at the side of the
  /// message.
  func area(of row: Row, at y: Double) -> PaperArea {
    let x: Double =
      switch row.kind {
      case .message(_, _, let side, _): side == .incoming ? -margin : width - narrow + margin
      case .day, .notice, .run: (width - narrow) / 2
      }
    return area(at: y).moved(x: x, y: 0)
  }
}
