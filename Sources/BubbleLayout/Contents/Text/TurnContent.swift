import ChatModel
import Frames
import ICU
import Phrases
import TextLayout

extension TurnPart: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    if let name { body(.label(name)) }
    let use = StepUse(of: self)
    if !use.object.isEmpty { body(.label(use.object)) }
    // Between and around what steps did.
    body(.label("+−…·0123456789:"))
    if use.action == .plan {
      body(.label("✓→○"))
      body(.label(text))
    }
    if use.action == .edit { body(.code("+- 0123456789")) }
    body(.code(text))
  }

  func line(_ quoting: QuoteLine) -> String {
    quoting.line(
      ofPlain: quoting.wording.phrases(
        .named, .label(quoting.wording.turn(self)), .name(Wording.isolated(text))))
  }

  func describe(in transcript: inout Transcript, of message: Message) {
    transcript.add(.titled(transcript.wording.turn(self), text: text, isCode: kind != .thinking))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addTurn(self, side: input.decoration.side, to: &stack)
  }
}

extension RowLayouter {
  /// Adds part of an LLM turn that is a message of its own: one line.
  func addTurn(_ part: TurnPart, side: Side, to stack: inout PartStack) {
    addStep(part, side: side, number: 0, to: &stack)
    let insets = theme.bubbleInsets
    guard let last = stack.parts.indices.last else { return }
    (stack.parts[last].insets.top, stack.parts[last].insets.bottom) = (insets.top.half, insets.bottom.half)
  }

  /// Adds the steps of an LLM turn that is one message: a line for each, with its text folded.
  func addSteps(_ steps: [TurnPart], side: Side, to stack: inout PartStack) {
    for (number, step) in steps.enumerated() { addStep(step, side: side, number: number, to: &stack) }
  }

  /// Adds a line with an icon and the number of lines that it opens.
  private func addStep(_ step: TurnPart, side: Side, number: Int, to stack: inout PartStack) {
    let insets = theme.bubbleInsets
    var ending = ""
    var fold: FrameFold?
    if !step.text.isEmpty {
      let body = foldedText(of: step, side)
      ending = " · \(self.words(ofLinesIn: body))"
      fold = FrameFold(name: wording.turn(step) + ending, body: body)
    }
    let icon = theme.style(.cardFact).lineHeight
    let indent = icon + theme.iconGap.half
    let line = stepLine(
      step, ending: ending, maxWidth: stack.maxWidth - insets.left - insets.right - indent - theme.foldMark)
    let area = Rect(
      x: .zero, y: .zero, width: indent + line.width.ceilingPx + theme.foldMark, height: line.height)
    stack.draw(
      .icon, number: number, Rect(x: .zero, y: .zero, width: icon, height: icon), .icon(step.kind.icon))
    stack.draw(
      .step, number: number, Rect(x: indent, y: .zero, width: line.width, height: line.height),
      .text(line.block))
    if let fold { stack.draw(.history, number: number, area, .fold(fold)) }
    stack.endPart(
      size: area.size,
      insets: Insets(top: theme.headerGap, left: insets.left, bottom: insets.bottom, right: insets.right))
  }

  /// Returns the line of a step: its title, the mark of a failure, and `ending`. If it is too long, the kind of a named step, which
  /// its icon shows too, is left out, and then the title is cut, so that mark and ending stay.
  private func stepLine(_ step: TurnPart, ending: String, maxWidth: LayoutUnit) -> LaidOutText {
    func line(_ words: String) -> (line: LaidOutText, isWhole: Bool) {
      let line = self.line(words, role: .cardFact, maxWidth: maxWidth)
      return (line, line.isWhole(words))
    }
    let whole = line(wording.turn(step) + ending)
    guard !whole.isWhole, step.hasFailed || !ending.isEmpty else { return whole.line }
    let title = step.name ?? wording.title(of: step)
    var best = line(wording.turn(step, titled: Wording.isolated(title)) + ending)
    guard !best.isWhole else { return best.line }
    // The longest beginning of the title that fits, by bisection.
    var (least, most) = (0, title.count)
    while least < most - 1 {
      let length = (least + most) / 2
      let cut = Wording.isolated(title.prefix(length) + "…")
      let shorter = line(wording.turn(step, titled: cut) + ending)
      if shorter.isWhole { (least, best) = (length, shorter) } else { most = length }
    }
    guard best.isWhole else { return whole.line }
    best.line.noteCut(from: wording.turn(step) + ending)
    return best.line
  }

  private func foldedText(of part: TurnPart, _ side: Side) -> Frame {
    foldedBlock(side) { block in
      switch part.kind {
      case .thinking: addLabel(part.text, role: .cardText, to: &block)
      // Tool calls and results are set as code, because their columns matter.
      case .toolCall, .toolResult: addFoldedCode(part.text, to: &block)
      }
    }
  }

  private func words(ofLinesIn body: Frame) -> String {
    let lines = displayedNumber(body.lineCount)
    return wording.phrases(.lines, count: lines, shown: dates.integer(lines))
  }
}

extension TurnPart.Kind {
  /// The icon on its card.
  var icon: FrameIcon {
    switch self {
    case .thinking: .thought
    case .toolCall: .tool
    case .toolResult: .result
    }
  }
}

extension Message {
  /// True if the message is a step of a turn: one line without a time.
  var isStep: Bool {
    if case .part(let part) = content { part is TurnPart } else { false }
  }

  /// True if the user wrote the message to an assistant.
  var isPrompt: Bool { hasExtras && extras?.role == "user" }

  /// True if an assistant wrote the message; lists and tables in answers need room.
  var isAnswer: Bool { hasExtras && extras?.role == "assistant" }
}
