import Frames

/// Where something stands beside what it belongs to: an avatar before its bubble, the mark of a failure behind it, the
/// words of a card behind their icon.
struct Slot {
  enum Side: CaseIterable { case leading, trailing }
  enum Alignment: CaseIterable { case top, centre, bottom }
  var side: Side
  var alignment: Alignment
  /// The distance between the two.
  var gap: LayoutUnit

  /// The place of something of `size` beside `main`, for an incoming row.
  ///
  /// In the middle, what is taller than `main` starts where `main` does; what is not stands on a whole px.
  func place(_ size: Size, beside main: Rect) -> Rect {
    let x =
      switch side {
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
