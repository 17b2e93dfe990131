import ChatModel
import ImportKit

/// Converts the messages of a room's file, or of a collection with all rooms.
final class RocketChatReader {
  private let file: ImportInput
  private let folder: InputFolder
  private let conversion: Conversion
  /// The owner's name in messages, from `user.json`.
  private let owner: String?
  /// The names of rooms by their ids, from a collection beside the messages.
  private let names: [String: String]

  init(_ file: ImportInput, in folder: InputFolder, _ conversion: Conversion) {
    (self.file, self.folder, self.conversion) = (file, folder, conversion)
    owner = Self.document("user.json", in: folder)["username"]?.text
    var names: [String: String] = [:]
    for name in ["rocketchat_room.json", "rocketchat_rooms.json", "rooms.json"] where folder.has(name) {
      guard let bytes = try? folder.bytes(of: name) else { continue }
      let json = JSONFile(ImportInput(path: folder.path(of: name), bytes, in: folder))
      var unused = DiagnosticLog()
      try? json?.uncounted.forEachRecord(log: &unused) { value, _, _ in
        guard let id = Self.id(value["_id"]) else { return }
        let people = (value["usernames"]?.elements ?? []).compactMap(\.text)
        names[id] =
          value["fname"]?.text ?? value["name"]?.text
          ?? (people.isEmpty ? nil : people.joined(separator: ", "))
      }
    }
    self.names = names
  }

  private static func document(_ name: String, in folder: InputFolder) -> JSONValue {
    guard folder.has(name), let bytes = try? folder.bytes(of: name) else { return .null }
    return (try? JSONFile(ImportInput(path: folder.path(of: name), bytes, in: folder))?.document()) ?? .null
  }

  /// An id, which mongoexport may write as `{"$oid": …}`.
  private static func id(_ value: JSONValue?) -> String? { value?.identifier ?? value?["$oid"]?.text }

  private func conversation(_ message: JSONValue) -> ConversationBuilder {
    let room = message["rid"]?.text
    let title = room.map { names[$0] ?? $0 } ?? file.stem
    return conversion.conversation(
      "rocketchat/\(room ?? file.stem)", id: title, title: title, root: folder)
  }

