import ChatModel
import Frames
import Phrases

/// An invoice: title, amount and description.
struct InvoiceContent: NamedPart {
  static let kind = "invoice"
  let facts: PartFacts
  private let title: String
  private let amount: String
  private let description: String

  init?(_ facts: PartFacts) {
    self.facts = facts
    title = facts["title"] ?? ""
    let parts = [facts["amount"], facts["currency"]]
    amount = parts.compactMap(\.self).filter { !$0.isEmpty }.joined(separator: " ")
    description = facts["description"] ?? ""
    if title.isEmpty, amount.isEmpty { return nil }
  }
}

extension InvoiceContent: ContentLayout {
  func forEachText(_ body: (DisplayedText) -> Void) {
    body(.label(title))
    for text in [amount, description] { body(.plain(text)) }
  }

  func line(_ quoting: QuoteLine) -> String { quoting.line(ofPlain: title.isEmpty ? amount : title) }

  func describe(in transcript: inout Transcript, of message: Message) {
    transcript.add(note: transcript.wording.card(Self.kind))
    for line in [title, amount, description] { transcript.add(line: line) }
  }

  func add(to stack: inout PartStack, of input: RowInput, in layouter: RowLayouter) {
    let card = IconCard(
      icon: .document, title: title.isEmpty ? amount : title, facts: title.isEmpty ? "" : amount,
      note: description)
    layouter.addCard(card, to: &stack)
  }
}
