import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// Chips with emoji and count, in as many lines as they need.
  func reactionParts(_ reactions: [Reaction], stack: PartStack) -> [Part] {
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right
    let height = theme.reactionHeight
    var x = LayoutUnit.zero
    var y = LayoutUnit.zero
    var width = LayoutUnit.zero
    var items: [(item: FrameItem, fit: Part.Fit)] = []
    for (number, reaction) in reactions.enumerated() {
      let label = line(
        Wording.reaction(reaction), role: .reaction, maxWidth: available - theme.reactionPadding * 2)
      let chip = label.width.ceilingPx + theme.reactionPadding * 2
      if x > .zero, x + chip > available {
        x = .zero
        y = y + height + theme.reactionGap
      }
      let ground = Rect(x: x, y: y, width: chip, height: height)
      let text = Rect(
        x: x + theme.reactionPadding, y: y + (height - label.height).half, width: label.width,
        height: label.height)
      items.append(
        (FrameItem(StaticBox(.chip, number), ground, .box(.reaction, radius: height.half)), .fixed))
      items.append((FrameItem(StaticBox(.reaction, number), text, .text(label.block)), .fixed))
      width = max(width, ground.maxX)
      x = x + chip + theme.reactionGap
    }
    let lastStyle = theme.style(.reaction)
    return [
      Part(
        size: Size(width: width, height: y + height),
        insets: Insets(top: 4, left: insets.left, bottom: insets.bottom, right: insets.right), items: items,
        lastLine: Part.LastLine(
          width: max(.zero, x - theme.reactionGap), top: y + (height - lastStyle.lineHeight).half,
          indent: .zero, style: lastStyle, direction: .leftToRight))
    ]
  }
}
