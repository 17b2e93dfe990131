import ChatModel
import Frames

extension RowLayouter {
  /// What kind of call and how it ended; who called whom, and for how long.
  func addCall(_ call: Call, side: Side, to stack: inout PartStack) {
    let facts = [side == .outgoing ? "Outgoing" : "Incoming", call.duration.map(Wording.clock) ?? ""]
    let card = IconCard(
      icon: call.medium == "video" ? .camera : .phone, title: Wording.callLabel(call),
      facts: facts.filter { !$0.isEmpty }.joined(separator: " · "))
    addCard(card, to: &stack)
  }
}
