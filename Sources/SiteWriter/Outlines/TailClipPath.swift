import Frames
import HTML

/// The outline of a bubble with a tail, as polygons for clipping boxes in the style sheet: on large screens and in flowing
/// text each row draws its own bubble, and a rounded box has no tail.
///
/// A vertex is given by its distances to the two nearest edges, so that one polygon serves boxes of any size. Only
/// incoming bubbles have polygons; the box of an outgoing one is turned round.
struct TailClipPath {
  private let large: LayoutUnit
  private let small: LayoutUnit
  private let tail: LayoutUnit
  private let outline: LayoutUnit
  /// The distance by which the box to be clipped exceeds the bubble's on all sides, to hold the tail and its
  /// line. In whole px, because browsers turn a box round about a middle of whole px.
  private var margin: LayoutUnit { (tail + outline).ceilingPx }

  init(_ style: SiteStyle) {
    (large, small) = (style.bubbleRadius, style.groupedRadius)
    (tail, outline) = (style.tail, style.bubbleOutline)
  }

  /// Writes the rules of rows on large screens, if the look has tails.
  ///
  /// The bubble is in front of the line around it. Small screens at the usual size of text match none of the rules, because browsers
  /// would resolve every vertex of every row for boxes that they do not draw.
  func writeRowRules(to css: inout HTMLWriter) {
    guard tail > .zero else { return }
    writeRules(
      for: TailedBoxes(rows: "html:not(.flow) .rows .t:not(.bare):not(.notice)"), to: &css
    ) { css, boxes in
      css.raw(" and ")
      css.raw(SiteStyle.largeScreens)
      css.raw(" and (forced-colors:none){")
      css.raw(boxes.rows)
      css.raw(
        "::after{z-index:1;inset:var(--T,var(--t)) var(--E,var(--e)) var(--B,var(--b)) var(--L,var(--l))}\n")
      css.raw(boxes.rows)
      css.raw(".folds::before,")
      css.raw(boxes.rows)
      css.raw(".folds::after{bottom:auto;height:calc(var(--F,var(--f)) + ")
      css.rem(margin + margin)
      css.raw(")}\n")
    }
  }

  /// Writes the rules of flowing text, whose rows have a box for their bubble; none if the look has no tails.
  func writeFlowRules(to css: inout HTMLWriter) {
    guard tail > .zero else { return }
    writeRules(
      for: TailedBoxes(rows: ".rows .flowing .t:not(.bare):not(.notice)", box: " .bubble"), to: &css
    ) { css, boxes in
      css.raw(" and (forced-colors:none){")
      css.raw(boxes.rows)
      css.raw(boxes.box)
      css.raw("::after{z-index:-1;inset:0}\n")
    }
  }

  /// The boxes that draw a bubble, as selectors more specific than the selectors of all bubbles: the row, and the box in it.
  private struct TailedBoxes {
    var rows: StaticString
    var box: StaticString = ""
  }

  /// Writes the rules of boxes on screens; `start` writes the condition and the first rules.
  private func writeRules(
    for boxes: TailedBoxes, to css: inout HTMLWriter, start: (inout HTMLWriter, TailedBoxes) -> Void
  ) {
    func rule(_ corners: StaticString, _ layer: StaticString, _ style: StaticString) {
      css.raw(boxes.rows)
      css.raw(corners)
      css.raw(boxes.box)
      css.raw(layer)
      css.raw(style)
    }
    css.raw("@media screen")
    start(&css, boxes)
    rule("", "::before", "{border-radius:0;box-shadow:none;background:var(--incoming-line);margin:-")
    css.rem(margin)
    css.raw("}\n")
    rule("", "::after", "{position:absolute;content:\"\";background:var(--incoming);margin:-")
    css.rem(margin)
    css.raw("}\n")
    // Not through a custom property, which browsers would parse again for each row.
    for (corners, radius) in [("", large), (":is(.c1,.c2)", small)] as [(StaticString, LayoutUnit)] {
      for (layer, grown) in [("::before", outline), ("::after", .zero)] as [(StaticString, LayoutUnit)] {
        rule(corners, layer, "{clip-path:")
        polygon(topLeft: radius, grown: grown, to: &css)
        css.raw("}\n")
      }
    }
    rule(".out", "::before", "{background:var(--outgoing-line);transform:scaleX(-1)}\n")
    rule(".out", "::after", "{background:var(--outgoing);transform:scaleX(-1)}}\n")
  }
}

