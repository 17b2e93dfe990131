import ChatModel
import ImportKit

/// Converts events, in any order. What an event says of another one may come first.
final class MatrixReader {
  private let input: ImportInput
  private let conversion: Conversion
  private let json: JSONFile
  private let title: String?
  /// The name of the person who exported the room.
  private let owner: String?
  private let text: MatrixText
  private let files: MatrixFiles
  private var rooms: [String: MatrixRoom] = [:]
  private var order: [MatrixRoom] = []

  init(_ input: ImportInput, _ header: JSONValue, _ conversion: Conversion, _ json: JSONFile) {
    (self.input, self.conversion, self.json) = (input, conversion, json)
    title = header["room_name"]?.text.flatMap { $0.isBlank ? nil : $0 }
    owner = header["exported_by"]?.text
    text = MatrixText(path: json.path)
    files = MatrixFiles(input.folder)
  }

  private func room(_ id: String?) -> MatrixRoom {
    let id = id ?? order.first?.id ?? input.path
    if let known = rooms[id] { return known }
    let builder = conversion.conversation("matrix/\(id)", id: title ?? id, title: title ?? input.stem)
    let room = MatrixRoom(id, builder, isTitled: title != nil)
    rooms[id] = room
    order.append(room)
    return room
  }

  func addBroken(_ text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try room(nil).builder.addBroken(text)
  }

  /// Adds polls with their votes and calls with their lengths, and marks the owner.
  func finish() throws(ImportError) {
    for room in order { try room.finish(owner: owner) }
  }

  // MARK: Events

  func read(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let room = room(value["room_id"]?.text)
    guard value.isObject else { return try room.builder.addNoObject(value.json, at: origin, &log) }
    let event = MatrixEvent(value)
    if try readChange(event, room) { return }
    var draft = MessageDraft()
    draft.id = event.id
    draft.sender = event.sender.map(room.person)
    draft.instant = event.instant
    if readDeletion(event, room, &draft) { return try room.builder.add(draft) }
    switch event.type {
    case "m.room.message", "m.sticker": readMessage(event, room, &draft, origin, &log)
    case "m.room.encrypted": draft.event = SystemEvent(event: "undecryptable", actor: draft.sender)
    case "m.poll.start", "org.matrix.msc3381.poll.start":
      return room.addPoll(event)
    default:
      if event.type.hasPrefix("m.call.") { return room.addCall(event) }
      draft.event = MatrixNotice(event, room).event(draft.sender, at: origin, &log)
    }
    if draft.event != nil { draft.sender = nil }
    draft.showCardIfEmpty(at: origin, &log)
    try room.builder.add(draft)
  }

  /// Reads what an event says of another one: an edit, a reaction, a vote, a deletion. Returns false for other events.
  private func readChange(_ event: MatrixEvent, _ room: MatrixRoom) throws(ImportError) -> Bool {
    let relation = event.content["m.relates_to"]
    let target = MatrixEvent.id(relation?["event_id"])
    switch (event.type, relation?["rel_type"]?.text) {
    case ("m.reaction", _):
      guard let target, let key = relation?["key"]?.text else { return false }
      room.react(key, to: target, event)
    case ("m.room.redaction", _):
      guard let target = MatrixEvent.id(event.value["redacts"] ?? event.content["redacts"]) else {
        return false
      }
      room.redact(target, event)
    case ("m.room.message", "m.replace"):
      guard let target, let content = event.content["m.new_content"] else { return false }
      event.content["body"]?.leaveOut(.duplicate)
      event.content["formatted_body"]?.leaveOut(.duplicate)
      room.builder.amend(target, .edit(text.text(content, isReply: false), at: event.instant))
    case ("m.poll.response", _), ("org.matrix.msc3381.poll.response", _):
      guard let target else { return false }
      room.vote(event, on: target)
    case ("m.poll.end", _), ("org.matrix.msc3381.poll.end", _):
      guard let target else { return false }
      room.endPoll(target)
      return false
    default: return false
    }
    return true
  }

  private func readDeletion(_ event: MatrixEvent, _ room: MatrixRoom, _ draft: inout MessageDraft) -> Bool {
    guard let redaction = event.value["unsigned"]?["redacted_because"], event.type != "m.room.member" else {
      return false
    }
    let by = MatrixEvent(redaction)
    draft.part = Deletion(by: by.sender.map(room.person), instant: by.instant)
    if let reason = by.content["reason"]?.text, !reason.isEmpty {
      draft.text = MessageText(reason, markup: .plain)
    }
    return true
  }

  // MARK: Messages

