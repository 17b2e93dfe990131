import Frames
import TextLayout

extension RowLayouter {
  /// Adds the quote above a reply: sender and one line of the answered message, linked to it.
  func addQuote(_ quote: QuotedMessage, to stack: inout PartStack) {
    let padding = theme.quotePadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - padding.left - padding.right
    let name = cachedLine(Wording.oneLine(quote.name), role: .quoteName, maxWidth: available)
    let text = line(quote.text, role: .quote, maxWidth: available)
    let width = max(name.width, text.width)
    let direction = text.block.text.isEmpty ? name.block.direction : text.block.direction
    // In a left-to-right quotation, right-to-left lines are aligned at the end of the longer line.
    let nameWidth =
      direction == .rightToLeft || name.block.direction == .leftToRight ? name.width : width
    let textWidth = text.block.direction == direction ? text.width : width
    let height = padding.top + name.height + text.height + padding.bottom
    let ground = Rect(x: .zero, y: .zero, width: width + padding.left + padding.right, height: height)
    stack.draw(.quote, ground, .box(.quote, radius: theme.innerRadius))
    let sender = id(of: quote.sender)
    stack.draw(
      .quoteBar, Rect(x: .zero, y: .zero, width: theme.quoteBar, height: height),
      .box(.quoteBar, radius: theme.quoteBar.half), of: sender)
    stack.draw(
      .quoteName, Rect(x: padding.left, y: padding.top, width: nameWidth, height: name.height),
      .text(name.block), of: sender)
    stack.draw(
      .quoteText,
      Rect(x: padding.left, y: padding.top + name.height, width: textWidth, height: text.height),
      .text(text.block))
    if let page = quote.page {
      stack.draw(.jump, ground, .jump(MessageLink(page: page, anchor: quote.anchor)))
    }
    // Cut lines stay as they are on large screens (`RowLayouter.line`).
    stack.endPart(size: ground.size, insets: insets, direction: direction, wideVariant: .same)
  }
}
