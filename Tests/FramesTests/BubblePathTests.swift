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

  @Test("A tail reaches exactly as far as asked")
  func tailReach() {
    let path = BubblePath(
      BubbleShape(radii: CornerRadii(all: 18), tail: 6, side: .incoming), size: Size(width: 120, height: 60))
    #expect(path.segments.map(\.end.x).min() == LayoutUnit(px: -6))
    #expect(path.segments.contains { $0.end == Point(x: -6, y: 60) })
  }
}
