import ChatModel
import Frames
import TextLayout

extension CodeSnippet: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.code(code))
    if let label = SourceLabel.name(of: language ?? "") { body(.label(label)) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: code) }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addCode(code, language: language ?? "", number: -1, to: &stack)
  }
}

extension RowLayouter {
  /// Adds code on its own background. Long lines wrap, because a printed page cannot scroll.
  ///
  /// The source of a diagram or formula has the name of its language above it.
  func addCode(
    _ code: String, language: String = "", number: Int, indent: LayoutUnit = .zero, to stack: inout PartStack
  ) {
    let padding = theme.codePadding
    let insets = theme.bubbleInsets
    let available = stack.maxWidth - insets.left - insets.right - indent - padding * 2
    let label = SourceLabel.name(of: language).map { line($0, role: .cardLabel, maxWidth: available) }
    let laid = layOut(code, role: .code, maxWidth: available)
    let top = padding + (label.map { $0.height + theme.cardLineGap } ?? .zero)
    let width = max(laid.width, label?.width ?? .zero)
    let ground = Rect(x: indent, y: .zero, width: width + padding * 2, height: top + laid.height + padding)
    stack.draw(.card, number: number, ground, .box(.codeGround, radius: theme.innerRadius))
    if let label {
      stack.draw(
        .language, number: number,
        Rect(x: indent + padding, y: padding, width: label.width, height: label.height), .text(label.block))
    }
    let text = Rect(x: indent + padding, y: top, width: laid.width, height: laid.height)
    stack.draw(.code, number: number, text, .text(laid.block))
    stack.endPart(
      size: Size(width: ground.maxX, height: ground.height), insets: insets,
      wideVariant: laid.block.hasSoftBreaks ? .unknown : .same)
  }
}
