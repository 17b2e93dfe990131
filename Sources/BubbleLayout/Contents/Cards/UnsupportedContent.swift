import ChatModel
import Phrases

extension Unsupported: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(name))
    if let text { body(.plain(text)) }
    for fact in facts.facts { body(.plain(Self.words(of: fact))) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: text ?? quoting.wording.card(name)) }

  func describe(in transcript: inout Transcript, of message: Message) {
    let wording = transcript.wording
    transcript.add(note: wording.phrases(.notSupported, .kind(wording.card(name))))
    transcript.add(line: text ?? "")
    for fact in facts.facts { transcript.add(line: "\(fact.name): \(fact.value)") }
  }

  /// Adds a card with the name of the kind, the text and the facts.
  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addCard(
      label: layouter.wording.phrases(.notSupported, .kind(layouter.wording.card(name))),
      lines: [text ?? ""] + facts.facts.map(Self.words), to: &stack)
  }

  private static func words(of fact: PartFacts.Fact) -> String {
    Wording.oneLine("\(Wording.isolated(fact.name)): \(Wording.isolated(fact.value))")
  }
}
