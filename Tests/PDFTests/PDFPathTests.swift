import Testing

@testable import PDF

@Suite struct PDFPathTests {
  /// The points of a path's curves at some steps.
  private func points(_ path: PDFPath) -> [PDFPoint] {
    var (pen, points) = (PDFPoint(x: 0, y: 0), [PDFPoint]())
    for step in path.steps {
      switch step {
      case .move(let end), .line(let end): pen = end
      case .curve(let a, let b, let end):
        for part in 0...16 {
          let t = Double(part) / 16
          let (p, q, r, s) = (
            (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
          )
          points.append(
            PDFPoint(
              x: p * pen.x + q * a.x + r * b.x + s * end.x, y: p * pen.y + q * a.y + r * b.y + s * end.y))
        }
        pen = end
      case .close: continue
      }
    }
    return points
  }

  @Test(
    "Arcs stay on their circle and on the side that is asked for", arguments: [true, false], [true, false])
  func arcs(isLarge: Bool, isClockwise: Bool) {
    var path = PDFPath()
    path.move(to: PDFPoint(x: 10, y: 0))
    path.arc(
      to: PDFPoint(x: 0, y: 10), radii: PDFPoint(x: 10, y: 10), isLarge: isLarge, isClockwise: isClockwise)
    // Counterclockwise and short, or clockwise and long, around the origin; else around the other centre.
    let centre = isLarge == isClockwise ? PDFPoint(x: 0, y: 0) : PDFPoint(x: 10, y: 10)
    for point in points(path) {
      let (x, y) = (point.x - centre.x, point.y - centre.y)
      #expect(abs((x * x + y * y).squareRoot() - 10) < 0.01)
    }
    #expect(path.pen == PDFPoint(x: 0, y: 10))
    #expect(path.steps.count == (isLarge ? 5 : 2))
  }

  @Test("Half a circle is two quarters")
  func halves() {
    var path = PDFPath()
    path.move(to: PDFPoint(x: 0, y: 0))
    path.arc(to: PDFPoint(x: 0, y: 10), radii: PDFPoint(x: 5, y: 5), isClockwise: true)
    #expect(path.steps.count == 3)
    for point in points(path) {
      #expect(abs((point.x * point.x + (point.y - 5) * (point.y - 5)).squareRoot() - 5) < 0.01)
      #expect(point.x <= 0.001)
    }
  }

  @Test("Arcs without radii or length are lines")
  func lines() {
    var path = PDFPath()
    path.arc(to: PDFPoint(x: 3, y: 0), radii: PDFPoint(x: 0, y: 0), isClockwise: true)
    path.arc(to: PDFPoint(x: 3, y: 0), radii: PDFPoint(x: 5, y: 5), isClockwise: false)
    #expect(points(path).isEmpty)
  }
}
