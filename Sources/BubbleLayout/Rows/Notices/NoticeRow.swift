import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Lays out the separator above the first message of a day.
  func dayRow(_ date: CivilDate, before index: Int32) -> Row {
    let width =
      theme.columnWidth - theme.sideMargin * 2 - theme.pillPadding.left - theme.pillPadding.right
    let label = layOut(dates.day(date), role: .day, maxWidth: width)
    return Row(
      kind: .day(date: date.isoText, before: index),
      frame: pill(label.block, Size(width: label.width, height: label.height), role: .day, gap: theme.rowGap))
  }

  /// Lays out a notice in the middle of the column.
  func noticeFrame(_ sentence: String, input: RowInput, gap: LayoutUnit) -> Frame {
    let width =
      theme.columnWidth.scaled(by: theme.noticeShare) - theme.pillPadding.left
      - theme.pillPadding.right
    let label = self.layOut(sentence, role: .notice, maxWidth: width)
    var frame = pill(
      label.block, Size(width: label.width, height: label.height), role: .notice,
      gap: input.decoration.startsGroup ? min(gap, theme.rowGap.half) : gap)
    // An event about another message, such as a pin, links to it.
    if let quote = input.quote, let page = quote.page, let ground = frame.items.first?.rect {
      frame.items.append(
        FrameItem(ItemID(.jump), ground, .jump(MessageLink(page: page, anchor: quote.anchor))))
    }
    return frame
  }

  /// Returns the frame of a text on a pill, centred in the column.
  private func pill(_ block: TextBlock, _ size: Size, role: ItemID.Role, gap: LayoutUnit) -> Frame {
    let padding = theme.pillPadding
    // On a whole pixel: half a pixel off, a separator looks blurred.
    let x = LayoutUnit(px: Int(((theme.columnWidth - size.width).half.px).rounded(.down)))
    let text = Rect(x: x, y: gap + padding.top, width: size.width, height: size.height)
    let ground = Rect(
      x: text.minX - padding.left, y: gap, width: text.width + padding.left + padding.right,
      height: text.height + padding.top + padding.bottom)
    return Frame(
      size: Size(width: theme.columnWidth, height: ground.maxY.ceilingPx),
      items: [
        FrameItem(ItemID(.pill), ground, .box(.pill, radius: min(ground.height.half, theme.pillRadius))),
        FrameItem(ItemID(role), text, .text(block)),
      ])
  }
}
