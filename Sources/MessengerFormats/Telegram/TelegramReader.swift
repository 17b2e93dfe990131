import ChatModel
import ImportKit

/// Reads the messages of a chat, one after the other, and adds them to its conversation.
struct TelegramReader {
  enum TelegramMember: String, JSONMember {
    case id, type, date, edited, from, actor, action, text, photo, width, height, file, performer, title,
      poll, members
    case reactions, address, author
    case dateUnixTime = "date_unixtime"
    case editedUnixTime = "edited_unixtime"
    case fromID = "from_id"
    case actorID = "actor_id"
    case textEntities = "text_entities"
    case forwardedFrom = "forwarded_from"
    case savedFrom = "saved_from"
    case viaBot = "via_bot"
    case buttons = "inline_bot_buttons"
    case replyTo = "reply_to_message_id"
    case replyToPeer = "reply_to_peer_id"
    case photoFileSize = "photo_file_size"
    case fileName = "file_name"
    case fileSize = "file_size"
    case mediaType = "media_type"
    case stickerEmoji = "sticker_emoji"
    case mimeType = "mime_type"
    case duration = "duration_seconds"
    case contact = "contact_information"
    case contactCard = "contact_vcard"
    case location = "location_information"
    case venueName = "place_name"
    case gameTitle = "game_title"
    case gameDescription = "game_description"
    case gameLink = "game_link"
    case invoice = "invoice_information"
    case messageID = "message_id"
    case discardReason = "discard_reason"
    case informationText = "information_text"
    case mediaSpoiler = "media_spoiler"
    case selfDestruct = "self_destruct_period_seconds"
    // A smaller copy of the file, or a film's poster.
    case thumbnail
    case thumbnailFileSize = "thumbnail_file_size"
  }
  static let members = JSONMemberTable<TelegramMember>()

  var source: DocumentReader
  /// The clock of times without a zone.
  private(set) var clock: WallClock
  private let builder: ConversationBuilder
  private let options: ImportOptions
  /// The folder with the files of the export.
  private let folder: InputFolder
  private var people: TelegramPeople
  private var topics = TelegramTopics()

  /// Creates a reader of the messages of a chat of `export`.
  init(
    _ chat: TelegramChat, of export: TelegramExport, to builder: ConversationBuilder, _ clock: WallClock,
    _ options: ImportOptions
  ) {
    source = DocumentReader(
      JSONReader(export.bytes, isLenient: true), file: export.file, omissions: TelegramFormat.leftOut)
    (self.builder, self.clock, self.options, folder) = (builder, clock, options, export.folder)
    people = TelegramPeople(of: chat, account: export.account, in: builder)
  }

  // MARK: Messages

  /// Adds the elements of the array whose first one is at `start`.
  ///
  /// - Throws: ``ImportError`` if what follows cannot be found, or there is no room.
  mutating func read(from start: Int, _ log: inout DiagnosticLog) throws(ImportError) {
    defer {
      people.markOwner(chosen: options.me)
      source.moveDiagnostics(to: &log)
      source.moveUnknownMembers(to: &log)
    }
    source.json.resume(atElement: start)
    var index = 0
    var latest: Instant?
    var isOutOfOrder = false
    while let message = try next(index) {
      source.moveDiagnostics(to: &log)
      if let instant = message.instant {
        if let latest, instant < latest { isOutOfOrder = true } else { latest = instant }
      }
      try builder.add(message)
      index += 1
    }
    if isOutOfOrder, !options.keepsOrder { log.append(.reordered(builder.title)) }
  }

  /// Reads the next element, the one at `index`; returns nil at the array's end.
  private mutating func next(_ index: Int) throws(ImportError) -> Message? {
    var offset = source.json.position
    do throws(JSONError) {
      guard try source.json.nextElement() else { return nil }
      source.json.skipWhitespace()
      offset = source.json.position
      return try message(index)
    } catch {
      if let message = recover(from: error, at: offset, index) { return message }
      // A file that was cut off ends here; the format has reported the loss.
      if error.offset >= source.json.end { return nil }
      throw error.located(in: source.file, source.json.bytes, path: "messages[\(index)]")
    }
  }

