import ChatModel

/// The conversation with one phone number, or with a group of them.
final class SMSConversation {
  let builder: ConversationBuilder
  private let addresses: [String]
  private let ownerName: String?
  private var ownerIndex: ParticipantIndex?

  private static let ownerKey = "me"

  init(_ builder: ConversationBuilder, addresses: [String], ownerName: String?) {
    (self.builder, self.addresses, self.ownerName) = (builder, addresses, ownerName)
    for address in addresses { _ = person(address) }
  }

  /// The person whose phone it is.
  var owner: ParticipantIndex {
    if let ownerIndex { return ownerIndex }
    let index = builder.participant(Self.ownerKey, name: ownerName, standIn: .me, isMe: true)
    ownerIndex = index
    return index
  }

  /// The person with this address.
  func person(_ address: String?) -> ParticipantIndex {
    let address = address ?? ""
    return builder.participant(PhoneNumberKey.of(address), name: address.isEmpty ? "?" : address)
  }

  /// Names everybody as the phone did.
  func name(by people: SMSPeople) {
    for person in builder.participants.participants {
      if let name = people.name(ofKey: person.key) { builder.rename(person.key, to: name) }
    }
    builder.title = addresses.map { people.name(ofKey: PhoneNumberKey.of($0)) ?? ($0.isEmpty ? "?" : $0) }
      .joined(separator: ", ")
  }
}

/// The names of the people whom a backup names beside their addresses.
struct SMSPeople {
  private var names: [String: String] = [:]
  /// Names that stand for several addresses, and may not be in their order.
  private var guesses: [String: String] = [:]

  /// Notes what a record calls these addresses: one name, or as many as there are addresses, with commas between them.
  mutating func note(_ addresses: [String], names text: String?) {
    guard let text, text != "(Unknown)" else { return }
    if addresses.count == 1 {
      let key = PhoneNumberKey.of(addresses[0])
      if !addresses[0].isEmpty, names[key] == nil { names[key] = text }
      return
    }
    let parts = text.split(separator: ",").map { String($0).trimmingSpaces }
    guard parts.count == addresses.count else { return }
    for (address, name) in zip(addresses, parts) where name != "(Unknown)" && !name.isEmpty {
      let key = PhoneNumberKey.of(address)
      if guesses[key] == nil { guesses[key] = name }
    }
  }

  func name(ofKey key: String) -> String? { names[key] ?? guesses[key] }
}
