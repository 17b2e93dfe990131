import ChatModel
import ImportKit

/// The people of a chat in one export, and the facts that show which of them is its owner.
struct TelegramPeople {
  /// The name of people whose account was deleted.
  static let deletedAccount = Participant.StandIn.deletedAccount.rawValue

  private let builder: ConversationBuilder
  /// The `from_id` in the account's own part of the export.
  private let account: String?
  private let isSavedMessages: Bool
  /// The ids that the other side of a personal chat may have.
  private let peers: [String]
  /// The other side, if they appear early in a personal chat: anybody else who writes is the owner.
  ///
  /// Only then is that certain: exports whose ids were changed would otherwise make everybody the owner.
  private var peer: String?
  private var indexes: [String: ParticipantIndex] = [:]

  /// The number of messages searched for the other side of a personal chat.
  private static let peerSearchLimit = 500

  init(of chat: TelegramChat, account: String?, in builder: ConversationBuilder) {
    (self.builder, self.account) = (builder, account)
    isSavedMessages = chat.type == "saved_messages"
    let isPersonal = chat.type == "personal_chat" || chat.type == "bot_chat"
    // Exports before 2021 have bare numbers.
    peers = isPersonal ? chat.id.map { ["user\($0)", $0] } ?? [] : []
  }

  /// Returns the participant with this id and name. The export's first name of a person counts.
  mutating func participant(id: String?, name: String?) -> ParticipantIndex {
    let key = id ?? name ?? Self.deletedAccount
    if let known = indexes[key] { return known }
    let isNamed = name.map { !$0.isEmpty } ?? false
    let index = builder.participant(key, name: name, standIn: isNamed ? nil : .deletedAccount)
    indexes[key] = index
    return index
  }

  /// Notes that the message at `index` has a sender with this id.
  mutating func noteSender(_ id: String, ofMessage index: Int) {
    guard index < Self.peerSearchLimit, peer != peers.first, peers.contains(id) else { return }
    peer = id == peers.first ? id : peer ?? id
  }

  /// Marks the owner's messages, unless the user named the owner; called after the last message.
  func markOwner(chosen: String?) {
    guard chosen == nil else { return }
    for key in indexes.keys where owns(key) { _ = builder.participant(key, isMe: true) }
  }

  /// True if the messages of the sender with this key are the owner's.
  private func owns(_ key: String) -> Bool {
    if isSavedMessages { return true }
    if let account { return key == account || "user\(key)" == account }
    guard let peer, key != peer else { return false }
    // Ids are `user` and a number, or in exports before 2021 the number alone.
    return peer.hasPrefix("user") ? key.hasPrefix("user") : key.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }
}
