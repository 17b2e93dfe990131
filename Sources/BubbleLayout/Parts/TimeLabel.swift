import Fonts
public import Frames
import TextLayout

/// The measured time of a message, with its edit mark and status.
///
/// The time's text is already an item of the row, not positioned yet.
struct TimeLabel {
  /// Index of that item in the row.
  let item: Int
  /// Size of the text.
  let size: Size
  /// Delivery status, shown as an icon after the time.
  let status: FrameStatus.Kind?
  /// Width of the time with its icon, in whole px.
  let width: LayoutUnit

  /// The position of the label in a bubble, and the least size of the bubble for it.
  struct Placement {
    enum Anchor { case leading, trailing }
    var top: LayoutUnit
    var anchor: Anchor
    /// Distance from the bubble's edge on the anchor's side.
    var inset: LayoutUnit
    var minimumWidth: LayoutUnit
    var minimumHeight: LayoutUnit
    var isOverlay = false
    /// The width of the bubble at which a time on its own line would fit beside the last line; nil if it never does.
    var roomBeside: LayoutUnit?
  }

  /// Returns the distance from a line's top to its baseline: the common ascent, rounded as browsers do, plus half of the
  /// line height that ascent and descent leave (CSS 2.2 §10.8.1).
  static func ascent(_ style: TextStyle) -> LayoutUnit {
    let ascent = (style.fontSize.px * Double(CommonMetrics.ascent) / 100).rounded()
    let descent = (style.fontSize.px * Double(CommonMetrics.descent) / 100).rounded()
    return LayoutUnit(nearest: ascent + ((style.lineHeight.px - ascent - descent) / 2).rounded(.down))
  }
}

extension FrameStatus.Kind {
  /// The status icon for a format's word; nil for other words, and for `failed`, which has a mark beside the
  /// bubble instead.
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
  /// Returns the label's placement in a bubble with at least one part: `size` is the size of all parts, `lastTop` the top
  /// of the last one.
  func placement(
    of time: TimeLabel, in stack: borrowing PartStack, size: Size, lastTop: LayoutUnit
  ) -> TimeLabel.Placement {
    let (stackWidth, height) = (size.width, size.height)
    // By index: a copy of the part would retain its wide variant.
    let last = stack.parts.count - 1
    let partInsets = stack.parts[last].insets
    let style = theme.style(.time)
    let width = time.width
    if stack.parts[last].takesOverlay {
      let needed = width + (theme.overlayInset + theme.overlayPadding) * 2
      if needed <= stackWidth, stack.parts[last].size.height >= style.lineHeight + theme.overlayInset * 3 {
        return TimeLabel.Placement(
          top: height - theme.overlayInset - style.lineHeight, anchor: .trailing,
          inset: theme.overlayInset + theme.overlayPadding, minimumWidth: needed, minimumHeight: height,
          isOverlay: true)
      }
    }
    let insets = theme.bubbleInsets
    var roomBeside: LayoutUnit?
    if let line = stack.parts[last].lastLine {
      let needed =
        partInsets.left + line.indent + line.width + theme.timeGap + width + partInsets.right
      if needed <= stack.maxWidth {
        // Time and text share a baseline.
        let top = lastTop + line.top + line.ascent - ascent(of: .time, lineHeight: style.lineHeight)
        return TimeLabel.Placement(
          top: top, anchor: line.direction == .leftToRight ? .trailing : .leading,
          inset: line.direction == .leftToRight ? partInsets.right : partInsets.left,
          minimumWidth: needed, minimumHeight: height)
      }
      roomBeside = needed
    }
    let top = height - partInsets.bottom + theme.timeLineGap
    return TimeLabel.Placement(
      top: top, anchor: .trailing, inset: insets.right,
      minimumWidth: width + insets.left + insets.right,
      minimumHeight: top + style.lineHeight + theme.timeLineBottom, roomBeside: roomBeside)
  }

  /// Moves the label to its placement in a bubble with the given box.
  func position(
    _ time: TimeLabel, _ placement: TimeLabel.Placement, in bubble: Rect, among items: inout [FrameItem]
  ) {
    // A plain time ends exactly at the inset; one on a background or before an icon starts on a whole px.
    let isAlone = time.status == nil && !placement.isOverlay
    let width = isAlone ? time.size.width : time.width
    let x: LayoutUnit =
      switch placement.anchor {
      case .leading: placement.inset
      case .trailing: bubble.width - placement.inset - width
      }
    let origin = Point(x: bubble.minX + x, y: bubble.minY + placement.top)
    position(time, at: origin, among: &items)
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

  /// Moves the time to `origin` and adds its status icon.
  func position(_ time: TimeLabel, at origin: Point, among items: inout [FrameItem]) {
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
  /// Distance from the time on the last line of a text to the bubble's bottom edge.
  public var usualTimeBottom: LayoutUnit {
    let (text, time) = (style(.body), style(.time))
    let rise = TimeLabel.ascent(text) - TimeLabel.ascent(time)
    return bubbleInsets.bottom + text.lineHeight - rise - time.lineHeight
  }

  /// Distance from the time beside reactions to the bubble's bottom edge.
  public var usualChipTimeBottom: LayoutUnit {
    let (text, time) = (style(.reaction), style(.time))
    let rise = (reactionHeight - text.lineHeight).half + TimeLabel.ascent(text) - TimeLabel.ascent(time)
    return bubbleInsets.bottom + reactionHeight - rise - time.lineHeight
  }
}
