import BubbleLayout
import Reuse

/// The lookups of a page in the making, and their answers: what the page shows that its own messages do not hold.
///
/// Every lookup goes through this type, so that none can be forgotten in the page's key.
struct PageAnswers: Sendable {
  private(set) var lookups: [PageLookup] = []
  /// The answers in canonical form, in the order of the lookups.
  private(set) var encoder = StableEncoder()
  private var noted: Set<PageLookup> = []
  /// The first character of a fact; no lookup begins with it.
  private static let factTag = -1

  /// Notes a lookup with its answer, unless it was asked before.
  mutating func note(_ lookup: PageLookup, _ answer: (inout StableEncoder) -> Void) {
    guard noted.insert(lookup).inserted else { return }
    lookups.append(lookup)
    lookup.encode(to: &encoder)
    answer(&encoder)
  }

  /// Notes the message with the id `target`, as a page that answers it shows it.
  mutating func note(_ quote: QuotedMessage, of target: String) {
    note(.message(target)) { encoder in
      encoder.add(quote.page)
      // Of a message that nobody has, the reply itself says what is shown.
      guard quote.page != nil else { return }
      encoder.add(quote.name)
      encoder.add(quote.text)
      encoder.add(quote.anchor)
    }
  }

  /// Notes facts about messages that only reading them tells, such as branches: of pages with such facts no key can be made
  /// without reading them.
  mutating func note(fact: String, at index: Int) {
    encoder.add(Self.factTag)
    encoder.add(index)
    encoder.add(fact)
  }
}
