import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// What stands in the place of a message that was taken back: a quiet line, with the time behind it.
  func addDeleted(_ deletion: Deletion, of input: RowInput, to stack: inout PartStack) {
    let insets = theme.bubbleInsets
    let remover = deletion.by == input.message.sender ? nil : deletion.by.flatMap(spokenName)
    let moment = deletion.instant.flatMap { input.moments[$0] }
    let words = label(
      wording.deleted(
        deletion.reason, isViewOnce: input.message.extras?.isViewOnce == true, by: remover,
        at: moment.map { self.words(of: $0, on: input.localDay) }), role: .cardFact,
      maxWidth: stack.maxWidth - insets.left - insets.right)
    let style = theme.style(.cardFact)
    stack.draw(
      .detail, Rect(x: .zero, y: .zero, width: words.width, height: words.height), .text(words.block))
    stack.endPart(
      size: Size(width: words.width, height: words.height), insets: insets,
      lastLine: Part.LastLine(
        width: words.lastLineWidth, top: words.height - style.lineHeight, indent: .zero, style: style,
        direction: words.block.direction))
  }
}