extension TailClipPath {
  /// A point in px, with fractions finer than the layout's grid.
  fileprivate struct Vertex {
    var x: Double
    var y: Double
  }
  /// A box in which all corners are far apart.
  private static let side = 4096.0
  /// The number of sides used for a quarter of a circle, and for a curve of the tail; the error is less than
  /// 0.1 px at the usual radius. Browsers resolve every vertex for each row.
  private static let (steps, curveSteps) = (9, 6)

  private func polygon(topLeft: LayoutUnit, grown: LayoutUnit, to css: inout HTMLWriter) {
    let shape = BubbleShape(
      radii: CornerRadii(topLeft: topLeft, topRight: large, bottomLeft: large, bottomRight: large),
      tail: tail,
      side: .incoming)
    let vertices = Self.grown(Self.vertices(shape), by: grown.px)
    css.raw("polygon(")
    for (index, vertex) in vertices.enumerated() {
      if index > 0 { css.raw(",") }
      coordinate(vertex.x, to: &css)
      css.raw(" ")
      coordinate(vertex.y, to: &css)
    }
    css.raw(")")
  }

  /// A distance from the start of the box, or from its end if that is nearer.
  private func coordinate(_ value: Double, to css: inout HTMLWriter) {
    if value < Self.side / 2 {
      css.rem(LayoutUnit(nearest: value) + margin)
    } else {
      css.raw("calc(100% - ")
      css.rem(LayoutUnit(nearest: Self.side - value) + margin)
      css.raw(")")
    }
  }

  /// The outline in a large box, clockwise from its lower edge.
  private static func vertices(_ shape: BubbleShape) -> [Vertex] {
    let path = BubblePath(shape, size: Size(width: LayoutUnit(px: 4096), height: LayoutUnit(px: 4096)))
    var pen = Vertex(path.start)
    var vertices = [pen]
    for segment in path.segments {
      let end = Vertex(segment.end)
      switch segment {
      case .line: vertices.append(end)
      case .arc:
        // A quarter's control point is the corner: of the two crossings, the outer one.
        let goesAcross = (end.x > pen.x) == (end.y > pen.y)
        let corner = goesAcross ? Vertex(x: end.x, y: pen.y) : Vertex(x: pen.x, y: end.y)
        let centre = Vertex(x: pen.x + end.x - corner.x, y: pen.y + end.y - corner.y)
        for step in 1...steps {
          let (sine, cosine) = quarter(step)
          vertices.append(
            Vertex(
              x: centre.x + (pen.x - centre.x) * cosine + (end.x - centre.x) * sine,
              y: centre.y + (pen.y - centre.y) * cosine + (end.y - centre.y) * sine))
        }
      case .curve(let first, let second, _):
        let (a, b) = (Vertex(first), Vertex(second))
        for step in 1...curveSteps {
          let t = Double(step) / Double(curveSteps)
          let (p, q, r, s) = (
            (1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t
          )
          vertices.append(
            Vertex(x: p * pen.x + q * a.x + r * b.x + s * end.x, y: p * pen.y + q * a.y + r * b.y + s * end.y)
          )
        }
      }
      pen = end
    }
    return vertices
  }

  /// Sine and cosine of a step's part of a right angle, without a function whose results differ between machines: the
  /// point between two known ones, on the circle.
  private static func quarter(_ step: Int) -> (sine: Double, cosine: Double) {
    // The half-angle form of a circle's points, at t from 0 to 1, evenly enough for a polygon.
    let t = Double(step) / Double(steps)
    return (2 * t / (1 + t * t), (1 - t * t) / (1 + t * t))
  }

  /// The polygon with every side moved outwards by a distance.
  private static func grown(_ vertices: [Vertex], by distance: Double) -> [Vertex] {
    if distance == 0 { return vertices }
    func normal(_ a: Vertex, _ b: Vertex) -> Vertex? {
      let (x, y) = (b.x - a.x, b.y - a.y)
      let length = (x * x + y * y).squareRoot()
      return length > 0 ? Vertex(x: y / length, y: -x / length) : nil
    }
    return vertices.indices.map { index in
      let vertex = vertices[index]
      let before = vertices[(index + vertices.count - 1) % vertices.count]
      let after = vertices[(index + 1) % vertices.count]
      guard let a = normal(before, vertex) ?? normal(vertex, after),
        let b = normal(vertex, after) ?? normal(before, vertex)
      else { return vertex }
      // At the tip of the tail the sides nearly turn back; the line extends at most a few times its width.
      let scale = distance / max(0.35, 1 + a.x * b.x + a.y * b.y)
      return Vertex(x: vertex.x + (a.x + b.x) * scale, y: vertex.y + (a.y + b.y) * scale)
    }
  }
}

extension TailClipPath.Vertex {
  fileprivate init(_ point: Point) { self.init(x: point.x.px, y: point.y.px) }
}
