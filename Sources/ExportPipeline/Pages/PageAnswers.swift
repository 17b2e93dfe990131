import BubbleLayout
import ChatModel
import Reuse
import Storage

/// The lookups of a page being made, with their answers: everything on the page that is not in its own messages.
///
/// Every lookup goes through this type, so that none can be forgotten in the page's key.
struct PageAnswers: Sendable {
  private(set) var lookups: [PageLookup] = []
  /// The answers in canonical form, in the order of the lookups.
  private(set) var encoder = StableEncoder()
  private var noted: Set<PageLookup> = []
  /// The first character of a fact; no lookup begins with it.
  private static let factTag = -1

  /// Notes a lookup with its answer, unless it is already there.
  mutating func note(_ lookup: PageLookup, _ answer: (inout StableEncoder) -> Void) {
    guard noted.insert(lookup).inserted else { return }
    lookups.append(lookup)
    lookup.encode(to: &encoder)
    answer(&encoder)
  }

  /// Notes the message with the id `target` as pages that answer it show it, with the sender and time that they count with.
  mutating func note(_ quote: QuotedMessage, of target: String) {
    note(.message(target)) { encoder in
      encoder.add(quote.page)
      // If the message does not exist, the reply itself determines what is shown.
      guard quote.page != nil else { return }
      encoder.add(quote.name)
      encoder.add(quote.text)
      encoder.add(quote.anchor)
      encoder.add(quote.sender?.value)
      encoder.add(quote.instant?.seconds)
    }
  }

  /// Notes facts about messages that are only known from reading them, such as branches: a page with such facts has no key until it
  /// is read.
  mutating func note(fact: String, at index: Int) {
    encoder.add(Self.factTag)
    encoder.add(index)
    encoder.add(fact)
  }
}
