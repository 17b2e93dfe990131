import ChatModel
import ImportKit

/// `result.json` of WhatsApp-Chat-Exporter: an object of chats by their ids, each with an object of messages.
///
/// Facts: KnugiHK/WhatsApp-Chat-Exporter, `data_model.py`, `__main__.py`; docs/formats/whatsapp.md.
final class WhatsAppExporterReader {
  private let json: JSONFile
  private let folder: InputFolder
  private let conversion: Conversion
  /// The members of the chat that is being read, which are before its messages.
  private var chat: [JSONValue.Member] = []
  private var titles: Set<String> = []

  private init(_ json: JSONFile, _ folder: InputFolder, _ conversion: Conversion) {
    (self.json, self.folder, self.conversion) = (json, folder, conversion)
  }

  /// True if the first member of the outermost object is a chat of this program.
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, input.firstByte == UInt8(ascii: "{") else { return false }
    var reader = JSONReader(
      bytes, in: bytes.contentStart..<min(bytes.count, ImportInput.headLimit), isLenient: true)
    var names: Set<String> = []
    // The head may end anywhere, so the members before its end have to suffice.
    do throws(JSONError) {
      try reader.beginObject()
      guard try reader.nextName(), try reader.peek() == .object else { return false }
      try reader.beginObject()
      while try reader.nextName() {
        names.insert(reader.name)
        if names.count > 32 { break }
        if reader.name == "messages" { break }
        try reader.skipStructure()
      }
    } catch {}
    return names.isSuperset(of: ["name", "type", "their_avatar", "messages"])
      || names.isSuperset(of: ["name", "my_avatar", "their_avatar", "messages"])
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let json = JSONFile(input) else { return }
    let reader = WhatsAppExporterReader(json, input.folder, conversion)
    try reader.read(&log)
  }

  // MARK: Chats

  private func read(_ log: inout DiagnosticLog) throws(ImportError) {
    var reader = JSONReader(json.bytes, isLenient: true)
    do throws(JSONError) { try reader.beginObject() } catch { throw error.located(in: json.path, json.bytes) }
    while true {
      do throws(JSONError) {
        guard try reader.nextName() else { return }
      } catch {
        return log.append(malformed(error))
      }
      let id = reader.name
      guard try read(chat: id, &reader, &log) else { return }
    }
  }

  private func malformed(_ error: JSONError) -> Diagnostic {
    Diagnostic(
      .loss, "malformed-file",
      "expected \(error.expected.rawValue); what follows is missing; export the chats again",
      at: json.bytes.origin(of: min(error.offset, json.bytes.count), in: json.path))
  }

  /// Reads a chat. Returns false after damage.
  private func read(
    chat id: String, _ reader: inout JSONReader, _ log: inout DiagnosticLog
  ) throws(ImportError) -> Bool {
    chat = []
    let path = json.paths.member(id)
    let messagesPath = json.paths.member("messages", in: path)
    var conversation: ConversationBuilder?
    do throws(JSONError) {
      guard try reader.peek() == .object else {
        try reader.skipValue()
        return true
      }
      try reader.beginObject()
      while true {
        guard try reader.nextName() else { break }
        let name = reader.name
        if name == "messages", try reader.peek() == .object {
          try reader.beginObject()
          break
        }
        chat.append(
          JSONValue.Member(
            name: name, value: try reader.readValue(paths: json.paths, at: json.paths.member(name, in: path)))
        )
      }
    } catch {
      log.append(malformed(error))
      return false
    }
    while true {
      let (start, value): (Int, JSONValue)
      do throws(JSONError) {
        guard try reader.nextName() else { break }
        reader.skipWhitespace()
        (start, value) = (
          reader.position,
          try reader.readValue(paths: json.paths, at: json.paths.member(reader.name, in: messagesPath))
        )
      } catch {
        log.append(malformed(error))
        return false
      }
      let builder = conversation ?? self.conversation(id)
      conversation = builder
      try add(value, id, to: builder, json.origin(start), &log)
    }
    return closeChat(&reader, &log)
  }

  /// Skips the members after the messages.
  private func closeChat(_ reader: inout JSONReader, _ log: inout DiagnosticLog) -> Bool {
    do throws(JSONError) {
      while try reader.nextName() { try reader.skipValue() }
      return true
    } catch {
      log.append(malformed(error))
      return false
    }
  }

  private func member(_ name: String) -> JSONValue? { chat.last { $0.name == name }?.value }

  private func conversation(_ id: String) -> ConversationBuilder {
    let people = WhatsAppStorePeople()
    let given = member("name")?.text?.withoutMarks.trimmingSpaces ?? ""
    let title = given.isEmpty ? people.name(id) : given
    let builder = conversion.conversation(
      "whatsapp-exporter/\(id)", id: id, title: title, order: .asGiven, root: folder)
    builder.knowsOwner = true
    if conversion.inputs.count > 1 {
      if titles.insert(title).inserted { builder.name = "whatsapp/\(title)" }
      (builder.precision, builder.copyDifference) = (60_000, .names)
    }
    return builder
  }

  // MARK: Messages

  private func add(
    _ value: JSONValue, _ chat: String, to builder: ConversationBuilder, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = value["key_id"]?.identifier ?? ""
    draft.instant = value["timestamp"]?.number.flatMap { Timestamp(epoch: $0) }.flatMap {
      if case .instant(let milliseconds) = $0 { Instant(milliseconds: milliseconds) } else { nil }
    }
    let isMine = value["from_me"]?.flag ?? false
    draft.sender = sender(value["sender"]?.text, isMine: isMine, chat, builder)
    let isNotice = value["meta"]?.flag ?? false
    let number = value["message_type"]?.integer
    // Cards, places and missing files are marked as notices, although somebody sent them.
    if isNotice, value["media"]?.flag != true, !isSent(number) {
      readNotice(value, &draft)
      if draft.part == nil, draft.event != nil { draft.sender = nil }
      draft.showCardIfEmpty(at: origin, &log)
      return try builder.add(draft)
    }
    if let key = value["reply"]?.identifier {
      draft.reply = Reply(target: key, quotedText: value["quoted_data"]?.text.map(Self.lines))
    }
    readReactions(value["reactions"]?.members ?? [], chat, builder, &draft)
    readContent(value, &draft)
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  /// True for the number of a kind that people send.
  private func isSent(_ number: Int64?) -> Bool {
    guard let number else { return false }
    switch kind(number) {
    case .contact, .place, .livePlace, .call, .missedCall, .missedVideoCall, .viewOnce, .poll: return true
    default: return false
    }
  }

  private func kind(_ number: Int64) -> WhatsAppKind {
    member("type")?.text == "ios" ? WhatsAppKind(iOS: number) : WhatsAppKind(android: number)
  }

  private func sender(
    _ name: String?, isMine: Bool, _ chat: String, _ builder: ConversationBuilder
  ) -> ParticipantIndex? {
    if isMine {
      return builder.participant(WhatsAppStorePeople.ownerKey, standIn: .me, isMe: true)
    }
    if let name = name?.withoutMarks.trimmingSpaces, !name.isEmpty { return builder.participant(name) }
    return chat.hasSuffix("@g.us") ? nil : builder.participant(builder.title)
  }

  private func readReactions(
    _ members: [JSONValue.Member], _ chat: String, _ builder: ConversationBuilder, _ draft: inout MessageDraft
  ) {
    for member in members {
      guard let emoji = member.value.text, !emoji.isEmpty else { continue }
      let isMine = member.name == "You"
      draft.reactions.add(emoji, by: sender(member.name, isMine: isMine, chat, builder))
    }
  }

  /// Reads an event in the program's words, or the mark of a deleted message.
  private func readNotice(_ value: JSONValue, _ draft: inout MessageDraft) {
    let words = value["data"]?.text.map(Self.lines) ?? ""
    let number = value["message_type"]?.integer ?? 7
    if case .deleted = kind(number) {
      draft.part = Deletion(by: draft.sender)
    } else if words == "Message deleted" || words == "Message deleted by admin" {
      draft.part = Deletion(by: draft.sender)
    } else if !words.isEmpty {
      draft.event = SystemEvent(event: "notice", text: words)
    }
  }

  private func readContent(_ value: JSONValue, _ draft: inout MessageDraft) {
    let words = value["data"]?.text
    let number = value["message_type"]?.integer
    let type = value["mime"]?.text
    let kind = number.map(kind) ?? .text
    let caption = value["caption"]?.text.map(Self.lines)
    if type == "text/x-vcard" || (value["media"]?.flag ?? false) && isContact(kind) {
      return readContact(words, &draft)
    }
    guard value["media"]?.flag == true || value["sticker"]?.flag == true else {
      return readWords(words, kind, number, &draft)
    }
    readFile(words, type, kind, caption, value["sticker"]?.flag == true, &draft)
  }

  private func isContact(_ kind: WhatsAppKind) -> Bool { if case .contact = kind { true } else { false } }

  private func readFile(
    _ words: String?, _ type: String?, _ kind: WhatsAppKind, _ caption: String?, _ isSticker: Bool,
    _ draft: inout MessageDraft
  ) {
    var fileKind: Attachment.Kind?
    if case .file(let kind) = kind { fileKind = kind }
    if isSticker { fileKind = .sticker }
    // The words for a file that was not there.
    let isAbsent = type == "media" || words == nil || words == "The media is missing"
    let path = isAbsent ? nil : words.map(file)
    draft.attachments = [
      WhatsAppStoreFile(path: path, type: isAbsent ? nil : type).attachment(fileKind)
    ]
    draft.text = caption.map(WhatsAppMarkup.text)
  }

  private func readWords(
    _ words: String?, _ kind: WhatsAppKind, _ number: Int64?, _ draft: inout MessageDraft
  ) {
    switch kind {
    case .deleted: draft.part = Deletion(by: draft.sender)
    case .place, .livePlace:
      draft.part = words.flatMap(Self.place)
      if draft.part == nil { draft.text = words.map { WhatsAppMarkup.text(Self.lines($0)) } }
    case .call, .missedCall, .missedVideoCall:
      draft.part = Call(
        medium: "audio", outcome: words?.lowercased().contains("missed") == true ? "missed" : nil)
    case .viewOnce: draft.part = Deletion(reason: .expired)
    case .album where words == nil: draft.part = Unsupported(kind: "message")
    case .waiting where words == nil: draft.part = Unsupported(kind: "message not received yet")
    default: draft.text = words.map { WhatsAppMarkup.text(Self.lines($0)) }
    }
  }

  /// The card of a contact: the program writes its path into a sentence with a link.
  private func readContact(_ words: String?, _ draft: inout MessageDraft) {
    guard let words else { return }
    if let start = words.range(of: "href=\"")?.upperBound, let end = words[start...].firstIndex(of: "\"") {
      let path = file(String(words[start..<end]))
      let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
      draft.part = VCard(ofFile: path, in: folder)?.contact(named: name) ?? Contact(name: name)
    } else {
      let path = file(words)
      let name = path.split(separator: "/").last.map { String($0.prefix { $0 != "." }) } ?? ""
      draft.part = VCard(ofFile: path, in: folder)?.contact(named: name) ?? Contact(name: name)
    }
  }

  /// Returns the path of a file, which the program gives relative to its own folder: the one with `result.json`, or the one around it.
  private func file(_ path: String) -> String {
    let path = path.percentDecoded ?? path
    if folder.has(path) { return path }
    let base = member("media_base")?.text ?? ""
    for candidate in [base + path, path.split(separator: "/").dropFirst().joined(separator: "/")]
    where candidate != path && folder.has(candidate) {
      return candidate
    }
    return path
  }

  /// Returns a text without the marks of line ends, which are all that the program changes.
  private static func lines(_ text: String) -> String {
    text.replacing(" <br>", with: "\n").replacing("<br>", with: "\n")
  }

  /// Returns the place in words such as `Location shared: (38.7, -9.2)`.
  private static func place(_ words: String) -> Location? {
    guard let open = words.lastIndex(of: "("), let close = words[open...].firstIndex(of: ")") else {
      return nil
    }
    let numbers = words[words.index(after: open)..<close].split(separator: ",").map {
      Double(String($0).trimmingSpaces)
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    return Location(latitude: latitude, longitude: longitude)
  }
}
