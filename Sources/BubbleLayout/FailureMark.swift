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
    let inner = placed(box, side)
    let mark = Rect(
      x: min(inner.maxX + theme.failedGap, theme.columnWidth - theme.failedMark),
      y: inner.minY + max(.zero, (inner.height - theme.failedMark).half.ceilingPx), width: theme.failedMark,
      height: theme.failedMark)
    items.append(
      FrameItem(
        StaticBox(.status), placed(mark, side),
        .status(FrameStatus(kind: .failed, name: wording.phrases(.notSent)))))
  }
}
