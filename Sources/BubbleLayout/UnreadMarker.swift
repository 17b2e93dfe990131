import Frames
import Phrases
import TextLayout

extension RowLayouter {
  /// Puts a line across the column on top of a row: from here on nothing had been read.
  func addUnreadMarker(toRow place: Int, of rows: inout [Row]) {
    guard rows.indices.contains(place) else { return }
    let padding = theme.pillPadding
    let words = line(
      wording.phrases(.unreadMessages), role: .day, maxWidth: theme.columnWidth - theme.sideMargin * 2)
    let ground = Rect(
      x: .zero, y: theme.rowGap.ceilingPx, width: theme.columnWidth,
      height: (padding.top + words.height + padding.bottom).ceilingPx)
    // On a whole pixel, as separators are.
    let x = LayoutUnit(px: Int((theme.columnWidth - words.width).half.px.rounded(.down)))
    let text = Rect(x: x, y: ground.minY + padding.top, width: words.width, height: words.height)
    var frame = rows[place].frame
    for item in frame.items.indices {
      frame.items[item].rect = frame.items[item].rect.offset(x: .zero, y: ground.maxY)
    }
    frame.items.insert(
      contentsOf: [
        FrameItem(StaticBox(.line), ground, .box(.unread, radius: .zero)),
        FrameItem(StaticBox(.unread), text, .text(words.block)),
      ], at: 0)
    frame.size.height = frame.size.height + ground.maxY
    rows[place].frame = frame
  }
}
