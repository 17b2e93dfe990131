import ChatModel
import ImportKit

/// Converts the members and messages of a file, and adds them to its conversation.
final class ChatLabReader {
  private let builder: ConversationBuilder
  private let conversion: Conversion
  private let owner: String?
  private let isGroup: Bool
  /// Names of people by their ids. Messages also have names, from the time they were sent.
  private var names: [String: String] = [:]

  /// Creates a reader for a file with this header.
  init(_ header: JSONValue, _ input: ImportInput, _ conversion: Conversion) throws(ImportError) {
    let meta = header["meta"] ?? .null
    let name = meta["name"]?.identifier ?? ""
    let title = name.isEmpty ? input.stem : name
    owner = meta["ownerId"]?.identifier
    isGroup = meta["type"]?.text != "private"
    let id = meta["groupId"]?.identifier ?? meta["sourceSessionId"]?.identifier
    self.conversion = conversion
    let platform = meta["platform"]?.text ?? ""
    builder =
      id.map {
        conversion.conversation(
          "chatlab/\(platform)/\($0)", id: "\(title.prefix(60)) \($0)", title: title, root: input.folder)
      } ?? conversion.conversation(named: "chatlab/\(platform)/\(title)", title: title, root: input.folder)
  }

  /// Marks the owner of a conversation of two if the file does not name them.
  func finish() { if !isGroup { conversion.markOwner(of: builder) } }

  func addBroken(_ text: String) throws(ImportError) { try builder.addBroken(text) }

