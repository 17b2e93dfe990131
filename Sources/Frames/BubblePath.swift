/// The closed outline of a bubble as lines, arcs and curves, ready for any renderer.
///
/// Coordinates are relative to the box's top left corner; the tail reaches outside the box, never below it. The
/// outline of an outgoing bubble is the exact mirror image of the incoming one.
public struct BubblePath: Hashable, Sendable {
  /// One segment of the outline, in absolute coordinates.
  public enum PathSegment: Hashable, Sendable {
    /// A straight line.
    case line(to: Point)
    /// A quarter of a circle, or half of one where two quarters meet; `clockwise` as seen on screen.
    case arc(to: Point, radius: LayoutUnit, clockwise: Bool)
    /// A cubic Bézier curve with its two control points.
    case curve(Point, Point, to: Point)

    /// The end point.
    public var end: Point {
      switch self {
      case .line(let end), .arc(let end, _, _), .curve(_, _, let end): end
      }
    }
  }

  /// The start point, on the bottom edge near the sender's side. The closing line is the bottom edge.
  public var start: Point
  /// The segments, in drawing order.
  public var segments: [PathSegment]

  /// The outline of `shape` around a box of the given size.
  public init(_ shape: BubbleShape, size: Size) {
    guard shape.side == .incoming else {
      self = BubblePath(shape.mirrored, size: size).mirrored(in: size.width)
      return
    }
    let radii = shape.radii.fitted(to: size)
    let (w, h) = (size.width, size.height)
    start = Point(x: radii.bottomLeft, y: h)
    segments = []
    segments.reserveCapacity(8)
    if shape.tail > .zero {
      startWithTail(reaching: shape.tail, radii: radii, size: size)
    } else {
      arc(to: Point(x: .zero, y: h - radii.bottomLeft), radius: radii.bottomLeft)
    }
    line(to: Point(x: .zero, y: radii.topLeft))
    arc(to: Point(x: radii.topLeft, y: .zero), radius: radii.topLeft)
    line(to: Point(x: w - radii.topRight, y: .zero))
    arc(to: Point(x: w, y: radii.topRight), radius: radii.topRight)
    line(to: Point(x: w, y: h - radii.bottomRight))
    arc(to: Point(x: w - radii.bottomRight, y: h), radius: radii.bottomRight)
  }

  /// Returns the smallest box that holds corners and tail of a shape at full size. In larger boxes only the sides grow.
  public static func leastSize(of shape: BubbleShape) -> Size {
    let radii = shape.side == .incoming ? shape.radii : shape.radii.mirrored
    let (across, up) = (shape.tail.scaled(by: tailAcross), shape.tail.scaled(by: tailUp))
    return Size(
      width: max(
        radii.topLeft + radii.topRight, radii.bottomLeft + radii.bottomRight, across + radii.bottomRight),
      height: max(radii.topLeft + radii.bottomLeft, radii.topRight + radii.bottomRight, up + radii.topLeft))
  }

  /// Extent of the tail along the bottom and the side of the box, per px that it reaches outside.
  private static let tailAcross = 16 / 6.0
  private static let tailUp = 14 / 6.0

  /// Returns the mirror image in a box `width` wide: x' = width − x, arcs turn the other way.
  public func mirrored(in width: LayoutUnit) -> BubblePath {
    func flip(_ p: Point) -> Point { Point(x: width - p.x, y: p.y) }
    var image = self
    image.start = flip(start)
    image.segments = segments.map { segment in
      switch segment {
      case .line(let end): .line(to: flip(end))
      case .arc(let end, let radius, let clockwise):
        .arc(to: flip(end), radius: radius, clockwise: !clockwise)
      case .curve(let a, let b, let end): .curve(flip(a), flip(b), to: flip(end))
      }
    }
    return image
  }
}

extension BubblePath {
  private var pen: Point { segments.last?.end ?? start }

  private mutating func line(to end: Point) {
    if end != pen { segments.append(.line(to: end)) }
  }

  /// Adds a quarter circle, or extends the previous quarter of the same radius to a half circle.
  private mutating func arc(to end: Point, radius: LayoutUnit) {
    if end == pen { return }
    if case .arc(let middle, radius, _) = segments.last {
      let before = segments.count > 1 ? segments[segments.count - 2].end : start
      let (across, up) = (middle.x - before.x, middle.y - before.y)
      if max(across, .zero - across) == radius, max(up, .zero - up) == radius { segments.removeLast() }
    }
    segments.append(.arc(to: end, radius: radius, clockwise: true))
  }

  /// Starts with the tail at the bottom left corner, drawn from the bottom edge to the left edge.
  ///
  /// The bottom edge rises into a notch, from which the tail sweeps out to a fine tip on the box's bottom line;
  /// its outer side leaves the left edge without a corner. The curve keeps its proportions to `reach` until the
  /// box is too small to hold it.
  private mutating func startWithTail(reaching reach: LayoutUnit, radii: CornerRadii, size: Size) {
    let (w, h) = (size.width, size.height)
    let across = min(reach.scaled(by: Self.tailAcross), max(.zero, w - radii.bottomRight))
    let up = min(reach.scaled(by: Self.tailUp), max(.zero, h - radii.topLeft))
    // In sixths of the reach: at 6 px all points are on whole or half px. Squeezed if the box is too small.
    func at(_ x: Double, _ y: Double) -> Point {
      Point(x: x < 0 ? reach.scaled(by: x / 6) : across.scaled(by: x / 16), y: h - up.scaled(by: y / 14))
    }
    start = at(16, 0)
    segments.append(.curve(at(11, 0), at(6.5, 1.5), to: at(4, 3.5)))
    segments.append(.curve(at(1.5, 1.5), at(-3, 0), to: at(-6, 0)))
    segments.append(.curve(at(-2, 1.5), at(0, 6), to: at(0, 14)))
  }
}
