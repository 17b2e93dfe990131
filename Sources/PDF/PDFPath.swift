/// A path of lines and curves, in points from the lower left corner of a page.
public struct PDFPath: Sendable {
  /// One step of a path.
  enum Step {
    case move(PDFPoint)
    case line(PDFPoint)
    case curve(PDFPoint, PDFPoint, PDFPoint)
    case close
  }
  var steps: [Step] = []
  /// The end of the last step.
  public private(set) var pen = PDFPoint(x: 0, y: 0)

  /// Creates an empty path.
  public init() {}

  /// True if nothing is drawn.
  public var isEmpty: Bool { steps.isEmpty }

  /// Begins a figure.
  public mutating func move(to point: PDFPoint) {
    steps.append(.move(point))
    pen = point
  }

  /// Adds a straight line.
  public mutating func line(to point: PDFPoint) {
    steps.append(.line(point))
    pen = point
  }

  /// Adds a cubic Bézier curve.
  public mutating func curve(_ first: PDFPoint, _ second: PDFPoint, to end: PDFPoint) {
    steps.append(.curve(first, second, end))
    pen = end
  }

  /// Closes the figure.
  public mutating func close() { steps.append(.close) }

  /// Adds an arc of an ellipse with radii along the axes. `isLarge` and `isClockwise` choose one of the four arcs that there
  /// are (SVG 2 §9.5); clockwise as seen on a page whose y axis points up.
  public mutating func arc(to end: PDFPoint, radii: PDFPoint, isLarge: Bool = false, isClockwise: Bool) {
    let (start, rx, ry) = (pen, abs(radii.x), abs(radii.y))
    guard rx > 0, ry > 0, start != end else { return line(to: end) }
    // On the unit circle.
    let (dx, dy) = ((end.x - start.x) / rx, (end.y - start.y) / ry)
    let distance = (dx * dx + dy * dy).squareRoot()
    let half = min(1, distance / 2)
    let height = (1 - half * half).squareRoot()
    // A short clockwise arc has its centre at the right of the way.
    let side: Double = isLarge == isClockwise ? -1 : 1
    let centre = PDFPoint(
      x: (start.x + end.x) / 2 / rx + side * height * dy / distance,
      y: (start.y + end.y) / 2 / ry - side * height * dx / distance)
    let from = PDFPoint(x: start.x / rx - centre.x, y: start.y / ry - centre.y)
    let to = PDFPoint(x: end.x / rx - centre.x, y: end.y / ry - centre.y)
    for (a, b) in Self.parts(from, to, isLarge: isLarge, isClockwise: isClockwise) {
      addCurve(from: a, to: b, centre: centre, rx, ry, isClockwise: isClockwise)
    }
    steps[steps.count - 1] = steps[steps.count - 1].ending(at: end)
    pen = end
  }

  /// Adds a rectangle with corners of some radii, clockwise from the top left: `top` is its upper edge.
  public mutating func roundedRectangle(
    _ rect: PDFRectangle, topLeft: Double, topRight: Double, bottomRight: Double, bottomLeft: Double
  ) {
    func corner(_ end: PDFPoint, _ radius: Double) {
      arc(to: end, radii: PDFPoint(x: radius, y: radius), isClockwise: true)
    }
    let (left, right, top, bottom) = (rect.left, rect.right, rect.top, rect.bottom)
    move(to: PDFPoint(x: left + topLeft, y: top))
    line(to: PDFPoint(x: right - topRight, y: top))
    corner(PDFPoint(x: right, y: top - topRight), topRight)
    line(to: PDFPoint(x: right, y: bottom + bottomRight))
    corner(PDFPoint(x: right - bottomRight, y: bottom), bottomRight)
    line(to: PDFPoint(x: left + bottomLeft, y: bottom))
    corner(PDFPoint(x: left, y: bottom + bottomLeft), bottomLeft)
    line(to: PDFPoint(x: left, y: top - topLeft))
    corner(PDFPoint(x: left + topLeft, y: top), topLeft)
    close()
  }