  private func readMessage(
    _ event: MatrixEvent, _ room: MatrixRoom, _ draft: inout MessageDraft, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    var content = event.content
    var extras = MessageExtras()
    let relation = content["m.relates_to"]
    let isThread = relation?["rel_type"]?.text == "m.thread"
    if isThread { extras.thread = MatrixEvent.id(relation?["event_id"]) }
    let isFallback = isThread && relation?["is_falling_back"]?.flag != false
    let answered = MatrixEvent.id(relation?["m.in_reply_to"]?["event_id"])
    if let answered, !isFallback { draft.reply = Reply(target: answered) }
    // The newest text, where a server put it beside the first one.
    if let edit = event.value["unsigned"]?["m.relations"]?["m.replace"] {
      extras.editedAt = MatrixEvent(edit).instant ?? event.instant
      if let new = edit["content"]?["m.new_content"] {
        extras.edits = [
          MessageExtras.Edit(
            instant: extras.editedAt, text: text.text(content, isReply: answered != nil).string)
        ]
        extras.editedAt = nil
        content = new
      }
    }
    let kind = event.type == "m.sticker" ? "m.sticker" : content["msgtype"]?.text ?? ""
    switch kind {
    case "m.image", "m.video", "m.audio", "m.file", "m.sticker": readFile(content, kind, event, &draft)
    case "m.location": draft.part = Self.location(content)
    case "m.bad.encrypted":
      content["body"]?.leaveOut(.machineText)
      draft.event = SystemEvent(event: "undecryptable", actor: draft.sender)
    case "m.emote":
      var styled = StyledText()
      let words = text.text(content, isReply: answered != nil)
      styled.style(.italic) {
        $0.append(words.markup == .markdown ? MessageText(words.string, markup: .plain) : words)
      }
      draft.text = styled.messageText
    default:
      let words = text.text(content, isReply: answered != nil)
      if !words.string.isEmpty { draft.text = words }
    }
    if draft.text == nil, draft.attachments.isEmpty, draft.part == nil, draft.event == nil {
      draft.part = Unsupported(kind: kind.isEmpty ? "message" : kind)
      log.append(
        Diagnostic(
          .loss, "empty-message", "the export has no content of this message; it is shown as a card",
          at: origin))
    }
    if extras != MessageExtras() { draft.extras = extras }
  }

  private func readFile(
    _ content: JSONValue, _ kind: String, _ event: MatrixEvent, _ draft: inout MessageDraft
  ) {
    let body = content["body"]?.text ?? ""
    let name = content["filename"]?.text.flatMap { $0.isEmpty ? nil : $0 } ?? body
    let info = content["info"]
    let type = info?["mimetype"]?.text
    var file = Attachment(kind: .init(ofFileNamed: name, type: type), name: name)
    switch kind {
    case "m.sticker": file.kind = .sticker
    case "m.image": if file.kind != .gif { file.kind = .image }
    case "m.video": file.kind = .video
    case "m.audio": file.kind = content["org.matrix.msc3245.voice"] != nil ? .voice : .audio
    default: if file.kind == .voice { file.kind = .audio }
    }
    file.type = type
    file.byteCount = Self.size(info?["size"])
    (file.width, file.height) = (Self.size(info?["w"]), Self.size(info?["h"]))
    let sound = content["org.matrix.msc1767.audio"]
    let length = info?["duration"] ?? sound?["duration"]
    if info?["duration"] != nil { sound?["duration"]?.leaveOut(.duplicate) }
    file.duration = length?.number.map { $0 / 1000 }
    file.waveform = (sound?["waveform"]?.elements ?? []).prefix(200).compactMap {
      // Up to 1,024.
      $0.integer.map { UInt8(clamping: $0 * 100 / 1024) }
    }
    file.path = files.path(of: name, body: body, kind: kind, at: event.instant)
    if file.path == nil {
      let address = content["url"]?.text ?? content["file"]?["url"]?.text
      file.absence = address.map { .other($0) } ?? .unavailable
    }
    draft.attachments = [file]
    if name != body, !body.isEmpty { draft.text = text.text(content, isReply: false) }
  }

  private static func size(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
  }

  /// Reads `geo:38.7139,-9.1393;u=10`.
  private static func location(_ content: JSONValue) -> Location? {
    guard let address = content["geo_uri"]?.text ?? content["org.matrix.msc3488.location"]?["uri"]?.text,
      address.hasPrefix("geo:")
    else { return nil }
    let numbers = address.dropFirst(4).prefix { $0 != ";" }.split(separator: ",").map { Double($0) }
    guard numbers.count >= 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    let body = content["body"]?.text ?? ""
    let name =
      body.range(of: " at geo:").map { String(body[..<$0.lowerBound]) }
      ?? (body.hasPrefix("geo:") ? "" : body)
    return Location(latitude: latitude, longitude: longitude, name: name.isEmpty ? nil : name)
  }
}

/// An event with the facts that all of them have.
struct MatrixEvent {
  let value: JSONValue
  let content: JSONValue
  let id: String
  let type: String
  let sender: String?
  let instant: Instant?

  init(_ value: JSONValue) {
    self.value = value
    content = value["content"] ?? .null
    id = Self.id(value["event_id"]) ?? ""
    type = value["type"]?.text ?? ""
    sender = value["sender"]?.text
    instant = value["origin_server_ts"]?.integer.map { Instant(milliseconds: $0) }
  }

  /// The id of an event without the sign that all of them begin with, which addresses of pages would have to escape.
  static func id(_ value: JSONValue?) -> String? {
    value?.text.map { $0.hasPrefix("$") ? String($0.dropFirst()) : $0 }
  }
}