  /// Adds the contents of a line: a member or a message.
  func add(line: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    switch line["_type"]?.text {
    case "header": break
    case "member": try add(member: line)
    case "message": try add(message: line, origin, &log)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-line", "the line is no header, member or message; it is shown as it is", at: origin)
      )
      try builder.addBroken(line.json)
    }
  }

  // MARK: People

  func add(member: JSONValue) throws(ImportError) {
    guard let id = member["platformId"]?.identifier, !id.isEmpty else { return }
    let name = Self.name(member)
    if let name { names[id] = name }
    let avatar = try member["avatar"]?.text.flatMap { url throws(ImportError) in
      try InlineFile.attachment(dataURL: url, files: conversion.extractedFiles)?.path
    }
    _ = builder.participant(id, name: name, avatar: avatar, isMe: id == owner)
  }

  /// The name in the group, or else the account's.
  private static func name(_ value: JSONValue) -> String? {
    [value["groupNickname"], value["accountName"]].lazy.compactMap { $0?.identifier }.first { !$0.isEmpty }
  }

  private func sender(of message: JSONValue) -> ParticipantIndex? {
    guard let id = message["sender"]?.identifier ?? message["accountName"]?.identifier, !id.isEmpty else {
      return nil
    }
    return builder.participant(id, name: names[id] ?? Self.name(message), isMe: id == owner)
  }

  // MARK: Messages

  func add(message: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard message.isObject else {
      return try builder.addNoObject(message.text ?? message.json, at: origin, &log)
    }
    var draft = MessageDraft()
    draft.id = message["platformMessageId"]?.identifier ?? message["id"]?.identifier ?? ""
    draft.sender = sender(of: message)
    draft.instant = instant(message["timestamp"], origin, &log)
    if let target = message["replyToMessageId"]?.identifier, !target.isEmpty {
      draft.reply = Reply(target: target)
    }
    let content = message["content"]?.text ?? message["content"]?.words ?? ""
    try setContent(content, of: message, &draft, origin, &log)
    try builder.add(draft)
  }

  private func instant(_ value: JSONValue?, _ origin: Origin, _ log: inout DiagnosticLog) -> Instant? {
    if let number = value?.number ?? value?.integer.map(Double.init), number > 0,
      case .instant(let milliseconds)? = Timestamp(epoch: number)
    {
      return Instant(milliseconds: milliseconds)
    }
    log.append(Diagnostic(.warning, "no-time", "the message has no time", at: origin))
    return nil
  }

  private func setContent(
    _ content: String, of message: JSONValue, _ draft: inout MessageDraft, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let text = content.isEmpty ? nil : MessageText(content, markup: .plain)
    switch message["type"]?.integer ?? 0 {
    case 0, 7, 25: draft.text = text
    case 1: draft.attachments = [try file(.image, content)]
    case 2: draft.attachments = [try file(.voice, content)]
    case 3: draft.attachments = [try file(.video, content)]
    case 4: draft.attachments = [try file(.file, content)]
    case 5: draft.attachments = [try file(.sticker, content)]
    case 8: draft.part = Self.location(content) ?? card("location", content)
    case 20: draft.part = card("red packet", content)
    case 21: draft.part = card("transfer", content)
    case 22: draft.event = event(content, &draft)
    case 23: setCall(content, &draft)
    case 24: draft.part = card("share", content)
    case 26:
      draft.part = card(
        "forwarded messages", ([content] + records(message["chatRecords"])).joined(separator: "\n"))
    case 27:
      let name = Self.withoutLabel(content) ?? content
      draft.part = Self.isPlaceholder(content) ? card("contact", content) : Contact(name: name)
    case 80: draft.event = event(content, &draft)
    case 81: draft.part = Deletion(by: draft.sender)
    case let type:
      if content.isEmpty || type != 99 {
        log.append(
          Diagnostic(
            .loss, "unknown-content",
            "the message is of the unknown type \(type); what the export says of it is shown",
            at: origin))
      }
      draft.part = card(type == 99 ? "message" : "\(type)", content)
    }
    draft.showCardIfEmpty(at: origin, &log)
  }

  private func card(_ kind: String, _ content: String) -> Unsupported {
    Unsupported(kind: kind, text: content.isEmpty ? nil : content)
  }

  /// A place followed by its degrees, `[位置] 香山公园 (39.99,116.19)`; nil for words alone.
  private static func location(_ content: String) -> Location? {
    guard let last = content.last, last == ")" || last == "）",
      let open = content.lastIndex(where: { $0 == "(" || $0 == "（" })
    else { return nil }
    let numbers = content[content.index(after: open)...].dropLast().split(separator: ",").map {
      Double(String($0).trimmingSpaces)
    }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1],
      (-90...90).contains(latitude), (-180...180).contains(longitude)
    else { return nil }
    var name = String(content[..<open]).trimmingSpaces
    if name.hasPrefix("["), let end = name.firstIndex(of: "]") {
      name = String(name[name.index(after: end)...]).trimmingSpaces
    }
    return Location(latitude: latitude, longitude: longitude, name: name.isEmpty ? nil : name)
  }

  /// A sentence of the app, which may be about the sender.
  private func event(_ content: String, _ draft: inout MessageDraft) -> SystemEvent? {
    draft.sender = nil
    return content.isEmpty ? nil : SystemEvent(event: "notice", text: content)
  }

  /// The lines of messages that were forwarded together.
  private func records(_ list: JSONValue?) -> [String] {
    (list?.elements ?? []).prefix(1000).compactMap { record in
      let name = record["accountName"]?.text ?? record["sender"]?.identifier ?? record["sourcename"]?.text
      let words = record["content"]?.text ?? record["datadesc"]?.text ?? record["datatitle"]?.text
      guard let words, !words.isEmpty else { return nil }
      return name.map { "\($0): \(words)" } ?? words
    }
  }

  // MARK: Files

  /// A file that the content names by its path or holds. A file that is only mentioned keeps the words about it.
  private func file(_ kind: Attachment.Kind, _ content: String) throws(ImportError) -> Attachment {
    if var inline = try InlineFile.attachment(dataURL: content, files: conversion.extractedFiles) {
      inline.kind = kind
      return inline
    }
    var file = Attachment(kind: kind)
    if Self.isPath(content) {
      file.path = content
      file.name = content.split { $0 == "/" || $0 == "\\" }.last.map(String.init)
      return file
    }
    file.absence = .unavailable
    let words =
      Self.isPlaceholder(content) ? Self.placeholderName(content) : Self.withoutLabel(content) ?? content
    if kind == .sticker { file.alt = content } else if !words.isEmpty { file.name = words }
    return file
  }

  /// True if the content is a file's path and not words or an address.
  private static func isPath(_ content: String) -> Bool {
    !content.isEmpty && content.utf8.count <= 1000 && !isPlaceholder(content) && content.hasFileExtension
      && withoutLabel(content) == nil && !content.contains(where: \.isNewline)
      && content.range(of: "://") == nil
  }

  /// True if the content names only a kind: `[图片]`, `[Image: screenshot.jpg]`.
  private static func isPlaceholder(_ content: String) -> Bool {
    content.isEmpty || content.utf8.first == UInt8(ascii: "[") && content.utf8.last == UInt8(ascii: "]")
  }

  /// The kinds in brackets with which tools begin their words for content they do not export.
  private static let labels: Set<String> = [
    "图片", "圖片", "照片", "语音", "語音", "语音消息", "視頻", "视频", "影片", "文件", "檔案", "表情", "动画表情", "名片",
    "image", "photo", "voice", "audio", "video", "file", "sticker", "contact",
  ]

  /// The words after a kind in brackets, `[文件] 报告.pdf`; nil if there is no such kind.
  private static func withoutLabel(_ content: String) -> String? {
    guard content.utf8.first == UInt8(ascii: "["), let end = content.firstIndex(of: "]"),
      labels.contains(content[..<end].dropFirst().lowercased())
    else { return nil }
    let words = String(content[content.index(after: end)...]).trimmingSpaces
    return words.isEmpty ? nil : words
  }

  private static func placeholderName(_ content: String) -> String {
    let words = content.dropFirst().dropLast()
    guard let colon = words.firstIndex(where: { $0 == ":" || $0 == "：" }) else { return "" }
    return String(words[words.index(after: colon)...]).trimmingSpaces
  }

  // MARK: Calls

  private static let outcomes: [(word: String, outcome: String)] = [
    ("未", "missed"), ("miss", "missed"), ("no answer", "missed"), ("无应答", "missed"), ("拒", "declined"),
    ("declin", "declined"), ("取消", "canceled"), ("cancel", "canceled"), ("忙", "busy"), ("busy", "busy"),
  ]

  private func setCall(_ content: String, _ draft: inout MessageDraft) {
    let key = content.lowercased()
    var call = Call(
      medium: key.contains("视频") || key.contains("視訊") || key.contains("video") ? "video" : "audio")
    call.duration = Self.seconds(in: content)
    if call.duration == nil { call.outcome = Self.outcomes.first { key.contains($0.word) }?.outcome }
    draft.part = call
    if call.duration == nil, call.outcome == nil, !Self.isPlaceholder(content) {
      draft.text = MessageText(content, markup: .plain)
    }
  }

  /// The seconds of a duration such as `1:23` or `01:02:03` in a text.
  private static func seconds(in text: String) -> Double? {
    for word in text.split(whereSeparator: { !($0.isASCII && $0.isNumber) && $0 != ":" }) {
      let parts = word.split(separator: ":").map { $0.utf8.count <= 4 ? Double($0) : nil }
      if 2...3 ~= parts.count, !parts.contains(nil) { return parts.reduce(0) { $0 * 60 + ($1 ?? 0) } }
    }
    return nil
  }
}
