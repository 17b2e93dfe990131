public import Frames
import TextLayout

/// The time of a message (with its edit mark and status), measured, looking for its place in the bubble.
///
/// Its text is an item of the row already, without a place yet.
struct TimeLabel {
  /// The place of that item among the row's.
  let item: Int
  /// The extent of the text.
  let size: Size
  /// An icon behind the time: how far the message got.
  let status: FrameStatus.Kind?
  /// How wide the time is with its icon, in whole px.
  let width: LayoutUnit

  /// Where the label goes and how large the bubble must at least be for it.
  struct Placement {
    enum Anchor { case leading, trailing }
    var top: LayoutUnit
    var anchor: Anchor
    /// Distance from the bubble's edge on the anchor's side.
    var inset: LayoutUnit
    var minimumWidth: LayoutUnit
    var minimumHeight: LayoutUnit
    var isOverlay = false
    /// How wide a bubble has to be for a time on a line of its own to stand beside the last line; nil where it never does.
    var roomBeside: LayoutUnit?
  }

  /// Distance from a line's top to its baseline: the common ascent, rounded as browsers round it, and half
  /// of what the line is taller than ascent and descent.
  static func ascent(_ style: TextStyle) -> LayoutUnit {
    let ascent = (style.fontSize.px * Double(CommonMetrics.ascent) / 100).rounded()
    let descent = (style.fontSize.px * Double(CommonMetrics.descent) / 100).rounded()
    return LayoutUnit(nearest: ascent + ((style.lineHeight.px - ascent - descent) / 2).rounded(.down))
  }
}

extension FrameStatus.Kind {
  /// The icon behind the time for the words of formats; nil for other words and for what failed, which has its mark
  /// beside the bubble.
  init?(ofMessage word: String?) {
    switch word {
    case "sending"?: self = .sending
    case "sent"?: self = .sent
    case "delivered"?: self = .delivered
    case "read"?: self = .read
    default: return nil
    }
  }
}

extension RowLayouter {
  /// The label's place in a bubble whose last part is `last`.
  func placement(
    of time: TimeLabel, after last: Part, at lastTop: LayoutUnit, in stack: Size, maxWidth: LayoutUnit
  ) -> TimeLabel.Placement {
    let (stackWidth, height) = (stack.width, stack.height)
    let style = theme.style(.time)
    let width = time.width
    if last.takesOverlay {
      let needed = width + (theme.overlayInset + theme.overlayPadding) * 2
      if needed <= stackWidth, last.size.height >= style.lineHeight + theme.overlayInset * 3 {
        return TimeLabel.Placement(
          top: height - theme.overlayInset - style.lineHeight, anchor: .trailing,
          inset: theme.overlayInset + theme.overlayPadding, minimumWidth: needed, minimumHeight: height,
          isOverlay: true)
      }
    }
    let insets = theme.bubbleInsets
    var roomBeside: LayoutUnit?
    if let line = last.lastLine {
      let needed =
        last.insets.left + line.indent + line.width + theme.timeGap + width + last.insets.right
      if needed <= maxWidth {
        // One baseline: with the common ascent the baseline lies `ascent(size)` under a line's top.
        let top = lastTop + line.top + line.ascent - ascent(of: .time, lineHeight: style.lineHeight)
        return TimeLabel.Placement(
          top: top, anchor: line.direction == .leftToRight ? .trailing : .leading,
          inset: line.direction == .leftToRight ? last.insets.right : last.insets.left,
          minimumWidth: needed, minimumHeight: height)
      }
      roomBeside = needed
    }
    let top = height - last.insets.bottom + theme.timeLineGap
    return TimeLabel.Placement(
      top: top, anchor: .trailing, inset: insets.right,
      minimumWidth: width + insets.left + insets.right,
      minimumHeight: top + style.lineHeight + theme.timeLineBottom, roomBeside: roomBeside)
  }

  /// Places the label in a bubble with the given box.
  func place(
    _ time: TimeLabel, _ placement: TimeLabel.Placement, in bubble: Rect, among items: inout [FrameItem]
  ) {
    // A time alone ends exactly where the text beside it may end; on a ground or before an icon it starts on a whole px.
    let isAlone = time.status == nil && !placement.isOverlay
    let width = isAlone ? time.size.width : time.width
    let x: LayoutUnit =
      switch placement.anchor {
      case .leading: placement.inset
      case .trailing: bubble.width - placement.inset - width
      }
    let origin = Point(x: bubble.minX + x, y: bubble.minY + placement.top)
    place(time, at: origin, among: &items)
    if placement.isOverlay {
      let pad = theme.overlayPadding
      let ground = Rect(
        x: origin.x - pad, y: origin.y - theme.overlayRise,
        width: (time.status == nil ? time.size.width : time.width) + pad * 2,
        height: time.size.height + theme.overlayRise * 2)
      items.insert(
        FrameItem(ItemID(.pill), ground, .box(.pill, radius: ground.height.half)), at: time.item)
    }
  }

  /// Places the time at `origin`, and adds its icon behind it.
  func place(_ time: TimeLabel, at origin: Point, among items: inout [FrameItem]) {
    let rect = Rect(x: origin.x, y: origin.y, width: time.size.width, height: time.size.height)
    items[time.item].rect = rect
    guard let status = time.status else { return }
    let icon = Rect(
      x: rect.minX + rect.width.ceilingPx + theme.statusGap,
      y: rect.minY + (rect.height - theme.statusIcon.height).half.ceilingPx, width: theme.statusIcon.width,
      height: theme.statusIcon.height)
    items.append(
      FrameItem(
        ItemID(.status), icon, .status(FrameStatus(kind: status, name: wording.name(of: status)))))
  }
}

extension Theme {
  /// How far the time on the last line of a text stands above the end of the bubble.
  public var usualTimeBottom: LayoutUnit {
    let (text, time) = (style(.body), style(.time))
    let rise = TimeLabel.ascent(text) - TimeLabel.ascent(time)
    return bubbleInsets.bottom + text.lineHeight - rise - time.lineHeight
  }

  /// How far the time beside reactions does so.
  public var usualChipTimeBottom: LayoutUnit {
    let (text, time) = (style(.reaction), style(.time))
    let rise = (reactionHeight - text.lineHeight).half + TimeLabel.ascent(text) - TimeLabel.ascent(time)
    return bubbleInsets.bottom + reactionHeight - rise - time.lineHeight
  }
}
