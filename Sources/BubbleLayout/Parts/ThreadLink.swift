import Frames
import ICU
import TextLayout

extension RowLayouter {
  /// Adds the line under a message that started a thread: the number of answers, linked to the first.
  func addThread(_ relations: Relations, to stack: inout PartStack) {
    guard relations.answers > 0 else { return }
    let insets = theme.bubbleInsets
    let words = wording.answers(relations.answers, shown: dates.integer(relations.answers))
    let line = cachedLine(words, role: .quoteName, maxWidth: stack.maxWidth - insets.left - insets.right)
    let area = Rect(x: .zero, y: .zero, width: line.width, height: line.height)
    stack.draw(.answers, area, .text(line.block))
    if let target = relations.link(.thread) { stack.drawLink(to: target, area) }
    stack.endPart(
      size: area.size,
      insets: Insets(top: theme.headerGap * 2, left: insets.left, bottom: insets.bottom, right: insets.right),
      lastLine: BubblePart.LastLine(
        width: line.width, top: .zero, indent: .zero,
        ascent: ascent(of: .quoteName, lineHeight: theme.style(.quoteName).lineHeight),
        direction: .leftToRight))
  }
}
