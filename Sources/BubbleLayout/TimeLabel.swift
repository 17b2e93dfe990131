public import Frames
import TextLayout

/// The time of a message (with its edit mark and status), measured, looking for its place in the bubble.
struct TimeLabel {
  let text: LaidOutText
  let time: UTCTime
  /// An icon behind the time: how far the message got.
  var status: FrameStatus?

  /// How wide the time is with its icon, in whole px.
  func width(_ theme: Theme) -> LayoutUnit {
    text.width.ceilingPx + (status == nil ? .zero : theme.statusGap + theme.statusIcon.width)
  }

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
  }

  /// The label's place in a bubble whose last part is `last`.
  func placement(
    after last: Part, at lastTop: LayoutUnit, in stack: Size, maxWidth: LayoutUnit, theme: Theme
  ) -> Placement {
    let (stackWidth, height) = (stack.width, stack.height)
    let style = theme.style(.time)
    let width = width(theme)
    if last.takesOverlay {
      let needed = width + (theme.overlayInset + theme.overlayPadding) * 2
      if needed <= stackWidth, last.size.height >= style.lineHeight + theme.overlayInset * 3 {
        return Placement(
          top: height - theme.overlayInset - style.lineHeight, anchor: .trailing,
          inset: theme.overlayInset + theme.overlayPadding, minimumWidth: needed, minimumHeight: height,
          isOverlay: true)
      }
    }
    let insets = theme.bubbleInsets
    if let line = last.lastLine {
      let needed =
        last.insets.left + line.indent + line.width + theme.timeGap + width + last.insets.right
      if needed <= maxWidth {
        // One baseline: with the common ascent the baseline lies `ascent(size)` under a line's top.
        let top = lastTop + line.top + Self.ascent(line.style) - Self.ascent(style)
        return Placement(
          top: top, anchor: line.direction == .leftToRight ? .trailing : .leading,
          inset: line.direction == .leftToRight ? last.insets.right : last.insets.left,
          minimumWidth: needed, minimumHeight: height)
      }
    }
    let top = height - last.insets.bottom + theme.timeLineGap
    return Placement(
      top: top, anchor: .trailing, inset: insets.right,
      minimumWidth: width + insets.left + insets.right,
      minimumHeight: top + style.lineHeight + theme.timeLineBottom)
  }

  /// Adds the label to `items`, in a bubble with the given box.
  func place(_ placement: Placement, in bubble: Rect, into items: inout [FrameItem], theme: Theme) {
    // A time alone ends exactly where the text beside it may end; on a ground or before an icon it starts on a whole px.
    let isAlone = status == nil && !placement.isOverlay
    let x: LayoutUnit =
      switch placement.anchor {
      case .leading: placement.inset
      case .trailing: bubble.width - placement.inset - (isAlone ? text.width : width(theme))
      }
    let rect = Rect(
      x: bubble.minX + x, y: bubble.minY + placement.top, width: text.width, height: text.height)
    if placement.isOverlay {
      let pad = theme.overlayPadding
      let ground = Rect(
        x: rect.minX - pad, y: rect.minY - theme.overlayRise,
        width: (status == nil ? rect.width : width(theme)) + pad * 2,
        height: rect.height + theme.overlayRise * 2)
      items.append(FrameItem(StaticBox(.pill), ground, .box(.pill, radius: ground.height.half)))
    }
    place(at: rect.origin, into: &items, theme: theme)
  }

  /// Adds the time and its icon to `items`, at `origin`.
  func place(at origin: Point, into items: inout [FrameItem], theme: Theme) {
    let rect = Rect(x: origin.x, y: origin.y, width: text.width, height: text.height)
    items.append(FrameItem(StaticBox(.time), rect, .time(text.block, time)))
    guard let status else { return }
    let icon = Rect(
      x: rect.minX + text.width.ceilingPx + theme.statusGap,
      y: rect.minY + (rect.height - theme.statusIcon.height).half.ceilingPx, width: theme.statusIcon.width,
      height: theme.statusIcon.height)
    items.append(FrameItem(StaticBox(.status), icon, .status(status)))
  }

  /// Distance from a line's top to its baseline: the common ascent, rounded as browsers round it, and half
  /// of what the line is taller than ascent and descent.
  static func ascent(_ style: TextStyle) -> LayoutUnit {
    let ascent = (style.fontSize.px * Double(CommonMetrics.ascent) / 100).rounded()
    let descent = (style.fontSize.px * Double(CommonMetrics.descent) / 100).rounded()
    return LayoutUnit(nearest: ascent + ((style.lineHeight.px - ascent - descent) / 2).rounded(.down))
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
