import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// What stands above a message's own content: where it was forwarded from, its role and model, its thread.
  func headerParts(_ extras: MessageExtras, stack: PartStack) -> [Part] {
    let words = Wording.header(extras)
    guard !words.isEmpty else { return [] }
    let insets = theme.bubbleInsets
    let label = line(words, role: .quoteName, maxWidth: stack.maxWidth - insets.left - insets.right)
    return [
      Part(
        size: Size(width: label.width, height: label.height),
        insets: Insets(top: insets.top, left: insets.left, bottom: 2, right: insets.right),
        items: [
          (
            FrameItem(
              StaticBox(.caption), Rect(x: .zero, y: .zero, width: label.width, height: label.height),
              .text(label.block)), .fixed
          )
        ])
    ]
  }
}
