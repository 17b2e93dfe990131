import ChatModel
import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Lays out a message on another branch than the current one: a line that names the branch, or the sender of an agent's turn. It
  /// opens the message, folded under it in its normal layout.
  func offBranchFrame(_ input: RowInput, gap: LayoutUnit) -> Frame {
    let side = input.decoration.side
    let padding = theme.pillPadding
    var whole = input
    whole.extras.relations?.isOffBranch = false
    whole.extras.relations?.branch = nil
    var decoration = input.decoration
    (decoration.startsGroup, decoration.endsGroup) = (true, true)
    (decoration.joinsAbove, decoration.joinsBelow) = (false, false)
    whole.decoration = decoration
    let inside = messageFrames(whole, gap: theme.groupGap).frame
    let sender = input.message.sender.flatMap(spokenName) ?? ""
    let isAside = input.message.extras?.isAside == true && !sender.isEmpty
    let words =
      isAside ? sender : wording.otherBranch(input.relations?.branch, sender: sender, shown: dates.integer)
    let left = bubbleLeft(side)
    let room = textWidth - padding.left - padding.right - theme.foldMark
    let line = self.line(words, role: .notice, maxWidth: room)
    let ground = placed(
      Rect(
        x: left, y: gap, width: line.width.ceilingPx + padding.left + padding.right + theme.foldMark,
        height: padding.top + line.height + padding.bottom), side)
    let text = Rect(
      x: ground.minX + padding.left, y: ground.minY + padding.top, width: line.width, height: line.height)
    var items = [
      FrameItem(
        ItemID(.pill), ground, .box(.pill, radius: min(ground.height.half, theme.pillRadius))),
      FrameItem(ItemID(.notice), text, .text(line.block)),
    ]
    items.append(
      FrameItem(ItemID(.fold), ground, .fold(FrameFold(name: words, body: inside))))
    return frame(height: ground.maxY, items: items)
  }
}
