import ChatModel
import Frames
import Phrases

extension Call: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(medium))
    if let outcome { body(.label(outcome)) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: quoting.wording.callLabel(self)) }

  func describe(in transcript: inout Transcript, of message: Message) {
    let facts = [
      transcript.wording.callLabel(self), duration.map(Wording.clock) ?? "",
    ]
    transcript.add(note: facts.filter { !$0.isEmpty }.joined(separator: " · "))
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    layouter.addCall(self, side: input.decoration.side, to: &stack)
  }
}

extension RowLayouter {
  /// Adds a card: kind and outcome of the call, direction and duration.
  func addCall(_ call: Call, side: Side, to stack: inout PartStack) {
    let facts = [
      wording.phrases(side == .outgoing ? .outgoing : .incoming),
      call.duration.map { inLocalDigits(Wording.clock($0)) } ?? "",
    ]
    let card = IconCard(
      icon: call.medium == "video" ? .camera : .phone, title: wording.callLabel(call),
      facts: facts.filter { !$0.isEmpty }.joined(separator: " · "))
    addCard(card, to: &stack)
  }
}
