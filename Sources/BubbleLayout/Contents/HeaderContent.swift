import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// What stands above a message's own content: from whom it was forwarded, its role and model, its thread, that
  /// it could be viewed once.
  func addHeader(_ extras: MessageExtras, of input: RowInput, to stack: inout PartStack) {
    let words = wording.header(
      extras,
      forwarded: extras.forwardedAt.flatMap { input.moments[$0] }.map {
        self.words(of: $0, on: input.localDay)
      },
      isTurnPart: input.message.content.isTurnPart, isGone: input.message.content.isGone)
    guard !words.isEmpty else { return }
    let insets = theme.bubbleInsets
    let (label, widening) = layOutPart(
      words, role: .quoteName, maxWidth: stack.maxWidth - insets.left - insets.right, isNoted: true)
    let area = Rect(x: .zero, y: .zero, width: label.width, height: label.height)
    stack.draw(.caption, area, .text(label.block))
    if let root = input.relations?.way(.threadRoot) { stack.draw(way: root, area) }
    stack.endPart(
      size: area.size,
      insets: Insets(top: insets.top, left: insets.left, bottom: theme.headerGap, right: insets.right),
      widening: input.relations == nil ? widening : .unknown)
  }
}

extension MessageContent {
  /// Whether this is a part of a turn, which says itself what it is.
  fileprivate var isTurnPart: Bool { if case .part(let part) = self { part is TurnPart } else { false } }

  /// Whether nothing is left that could still be seen or disappear.
  var isGone: Bool { if case .part(let part) = self { part is Deletion } else { false } }
}
