import ChatModel
import ImportKit

/// The conversation with one phone number, or with a group of them.
final class PhoneConversation {
  let builder: ConversationBuilder
  private let keys: PhoneNumberKeys
  private let addresses: [String]
  private let ownerName: String?
  private var ownerIndex: ParticipantIndex?

  private static let ownerKey = "me"

  init(
    _ builder: ConversationBuilder, _ keys: PhoneNumberKeys, addresses: [String], ownerName: String?
  ) {
    (self.builder, self.keys) = (builder, keys)
    (self.addresses, self.ownerName) = (addresses, ownerName)
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
    return builder.participant(keys.key(of: address), name: address.isEmpty ? "?" : address)
  }

  /// Gives everybody the name that the phone had for them.
  func name(by people: PhonePeople) {
    for person in builder.participants.participants {
      if let name = people.name(ofKey: person.key) { builder.rename(person.key, to: name) }
    }
    // Another backup may have had a name that this one lacks.
    builder.title = addresses.map { builder.participants[person($0)].name }.joined(separator: ", ")
  }
}

/// The names of people next to their addresses in a backup.
struct PhonePeople {
  private let keys: PhoneNumberKeys
  private var names: [String: String] = [:]
  /// Names that belong to several addresses, and may not be in their order.
  private var guesses: [String: String] = [:]

  init(_ keys: PhoneNumberKeys) { self.keys = keys }

  /// Notes a record's names for these addresses: one name, or as many as there are addresses, separated by commas.
  mutating func note(_ addresses: [String], names text: String?) {
    guard let text, text != "(Unknown)" else { return }
    if addresses.count == 1 {
      let key = keys.key(of: addresses[0])
      if !addresses[0].isEmpty, names[key] == nil { names[key] = text }
      return
    }
    let parts = text.split(separator: ",").map { String($0).trimmingSpaces }
    guard parts.count == addresses.count else { return }
    for (address, name) in zip(addresses, parts) where name != "(Unknown)" && !name.isEmpty {
      let key = keys.key(of: address)
      if guesses[key] == nil { guesses[key] = name }
    }
  }

  func name(ofKey key: String) -> String? { names[key] ?? guesses[key] }
}
