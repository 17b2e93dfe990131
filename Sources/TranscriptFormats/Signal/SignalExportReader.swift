import ChatModel
import ImportKit

/// The `data.json` that signal-export (carderne/signal-export) writes for each chat: a message on each line.
///
/// Its times are in the computer's local time, without a zone, and it has no ids. The owner is called `Me`.
enum SignalExportReader {
  /// True if the first line is such a message.
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes, bytes.count > 2 else { return false }
    let start = bytes.offsetBehindSpace(from: LogLines.start(of: bytes), limit: bytes.count)
    let end = LogLines.end(of: bytes, from: start)
    guard end - start <= 1 << 20 else { return false }
    // Most other files are known by their names alone.
    if end - start <= ImportInput.headLimit, input.probe?.has("quote") != true { return false }
    var reader = JSONReader(bytes, in: start..<end, isLenient: true)
    guard (try? reader.peek()) == .object, let value = try? reader.readValue() else { return false }
    return value["date"]?.text != nil && value["sender"]?.text != nil && value["body"]?.text != nil
      && value["quote"]?.text != nil && value["reactions"]?.isArray == true
      && value["attachments"]?.isArray == true
  }

  /// The names that signal-export gives the file of a chat, the most complete first.
  private static let names = ["data.json", "chat.md", "index.md"]

  /// Returns the paths of the chats in an export's folder: each chat's JSON, else its Markdown.
  static func chats(in input: ImportInput) -> [String] {
    var chats: [String: String] = [:]
    for name in names {
      for path in input.files where path == name || path.hasSuffix("/\(name)") {
        let folder = String(path.dropLast(name.utf8.count))
        if !path.hasPrefix("exported_stickers/"), chats[folder] == nil { chats[folder] = path }
      }
    }
    return chats.values.sorted()
  }

  /// True if a file is a chat, in JSON or in Markdown.
  static func isChat(_ input: ImportInput) -> Bool { recognises(input) || SignalMarkdown.recognises(input) }

  /// Returns the chat's name: the name of its folder, or of a file that was renamed.
  static func title(of input: ImportInput) -> String {
    guard names.contains(input.name.lowercased()) else { return input.stem }
    let name = input.namePath.split(separator: "/").dropLast().last.map(String.init) ?? ""
    return name.isEmpty || name == "." ? input.stem : name
  }

  /// Converts all chats of an export's folder. One that cannot be read is a loss.
  static func convert(
    all input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    for path in chats(in: input) {
      let file = try input.file(named: path)
      guard isChat(file) else {
        log.append(
          Diagnostic(
            .note, "not-a-chat", "\(file.path) is no chat and was left out", at: Origin(file: file.path)))
        continue
      }
      let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
      do throws(ImportError) {
        try convert(file, in: folder, root: input.folder, to: conversion, log: &log)
      } catch {
        log.append(
          Diagnostic(
            .loss, "unreadable-file", "\(error.message); it was left out", at: Origin(file: file.path)))
      }
    }
  }

  /// Converts a chat. `folder` is the chat's path in the folder that paths are relative to, or nil if it is that folder.
  static func convert(
    _ input: ImportInput, in folder: String?, root: InputFolder, to conversion: Conversion,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    var root = root
    // Stickers are next to the folders of chats.
    if folder == nil, case .disk = root.location {
      root = InputFolder(joining: [root, InputFolder(above: root.path, only: "exported_stickers")])
    }
    if SignalMarkdown.recognises(input) {
      return try SignalMarkdown.convert(input, in: folder, root: root, to: conversion, log: &log)
    }
    guard let file = JSONFile(input) else { return }
    let chat = SignalChat(input, in: folder, root: root, of: conversion)
    try file.forEachLine(log: &log) { text, _, _ throws(ImportError) in
      try chat.builder.addBroken(text)
    } _: { value, _, origin, log throws(ImportError) in
      try add(value, to: chat, origin, &log)
    }
  }

  private static func add(
    _ value: JSONValue, to chat: SignalChat, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = chat.builder
    var draft = MessageDraft()
    draft.sender = person(value["sender"]?.text, builder)
    draft.instant = value["date"]?.text.flatMap { Timestamp($0.utf8Span.span) }.map {
      chat.conversion.instant(of: $0)
    }
    if draft.instant == nil {
      log.append(Diagnostic(.warning, "no-time", "the message has no time", at: origin))
    }
    // Two spaces keep the line in Markdown.
    let body = (value["body"]?.text ?? "").trimmingEnd
    draft.reply = reply(value["quote"]?.text ?? "")
    draft.reactions = reactions(value["reactions"], builder)
    if value["deleted"]?.flag == true {
      draft.part = Deletion(by: draft.sender)
    } else if value["call"]?.flag == true {
      draft.part = call(body)
    } else {
      draft.text = body.isEmpty ? nil : MessageText(body, markup: .plain)
      draft.attachments = attachments(of: value, chat.prefix)
    }
    // Changes of a group and of timers are empty messages.
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  static func person(_ name: String?, _ builder: ConversationBuilder) -> ParticipantIndex? {
    guard let name, !name.isEmpty, name != "No-Sender" else { return nil }
    // The export's word for the owner.
    return name == "Me" ? builder.participant(name, standIn: .me, isMe: true) : builder.participant(name)
  }

  /// The quotation, which is written as one in Markdown.
  static func reply(_ quote: String) -> Reply? {
    let lines = quote.trimmingSpaces.split(separator: "\n", omittingEmptySubsequences: false).map { line in
      line.hasPrefix("> ") ? line.dropFirst(2) : line.hasPrefix(">") ? line.dropFirst() : line
    }
    let text = lines.joined(separator: "\n").trimmingSpaces
    return text.isEmpty ? nil : Reply(target: nil, quotedText: text)
  }

  /// Reactions are lists of a name and an emoji, in older exports objects.
  private static func reactions(_ list: JSONValue?, _ builder: ConversationBuilder) -> [Reaction] {
    var reactions: [Reaction] = []
    for entry in list?.elements ?? [] {
      let (name, emoji) = (entry["name"]?.text ?? entry[0]?.text, entry["emoji"]?.text ?? entry[1]?.text)
      guard let emoji, !emoji.isEmpty else { continue }
      reactions.add(emoji, by: person(name, builder))
    }
    return reactions
  }

  private static func attachments(of value: JSONValue, _ prefix: String) -> [Attachment] {
    var attachments = (value["attachments"]?.elements ?? []).map { entry in
      let name = entry["name"]?.text.flatMap { $0.isEmpty ? nil : $0 }
      var attachment = Attachment(kind: Attachment.Kind(ofFileNamed: name ?? ""), name: name)
      if let path = entry["path"]?.text, !path.isEmpty {
        // Spaces are written as in an address.
        attachment.path = prefix + path.replacing("%20", with: " ")
      } else {
        attachment.kind = entry["missing_kind"]?.text == "media" ? .image : attachment.kind
        attachment.absence = .unavailable
      }
      return attachment
    }
    if let sticker = value["sticker"], sticker.isObject {
      var attachment = Attachment(kind: .sticker)
      attachment.alt = sticker["emoji"]?.text
      if let pack = sticker["packId"]?.text, let id = sticker["id"]?.identifier,
        let end = sticker["extension"]?.text
      {
        // Next to the folders of chats.
        attachment.path = "exported_stickers/\(pack)/\(id).\(end)"
      } else {
        attachment.absence = .unavailable
      }
      attachments.append(attachment)
    }
    return attachments
  }

  /// True if a text represents a call.
  static func isCall(_ body: String) -> Bool {
    guard let first = ["Incoming ", "Outgoing ", "Missed "].first(where: body.hasPrefix),
      !body.utf8.contains(0x0A)
    else { return false }
    let rest = body.dropFirst(first.count)
    return ["call", "voice call", "video call"].contains {
      rest == $0 || rest.hasPrefix("\($0) (") && rest.hasSuffix(")")
    }
  }

  /// Reads `Incoming voice call (accepted, 2m 5s)`, `Missed video call`, `Outgoing call (unanswered)`.
  static func call(_ body: String) -> Call {
    let words = body.lowercased()
    var call = Call(medium: words.contains("video") ? "video" : "audio")
    if let comma = body.lastIndex(of: ","), body.hasSuffix(")") {
      let parts = body[body.index(after: comma)...].dropLast().split(separator: " ")
      let numbers = parts.map { ($0.last, Double($0.dropLast())) }
      var seconds = 0.0
      for (unit, number) in numbers { seconds += (number ?? 0) * (unit == "m" ? 60 : 1) }
      call.duration = seconds > 0 ? seconds : nil
    } else if words.hasPrefix("missed") || words.contains("unanswered") {
      call.outcome = "missed"
    } else if words.contains("declined") {
      call.outcome = "declined"
    } else if let open = words.firstIndex(of: "("), words.hasSuffix(")"), !words.contains("accepted") {
      call.outcome = String(words[words.index(after: open)...].dropLast())
    }
    return call
  }
}

/// A chat being built from JSON or Markdown.
struct SignalChat {
  let conversion: Conversion
  let builder: ConversationBuilder
  /// The path of the chat's folder with a slash, from the folder that paths are relative to; empty for that folder itself.
  let prefix: String

  /// Begins the conversation of an input in a folder, nil for `root` itself.
  init(_ input: ImportInput, in folder: String?, root: InputFolder, of conversion: Conversion) {
    let title = SignalExportReader.title(of: input)
    self.conversion = conversion
    builder = conversion.conversation(named: "signal-export/\(title)", title: title, root: root)
    prefix = folder.map { $0 + "/" } ?? ""
  }
}
