import ChatModel
import ImportKit

/// Converts the messages of a chat.
struct QCEReader {
  let builder: ConversationBuilder
  private let conversion: Conversion
  private let folder: InputFolder
  /// The owner's ids.
  private let own: [String]

  /// The depth of forwarded conversations in forwarded conversations that are shown.
  private static let depthLimit = 4

  init(_ conversion: Conversion, _ chat: JSONValue, _ folder: InputFolder, name: String) {
    (self.conversion, self.folder) = (conversion, folder)
    let title = [chat["name"]?.text, name].firstWords
    own = [chat["selfUid"], chat["selfUin"]].compactMap { $0?.identifier }.filter { !$0.isEmpty }
    let kind = chat["type"]?.text ?? ""
    // Groups have a number in the name of the file, if the chat's facts have none.
    let digits = name.split(separator: "_").first { $0.utf8.count >= 5 && $0.allSatisfy(\.isNumber) }.map(
      String.init)
    if let id = [chat["peerUin"], chat["peerUid"]].compactMap({ $0?.identifier }).first ?? digits {
      builder = conversion.conversation("\(kind)/\(id)", title: title)
    } else {
      builder = conversion.conversation(named: title, title: title)
    }
    if let id = own.first {
      _ = builder.participant(id, name: chat["selfName"]?.text, standIn: .me, isMe: true)
    }
  }

  // MARK: Messages