  /// Continues after the broken object at `offset`, reports the loss, and returns a message that shows it. Nil if its end cannot be
  /// found, or reading broke off elsewhere.
  private mutating func recover(from error: JSONError, at offset: Int, _ index: Int) -> Message? {
    let bytes = source.json.bytes
    guard offset < source.json.end, bytes[offset] == UInt8(ascii: "{"), error.offset > offset,
      let end = bytes.endOfJSON(in: offset..<source.json.end), error.offset < end
    else { return nil }
    var json = JSONReader(bytes, isLenient: true)
    json.resume(atElement: end)
    json.advance(behindMember: end)
    source.json = json
    source.diagnostics.append(
      Diagnostic(
        .loss, "malformed-element", "expected \(error.expected.rawValue); the message is shown as a card",
        at: bytes.origin(of: error.offset, in: source.file, path: "messages[\(index)]")))
    let text = bytes.repairedString(in: offset..<min(end, offset + 2000))
    return Message(id: "", content: .part(Unsupported(kind: "broken JSON", text: text)))
  }

  private mutating func message(_ index: Int) throws(JSONError) -> Message {
    source.enter("messages", index)
    guard try source.json.peek() == .object, try source.beginObject() else { return try source.notAMessage() }
    var draft = TelegramDraft()
    while try source.nextName() {
      if let member = source.member(in: Self.members) {
        try read(member, into: &draft)
      } else {
        try readDetail(into: &draft)
      }
    }
    if draft.action == "topic_created" {
      topics.begin(draft.message.id, title: draft.media.title ?? "")
    } else {
      draft.topic = topics.topic(
        of: draft.message.id, answering: draft.repliesElsewhere ? nil : draft.answered)
    }
    if draft.hasSender {
      if let id = draft.senderID { people.noteSender(id, ofMessage: index) }
      draft.message.sender = participant(id: draft.senderID, name: draft.senderName)
    }
    // The zone matters only if the exact time is missing, as in exports before 2021.
    draft.message.instant = draft.message.instant ?? draft.date.map { clock.instant(of: $0) }
    if draft.edited != nil || draft.editedDate != nil { readEdit(&draft) }
    if let path = draft.contactCard { readCard(path, into: &draft) }
    if let other = draft.otherPerson { draft.target = participant(id: other.id, name: other.name) }
    return draft.finished(options.kinds, &source)
  }

