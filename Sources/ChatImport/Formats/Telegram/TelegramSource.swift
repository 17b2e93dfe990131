import ChatModel

/// The messages of one chat of an export.
struct TelegramSource: JSONSource {
  let info: ConversationInfo
  let mediaRoot: InputFolder

  private let file: String
  private let bytes: InputBytes
  private let start: Int?
  private let clock: WallClock
  private let digester: MessageDigester
  private let owner: TelegramOwner
  private let kinds: PartKinds

  init(
    _ input: ImportInput, _ bytes: InputBytes, _ chat: TelegramChat, account: String?, clock: WallClock,
    me: String?, kinds: PartKinds
  ) {
    (file, mediaRoot) = (input.path, input.folder)
    (self.bytes, start, self.clock, self.kinds) = (bytes, chat.messages, clock, kinds)
    digester = MessageDigester(facts: [clock.zone ?? ""])
    var info = ConversationInfo(id: chat.id ?? input.stem, title: chat.title)
    info.hasOwnID = chat.id != nil
    self.info = info
    owner = TelegramOwner(
      me: me, account: account, isSavedMessages: chat.type == "saved_messages",
      peer: Self.peer(of: chat, in: bytes))
  }

  func stream<Element>(
    from position: SourcePosition?, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog,
    digests: Bool, next: (inout TelegramMessageReader, _ index: Int?) throws(JSONError) -> Element,
    whole: (Message, Range<Int>, inout TelegramMessageReader) -> Element,
    _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    guard let start else { return }
    var reader = TelegramMessageReader(
      JSONReader(bytes, isLenient: true), file: file, clock: clock, owner: owner, kinds: kinds,
      participants: participants, digester: digests ? digester : nil)
    defer {
      participants = reader.participants
      reader.finish(&log)
    }
    try reader.readArray(from: position, start: start, &log, next: next, sink)
  }

  /// The number of messages searched for the other side of a personal chat.
  private static let peerSearchLimit = 500

  /// The `from_id` of the other side of a personal chat, if they are met early in it.
  ///
  /// Only then is it certain that whoever else writes is the owner of the export: exports whose ids were
  /// changed would otherwise make everybody the owner.
  private static func peer(of chat: TelegramChat, in bytes: InputBytes) -> String? {
    guard chat.type == "personal_chat" || chat.type == "bot_chat", let id = chat.id, let start = chat.messages
    else { return nil }
    let peer = "user\(id)"
    var reader = JSONReader(bytes, isLenient: true)
    reader.resume(atElement: start)
    // What is wrong in a message is told when it is read in earnest.
    let isMet = try? isSender(peer, amongFirst: peerSearchLimit, &reader)
    return isMet == true ? peer : nil
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
        if reader.name == "from_id", try reader.peek() == .string {
          isMet = try reader.readString() == peer || isMet
        } else {
          try reader.skipValue()
        }
      }
      if isMet { return true }
    }
    return false
  }
}

/// The facts that tell whose export it is.
struct TelegramOwner: Sendable {
  /// The name or id that the user gave.
  var me: String?
  /// The `from_id` in the account's own part of the export.
  var account: String?
  var isSavedMessages: Bool
  /// The other side of a personal chat: whoever else writes is the owner.
  var peer: String?

  /// Indicates whether the messages of a sender are the owner's.
  func owns(key: String, name: String) -> Bool {
    if let me { return key == me || name == me }
    if isSavedMessages { return true }
    if let account { return key == account }
    return peer.map { key != $0 && key.hasPrefix("user") } ?? false
  }
}
