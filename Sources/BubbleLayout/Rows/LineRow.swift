import Frames
import TextLayout

/// Messages as lines, without bubbles: names, avatars and times are before and above the texts.
///
/// A message has the same parts as in a bubble, in a box that is not drawn. All messages are at the left. A group has its
/// avatar at its first message, beside the name, and the time after the name; the times of further messages are in the
/// margin. Without avatars, large screens have a column of names before the times.
extension RowLayouter {
  /// True if the message shows its sender's avatar: the last of a group of bubbles, the first of a group of lines.
  func hasAvatar(_ decoration: Decoration) -> Bool {
    guard decoration.side == .incoming, hasGutter else { return false }
    return theme.isLines ? decoration.startsGroup && theme.hasAvatars : decoration.endsGroup
  }

  /// Moves a time after the name above the box, or into the margin beside the box's first line. Returns false if there is no
  /// room for it. The box's top is `top`.
  func position(
    _ time: TimeLabel, besideBoxAt top: LayoutUnit, of input: RowInput, among items: inout [FrameItem]
  ) -> Bool {
    guard input.decoration.side == .incoming else { return false }
    let timeAscent = ascent(of: .time, lineHeight: theme.style(.time).lineHeight)
    if let name = items.first, name.id.role == .name, name.rect.minX > theme.lineTimeLeft {
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
    guard theme.lineTimeLeft + time.width < bubbleLeft(.incoming), time.status == nil else { return false }
    position(time, at: Point(x: theme.lineTimeLeft, y: top + theme.lineTimeTop), among: &items)
    return true
  }

  /// Returns the box of a name in the column of names, at its right edge and on the first line of a box at `top`; nil if there
  /// is no such column, or it is too narrow for the name.
  func rectInNameColumn(_ name: LaidOutText, besideBoxAt top: LayoutUnit) -> Rect? {
    guard theme.nameColumn > .zero else { return nil }
    let x = theme.lineTimeLeft - theme.timeGap - name.width.ceilingPx
    guard x >= theme.sideMargin else { return nil }
    let (body, own) = (theme.style(.body).lineHeight, theme.style(.name).lineHeight)
    let baseline = theme.bubbleInsets.top + ascent(of: .body, lineHeight: body)
    return Rect(
      x: x, y: top + baseline - ascent(of: .name, lineHeight: own), width: name.width, height: name.height)
  }
}
