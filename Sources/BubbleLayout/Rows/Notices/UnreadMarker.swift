import Frames
import Phrases
import TextLayout

extension RowLayouter {
  /// Adds the marker of unread messages above a row: a line across the column.
  ///
  /// The line also crosses the wide column, so a row with a marker always has a wide layout.
  func addUnreadMarker(to row: inout RowFrames, wide: RowLayouter, shift: LayoutUnit) {
    var frame = row.wide ?? row.frame
    wide.addUnreadMarker(to: &frame, shift: shift)
    addUnreadMarker(to: &row.frame, shift: .zero)
    row.wide = frame
  }

  private func addUnreadMarker(to frame: inout Frame, shift: LayoutUnit) {
    let padding = theme.pillPadding
    let words = line(
      wording.phrases(.unreadMessages), role: .day,
      maxWidth: theme.columnWidth - theme.addedWidth - theme.sideMargin * 2)
    let ground = Rect(
      x: .zero, y: theme.rowGap.ceilingPx, width: theme.columnWidth,
      height: (padding.top + words.height + padding.bottom).ceilingPx)
    // On a whole pixel, like day separators.
    let x = LayoutUnit(px: Int((theme.columnWidth - words.width).half.px.rounded(.down)))
    let text = Rect(x: x, y: ground.minY + padding.top, width: words.width, height: words.height)
    for item in frame.items.indices {
      frame.items[item].rect = frame.items[item].rect.offset(x: .zero, y: ground.maxY)
    }
    frame.items.insert(
      contentsOf: [
        FrameItem(ItemID(.line), ground.offset(x: shift, y: .zero), .box(.unread, radius: .zero)),
        FrameItem(ItemID(.unread), text.offset(x: shift, y: .zero), .text(words.block)),
      ], at: 0)
    frame.size.height = frame.size.height + ground.maxY
  }
}
