import ChatModel
import ImportKit

/// One file of a thread.
struct MetaThread {
  /// The two kinds of files.
  enum Layout {
    /// From "Download your information": newest first, with texts as Latin-1.
    case download
    /// From encrypted chats: oldest first.
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

  /// Returns nil for a file that is not a thread.
  init?(_ input: ImportInput, _ files: MetaFiles, owner: String?) {
    guard let layout = Layout(of: input), let file = JSONFile(input) else { return nil }
    (self.layout, self.input, self.file, self.files, self.owner) = (layout, input, file, files, owner)
  }

  /// Adds the messages of the file, and returns their conversation.
  func convert(
    to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) -> ConversationBuilder {
    let head = file.wholeMembers(without: ["messages"], log: &log)
    let service = layout == .encrypted ? MetaFiles.facebook : MetaFiles.service(of: input)
    let nameless = MetaFiles.nameless(of: service)
    let names = (head["participants"]?.elements ?? []).compactMap { person -> String? in
      (person["name"]?.text ?? person.text).map { $0.isEmpty ? nameless : $0.repairedLatin1 }
    }
    let title = self.title(head, names, conversion)
    // Title and path follow the messages, so a file that was cut off lacks them.
    let path =
      head["thread_path"]?.text?.repairedLatin1
      ?? (layout == .download ? MetaFiles.threadPath(of: input) : nil)
    let folder = path?.split(separator: "/").last.map(String.init)
    let builder = conversation(
      conversion, key: path.map { MetaFiles.key(ofThread: $0, service) } ?? input.path,
      id: folder ?? input.stem, title: title)
    for name in names { _ = builder.participant(name, isMe: name == owner) }
    builder.service = service ?? MetaFiles.facebook
    // The usual download has the messages before the encryption. Accounts without a name share one in both, so their chats stay apart.
    let isPart = layout == .encrypted || path?.hasPrefix("e2ee_cutover/") == true
    if isPart, names.count > 1, !names.contains(nameless), builder.count == 0 {
      builder.copyDifference = .part
    } else if !isPart {
      builder.copyDifference = .none
    }
    let reader = MetaMessageReader(
      builder: builder, files: files, owner: owner, layout: layout, nameless: nameless,
      edits: MetaEdits(builder))
    try file.forEachElement(
      of: "messages", log: &log,
      broken: { text, _, _ throws(ImportError) in try builder.addBroken(text) },
      { value, _, origin, log throws(ImportError) in try reader.add(value, origin, &log) })
    try reader.edits.finish()
    return builder
  }

  /// Returns the thread's title. Encrypted chats have a number after it, `Ana Reis_40`, as their files do.
  private func title(_ head: JSONValue, _ names: [String], _ conversion: Conversion) -> String {
    let others = names.filter { $0 != owner && !conversion.options.isMe($0) }
    let named = (head["title"] ?? head["threadName"])?.text?.repairedLatin1.trimmingSpaces ?? ""
    guard !named.isEmpty else {
      return others.isEmpty ? names.first ?? input.stem : others.joined(separator: ", ")
    }
    if layout == .encrypted, let line = named.lastIndex(of: "_"), line > named.startIndex,
      named[line...].count > 1, named[line...].dropFirst().allSatisfy({ $0.isASCII && $0.isNumber }),
      !names.contains(named)
    {
      return String(named[..<line])
    }
    return named
  }

  private func conversation(
    _ conversion: Conversion, key: String, id: String, title: String
  ) -> ConversationBuilder {
    switch layout {
    case .download:
      // All names in the input's folder, because a thread's file is deep inside it.
      conversion.conversation(key, id: id, title: title, order: .byTimeNewestFirst)
    case .encrypted: conversion.conversation(key, id: id, title: title)
    }
  }
}

/// Converts the messages of a thread to a conversation's.
struct MetaMessageReader {
  let builder: ConversationBuilder
  let files: MetaFiles
  let owner: String?
  let layout: MetaThread.Layout
  /// The name for people without one.
  let nameless: String
  let edits: MetaEdits

