import Frames

/// The position of a box beside another: an avatar before its bubble, the failure mark after it, the text of a card after
/// its icon.
struct SidePlacement {
  enum AnchorEdge: CaseIterable { case leading, trailing }
  enum VerticalAlignment: CaseIterable { case top, centre, bottom }
  var edge: AnchorEdge
  var alignment: VerticalAlignment
  /// Distance between the two boxes.
  var gap: LayoutUnit

  /// Returns the rectangle of a box of `size` beside `main`, laid out as incoming.
  ///
  /// A centred box is on a whole px; one taller than `main` is aligned with its top.
  func rect(of size: Size, beside main: Rect) -> Rect {
    let x =
      switch edge {
      case .leading: main.minX - gap - size.width
      case .trailing: main.maxX + gap
      }
    let y =
      switch alignment {
      case .top: main.minY
      case .centre: main.minY + max(.zero, (main.height - size.height).half.ceilingPx)
      case .bottom: main.maxY - size.height
      }
    return Rect(x: x, y: y, width: size.width, height: size.height)
  }
}
