import ChatModel
import Frames
import ICU
import Phrases
import TextLayout

extension CodeSnippet: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.code(code))
    if let label = SourceLabel.name(of: language ?? "") { body(.label(label)) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: code) }

  func describe(in transcript: inout Transcript, of message: Message) {
    transcript.add(.code(code, language: language ?? ""))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addCode(code, language: language ?? "", number: -1, to: &stack)
  }
}

extension RowLayouter {
  /// The number of lines from which code is folded.
  private static let mostLines = 20
  /// The most lines that are shown of folded code.
  private static let linesAboveFold = 12

  /// The width of content that fills the column: code, tables, answers of assistants.
  var fullWidth: LayoutUnit { theme.columnWidth - bubbleLeft(.incoming) - theme.sideMargin }

  /// Adds code on its own background, as wide as the column allows. Long lines wrap, because a printed page cannot scroll.
  ///
  /// Above it are the name of its language and a button that copies it. Of long code only the beginning is shown, with a line
  /// that opens the rest.
  func addCode(
    _ code: String, language: String = "", number: Int, indent: LayoutUnit = .zero, to stack: inout PartStack
  ) {
    let padding = theme.codePadding
    let insets = theme.bubbleInsets
    let available = max(stack.maxWidth, fullWidth) - insets.left - insets.right - indent - padding * 2
    let (laid, rest) = codeLines(code, maxWidth: available)
    let height = theme.style(.cardLabel).lineHeight
    let label = SourceLabel.name(of: language).map {
      line($0, role: .cardLabel, maxWidth: available - height - theme.iconGap)
    }
    let hasHeader = label != nil || displayedNumber(laid.block.lines.count) > 2
    let top = padding + (hasHeader ? max(height, label?.height ?? .zero) + theme.cardLineGap : .zero)
    let header = hasHeader ? (label.map { $0.width + theme.iconGap } ?? .zero) + height : .zero
    let more = rest.map { moreLine($0, maxWidth: available - theme.foldMark) }
    let width = max(laid.width, header, more.map { $0.width.ceilingPx + theme.foldMark } ?? .zero)
    let text = Rect(x: indent + padding, y: top, width: laid.width, height: laid.height)
    let moreTop = text.maxY + theme.cardLineGap
    let bottom = more.map { moreTop + $0.height } ?? text.maxY
    let ground = Rect(x: indent, y: .zero, width: width + padding * 2, height: bottom + padding)
    stack.draw(.card, number: number, ground, .box(.codeGround, radius: theme.innerRadius))
    if let label {
      stack.draw(
        .language, number: number,
        Rect(x: text.minX, y: padding, width: label.width, height: label.height), .text(label.block))
    }
    if hasHeader {
      stack.draw(
        .copy, number: number, Rect(x: text.minX + width - height, y: padding, width: height, height: height),
        .copy)
    }
    stack.draw(.code, number: number, text, .text(laid.block))
    if let more, let rest {
      stack.draw(
        .more, number: number, Rect(x: text.minX, y: moreTop, width: more.width, height: more.height),
        .text(more.block))
      let area = Rect(x: indent, y: moreTop, width: ground.width, height: more.height + padding)
      let body = foldedBlock(stack.side) { addFoldedCode(rest, number: number, to: &$0) }
      stack.draw(.unfold, number: number, area, .fold(FrameFold(name: more.block.text, body: body)))
    }
    stack.endPart(
      size: Size(width: ground.maxX, height: ground.height), insets: insets,
      wideVariant: laid.block.hasSoftBreaks || rest != nil ? .unknown : .same)
  }

  /// Adds code without its own background.
  func addFoldedCode(
    _ code: String, marks: [TextMark] = [], number: Int = -1, to block: inout PartStack
  ) {
    let insets = theme.bubbleInsets
    let laid = codeLine(code, marks: marks, maxWidth: block.maxWidth - insets.left - insets.right)
    block.draw(
      .code, number: number, Rect(x: .zero, y: .zero, width: laid.width, height: laid.height),
      .text(laid.block))
    block.endPart(size: Size(width: laid.width, height: laid.height), insets: insets)
  }

  /// Returns the lines of code that are shown, and the code that is folded away if it is long.
  ///
  /// The fold is at the end of a source line, at one offset in both layouts.
  private func codeLines(_ code: String, maxWidth: LayoutUnit) -> (LaidOutText, rest: String?) {
    let whole = codeLine(code, maxWidth: maxWidth)
    var cut = 0
    if tools.foldsLongContent, whole.block.lines.count > Self.mostLines {
      for index in 0..<Self.linesAboveFold where whole.block.lines[index].ending == .newline {
        cut = Int(whole.block.lines[index].end)
      }
    }
    var bytes = Array(whole.block.text.utf8)
    if HiddenTexts.hasReserved(code), cut > 0 {
      // The block has bars in place of marks, but the lines of the code.
      let lines = bytes[..<cut].count { $0 == UInt8(ascii: "\n") }
      bytes = Array(code.utf8)
      cut = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.dropFirst(lines).first ?? 0
    }
    cut = displayedNumber(cut)
    guard cut > 0, cut < bytes.count else { return (whole, nil) }
    let newline = UInt8(ascii: "\n")
    var (head, rest) = (bytes[..<cut], bytes[cut...])
    if head.last == newline { head.removeLast() } else if rest.first == newline { rest.removeFirst() }
    return (
      codeLine(String(decoding: head, as: UTF8.self), maxWidth: maxWidth),
      String(decoding: rest, as: UTF8.self)
    )
  }

  /// Returns the line that opens the rest of code.
  private func moreLine(_ rest: String, maxWidth: LayoutUnit) -> LaidOutText {
    let count = rest.utf8.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
    return line(
      wording.phrases(.moreLines, count: count, shown: dates.integer(count)), role: .cardFact,
      maxWidth: maxWidth)
  }

  /// Lays code out. The rest of a wrapped line is indented by two columns of the face (0.6 em each); the style sheet writes two
  /// spaces there.
  private func codeLine(_ code: String, marks: [TextMark] = [], maxWidth: LayoutUnit) -> LaidOutText {
    if let cached = measured.take(code, .code), cached.maxWidth <= maxWidth, !cached.laid.block.hasSoftBreaks
    {
      return cached.laid
    }
    let style = theme.style(.code)
    let options = LineOptions(balance: false)
    var laid = text.layOut(
      code, marks: marks, role: .code, style: style, maxWidth: maxWidth, options: options)
    if laid.block.hasSoftBreaks {
      let indent = style.fontSize.scaled(by: 1.2)
      laid = text.layOut(
        code, marks: marks, role: .code, style: style, maxWidth: maxWidth - indent, options: options)
      laid.indentWrappedLines(by: indent)
    }
    measured.add(code, .code, maxWidth, laid)
    return laid
  }
}

extension LaidOutText {
  /// Indents the continuation of wrapped lines.
  fileprivate mutating func indentWrappedLines(by indent: LayoutUnit) {
    for index in block.lines.indices.dropFirst() where block.lines[index - 1].ending != .newline {
      width = max(width, block.lines[index].width + indent)
    }
  }
}
