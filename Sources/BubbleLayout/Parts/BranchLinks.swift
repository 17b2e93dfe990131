import ChatModel
import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Adds the number of the message among its alternatives, with links to the previous and the next one.
  func addBranch(_ relations: Relations, to stack: inout PartStack) {
    guard let branch = relations.branch else { return }
    let insets = theme.bubbleInsets
    var x = LayoutUnit.zero
    var height = LayoutUnit.zero
    func add(_ words: String, _ number: Int, _ target: MessageLink?) {
      let text = cachedLine(words, role: .cardFact, maxWidth: stack.maxWidth)
      let pad = target == nil ? LayoutUnit.zero : theme.reactionPadding
      let width = text.width.ceilingPx + pad * 2
      stack.draw(
        .branch, number: number, Rect(x: x + pad, y: .zero, width: text.width, height: text.height),
        .text(text.block))
      if let target {
        stack.drawLink(to: target, Rect(x: x, y: .zero, width: width, height: text.height))
      }
      x = x + width
      height = max(height, text.height)
    }
    add(wording.branch(branch, shown: dates.integer), -1, nil)
    if let previous = relations.link(.previousBranch) { add("‹", 0, previous) }
    if let next = relations.link(.nextBranch) { add("›", 1, next) }
    stack.endPart(
      size: Size(width: x, height: height),
      insets: Insets(top: insets.top, left: insets.left, bottom: theme.headerGap, right: insets.right))
  }
}
