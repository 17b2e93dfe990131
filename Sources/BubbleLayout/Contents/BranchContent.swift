import ChatModel
import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// The row of a message on another branch than the current one: a line that says so, and the message folded away
  /// under it just as it would be shown.
  func otherBranchFrame(_ input: RowInput, gap: LayoutUnit) -> Frame {
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
    let words = wording.otherBranch(input.relations?.branch, sender: sender, shown: dates.integer)
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

  /// Which of several alternatives the message is, with the ways to the one before and after it.
  func addBranch(_ relations: Relations, to stack: inout PartStack) {
    guard let branch = relations.branch else { return }
    let insets = theme.bubbleInsets
    var x = LayoutUnit.zero
    var height = LayoutUnit.zero
    func add(_ words: String, _ number: Int, _ target: MessageLink?) {
      let text = knownLine(words, role: .cardFact, maxWidth: stack.maxWidth)
      let pad = target == nil ? LayoutUnit.zero : theme.reactionPadding
      let width = text.width.ceilingPx + pad * 2
      stack.draw(
        .branch, number: number, Rect(x: x + pad, y: .zero, width: text.width, height: text.height),
        .text(text.block))
      if let target {
        stack.draw(way: target, Rect(x: x, y: .zero, width: width, height: text.height))
      }
      x = x + width
      height = max(height, text.height)
    }
    add(wording.branch(branch, shown: dates.integer), -1, nil)
    if let previous = relations.way(.previousBranch) { add("‹", 0, previous) }
    if let next = relations.way(.nextBranch) { add("›", 1, next) }
    stack.endPart(
      size: Size(width: x, height: height),
      insets: Insets(top: insets.top, left: insets.left, bottom: theme.headerGap, right: insets.right))
  }
}
