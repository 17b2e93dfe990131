import ChatModel
import Frames
import Phrases

extension RowLayouter {
  /// The mark beside the bubble of a message that could not be sent.
  ///
  /// Outside, on the side away from the sender, so that a bubble is as wide as if it had been sent.
  func addFailure(of input: RowInput, beside box: Rect, to items: inout [FrameItem]) {
    guard input.message.extras?.status == "failed" else { return }
    let side = input.decoration.side
    var mark = Slot(side: .trailing, alignment: .centre, gap: theme.failedGap).place(
      Size(width: theme.failedMark, height: theme.failedMark), beside: placed(box, side))
    mark.origin.x = min(mark.minX, theme.columnWidth - theme.failedMark)
    items.append(
      FrameItem(
        ItemID(.status), placed(mark, side),
        .status(FrameStatus(kind: .failed, name: wording.name(of: .failed)))))
  }
}
