import ChatModel

/// The people in messages who are no participants, each once, in the order in which they appear.
struct OtherNames {
  /// A person by a name, with the phone numbers and addresses of a contact card.
  struct Person {
    var name: String
    var addresses: [String] = []
  }

  /// The most people.
  private static let limit = 100_000

  private(set) var people: [Person] = []
  private var known: Set<String> = []

  /// Adds the names of a message: of quoted people, first authors, signatures, events and contact cards.
  mutating func add(_ message: Message) {
    add(message.reply?.quotedName)
    add(message.extras?.forwardedFrom)
    add(message.extras?.signature)
    switch message.content {
    case .system(let event): add(event.facts?.name)
    case .part(let part):
      if let contact = part as? Contact { add(contact.name, contact.phones + contact.emails) }
    case .text, .media: break
    }
  }

  private mutating func add(_ name: String?, _ addresses: [String] = []) {
    guard let name, !name.isEmpty || !addresses.isEmpty, people.count < Self.limit,
      known.insert(([name] + addresses).joined(separator: "\0")).inserted
    else { return }
    people.append(Person(name: name, addresses: addresses))
  }
}
