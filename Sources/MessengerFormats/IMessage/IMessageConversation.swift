import ChatModel
import ImportKit

/// A conversation while its messages are being read, with its people by their keys.
final class IMessageConversation {
  let builder: ConversationBuilder
  var tapbacks = Tapbacks()
  /// The other side of a conversation with one person.
  private(set) var partner: ParticipantIndex?
  private let ownerName: String?
  private let isTitled: Bool
  private var indexes: [String: ParticipantIndex] = [:]
  private var me: ParticipantIndex?

  /// Begins or continues a conversation. `owner` is the name of the database's owner, if known.
  init(_ chat: IMessageChats.Chat, _ conversion: Conversion, root: InputFolder, owner: String?) {
    builder = conversion.conversation(chat.key, id: chat.id, title: chat.title ?? chat.id, root: root)
    builder.knowsOwner = true
    ownerName = owner
    isTitled = chat.title != nil
    let members = chat.members.map { index($0) }
    if members.count == 1 { partner = members[0] }
    if let title = chat.title { builder.title = title }
    if chat.key == IMessageChats.unfiled.key { builder.titleStandIn = .unfiled }
  }

  /// The key of the database's owner, whom it does not name.
  static let ownerKey = "me"

  func owner() -> ParticipantIndex {
    if let me { return me }
    let index = builder.participant(Self.ownerKey, name: ownerName, standIn: .me, isMe: true)
    me = index
    return index
  }

  func index(_ person: IMessagePeople.IMessagePerson) -> ParticipantIndex {
    if let index = indexes[person.key] { return index }
    let index = builder.participant(person.key, name: person.name)
    indexes[person.key] = index
    return index
  }

  /// Adds the reactions, and names a conversation without a title after its people.
  func finish() {
    tapbacks.apply(to: builder)
    guard !isTitled, builder.id != IMessageChats.unfiled.id else { return }
    let names = builder.participants.participants.filter { $0.key != Self.ownerKey }.map(\.name)
    guard !names.isEmpty else { return }
    builder.title =
      names.prefix(Self.titleLimit).joined(separator: ", ") + (names.count > Self.titleLimit ? ", …" : "")
  }

  /// The most people named in a title.
  private static let titleLimit = 8
}
