import ChatModel
import ImportKit

/// The messages of one chat of an export.
struct TelegramSource: JSONSource {
  let info: ConversationInfo
  let mediaRoot: InputFolder

  let file: String
  let clock: WallClock
  let owner: TelegramOwner
  let kinds: PartKinds
  let topics: TelegramTopics
  /// The BCP 47 tag for a reader's own words.
  let locale: String
  private let bytes: InputBytes
  private let start: Int?
  private let digester: MessageDigester

  init(
    _ input: ImportInput, _ bytes: InputBytes, _ chat: TelegramChat, account: String?, clock: WallClock,
    options: ImportOptions
  ) {
    (file, mediaRoot) = (input.path, input.folder)
    (self.bytes, start, self.clock, kinds) = (bytes, chat.messages, clock, options.kinds)
    locale = options.locale ?? "en"
    topics = TelegramTopics(of: chat, in: bytes)
    // A new topic may become the topic of any message.
    digester = MessageDigester(facts: [clock.zone ?? "", locale] + topics.titles)
    var info = ConversationInfo(id: chat.id ?? input.stem, title: chat.title)
    info.hasOwnID = chat.id != nil
    info.titleStandIn = chat.titleStandIn
    self.info = info
    owner = TelegramOwner(
      me: options.me, account: account, isSavedMessages: chat.type == "saved_messages",
      peer: Self.peer(of: chat, in: bytes))
  }

  func stream<Element: JSONElement>(
    from position: SourcePosition?, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog,
    digests: Bool, _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    guard let start else { return }
    var reader = TelegramMessageReader(
      JSONReader(bytes, isLenient: true), of: self, participants: participants,
      digester: digests ? digester : nil)
    reader.source.isCounted = position == nil
    defer {
      participants = reader.participants
      reader.finish(&log)
    }
    try reader.readArray(from: position, start: start, &log, sink)
  }

  /// The number of messages searched for the other side of a personal chat.
  private static let peerSearchLimit = 500

  /// The `from_id` of the other side of a personal chat, if they appear early in it.
  ///
  /// Only then is it certain that anybody else who writes is the owner of the export: exports whose ids were
  /// changed would otherwise make everybody the owner.
  private static func peer(of chat: TelegramChat, in bytes: InputBytes) -> String? {
    guard chat.type == "personal_chat" || chat.type == "bot_chat", let id = chat.id, let start = chat.messages
    else { return nil }
    // Exports before 2021 have bare numbers.
    return ["user\(id)", id].first { peer in
      var reader = JSONReader(bytes, isLenient: true)
      reader.resume(atElement: start)
      // Faults of a message are reported by the reading that keeps it.
      return (try? isSender(peer, amongFirst: peerSearchLimit, &reader)) ?? false
    }
  }

  private static func isSender(
    _ peer: String, amongFirst limit: Int, _ reader: inout JSONReader
  ) throws(JSONError) -> Bool {
    for _ in 0..<limit {
      guard try reader.nextElement() else { return false }
      guard try reader.peek() == .object else {
        try reader.skipValue()
        continue
      }
      try reader.beginObject()
      var isMet = false
      while try reader.nextName() {
        if reader.name == "from_id" || reader.name == "actor_id" {
          isMet = try reader.readValue().identifier == peer || isMet
        } else {
          try reader.skipValue()
        }
      }
      if isMet { return true }
    }
    return false
  }
}

/// The facts that show whose export it is.
struct TelegramOwner: Sendable {
  /// The name or id that the user gave.
  var me: String?
  /// The `from_id` in the account's own part of the export.
  var account: String?
  var isSavedMessages: Bool
  /// The other side of a personal chat: anybody else who writes is the owner.
  var peer: String?

  /// True if the messages of a sender are the owner's.
  func owns(key: String, name: String) -> Bool {
    if let me { return key == me || name == me }
    if isSavedMessages { return true }
    if let account { return key == account || "user\(key)" == account }
    guard let peer, key != peer else { return false }
    // Ids are `user` and a number, or in exports before 2021 the number alone.
    return peer.hasPrefix("user") ? key.hasPrefix("user") : key.utf8.allSatisfy { (0x30...0x39).contains($0) }
  }

  /// Returns the participant with this id and name, adding them if they are new.
  func participant(id: String?, name: String?, in participants: inout ParticipantTable) -> ParticipantIndex {
    let key = id ?? name ?? TelegramMessageReader.deletedAccount
    let shown = name.flatMap { $0.isEmpty ? nil : $0 } ?? TelegramMessageReader.deletedAccount
    if let known = participants.index(ofKey: key) { return known }
    var person = Participant(key: key, name: shown, isMe: owns(key: key, name: shown))
    if name?.isEmpty ?? true { person.standIn = .deletedAccount }
    return participants.add(person)
  }
}