  func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard value.isObject else {
      return try builder.addNoObject((value.text ?? value.json).repairedLatin1, at: origin, &log)
    }
    var draft = MessageDraft()
    let name = text(value["sender_name"] ?? value["senderName"]) ?? ""
    let sender = name.isEmpty ? nameless : name
    draft.sender = builder.participant(sender, isMe: sender == owner)
    draft.instant = (value["timestamp_ms"] ?? value["timestamp"])?.integer.map { Instant(milliseconds: $0) }
    draft.reactions = reactions(of: value)
    if (value["is_unsent"] ?? value["isUnsent"])?.flag == true {
      for name in Self.contents { value[name]?.leaveOut(.deleted) }
      draft.part = Deletion(by: draft.sender)
      return try edits.add(draft.message())
    }
    let content = text(value["content"] ?? value["text"]) ?? ""
    let bumped = text(value["bumped_message_metadata"]?["bumped_message"]) ?? ""
    if content.isEmpty, !bumped.isEmpty {
      draft.text = MessageText(bumped, markup: .plain)
    } else {
      draft.text = content.isEmpty ? nil : MessageText(content, markup: .plain)
      // Earlier words that are brought up again.
      if !bumped.isEmpty, bumped != content { draft.reply = Reply(target: nil, quotedText: bumped) }
    }
    draft.attachments = attachments(of: value)
    if let event = event(value, draft.sender, content) {
      (draft.event, draft.text, draft.sender) = (event, nil, nil)
    } else if let call = call(value) {
      draft.part = call
    } else if let share = value["share"], draft.attachments.isEmpty {
      draft.part = part(of: share, &draft)
    } else if let share = value["share"], let link = text(share["link"]), !content.contains(link) {
      // A link next to files.
      let lines = [content, text(share["share_text"]) ?? "", link].filter { !$0.isEmpty }
      draft.text = MessageText(lines.joined(separator: "\n"), markup: .plain)
    } else if draft.text == nil, draft.attachments.isEmpty {
      draft.part = unreadable(value, origin, &log)
    }
    try edits.add(draft.message())
  }

  /// The members with the content of a message.
  private static let contents = [
    "content", "text", "photos", "videos", "audio_files", "files", "gifs", "media", "sticker", "share",
  ]

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

  /// The members that hold files, with the kinds of the files.
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
    let plain = uri.prefix { $0 != "?" && $0 != "#" }
    let isAddress = uri.contains("://")
    let name = (isAddress ? plain : uri[...]).split(separator: "/").last.map(String.init) ?? uri
    // Recordings are named like this.
    let isVoice = kind == .audio && name.hasPrefix("audioclip")
    var attachment = Attachment(
      kind: isVoice ? .voice : kind ?? Attachment.Kind(ofFileNamed: name), name: name)
    if isAddress {
      // The file's original address, without its expired key.
      attachment.absence = .other(String(plain))
    } else if kind == nil, !uri.contains("/"), !name.hasFileExtension {
      // `Failed to download media`
      (attachment.absence, attachment.name) = (.other(uri), nil)
    } else {
      attachment.path = files.path(of: uri)
    }
    return attachment
  }

  /// Older downloads name the people who were added to a group or removed from it.
  private func event(_ value: JSONValue, _ sender: ParticipantIndex?, _ content: String) -> SystemEvent? {
    guard let type = value["type"]?.text, type == "Subscribe" || type == "Unsubscribe" else {
      return isNotice(content, of: value) ? SystemEvent(event: "notice", text: content) : nil
    }
    let users = value["users"]?.elements.compactMap { text($0["name"]) } ?? []
    guard !users.isEmpty || content.isEmpty else { return SystemEvent(event: "notice", text: content) }
    let isAdded = type == "Subscribe"
    if let name = text(value["sender_name"]), users == [name] {
      return SystemEvent(event: isAdded ? "memberJoined" : "memberLeft", actor: sender)
    }
    return SystemEvent(
      event: isAdded ? "memberAdded" : "memberRemoved", actor: sender,
      targets: users.map { builder.participant($0, isMe: $0 == owner) })
  }

  /// True if the words are the app's about their sender.
  private func isNotice(_ content: String, of value: JSONValue) -> Bool {
    guard value["photos"] == nil, value["share"] == nil, value["call_duration"] == nil,
      value["type"]?.text != "Call"
    else { return false }
    let name = text(value["sender_name"] ?? value["senderName"]) ?? ""
    return MetaNotice.isNotice(content, of: name, isOwner: owner != nil && name == owner)
  }

  private func call(_ value: JSONValue) -> Call? {
    guard value["type"]?.text == "Call" || value["call_duration"] != nil || value["missed"]?.flag == true
    else {
      return nil
    }
    let duration = value["call_duration"]?.number ?? 0
    let words = text(value["content"])?.lowercased() ?? ""
    // Not every missed call is marked.
    let isMissed = value["missed"]?.flag == true || duration <= 0 && words.contains("missed ")
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
    if let place = MetaNotice.location(link) {
      return Location(latitude: place.latitude, longitude: place.longitude)
    }
    defer { draft.text = nil }
    return LinkPreview(
      url: link, title: text(share["original_content_owner"]), summary: words, text: draft.text ?? .empty)
  }

  /// A card for a message without any known content.
  private func unreadable(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) -> any MessagePart {
    let known: Set<String> = [
      "sender_name", "senderName", "timestamp_ms", "timestamp", "reactions", "is_geoblocked_for_viewer",
      "isUnsent", "is_unsent", "is_taken_down", "sender_id_INTERNAL", "media", "bumped_message_metadata",
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
