import ChatModel
import Frames
import TextLayout

extension CodeSnippet: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) { body(.code(code)) }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: code) }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addCode(code, number: -1, to: &stack)
  }
}

extension RowLayouter {
  /// Adds code on its own background. Long lines wrap, because a printed page cannot scroll.
  func addCode(_ code: String, number: Int, indent: LayoutUnit = .zero, to stack: inout PartStack) {
    let padding = theme.codePadding
    let insets = theme.bubbleInsets
    let laid = layOut(
      code, role: .code, maxWidth: stack.maxWidth - insets.left - insets.right - indent - padding * 2)
    let ground = Rect(
      x: indent, y: .zero, width: laid.width + padding * 2, height: laid.height + padding * 2)
    let text = Rect(x: indent + padding, y: padding, width: laid.width, height: laid.height)
    stack.draw(.card, number: number, ground, .box(.codeGround, radius: theme.innerRadius))
    stack.draw(.code, number: number, text, .text(laid.block))
    stack.endPart(
      size: Size(width: ground.maxX, height: ground.height), insets: insets,
      wideVariant: laid.block.hasSoftBreaks ? .unknown : .same)
  }
}
