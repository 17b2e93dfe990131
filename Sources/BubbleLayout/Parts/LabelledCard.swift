import Frames
import TextLayout

extension RowLayouter {
  /// Adds a card with a label and lines of facts.
  func addCard(label: String, lines: [String], to stack: inout PartStack) {
    let padding = theme.cardPadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - padding * 2
    let head = line(Wording.oneLine(label), role: .cardLabel, maxWidth: available)
    let body = lines.filter { !$0.isEmpty }.joined(separator: "\n")
    let detail =
      body.isEmpty
      ? nil
      : layOut(body, role: .cardText, maxWidth: available)
    let headRect = Rect(x: padding, y: padding, width: head.width, height: head.height)
    let detailRect = detail.map {
      Rect(x: padding, y: headRect.maxY + theme.cardLineGap, width: $0.width, height: $0.height)
    }
    let ground = Rect(
      x: .zero, y: .zero, width: max(head.width, detail?.width ?? .zero) + padding * 2,
      height: (detailRect ?? headRect).maxY + padding)
    stack.draw(.card, ground, .box(.card, radius: theme.innerRadius))
    stack.draw(.label, headRect, .text(head.block))
    if let detail, let detailRect { stack.draw(.detail, detailRect, .text(detail.block)) }
    stack.endPart(size: ground.size, insets: insets, direction: (detail ?? head).block.direction)
  }
}
