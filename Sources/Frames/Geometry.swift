/// A length or coordinate in layout: a whole number of 1/64 CSS px.
///
/// 1/64 px is the grid browsers lay out on, so sums are exact and the same on every machine. Values become
/// CSS px once, in the writer.
public struct LayoutUnit: Hashable, Comparable, Sendable, AdditiveArithmetic {
  /// The length in 1/64 CSS px.
  public var raw: Int32

  /// A length of `raw` 1/64 px.
  @inlinable public init(raw: Int32) { self.raw = raw }

  /// A whole number of CSS px.
  @inlinable public init(px: Int) { raw = Int32(truncatingIfNeeded: px &* 64) }

  /// `px` CSS px, rounded to the nearest 1/64 px.
  @inlinable public init(nearest px: Double) { raw = Int32((px * 64).rounded()) }

  /// `px` CSS px, rounded up to the next 1/64 px, as Chromium rounds the width of a text run.
  @inlinable public init(ceiling px: Double) { raw = Int32((px * 64).rounded(.up)) }

  /// No length.
  public static let zero = LayoutUnit(raw: 0)
  /// Longer than any line: the width to lay out at when nothing limits it.
  public static let unlimited = LayoutUnit(raw: 1 << 29)

  /// The length in CSS px.
  @inlinable public var px: Double { Double(raw) / 64 }

  /// The smallest whole number of px that holds this length.
  @inlinable public var ceilingPx: LayoutUnit { LayoutUnit(raw: (raw &+ 63) & ~63) }

  /// Half of this length, rounded down to 1/64 px.
  @inlinable public var half: LayoutUnit { LayoutUnit(raw: raw >> 1) }

  /// Compares two lengths.
  @inlinable public static func < (a: LayoutUnit, b: LayoutUnit) -> Bool { a.raw < b.raw }
  /// The sum of two lengths; wraps on overflow.
  @inlinable public static func + (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
    LayoutUnit(raw: a.raw &+ b.raw)
  }
  /// The difference of two lengths; wraps on overflow.
  @inlinable public static func - (a: LayoutUnit, b: LayoutUnit) -> LayoutUnit {
    LayoutUnit(raw: a.raw &- b.raw)
  }
  /// A multiple of a length; wraps on overflow.
  @inlinable public static func * (a: LayoutUnit, n: Int) -> LayoutUnit {
    LayoutUnit(raw: a.raw &* Int32(truncatingIfNeeded: n))
  }
  /// Returns a share of this length, rounded down to a whole px.
  public func share(_ factor: Double) -> LayoutUnit { LayoutUnit(px: Int((px * factor).rounded(.down))) }

  /// Returns this length times `factor`, rounded to the nearest 1/64 px.
  @inlinable public func scaled(by factor: Double) -> LayoutUnit {
    LayoutUnit(raw: Int32((Double(raw) * factor).rounded()))
  }
}

extension LayoutUnit: ExpressibleByIntegerLiteral {
  /// A literal is a whole number of CSS px.
  @inlinable public init(integerLiteral value: Int) { self.init(px: value) }
}

/// A point; the origin is the top left corner, x points right and y down.
public struct Point: Hashable, Sendable {
  /// Distance from the left edge.
  public var x: LayoutUnit
  /// Distance from the top edge.
  public var y: LayoutUnit

  /// The point (`x`, `y`).
  @inlinable public init(x: LayoutUnit, y: LayoutUnit) { (self.x, self.y) = (x, y) }

  /// The origin.
  public static let zero = Point(x: .zero, y: .zero)
}

/// A width and a height.
public struct Size: Hashable, Sendable {
  /// Extent to the right.
  public var width: LayoutUnit
  /// Extent downwards.
  public var height: LayoutUnit

  /// The size `width` × `height`.
  @inlinable public init(width: LayoutUnit, height: LayoutUnit) {
    (self.width, self.height) = (width, height)
  }

  /// The empty size.
  public static let zero = Size(width: .zero, height: .zero)
}

/// An axis-aligned rectangle.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The extent to the right and down.
  public var size: Size

  /// The empty rectangle at the origin.
  public static let zero = Rect(x: .zero, y: .zero, width: .zero, height: .zero)

  /// The rectangle with the given left, top, width and height.
  @inlinable public init(x: LayoutUnit, y: LayoutUnit, width: LayoutUnit, height: LayoutUnit) {
    origin = Point(x: x, y: y)
    size = Size(width: width, height: height)
  }

  /// The left edge.
  @inlinable public var minX: LayoutUnit { origin.x }
  /// The top edge.
  @inlinable public var minY: LayoutUnit { origin.y }
  /// The right edge.
  @inlinable public var maxX: LayoutUnit { origin.x + size.width }
  /// The bottom edge.
  @inlinable public var maxY: LayoutUnit { origin.y + size.height }
  /// Extent to the right.
  @inlinable public var width: LayoutUnit { size.width }
  /// Extent downwards.
  @inlinable public var height: LayoutUnit { size.height }

  /// Returns this rectangle moved by (`dx`, `dy`).
  @inlinable public func offset(x dx: LayoutUnit, y dy: LayoutUnit) -> Rect {
    Rect(x: minX + dx, y: minY + dy, width: width, height: height)
  }

  /// Returns the mirror image about the centre of a row `rowWidth` wide: x' = W − x − w.
  @inlinable public func mirrored(in rowWidth: LayoutUnit) -> Rect {
    Rect(x: rowWidth - maxX, y: minY, width: width, height: height)
  }

  /// True if every point of `other` is in this rectangle.
  @inlinable public func contains(_ other: Rect) -> Bool {
    other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY
  }

  /// True if the two rectangles share any area.
  @inlinable public func overlaps(_ other: Rect) -> Bool {
    minX < other.maxX && other.minX < maxX && minY < other.maxY && other.minY < maxY
  }
}

/// Distances kept free inside the four edges of a box.
public struct Insets: Hashable, Sendable {
  /// Free space below the top edge.
  public var top: LayoutUnit
  /// Free space right of the left edge.
  public var left: LayoutUnit
  /// Free space above the bottom edge.
  public var bottom: LayoutUnit
  /// Free space left of the right edge.
  public var right: LayoutUnit

  /// The given insets.
  @inlinable public init(top: LayoutUnit, left: LayoutUnit, bottom: LayoutUnit, right: LayoutUnit) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }

  /// Nothing kept free.
  public static let zero = Insets(top: 0, left: 0, bottom: 0, right: 0)
}
