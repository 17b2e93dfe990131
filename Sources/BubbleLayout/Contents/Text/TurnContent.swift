import ChatModel
import Frames
import ICU
import Phrases
import TextLayout

extension TurnPart: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    if let name { body(.label(name)) }
    body(.code(text))
  }

  func line(_ quoting: QuoteLine) -> String {
    quoting.line(
      ofPlain: quoting.wording.phrases(
        .named, .label(quoting.wording.turn(self)), .name(Wording.isolated(text))))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addTurn(self, side: input.decoration.side, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card for part of an LLM turn: its kind and number of lines, with the text folded.
  func addTurn(_ part: TurnPart, side: Side, to stack: inout PartStack) {
    var card = IconCard(icon: part.kind.icon, title: wording.turn(part))
    if !part.text.isEmpty {
      let body = foldedText(of: part, side)
      card.facts = words(ofLinesIn: body)
      card.fold = FrameFold(name: "\(card.title), \(card.facts)", body: body)
    }
    addCard(card, to: &stack)
  }

  /// Adds the steps of an LLM turn that is one message: a line for each, with its text folded.
  func addSteps(_ steps: [TurnPart], side: Side, to stack: inout PartStack) {
    for (number, step) in steps.enumerated() {
      var words = wording.turn(step)
      var fold: FrameFold?
      if !step.text.isEmpty {
        let body = foldedText(of: step, side)
        words += " · \(self.words(ofLinesIn: body))"
        fold = FrameFold(name: words, body: body)
      }
      addFoldLine(words, fold, roles: (.step, .history), number: number, to: &stack)
    }
  }

  private func foldedText(of part: TurnPart, _ side: Side) -> Frame {
    foldedBlock(side) { block in
      switch part.kind {
      case .thinking: addLabel(part.text, role: .cardText, to: &block)
      // Tool calls and results are set as code, because their columns matter.
      case .toolCall, .toolResult: addLabel(part.text, role: .code, id: ItemID(.code), to: &block)
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
  fileprivate var icon: FrameIcon {
    switch self {
    case .thinking: .thought
    case .toolCall: .tool
    case .toolResult: .result
    }
  }
}