  func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    try json.forEachLine(
      log: &log,
      broken: { text, origin, _ throws(ImportError) in
        // The last line of a file that was not copied whole.
        if !json.isLastLine(origin) || !text.hasPrefix("{") { try conversation(.null).addBroken(text) }
      }
    ) { value, _, origin, log throws(ImportError) in try add(value, origin, &log) }
  }

  // MARK: Messages

  private func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let builder = conversation(value)
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = Self.id(value["_id"]) ?? ""
    draft.sender = person(value, builder)
    draft.instant = Self.instant(value["ts"])
    log.note(draft.instant, writtenAs: value["ts"]?.text, at: origin)
    if let type = value["type"]?.text ?? value["t"]?.text, !type.isEmpty {
      if type == "rm" {
        draft.part = Deletion(by: draft.sender)
      } else {
        draft.event = event(type, value["msg"]?.text ?? "", draft.sender, value, builder)
        draft.sender = nil
      }
      return try builder.add(draft)
    }
    var extras = MessageExtras()
    extras.thread = value["tmid"]?.text
    extras.editedAt = Self.instant(value["editedAt"])
    extras.isPinned = value["pinned"]?.flag ?? false
    extras.via = value["alias"]?.text
    draft.reactions = reactions(value["reactions"]?.members ?? [], builder)
    readContent(value, &draft)
    draft.showCardIfEmpty(at: origin, &log)
    if extras != MessageExtras() { draft.extras = extras }
    try builder.add(draft)
  }

  private func person(_ value: JSONValue, _ builder: ConversationBuilder) -> ParticipantIndex? {
    guard let key = value["username"]?.text ?? value["u"]?["username"]?.text, !key.isEmpty else { return nil }
    return builder.participant(key, name: value["u"]?["name"]?.text, isMe: key == owner)
  }

  /// A time in ISO 8601, or as mongoexport writes it: `{"$date": …}`, also in milliseconds.
  private static func instant(_ value: JSONValue?) -> Instant? {
    guard let value else { return nil }
    if let date = value["$date"] { return instant(date) }
    if let number = value["$numberLong"]?.integer ?? value.number.map({ Int64($0) }) {
      return Instant(milliseconds: number)
    }
    switch value.text.flatMap({ Timestamp($0) }) {
    case .instant(let milliseconds)?, .wallClock(let milliseconds)?:
      return Instant(milliseconds: milliseconds)
    case nil: return nil
    }
  }

  private func reactions(_ values: [JSONValue.Member], _ builder: ConversationBuilder) -> [Reaction] {
    var reactions: [Reaction] = []
    for value in values {
      let name = value.name.filter { $0 != ":" }
      for person in value.value["usernames"]?.elements ?? [] {
        reactions.add(
          EmojiShortName.emoji(name) ?? ":\(name):",
          by: person.text.map { builder.participant($0, isMe: $0 == owner) })
      }
    }
    return reactions
  }

  // MARK: Events

  private func event(
    _ type: String, _ words: String, _ actor: ParticipantIndex?, _ value: JSONValue,
    _ builder: ConversationBuilder
  ) -> SystemEvent {
    switch type {
    case "uj", "ujt", "ut": SystemEvent(event: "joined", actor: actor)
    case "ul", "ult": SystemEvent(event: "left", actor: actor)
    case "au", "added-user-to-team": SystemEvent(event: "memberAdded", actor: actor, text: words)
    case "ru", "removed-user-from-team": SystemEvent(event: "memberRemoved", actor: actor, text: words)
    case "r": SystemEvent(event: "titleChanged", actor: actor, text: words)
    case "room_changed_topic": SystemEvent(event: "topic", actor: actor, text: words)
    case "room_changed_description": SystemEvent(event: "descriptionChanged", actor: actor, text: words)
    case "room_changed_avatar": SystemEvent(event: "photoChanged", actor: actor)
    case "message_pinned": SystemEvent(event: "pinned", actor: actor)
    default: SystemEvent(event: words.isEmpty ? type : words, actor: actor)
    }
  }

  // MARK: Content

  private func readContent(_ value: JSONValue, _ draft: inout MessageDraft) {
    var card = MessageCard()
    var words = value["msg"]?.text ?? ""
    for attachment in value["attachments"]?.elements ?? [] {
      if let link = attachment["message_link"]?.text {
        draft.reply = reply(attachment, link, hasIDs: !draft.id.isEmpty)
        // The address of the quoted message, in an empty link.
        words = words.replacing("[ ](\(link)) ", with: "").replacing("[ ](\(link))", with: "")
        attachment["url"]?.leaveOut(.duplicate)
      } else {
        read(attachment, into: &draft, &card)
      }
    }
    for file in value["files"]?.elements ?? [] { file.leaveOut(.duplicate) }
    let text = ChatMarkdown.text(EmojiShortName.replaced(in: words.trimmingSpaces))
    if !text.string.isEmpty || !card.isEmpty { _ = card.setContent(of: &draft, text) }
  }

  private func reply(_ attachment: JSONValue, _ link: String, hasIDs: Bool) -> Reply? {
    let id = link.range(of: "msg=").map { String(link[$0.upperBound...].prefix { $0 != "&" }) }
    let (name, words) = (attachment["author_name"]?.text, attachment["text"]?.text)
    // Messages in somebody's data have no ids, so that an address alone leads nowhere.
    guard hasIDs || name != nil || words != nil else { return nil }
    return Reply(target: id, quotedName: name, quotedText: words)
  }

  /// Reads a file, whose address in somebody's data is `assets/<id>-<name>`, or the card of a bot.
  private func read(_ value: JSONValue, into draft: inout MessageDraft, _ card: inout MessageCard) {
    let address =
      value["image_url"]?.text ?? value["video_url"]?.text ?? value["audio_url"]?.text
      ?? (value["type"]?.text == "file" ? value["title_link"]?.text : nil) ?? value["url"]?.text
    let isCard = value["fields"] != nil || value["text"] != nil || value["author_name"] != nil
    guard let address, !isCard else {
      var lines = [value["author_name"]?.text ?? "", value["text"]?.text ?? ""]
      for field in value["fields"]?.elements ?? [] {
        lines.append("\(field["title"]?.text ?? ""): \(field["value"]?.words ?? "")")
      }
      return card.add(
        title: value["title"]?.text ?? "",
        url: value["title_link"]?.text ?? value["thumb_url"]?.text ?? address,
        lines: lines, image: nil)
    }
    if let words = value["description"]?.text, !words.isEmpty {
      draft.text = MessageText(words, markup: .plain)
    }
    let last = String(address.prefix { $0 != "?" }.split(separator: "/").last ?? "")
    let given = value["title"]?.text ?? last.percentDecoded ?? last
    var file = Attachment(kind: .init(ofFileNamed: given), name: given)
    if value["audio_url"] != nil, file.kind == .file { file.kind = .audio }
    file.byteCount = (value["image_size"] ?? value["video_size"] ?? value["size"])?.integer.flatMap {
      Int(exactly: $0)
    }
    file.path = path(address)
    if file.path == nil { file.absence = .other(address) }
    value["title_link"]?.leaveOut(.duplicate)
    draft.attachments.append(file)
  }

  /// Returns the path of a file: the address itself, or `assets/<id>-<name>` for `/file-upload/<id>/<name>`.
  private func path(_ address: String) -> String? {
    let plain = address.percentDecoded ?? address
    let steps = plain.split(separator: "/")
    let uploaded = steps.count >= 2 ? "assets/\(steps[steps.count - 2])-\(steps[steps.count - 1])" : plain
    return [address, plain, uploaded].first { $0.range(of: "://") == nil && folder.has($0) }
  }
}
