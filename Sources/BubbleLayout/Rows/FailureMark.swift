import ChatModel
import Frames
import Phrases

extension RowLayouter {
  /// Adds the mark of a message that could not be sent.
  ///
  /// The mark is outside of the bubble, on the side away from the sender, so it does not change the bubble's width.
  func addFailure(of input: RowInput, beside box: Rect, to items: inout [FrameItem]) {
    guard input.message.extras?.status == "failed" else { return }
    let side = input.decoration.side
    var mark = SidePlacement(edge: .trailing, alignment: .centre, gap: theme.failedGap).rect(
      of:
        Size(width: theme.failedMark, height: theme.failedMark), beside: placed(box, side))
    mark.origin.x = min(mark.minX, theme.columnWidth - theme.failedMark)
    items.append(
      FrameItem(
        ItemID(.status), placed(mark, side),
        .status(FrameStatus(kind: .failed, name: wording.name(of: .failed)))))
  }
}
