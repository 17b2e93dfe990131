import ChatModel

/// One file of a thread.
struct MetaThread {
  /// The two kinds of files.
  enum Layout {
    /// Of "Download your information": newest first, with texts as Latin-1.
    case download
    /// Of encrypted chats: oldest first.
    case encrypted

    /// Returns nil for any other file.
    init?(of input: ImportInput) {
      guard let probe = input.probe, probe.has("messages") else { return nil }
      let isNamed = probe.has("participants")
      if isNamed && probe.has("threadName")
        || probe.firstElementHas("senderName") && probe.firstElementHas("isUnsent")
      {
        self = .encrypted
      } else if probe.firstElementHas("sender_name") && probe.firstElementHas("timestamp_ms")
        || isNamed && (probe.has("thread_path") || probe.has("magic_words"))
      {
        self = .download
      } else {
        return nil
      }
    }
  }

  private let layout: Layout
  private let input: ImportInput
  private let file: JSONFile
  private let files: MetaFiles
  private let owner: String?

  /// Returns nil for a file that is no thread.
  init?(_ input: ImportInput, _ files: MetaFiles, owner: String?) {
    guard let layout = Layout(of: input), let file = JSONFile(input) else { return nil }
    (self.layout, self.input, self.file, self.files, self.owner) = (layout, input, file, files, owner)
  }

  /// Adds the messages of the file, and returns their conversation.
  func convert(
    to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) -> ConversationBuilder {
    let head = file.wholeMembers(without: ["messages"], log: &log)
    let names =
      head["participants"]?.elements.compactMap { ($0["name"]?.text ?? $0.text)?.repairedLatin1 } ?? []
    let others = names.filter { $0 != owner && !conversion.options.isMe($0) }
    let title =
      (head["title"] ?? head["threadName"])?.text?.repairedLatin1 ?? others.joined(separator: ", ")
    // Title and path stand behind the messages, where a file that was cut off has nothing.
    let path =
      head["thread_path"]?.text?.repairedLatin1
      ?? (layout == .download ? MetaFiles.threadPath(of: input) : nil)
    let folder = path?.split(separator: "/").last.map(String.init)
    let builder = conversation(conversion, key: path ?? input.path, id: folder ?? input.stem, title: title)
    for name in names { _ = builder.participant(name, isMe: name == owner) }
    let reader = MetaMessageReader(builder: builder, files: files, owner: owner, layout: layout)
    try file.forEachElement(
      of: "messages", log: &log,
      broken: { text, _, _ throws(ImportError) in try builder.addBroken(text) },
      { value, _, origin, log throws(ImportError) in try reader.add(value, origin, &log) })
    return builder
  }

  private func conversation(
    _ conversion: Conversion, key: String, id: String, title: String
  ) -> ConversationBuilder {
    switch layout {
    case .download:
      // All names in the input's folder, of which a thread's file is deep inside.
      conversion.conversation(key, id: id, title: title, order: .byTimeNewestFirst)
    case .encrypted: conversion.conversation(key, id: id, title: title)
    }
  }
}

/// Turns the messages of a thread into those of a conversation.
struct MetaMessageReader {
  let builder: ConversationBuilder
  let files: MetaFiles
  let owner: String?
  let layout: MetaThread.Layout

