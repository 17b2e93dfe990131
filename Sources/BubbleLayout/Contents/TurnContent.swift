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
  /// A part of an LLM turn: what it is and how long, with its text folded away.
  func addTurn(_ part: TurnPart, side: Side, to stack: inout PartStack) {
    var card = IconCard(icon: part.kind.icon, title: wording.turn(part))
    if !part.text.isEmpty {
      let body = foldedBlock(side) { block in
        switch part.kind {
        case .thinking: addLabel(part.text, role: .cardText, to: &block)
        // What programs say to each other is set as code: its columns mean something.
        case .toolCall, .toolResult: addLabel(part.text, role: .code, box: .code, to: &block)
        }
      }
      let lines = said(body.lineCount)
      card.facts = wording.phrases(.lines, count: lines, shown: dates.integer(lines))
      card.fold = FrameFold(name: "\(card.title), \(card.facts)", body: body)
    }
    addCard(card, to: &stack)
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