  func add(_ message: JSONValue, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard message.isObject else { return try builder.addNoObject(message.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = [message["id"]?.identifier, message["seq"]?.identifier].firstWords
    let time = message["timestamp"]?.number.flatMap { $0 > 0 ? Timestamp(epoch: $0) : nil }
    draft.instant = (time ?? message["time"]?.text.flatMap { Timestamp($0) }).map {
      conversion.instant(of: $0)
    }
    let content = message["content"]
    let isNotice = message["system"]?.flag ?? message["isSystemMessage"]?.flag ?? false
    var words = StyledText()
    for element in content?["elements"]?.elements ?? [] {
      add(element, to: &draft, &words, at: origin, &log)
    }
    if content?["elements"] == nil, let text = content?["text"]?.text ?? content?.text { words.append(text) }
    if content?["elements"] != nil { content?["text"]?.leaveOut(.duplicate) }
    let text = words.messageText
    if isNotice {
      let shown = [text.string, content?["text"]?.text].firstWords
      if draft.part == nil { draft.event = SystemEvent(event: "notice", text: shown) }
    } else {
      draft.sender = sender(message["sender"] ?? .object([]))
      if !text.string.isEmpty { draft.text = text }
    }
    if (message["recalled"] ?? message["isRecalled"])?.flag == true {
      if draft.text == nil, draft.attachments.isEmpty, draft.part == nil, draft.event == nil {
        draft.part = Deletion()
      } else {
        var extras = MessageExtras()
        extras.deletion = Deletion()
        draft.extras = extras
      }
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private func sender(_ value: JSONValue) -> ParticipantIndex {
    let ids = [value["uid"], value["uin"]].compactMap { $0?.identifier }.filter { !$0.isEmpty }
    let names = ["groupCard", "remark", "name", "nickname"].lazy.compactMap { value[$0]?.text }
    let name = names.first { !$0.isBlank } ?? ""
    let isMe = ids.contains { own.contains($0) }
    let key = isMe ? own.first : ids.first
    return builder.participant(key ?? (name.isEmpty ? "?" : name), name: name, isMe: isMe)
  }

  // MARK: Elements

  private func add(
    _ element: JSONValue, to draft: inout MessageDraft, _ words: inout StyledText, at origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    let data = element["data"] ?? element
    func text(_ names: String...) -> String { names.map { data[$0]?.text }.firstWords }
    switch element["type"]?.text {
    case "text": words.append(data["text"]?.text ?? "")
    case "markdown": words.append(text("content", "text"))
    case "at":
      let name = text("name", "uin", "uid")
      words.style(.mention) { $0.append(name.hasPrefix("@") ? name : "@\(name)") }
    case "face": words.append("[\(text("name", "id"))]")
    case "market_face", "giphy":
      let name = text("name", "filename")
      var sticker = Attachment(kind: .sticker, name: name.isEmpty ? nil : name)
      sticker.absence = .unavailable
      draft.attachments.append(sticker)
      words.append(name)
    case "image", "file", "video", "audio":
      draft.attachments.append(file(data, kind: element["type"]?.text ?? ""))
    case "reply":
      let target = [data["referencedMessageId"], data["messageId"]].compactMap { $0?.identifier }.first {
        !$0.isEmpty && $0 != "0"
      }
      draft.reply = Reply(
        target: target, quotedName: data["senderName"]?.text, quotedText: data["content"]?.text)
    case "json", "xml", "location":
      let preview = LinkPreview(
        url: text("url"), title: text("title", "summary", "preview"), summary: text("description", "summary"),
        text: words.messageText)
      words = StyledText()
      draft.part = preview
      data["content"]?.leaveOut(.machineText)
    case "forward":
      words.beginLine()
      words.append(text("title", "summary"))
      words.style(.blockquote) { quote(data, in: &$0, depth: 0) }
    case "system": words.append(text("text"))
    case "av_record":
      let seconds = data["time"]?.number ?? data["time"]?.text.flatMap { Double($0) }
      draft.part = Call(
        medium: data["type"]?.integer == 2 ? "video" : "audio",
        duration: seconds.flatMap { $0 > 0 ? $0 : nil })
      // The words say what the call's facts do not, such as that nobody answered.
      if seconds ?? 0 <= 0 { draft.text = MessageText(text("summary", "text"), markup: .plain) }
    case let kind:
      let name = kind ?? "element"
      log.append(
        Diagnostic(
          .loss, "unknown-element",
          "a part of a message has the kind '\(name.prefix(60))', which is not read; it is shown as a card",
          at: origin))
      let shown = text("summary", "text", "title", "content")
      draft.part = Unsupported(
        kind: String(name.prefix(60)), text: shown.isEmpty ? String(data.json.prefix(4_000)) : shown)
    }
  }

  /// Appends the texts of a forwarded conversation, a line each.
  private func quote(_ data: JSONValue, in words: inout StyledText, depth: Int) {
    let messages = data["messages"]?.elements ?? []
    guard !messages.isEmpty, depth < Self.depthLimit else {
      for line in data["preview"]?.elements ?? [] {
        words.beginLine()
        words.append(line.text ?? "")
      }
      return
    }
    data["preview"]?.leaveOut(.duplicate)
    for message in messages {
      words.beginLine()
      let name = ["groupCard", "name", "nickname"].map { message["sender"]?[$0]?.text }.firstWords
      words.append("\(name): \(message["content"]?["text"]?.text ?? "")")
      for element in message["content"]?["elements"]?.elements ?? [] {
        if element["type"]?.text == "forward" {
          quote(element["data"] ?? .null, in: &words, depth: depth + 1)
        } else {
          element.leaveOut(.duplicate)
        }
      }
    }
  }

  // MARK: Files

  private func file(_ data: JSONValue, kind: String) -> Attachment {
    let name = [data["filename"]?.text, data["name"]?.text].firstWords
    var file = Attachment(kind: Self.kind(kind, data, name), name: name.isEmpty ? nil : name)
    file.width = number(data["width"])
    file.height = number(data["height"])
    file.byteCount = number(data["size"])
    file.duration = data["duration"]?.number.flatMap { $0 > 0 ? $0 : nil }
    let local = data["localPath"]?.text ?? ""
    let url = data["url"]?.text ?? ""
    let folders = ["resources/\(kind)s/\(name)", "\(kind)s/\(name)"]
    let paths = [local.isEmpty ? "" : "resources/\(local)", local, url] + (name.isEmpty ? [] : folders)
    file.path = paths.first { !$0.isEmpty && $0.range(of: "://") == nil && folder.has($0) }
    if file.path == nil { file.absence = .unavailable }
    return file
  }

  private static func kind(_ kind: String, _ data: JSONValue, _ name: String) -> Attachment.Kind {
    switch kind {
    case "image":
      data["subType"]?.text == "sticker" ? .sticker : Attachment.Kind(ofFileNamed: name, type: "image/*")
    case "video": .video
    case "audio": .voice
    default: Attachment.Kind(ofFileNamed: name)
    }
  }

  private func number(_ value: JSONValue?) -> Int? {
    value?.integer.flatMap { Int(exactly: $0) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