  func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard value.isObject else {
      return try builder.addNoObject((value.text ?? value.json).repairedLatin1, at: origin, &log)
    }
    var draft = MessageDraft()
    // Of accounts that are gone some downloads have no name; others call them so.
    let name = text(value["sender_name"] ?? value["senderName"]) ?? ""
    let sender = name.isEmpty ? "Facebook user" : name
    draft.sender = builder.participant(sender, isMe: sender == owner)
    draft.instant = (value["timestamp_ms"] ?? value["timestamp"])?.integer.map { Instant(milliseconds: $0) }
    let content = text(value["content"] ?? value["text"]) ?? ""
    draft.text = content.isEmpty ? nil : MessageText(content, markup: .plain)
    draft.reactions = reactions(of: value)
    draft.attachments = attachments(of: value)
    if (value["is_unsent"] ?? value["isUnsent"])?.flag == true {
      draft.text = nil
      draft.attachments = []
      draft.part = Deletion(by: draft.sender)
    } else if let event = event(value, draft.sender, content) {
      (draft.event, draft.text, draft.sender) = (event, nil, nil)
    } else if let call = call(value) {
      draft.part = call
    } else if let share = value["share"], draft.attachments.isEmpty {
      draft.part = part(of: share, &draft)
    } else if let share = value["share"], let link = text(share["link"]), !content.contains(link) {
      // A link beside files.
      let lines = [content, text(share["share_text"]) ?? "", link].filter { !$0.isEmpty }
      draft.text = MessageText(lines.joined(separator: "\n"), markup: .plain)
    } else if draft.text == nil, draft.attachments.isEmpty {
      draft.part = unreadable(value, origin, &log)
    }
    try builder.add(draft)
  }

  private func text(_ value: JSONValue?) -> String? { value?.text?.repairedLatin1 }

  // MARK: Parts

  private func reactions(of value: JSONValue) -> [Reaction] {
    var reactions: [Reaction] = []
    for entry in value["reactions"]?.elements ?? [] {
      guard let emoji = text(entry["reaction"]), !emoji.isEmpty else { continue }
      reactions.add(emoji, by: text(entry["actor"]).map { builder.participant($0, isMe: $0 == owner) })
    }
    return reactions
  }

  /// The members that hold files, with the kinds of these.
  private static let fileMembers: [(name: String, kind: Attachment.Kind)] = [
    ("photos", .image), ("videos", .video), ("audio_files", .audio), ("gifs", .gif), ("files", .file),
  ]

  private func attachments(of value: JSONValue) -> [Attachment] {
    var attachments: [Attachment] = []
    for member in Self.fileMembers {
      attachments += value[member.name]?.elements.compactMap { attachment($0, member.kind) } ?? []
    }
    attachments += value["media"]?.elements.compactMap { attachment($0, nil) } ?? []
    if let sticker = value["sticker"], let attachment = attachment(sticker, .sticker) {
      attachments.append(attachment)
    }
    return attachments
  }

  private func attachment(_ value: JSONValue, _ kind: Attachment.Kind?) -> Attachment? {
    guard let uri = text(value["uri"]), !uri.isEmpty else { return nil }
    let name = uri.split(separator: "/").last.map(String.init) ?? uri
    // Recordings have such names.
    let isVoice = kind == .audio && name.hasPrefix("audioclip")
    return Attachment(
      kind: isVoice ? .voice : kind ?? Attachment.Kind(ofFileNamed: name), path: files.path(of: uri),
      name: name)
  }

  /// Older downloads name the people who were added to a group or removed from it.
  private func event(_ value: JSONValue, _ sender: ParticipantIndex?, _ content: String) -> SystemEvent? {
    guard let type = value["type"]?.text, type == "Subscribe" || type == "Unsubscribe" else {
      return isNotice(content, of: value) ? SystemEvent(event: "notice", text: content) : nil
    }
    let event = type == "Subscribe" ? "memberAdded" : "memberRemoved"
    guard content.isEmpty else { return SystemEvent(event: event, text: content) }
    let users = value["users"]?.elements.compactMap { text($0["name"]) } ?? []
    return SystemEvent(
      event: event, actor: sender, targets: users.map { builder.participant($0, isMe: $0 == owner) })
  }

  /// The beginnings of notices that speak to the owner.
  private static let ownNotices = [
    "You named the group", "You created the group", "You added ", "You removed ", "You left the group",
    "You set ",
    "You changed the ", "You joined the ", "You pinned ", "You unpinned ",
  ]

  /// Indicates whether the words are the app's, of what their sender did: newer downloads have no mark of these. Nobody begins a
  /// sentence with their own full name.
  private func isNotice(_ content: String, of value: JSONValue) -> Bool {
    guard content.utf8.count <= 300, content.last == ".", !content.contains("\n"),
      let name = text(value["sender_name"] ?? value["senderName"]), value["photos"] == nil,
      value["share"] == nil,
      value["call_duration"] == nil, value["type"]?.text != "Call"
    else { return false }
    if content.hasPrefix(name + " "), name.contains(" ") { return true }
    return name == owner && Self.ownNotices.contains { content.hasPrefix($0) }
  }

  private func call(_ value: JSONValue) -> Call? {
    guard value["type"]?.text == "Call" || value["call_duration"] != nil || value["missed"]?.flag == true
    else {
      return nil
    }
    let duration = value["call_duration"]?.number ?? 0
    let isMissed = value["missed"]?.flag == true
    let words = text(value["content"])?.lowercased() ?? ""
    return Call(
      medium: words.contains("video") || words.contains("vídeo") || words.contains("vidéo")
        ? "video" : "audio",
      duration: isMissed || duration <= 0 ? nil : duration,
      outcome: isMissed ? "missed" : nil)
  }

  private func part(of share: JSONValue, _ draft: inout MessageDraft) -> (any MessagePart)? {
    let words = text(share["share_text"])
    guard let link = text(share["link"]), !link.isEmpty else {
      guard let words, !words.isEmpty else { return draft.text == nil ? Unsupported(kind: "share") : nil }
      return Unsupported(
        kind: "share", text: words,
        facts: PartFacts(
          text(share["original_content_owner"]).map { [PartFacts.Fact(name: "by", value: $0)] } ?? []))
    }
    defer { draft.text = nil }
    return LinkPreview(
      url: link, title: text(share["original_content_owner"]), summary: words, text: draft.text ?? .empty)
  }

  /// A card for a message without anything that is known.
  private func unreadable(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) -> any MessagePart {
    let known: Set<String> = [
      "sender_name", "senderName", "timestamp_ms", "timestamp", "reactions", "is_geoblocked_for_viewer",
      "isUnsent", "media", "bumped_message_metadata",
      "is_unsent_image_by_messenger_kid_parent", "content", "text", "type",
    ]
    let facts = value.members.filter { !known.contains($0.name) && $0.value != .null }.map {
      PartFacts.Fact(name: $0.name, value: ($0.value.text ?? $0.value.json).repairedLatin1)
    }
    let type = value["type"]?.text
    log.append(
      Diagnostic(
        .loss, "empty-message", "the export has no content of this message; it is shown as a card",
        at: origin))
    return Unsupported(
      kind: type == nil || type == "Generic" ? "message" : type ?? "message", facts: PartFacts(facts))
  }
}
