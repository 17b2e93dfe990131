import Frames

/// Messages as lines, without bubbles: names, avatars and times stand before and above the texts.
///
/// A message has the parts that it has in a bubble, in a box that is not drawn. All messages are at the left. A group has its
/// avatar at its first message, beside the name, and the time behind the name; the times of further messages stand in
/// the margin.
extension RowLayouter {
  /// Indicates whether the message has its sender's avatar: the last of a group of bubbles, the first of a group of lines.
  func hasAvatar(_ decoration: Decoration) -> Bool {
    guard decoration.side == .incoming, hasGutter else { return false }
    return theme.isLines ? decoration.startsGroup && theme.hasAvatars : decoration.endsGroup
  }

  /// Moves a time behind the name above the box, or into the margin beside the box's first line, and returns whether there is
  /// room for it. The box's top is `top`.
  func position(
    _ time: TimeLabel, besideBoxAt top: LayoutUnit, of input: RowInput, among items: inout [FrameItem]
  ) -> Bool {
    guard input.decoration.side == .incoming else { return false }
    let timeAscent = ascent(of: .time, lineHeight: theme.style(.time).lineHeight)
    if let name = items.first, name.id.role == .name {
      let x = name.rect.maxX.ceilingPx + theme.timeGap
      guard x + time.width <= theme.columnWidth - theme.sideMargin else { return false }
      position(
        time,
        at: Point(
          x: x,
          y: name.rect.maxY - theme.style(.name).lineHeight
            + ascent(of: .name, lineHeight: theme.style(.name).lineHeight) - timeAscent), among: &items)
      return true
    }
    guard theme.sideMargin + time.width < bubbleLeft(.incoming), time.status == nil else { return false }
    position(time, at: Point(x: theme.sideMargin, y: top + theme.lineTimeTop), among: &items)
    return true
  }
}