  private mutating func read(_ member: TelegramMember, into draft: inout TelegramDraft) throws(JSONError) {
    switch member {
    case .id: draft.message.id = try source.identifier("id") ?? ""
    case .type: draft.setType(try source.text("type") ?? "")
    case .from: draft.setSender(name: try source.text("from"))
    case .actor: draft.setSender(name: try source.text("actor"))
    case .fromID: draft.setSender(id: try source.identifier("from_id"))
    case .actorID: draft.setSender(id: try source.identifier("actor_id"))
    case .action: draft.action = try source.text("action")
    case .dateUnixTime: draft.message.instant = try unixTime("date_unixtime") ?? draft.message.instant
    case .editedUnixTime: draft.edited = try unixTime("edited_unixtime") ?? draft.edited
    case .date: draft.date = try source.timestamp("date")
    case .edited: draft.editedDate = try source.timestamp("edited")
    case .text:
      if let text = try source.telegramText("text"), draft.text?.string.isEmpty ?? true { draft.text = text }
    case .textEntities:
      // A copy of `text`; only some converted exports have nothing else.
      if draft.text == nil {
        draft.text = try source.telegramText("text_entities")
      } else {
        try source.skipCounted()
      }
    case .forwardedFrom:
      draft.forwardedFrom = try source.text("forwarded_from") ?? TelegramPeople.deletedAccount
    case .savedFrom: draft.savedFrom = try source.text("saved_from")
    case .author: draft.author = try source.text("author")
    case .viaBot: draft.viaBot = try source.text("via_bot")
    case .buttons: draft.buttons = TelegramText(buttons: try source.countedValue())
    case .replyTo: draft.answered = try source.identifier("reply_to_message_id")
    case .messageID: draft.mentioned = try source.identifier("message_id")
    case .replyToPeer: draft.repliesElsewhere = try source.identifier("reply_to_peer_id") != nil
    case .reactions: draft.message.reactions = try reactions()
    case .members: draft.members = try names("members")
    case .photo, .photoFileSize, .width, .height, .file, .fileName, .fileSize, .performer, .title, .mediaType,
      .stickerEmoji, .mimeType, .duration, .thumbnail, .thumbnailFileSize, .mediaSpoiler,
      .selfDestruct:
      try source.readMedia(member, into: &draft.media)
    case .poll: draft.poll = try source.telegramPoll("poll")
    case .contact: draft.contact = try source.telegramContact("contact_information")
    case .contactCard: draft.contactCard = try source.text("contact_vcard")
    case .location: draft.setLocation(try source.location("location_information"))
    case .venueName: draft.venueName = try source.text("place_name")
    case .address: draft.address = try source.text("address")
    case .gameTitle: draft.gameTitle = try source.text("game_title")
    case .gameDescription: draft.gameDescription = try source.text("game_description")
    case .gameLink: draft.gameLink = try source.text("game_link")
    case .invoice:
      draft.invoice = try source.telegramInvoice("invoice_information", locale: options.locale ?? "en")
    case .discardReason: draft.discardReason = try source.text("discard_reason")
    case .informationText: draft.information = try source.text("information_text")
    }
  }

  /// Reads a member that is unknown, or belongs to the action of a service message.
  private mutating func readDetail(into draft: inout TelegramDraft) throws(JSONError) {
    let (name, offset) = (source.json.name, source.json.nameRange.lowerBound)
    draft.details.append(
      TelegramService.Detail(name: name, value: try source.countedValue(), offset: offset))
  }

  /// Adds the facts on a contact's card besides the name and the number in the message.
  private mutating func readCard(_ path: String, into draft: inout TelegramDraft) {
    if let card = VCard(ofFile: path, in: folder) {
      draft.contact?.add(card)
    } else {
      source.warn(
        "missing-card", "contact_vcard", "is not in the export; the contact's name and number are shown")
    }
  }

  // MARK: People

  mutating func participant(id: String?, name: String?) -> ParticipantIndex {
    people.participant(id: id, name: name)
  }

  private mutating func names(_ member: StaticString) throws(JSONError) -> [String] {
    var names: [String] = []
    guard try source.beginList(member) else { return names }
    while try source.nextElement() { names.append(try source.text("") ?? TelegramPeople.deletedAccount) }
    return names
  }

  // MARK: Times

  /// Returns the instant of a time without a zone.
  mutating func instant(of time: Timestamp) -> Instant { clock.instant(of: time) }

  /// Decides whether and when the message was edited. Reactions have only local times, and are compared with the local time of the edit.
  private mutating func readEdit(_ draft: inout TelegramDraft) {
    let isReacted = draft.message.reactions.contains { !$0.times.isEmpty }
    let local = draft.edited == nil || isReacted ? draft.editedDate.map { clock.instant(of: $0) } : nil
    draft.edited = draft.edited ?? local
    if isReacted { draft.removeEdit(madeByReactionAt: local) }
  }

  private mutating func unixTime(_ member: StaticString) throws(JSONError) -> Instant? {
    guard let digits = try source.identifier(member) else { return nil }
    guard let seconds = Int64(digits), seconds.magnitude < 1 << 40 else {
      source.warn("wrong-value", member, "is not a number of seconds; the message's other time is used")
      return nil
    }
    return Instant(milliseconds: seconds * 1000)
  }
}