  /// Adds a rectangle with equal corners.
  public mutating func roundedRectangle(_ rect: PDFRectangle, radius: Double) {
    roundedRectangle(rect, topLeft: radius, topRight: radius, bottomRight: radius, bottomLeft: radius)
  }
}

extension PDFPath {
  /// Divides an arc between two points of the unit circle into parts of at most a right angle.
  ///
  /// Halves angles with square roots only, whose results are the same on every machine; sines are not.
  private static func parts(
    _ from: PDFPoint, _ to: PDFPoint, isLarge: Bool, isClockwise: Bool
  ) -> [(PDFPoint, PDFPoint)] {
    let cosine = from.x * to.x + from.y * to.y
    if !isLarge, cosine >= -1e-9 { return [(from, to)] }
    // The direction halfway; the other one for an arc of more than half a circle.
    var halfway = PDFPoint(x: from.x + to.x, y: from.y + to.y)
    let length = (halfway.x * halfway.x + halfway.y * halfway.y).squareRoot()
    if length < 1e-6 {
      halfway = isClockwise ? PDFPoint(x: from.y, y: -from.x) : PDFPoint(x: -from.y, y: from.x)
    } else {
      let sign: Double = isLarge ? -1 : 1
      halfway = PDFPoint(x: sign * halfway.x / length, y: sign * halfway.y / length)
    }
    return parts(from, halfway, isLarge: false, isClockwise: isClockwise)
      + parts(halfway, to, isLarge: false, isClockwise: isClockwise)
  }

  /// Adds the curve of an arc of at most a right angle of the unit circle around `centre`, scaled.
  private mutating func addCurve(
    from a: PDFPoint, to b: PDFPoint, centre: PDFPoint, _ rx: Double, _ ry: Double, isClockwise: Bool
  ) {
    // 4/3 tan(φ/4), from the cosine of φ by half angles.
    let cosine = min(1, max(-1, a.x * b.x + a.y * b.y))
    let half = ((1 + cosine) / 2).squareRoot()
    let sine = (1 - half * half).squareRoot()
    let reach = 4.0 / 3 * sine / (1 + half) / (isClockwise ? -1 : 1)
    func point(_ x: Double, _ y: Double) -> PDFPoint {
      PDFPoint(x: (centre.x + x) * rx, y: (centre.y + y) * ry)
    }
    curve(
      point(a.x - reach * a.y, a.y + reach * a.x), point(b.x + reach * b.y, b.y - reach * b.x),
      to: point(b.x, b.y))
  }
}

extension PDFPath.Step {
  /// Returns the step with another end, without a rounding error.
  fileprivate func ending(at end: PDFPoint) -> PDFPath.Step {
    switch self {
    case .curve(let a, let b, _): .curve(a, b, end)
    case .move, .line, .close: self
    }
  }
}

/// A point of a page, in points from its lower left corner.
public struct PDFPoint: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: Double
  /// Distance from the lower edge.
  public var y: Double

  /// The point (`x`, `y`).
  public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle of a page, in points from its lower left corner.
public struct PDFRectangle: Hashable, Sendable {
  /// The left edge.
  public var left: Double
  /// The lower edge.
  public var bottom: Double
  /// The right edge.
  public var right: Double
  /// The upper edge.
  public var top: Double

  /// The rectangle between these edges.
  public init(left: Double, bottom: Double, right: Double, top: Double) {
    (self.left, self.bottom, self.right, self.top) = (left, bottom, right, top)
  }

  /// The width.
  public var width: Double { right - left }
  /// The height.
  public var height: Double { top - bottom }

  /// Returns the rectangle grown by a distance on all sides.
  public func grown(by distance: Double) -> PDFRectangle {
    PDFRectangle(
      left: left - distance, bottom: bottom - distance, right: right + distance, top: top + distance)
  }
}

extension PDFSyntax {
  /// Writes a rectangle as an array.
  public mutating func rectangle(_ rect: PDFRectangle) {
    raw("[")
    for (index, edge) in [rect.left, rect.bottom, rect.right, rect.top].enumerated() {
      if index > 0 { raw(" ") }
      number(edge)
    }
    raw("]")
  }
}
