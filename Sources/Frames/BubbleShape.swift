/// The side of the row that a message is on.
public enum Side: Hashable, Sendable, CaseIterable {
  /// Messages of others, on the left.
  case incoming
  /// One's own messages, on the right: the mirror image of incoming.
  case outgoing
}

/// The four corner radii of a box, as seen on screen.
public struct CornerRadii: Hashable, Sendable {
  /// Radius of the top left corner.
  public var topLeft: LayoutUnit
  /// Radius of the top right corner.
  public var topRight: LayoutUnit
  /// Radius of the bottom left corner.
  public var bottomLeft: LayoutUnit
  /// Radius of the bottom right corner.
  public var bottomRight: LayoutUnit

  /// The given radii.
  public init(
    topLeft: LayoutUnit, topRight: LayoutUnit, bottomLeft: LayoutUnit, bottomRight: LayoutUnit
  ) {
    (self.topLeft, self.topRight) = (topLeft, topRight)
    (self.bottomLeft, self.bottomRight) = (bottomLeft, bottomRight)
  }

  /// One radius for all four corners.
  public init(all radius: LayoutUnit) {
    self.init(topLeft: radius, topRight: radius, bottomLeft: radius, bottomRight: radius)
  }

  /// Square corners.
  public static let zero = CornerRadii(all: .zero)

  /// The radii with left and right exchanged.
  public var mirrored: CornerRadii {
    CornerRadii(
      topLeft: topRight, topRight: topLeft, bottomLeft: bottomRight, bottomRight: bottomLeft)
  }

  /// Returns the radii scaled down together until no side is shorter than the radii at its ends.
  ///
  /// The rule of CSS Backgrounds 3 §5.5 (overlapping curves): one factor for all four corners.
  public func fitted(to size: Size) -> CornerRadii {
    let sums = [
      (topLeft + topRight, size.width), (bottomLeft + bottomRight, size.width),
      (topLeft + bottomLeft, size.height), (topRight + bottomRight, size.height),
    ]
    var factor = 1.0
    for (sum, side) in sums where sum > side && sum.raw > 0 {
      factor = min(factor, Double(max(0, side.raw)) / Double(sum.raw))
    }
    guard factor < 1 else { return self }
    func scaled(_ radius: LayoutUnit) -> LayoutUnit {
      LayoutUnit(raw: Int32((Double(radius.raw) * factor).rounded(.down)))
    }
    return CornerRadii(
      topLeft: scaled(topLeft), topRight: scaled(topRight),
      bottomLeft: scaled(bottomLeft), bottomRight: scaled(bottomRight))
  }
}

/// The outline of a bubble: a rounded box and, on the last of a group, a tail at the sender's bottom corner.
/// The tail is outside the box, on the sender's side; `tail` is its length, zero for no tail.
public struct BubbleShape: Hashable, Sendable {
  /// The corner radii, before fitting to a box.
  public var radii: CornerRadii
  /// Distance that the tail reaches beyond the box, 0 for no tail.
  public var tail: LayoutUnit
  /// The side the tail is on: left for incoming, right for outgoing.
  public var side: Side

  /// The given outline.
  public init(radii: CornerRadii, tail: LayoutUnit, side: Side) {
    (self.radii, self.tail, self.side) = (radii, tail, side)
  }

  /// The mirror image.
  public var mirrored: BubbleShape {
    BubbleShape(
      radii: radii.mirrored, tail: tail, side: side == .incoming ? .outgoing : .incoming)
  }
}
