import ChatModel
import ImportKit

/// Reads the output of sigtop (`sigtop export-messages -f json`): for each chat a list of messages as Signal
/// Desktop stores them.
///
/// The facts come from tbvdm/sigtop and from Signal Desktop's `ts/model-types.d.ts`. People have ids and no names; the only name is
/// the chat's, after which the file is named.
final class SigtopReader {
  private let builder: ConversationBuilder
  private let title: String
  private let isGroup: Bool
  /// The ids of the other person's accounts, in a chat of two.
  private var peers: Set<String> = []
  private let paths: [String: String]
  /// The ids of edited messages by the ids with the times of their other texts.
  private var edited: [String: String] = [:]

  static let ownerKey = "me"

  /// True if the first message of a list comes from Signal Desktop.
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    var reader = JSONReader(bytes, in: LogLines.start(of: bytes)..<bytes.count, isLenient: true)
    guard (try? reader.peek()) == .array, (try? reader.beginArray()) != nil,
      (try? reader.nextElement()) == true,
      let first = try? reader.readValue(), first.isObject
    else { return false }
    return first["conversationId"]?.text != nil && first["type"]?.text != nil
      && (first["sent_at"]?.integer ?? first["timestamp"]?.integer) != nil
      && (first["received_at"] != nil || first["received_at_ms"] != nil || first["schemaVersion"] != nil)
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let reader = SigtopReader(input, conversion)
    try file.forEachElement(of: nil, log: &log) { text, _, _ throws(ImportError) in
      try reader.builder.addBroken(text)
    } _: { value, _, origin, log throws(ImportError) in
      try reader.add(value, origin, &log)
    }
  }

  private init(_ input: ImportInput, _ conversion: Conversion) {
    let (name, detail) = Self.parts(of: input.stem)
    title = name
    isGroup = Self.isGroupID(detail)
    builder = Self.conversation(of: input, title: title, conversion)
    paths = Self.paths(beside: input)
  }

  /// Begins or continues the conversation of a file, whose name has the person's number or the group's id after its title.
  static func conversation(
    of input: ImportInput, title: String, _ conversion: Conversion
  ) -> ConversationBuilder {
    let key = "sigtop/\(input.stem)"
    return parts(of: input.stem).detail.isEmpty
      ? conversion.conversation(named: key, title: title, root: input.folder)
      : conversion.conversation(key, id: input.stem, title: title, root: input.folder)
  }

  /// The paths of the files that `sigtop export-attachments` wrote for a chat, by their names.
  static func paths(beside input: ImportInput) -> [String: String] {
    var paths: [String: String] = [:]
    for path in (try? input.folder.files()) ?? [] {
      let steps = path.split(separator: "/")
      if steps.count > 1, steps[steps.count - 2] == input.stem {
        paths[String(steps[steps.count - 1])] = path
      }
    }
    return paths
  }

  /// The parts of a file's or person's name: `Ana Reis (+351912345678)`.
  static func parts(of stem: String) -> (name: String, detail: Substring) {
    guard stem.hasSuffix(")"), let open = stem.lastIndex(of: "("), open > stem.startIndex else {
      return (stem, "")
    }
    let name = String(stem[..<open]).trimmingSpaces
    return (name.isEmpty ? stem : name, stem[stem.index(after: open)...].dropLast())
  }

  /// True if an id is a group's: 32 bytes in Base64, or an older group's bytes in hexadecimal digits.
  private static func isGroupID(_ id: Substring) -> Bool {
    id.utf8.count == 43 || id.utf8.count >= 32 && id.utf8.allSatisfy { $0 &- 0x30 <= 9 || 0x61...0x66 ~= $0 }
  }

  // MARK: Messages

  private func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard value.isObject else {
      return try builder.addNoObject(value.text ?? value.json, at: origin, &log)
    }
    var draft = MessageDraft()
    let type = value["type"]?.text ?? ""
    let key = senderKey(of: value, type)
    draft.sender = key.map(person)
    let sent = value["sent_at"]?.integer ?? value["timestamp"]?.integer
    draft.instant = sent.map { Instant(milliseconds: $0) }
    draft.id = sent.map { "\($0)-\(key ?? "")" } ?? ""
    for version in value["editHistory"]?.elements ?? [] {
      if let time = version["timestamp"]?.integer, time != sent { edited["\(time)-\(key ?? "")"] = draft.id }
    }
    draft.reactions = reactions(of: value)
    draft.reply = value["quote"].flatMap(reply)
    draft.extras = extras(of: value)
    switch type {
    case "incoming", "outgoing", "": setContent(of: value, &draft, origin, &log)
    case "call-history": draft.part = call(value)
    default: draft.event = event(type, value, draft.sender)
    }
    try builder.add(draft)
  }

  private func setContent(
    of value: JSONValue, _ draft: inout MessageDraft, _ origin: Origin, _ log: inout DiagnosticLog
  ) {
    draft.text = text(of: value)
    if value["deletedForEveryone"]?.flag == true {
      (draft.part, draft.text) = (Deletion(by: draft.sender), nil)
      return
    }
    draft.attachments = (value["attachments"]?.elements ?? []).filter {
      $0["contentType"]?.text != "text/x-signal-plain"
    }.map(attachment)
    if let sticker = value["sticker"], sticker.isObject {
      var file = attachment(sticker["data"] ?? .null)
      (file.kind, file.alt) = (.sticker, sticker["emoji"]?.text)
      draft.attachments.append(file)
    }
    if value["isViewOnce"]?.flag == true, draft.attachments.isEmpty {
      draft.part = Deletion(reason: .expired)
    } else if value["isErased"]?.flag == true {
      draft.part = Deletion(reason: .expired)
    } else if let contact = value["contact"]?[0], draft.attachments.isEmpty {
      draft.part = Self.contact(contact)
    } else if let preview = value["preview"]?[0], let url = preview["url"]?.text, draft.attachments.isEmpty {
      draft.part = LinkPreview(
        url: url, title: preview["title"]?.text, summary: preview["description"]?.text,
        text: draft.text ?? .empty)
    }
    guard draft.text == nil, draft.attachments.isEmpty, draft.part == nil else { return }
    let update = value["group_update"] ?? value["groupV2Change"] ?? value["expirationTimerUpdate"]
    if let update {
      draft.event = SystemEvent(event: "notice", actor: draft.sender, text: update.words)
      return
    }
    draft.showCardIfEmpty(at: origin, &log)
  }

  private func extras(of value: JSONValue) -> MessageExtras? {
    var extras = MessageExtras()
    // The newest text, which is the message's, comes first.
    let versions = (value["editHistory"]?.elements ?? []).reversed().map { version in
      MessageExtras.SignalVersion(
        written: version["timestamp"]?.integer.map { Instant(milliseconds: $0) },
        text: version["body"]?.text ?? "")
    }
    extras.setVersions(versions.dropLast(), last: versions.last?.written)
    extras.expiresAfter = value["expireTimer"]?.number.flatMap { $0 > 0 ? $0 : nil }
    extras.isViewOnce = value["isViewOnce"]?.flag == true && value["attachments"]?[0] != nil
    return extras == MessageExtras() ? nil : extras
  }

  // MARK: People

  /// The key of a message's sender: in a chat of two the other person has the chat's name.
  private func senderKey(of value: JSONValue, _ type: String) -> String? {
    if type == "outgoing" { return Self.ownerKey }
    let source = [value["sourceServiceId"], value["sourceUuid"], value["source"]].lazy.compactMap { $0?.text }
      .first { !$0.isEmpty }
    guard source != nil || type == "incoming" else { return nil }
    if isGroup { return source }
    if let source { peers.insert(source) }
    return title
  }

  private func person(_ key: String) -> ParticipantIndex {
    key == Self.ownerKey ? builder.participant(key, standIn: .me, isMe: true) : builder.participant(key)
  }

  // MARK: Parts

  private static let styles: [Int64: SourceSpan.Kind] = [
    1: .bold, 2: .italic, 3: .spoiler, 4: .strikethrough, 5: .code,
  ]

  private func text(of value: JSONValue) -> MessageText? {
    guard let body = value["body"]?.text, !body.isEmpty else { return nil }
    let marks = (value["bodyRanges"]?.elements ?? []).compactMap { entry -> RangedText.Mark? in
      guard let start = entry["start"]?.integer.flatMap({ Int(exactly: $0) }),
        let length = entry["length"]?.integer.flatMap({ Int(exactly: $0) })
      else { return nil }
      if entry["mentionAci"] != nil || entry["mentionUuid"] != nil {
        let name =
          entry["replacementText"]?.text ?? entry["mentionAci"]?.text ?? entry["mentionUuid"]?.text ?? "?"
        return RangedText.Mark(start: start, length: length, kind: .mention, replacement: "@" + name)
      }
      guard let style = entry["style"]?.integer, let kind = Self.styles[style] else { return nil }
      return RangedText.Mark(start: start, length: length, kind: kind)
    }
    return RangedText(body, marks).message
  }

  private func attachment(_ value: JSONValue) -> Attachment {
    let (name, type) = (value["fileName"]?.text, value["contentType"]?.text)
    var kind = Attachment.Kind(ofFileNamed: name ?? "", type: type)
    if value["flags"]?.integer == 1 { kind = .voice } else if value["flags"]?.integer == 8 { kind = .gif }
    var file = Attachment(kind: kind, name: name)
    file.type = type
    file.width = value["width"]?.integer.flatMap { Int(exactly: $0) }
    file.height = value["height"]?.integer.flatMap { Int(exactly: $0) }
    file.byteCount = value["size"]?.integer.flatMap { Int(exactly: $0) }
    file.alt = value["caption"]?.text
    // Otherwise the file is in Signal's own folder, encrypted.
    file.path = name.flatMap { paths[$0] }
    if file.path == nil { file.absence = .unavailable }
    return file
  }

  private func reactions(of value: JSONValue) -> [Reaction] {
    var reactions: [Reaction] = []
    for entry in value["reactions"]?.elements ?? [] {
      guard let emoji = entry["emoji"]?.text, !emoji.isEmpty else { continue }
      // The id of a conversation: in a chat of two the chat's or the owner's, in a group one that occurs nowhere else.
      let isPeer = entry["fromId"]?.text == value["conversationId"]?.text
      reactions.add(
        emoji, by: isGroup ? nil : person(isPeer ? title : Self.ownerKey),
        at: entry["timestamp"]?.integer.map { Instant(milliseconds: $0) })
    }
    return reactions
  }

  private func reply(_ quote: JSONValue) -> Reply? {
    guard quote.isObject else { return nil }
    let author = [quote["authorAci"], quote["authorUuid"], quote["author"]].lazy.compactMap { $0?.text }
      .first { !$0.isEmpty }
    // The owner's id is nowhere; other people's are in their messages.
    let known = author.flatMap { author -> String? in
      if peers.contains(author) { return title }
      return builder.participants.index(ofKey: author) == nil ? nil : author
    }
    let target = quote["id"]?.integer.map { "\($0)-\(known ?? Self.ownerKey)" }
    return Reply(target: target.map { edited[$0] ?? $0 }, quotedText: quote["text"]?.text)
  }

  private static func contact(_ value: JSONValue) -> Contact {
    let name = value["name"]
    let full = SignalBackup.joined([name?["givenName"]?.text, name?["familyName"]?.text])
    return Contact(
      names: [name?["displayName"]?.text ?? full, value["organization"]?.text],
      phones: (value["number"]?.elements ?? []).compactMap { $0["value"]?.identifier },
      emails: (value["email"]?.elements ?? []).compactMap { $0["value"]?.text })
  }

  private func call(_ value: JSONValue) -> Call {
    let details = value["callHistoryDetails"] ?? .null
    let isVideo = details["wasVideoCall"]?.flag == true || details["type"]?.text == "Video"
    var call = Call(medium: isVideo ? "video" : "audio")
    if details["wasDeclined"]?.flag == true { call.outcome = "declined" }
    if let start = details["acceptedTime"]?.number, let end = details["endedTime"]?.number, end > start {
      call.duration = (end - start) / 1000
    } else if call.outcome == nil, details["endedTime"] != nil {
      call.outcome = "missed"
    }
    return call
  }

  private func event(_ type: String, _ value: JSONValue, _ actor: ParticipantIndex?) -> SystemEvent {
    switch type {
    case "timer-notification":
      var facts = EventFacts()
      facts.duration = value["expirationTimerUpdate"]?["expireTimer"]?.number ?? 0
      return SystemEvent(event: "set_messages_ttl", actor: actor, targets: [], text: nil, facts: facts)
    case "profile-change":
      let change = value["profileChange"]
      return .renamed(actor, from: change?["oldName"]?.text, to: change?["newName"]?.text)
    case "verified-change" where value["verified"]?.flag != nil:
      let isVerified = value["verified"]?.flag == true
      return SystemEvent(event: isVerified ? "safetyNumberVerified" : "safetyNumberUnverified", actor: actor)
    default:
      let words = value["body"]?.text ?? ""
      return words.isEmpty
        ? SystemEvent(event: type, actor: actor) : SystemEvent(event: "notice", text: words)
    }
  }

  /// The words in a name such as `verified-change`.
  static func words(of type: String) -> String { String(type.map { $0 == "-" ? " " : $0 }) }
}
