import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// Adds the line above a message's content: its origin if forwarded, role and model, thread, view once.
  func addHeader(_ extras: MessageExtras, of input: RowInput, to stack: inout PartStack) {
    let words = wording.header(
      extras, sender: name(of: input.message.sender),
      forwarded: extras.forwardedAt.flatMap { input.moments[$0] }.map {
        self.words(of: $0, on: input.localDay)
      },
      isTurnPart: input.message.content.isTurnPart, isGone: input.message.content.isGone)
    guard !words.isEmpty else { return }
    let insets = theme.bubbleInsets
    let (label, wideVariant) = layOutPart(
      words, role: .quoteName, maxWidth: stack.maxWidth - insets.left - insets.right, isRecorded: true)
    let area = Rect(x: .zero, y: .zero, width: label.width, height: label.height)
    stack.draw(.caption, area, .text(label.block))
    if let root = input.relations?.link(.threadRoot) { stack.drawLink(to: root, area) }
    stack.endPart(
      size: area.size,
      insets: Insets(top: insets.top, left: insets.left, bottom: theme.headerGap, right: insets.right),
      wideVariant: input.relations == nil ? wideVariant : .unknown)
  }
}

extension MessageContent {
  /// True if the message is part of an LLM turn, whose card names role and model itself.
  fileprivate var isTurnPart: Bool { if case .part(let part) = self { part is TurnPart } else { false } }

  /// True if the message was deleted.
  var isGone: Bool { if case .part(let part) = self { part is Deletion } else { false } }
}
