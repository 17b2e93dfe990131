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

  /// The widest text of a notice.
  var noticeWidth: LayoutUnit {
    let padding = theme.pillPadding
    // Among lines, it starts at the left edge of their texts.
    let room = theme.columnWidth - theme.incomingLeft - theme.sideMargin - padding.right
    let usual = theme.columnWidth.scaled(by: theme.noticeShare) - padding.left - padding.right
    return theme.isLines ? min(room, usual) : usual
  }

  /// Returns the left edge of a notice that is `width` px wide: in the middle of the column, or where the texts of lines start.
  ///
  /// On a whole pixel: half a pixel off, a separator looks blurred.
  func noticeLeft(width: LayoutUnit) -> LayoutUnit {
    theme.isLines
      ? theme.incomingLeft : LayoutUnit(px: Int(((theme.columnWidth - width).half.px).rounded(.down)))
  }

  /// Lays out a notice in the middle of the column, or among lines at their edge.
  func noticeFrame(_ sentence: String, input: RowInput, gap: LayoutUnit) -> Frame {
    let label = self.layOut(sentence, role: .notice, maxWidth: noticeWidth)
    var frame = pill(
      label.block, Size(width: label.width, height: label.height), role: .notice,
      gap: input.decoration.startsGroup ? min(gap, theme.rowGap.half) : gap)
    // A notice about another message, such as a pin, links to it.
    if let quote = input.quote, let page = quote.page, let ground = frame.items.first?.rect {
      frame.items.append(
        FrameItem(ItemID(.jump), ground, .jump(MessageLink(page: page, anchor: quote.anchor))))
    }
    return frame
  }

  /// Returns the frame of a text on a pill.
  private func pill(_ block: TextBlock, _ size: Size, role: ItemID.Role, gap: LayoutUnit) -> Frame {
    let padding = theme.pillPadding
    // On a whole pixel, like notices.
    let x =
      role == .notice
      ? noticeLeft(width: size.width)
      : LayoutUnit(px: Int(((theme.columnWidth - size.width).half.px).rounded(.down)))
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
