import Frames
import Testing

@Suite struct BubblePathTests {
  static let shapes: [BubbleShape] = Side.allCases.flatMap { side in
    [LayoutUnit.zero, 6, 9].flatMap { tail in
      [
        CornerRadii(all: 18), CornerRadii(topLeft: 18, topRight: 5, bottomLeft: 9, bottomRight: 2),
        CornerRadii(all: .zero),
      ].map { BubbleShape(radii: $0, tail: tail, side: side) }
    }
  }
  static let sizes = [
    Size(width: 200, height: 60), Size(width: 36, height: 36), Size(width: 20, height: 12),
    Size(width: LayoutUnit(raw: 9999), height: 37), Size(width: 3, height: 3),
  ]

  @Test(
    "Rows 13, 14: the outline of the mirrored shape is the mirror image of the outline", arguments: shapes,
    sizes)
  func mirror(shape: BubbleShape, size: Size) {
    #expect(BubblePath(shape.mirrored, size: size) == BubblePath(shape, size: size).mirrored(in: size.width))
  }

  @Test("The mirror image of the mirror image is the outline itself", arguments: shapes, sizes)
  func mirrorTwice(shape: BubbleShape, size: Size) {
    let path = BubblePath(shape, size: size)
    #expect(path.mirrored(in: size.width).mirrored(in: size.width) == path)
  }

  @Test("The outline ends where it starts", arguments: shapes, sizes)
  func closed(shape: BubbleShape, size: Size) {
    let path = BubblePath(shape, size: size)
    #expect(path.segments.last?.end == path.start || path.segments.last?.end.y == path.start.y)
  }

  @Test("The outline leaves the box only by its tail, on the sender's side", arguments: shapes, sizes)
  func inBounds(shape: BubbleShape, size: Size) {
    let path = BubblePath(shape, size: size)
    var points = [path.start]
    for segment in path.segments {
      points.append(segment.end)
      if case .curve(let a, let b, _) = segment { points += [a, b] }
    }
    let left = shape.side == .incoming ? LayoutUnit.zero - shape.tail : .zero
    let right = shape.side == .outgoing ? size.width + shape.tail : size.width
    for point in points {
      #expect(point.x >= left && point.x <= right, "\(point) in \(path)")
      #expect(point.y >= .zero && point.y <= size.height, "\(point) in \(path)")
    }
  }

  @Test("The line that closes the outline is its lower edge", arguments: shapes, sizes)
  func lowerEdge(shape: BubbleShape, size: Size) {
    let path = BubblePath(shape, size: size)
    #expect(path.start.y == size.height)
    #expect(path.segments.last?.end.y ?? size.height == size.height)
  }

  @Test("Quarters of a circle that meet are one half, and no more than that")
  func halves() {
    func arcs(_ width: LayoutUnit, _ height: LayoutUnit) -> [Point] {
      let shape = BubbleShape(
        radii: CornerRadii(topLeft: 5, topRight: 18, bottomLeft: 5, bottomRight: 18), tail: .zero,
        side: .incoming)
      return BubblePath(shape, size: Size(width: width, height: height)).segments.compactMap {
        if case .arc(let end, radius: 18, _) = $0 { end } else { nil }
      }
    }
    #expect(arcs(100, 36) == [Point(x: 82, y: 36)])
    #expect(arcs(100, 37) == [Point(x: 100, y: 18), Point(x: 82, y: 37)])
    let round = BubblePath(
      BubbleShape(radii: CornerRadii(all: 18), tail: .zero, side: .incoming),
      size: Size(width: 36, height: 36))
    #expect(round.segments.map(\.end) == [Point(x: 18, y: 0), Point(x: 18, y: 36)])
  }

  @Test("A tail reaches exactly as far as asked")
  func tailReach() {
    let path = BubblePath(
      BubbleShape(radii: CornerRadii(all: 18), tail: 6, side: .incoming), size: Size(width: 120, height: 60))
    #expect(path.segments.map(\.end.x).min() == LayoutUnit(px: -6))
    #expect(path.segments.contains { $0.end == Point(x: -6, y: 60) })
  }
}
