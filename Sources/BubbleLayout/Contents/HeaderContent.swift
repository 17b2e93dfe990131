import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// What stands above a message's own content: where it was forwarded from, its role and model, its thread.
  func addHeader(_ extras: MessageExtras, to stack: inout PartStack) {
    let words = wording.header(extras)
    guard !words.isEmpty else { return }
    let insets = theme.bubbleInsets
    let label = line(words, role: .quoteName, maxWidth: stack.maxWidth - insets.left - insets.right)
    let size = Size(width: label.width, height: label.height)
    stack.draw(.caption, Rect(x: .zero, y: .zero, width: size.width, height: size.height), .text(label.block))
    stack.endPart(
      size: size,
      insets: Insets(top: insets.top, left: insets.left, bottom: theme.headerGap, right: insets.right))
  }
}
