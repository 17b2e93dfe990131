import Frames
import TextLayout

extension RowLayouter {
  /// The answered message above a reply: who, one line of what, and the way there.
  func quotePart(_ quote: QuotedMessage, stack: PartStack) -> Part {
    let padding = theme.quotePadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - padding.left - padding.right
    let name = line(Wording.oneLine(quote.name), role: .quoteName, maxWidth: available)
    let text = line(quote.text, role: .quote, maxWidth: available)
    let width = max(name.width, text.width)
    let height = padding.top + name.height + text.height + padding.bottom
    let ground = Rect(x: .zero, y: .zero, width: width + padding.left + padding.right, height: height)
    var items: [(item: FrameItem, fit: Part.Fit)] = [
      (FrameItem(StaticBox(.quote), ground, .box(.quote, radius: theme.innerRadius)), .stretch),
      (
        FrameItem(
          StaticBox(.quoteBar), Rect(x: .zero, y: .zero, width: theme.quoteBar, height: height),
          .box(.quoteBar, radius: theme.quoteBar.half)), .fixed
      ),
      (
        FrameItem(
          StaticBox(.quoteName),
          Rect(x: padding.left, y: padding.top, width: name.width, height: name.height), .text(name.block)),
        .fixed
      ),
      (
        FrameItem(
          StaticBox(.quoteText),
          Rect(x: padding.left, y: padding.top + name.height, width: text.width, height: text.height),
          .text(text.block)), .fixed
      ),
    ]
    if let page = quote.page {
      items.append(
        (FrameItem(StaticBox(.jump), ground, .jump(JumpTarget(page: page, anchor: quote.anchor))), .stretch))
    }
    return Part(size: ground.size, insets: insets, items: items)
  }
}
