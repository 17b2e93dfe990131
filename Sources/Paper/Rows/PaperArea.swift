import Frames
import PDF

/// The mapping from px of a layout to points of a page.
struct PaperArea {
  /// The position of the layout's left edge in points.
  var left: Double
  /// The position of its top edge.
  var top: Double
  /// Points of a px.
  var scale: Double

  /// Returns the position of a point in px.
  func point(_ x: Double, _ y: Double) -> PDFPoint { PDFPoint(x: left + x * scale, y: top - y * scale) }

  /// Returns the position of a point.
  func point(_ point: Point) -> PDFPoint { self.point(point.x.px, point.y.px) }

  /// Returns the position of a rectangle.
  func rectangle(_ rect: Rect) -> PDFRectangle {
    PDFRectangle(
      left: left + rect.minX.px * scale, bottom: top - rect.maxY.px * scale,
      right: left + rect.maxX.px * scale,
      top: top - rect.minY.px * scale)
  }

  /// Returns the area of a layout whose corner is at a point of this one.
  func moved(x: Double, y: Double) -> PaperArea {
    PaperArea(left: left + x * scale, top: top - y * scale, scale: scale)
  }
}

/// A range of heights of a row in px: the part of it that is on a sheet.
struct PaperWindow {
  var from = -Double.infinity
  var to = Double.infinity

  /// True if something that begins at a height belongs to this part.
  func has(_ y: Double) -> Bool { y >= from && y < to }

  /// True if something between two heights is seen in this part.
  func sees(_ top: Double, _ bottom: Double) -> Bool { top < to && bottom > from }

  /// True if the whole row is on the sheet.
  var isAll: Bool { from == -.infinity && to == .infinity }

  /// Returns the part of a block that begins `y` below the row's top.
  func moved(up y: Double) -> PaperWindow { PaperWindow(from: from - y, to: to - y) }
}
