import ChatModel
import ImportKit

/// Converts the messages of one conversation.
final class GoogleChatReader {
  private let file: ImportInput
  private let owner: String?
  private let builder: ConversationBuilder
  private let files: GoogleChatFiles
  /// True if the export names the conversation.
  private let isTitled: Bool
  /// The first message of each topic.
  private var topics: [String: String] = [:]

  /// `owner` is the key of the account's owner, or nil if unknown.
  init(_ file: ImportInput, owner: String?, _ conversion: Conversion) {
    (self.file, self.owner) = (file, owner)
    files = GoogleChatFiles(file.folder)
    // Without the facts beside it, the list may be in any folder.
    isTitled = file.folder.has("group_info.json")
    let folder = isTitled ? String(file.folder.namePath.split(separator: "/").last ?? "") : ""
    let info = Self.document("group_info.json", in: file.folder)
    // `DM 1pRI-QAAAAE` or `Space AAAA…`.
    let id = folder.split(separator: " ").last.map(String.init) ?? file.stem
    builder = conversion.conversation(
      "googlechat/\(id)", id: folder.isEmpty ? id : folder, title: folder.isEmpty ? file.stem : folder,
      root: file.folder)
    builder.knowsOwner = owner != nil
    for member in info["members"]?.elements ?? [] { _ = person(member) }
    let others = builder.participants.participants.filter { !$0.isMe }.map(\.name)
    if let name = info["name"]?.text, !name.isBlank {
      builder.title = name
    } else if !others.isEmpty {
      builder.title = others.joined(separator: ", ")
    }
  }

  private static func document(_ name: String, in folder: InputFolder) -> JSONValue {
    guard folder.has(name), let bytes = try? folder.bytes(of: name) else { return .null }
    let input = ImportInput(path: folder.path(of: name), bytes, in: folder)
    return (try? JSONFile(input)?.document()) ?? .null
  }

  /// The key of a person: the address, or without one the name.
  static func key(_ user: JSONValue?) -> String? {
    let name = user?["name"]?.text
    return user?["email"]?.text.flatMap { $0.isEmpty ? nil : $0.lowercased() } ?? name
  }

  private func person(_ user: JSONValue?) -> ParticipantIndex? {
    guard let key = Self.key(user) else { return nil }
    return builder.participant(key, name: user?["name"]?.text, isMe: key == owner)
  }

  func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    let builder = builder
    try json.forEachElement(
      of: "messages", log: &log, readsPart: true,
      broken: { text, _, _ throws(ImportError) in try builder.addBroken(text) }
    ) { value, _, origin, log throws(ImportError) in try add(value, origin, &log) }
    guard !isTitled else { return }
    let people = builder.participants.participants
    let named = people.contains { !$0.isMe } ? people.filter { !$0.isMe } : people
    // A person may have two keys, with and without an address.
    var known: Set<String> = []
    let names = named.map(\.name).filter { known.insert($0).inserted }
    if !names.isEmpty { builder.title = names.joined(separator: ", ") }
  }

  // MARK: Messages

  private func add(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard value.isObject else { return try builder.addNoObject(value.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = value["message_id"]?.identifier ?? ""
    draft.sender = person(value["creator"])
    draft.instant = Self.instant(value["created_date"], at: origin, &log)
    var extras = MessageExtras()
    extras.thread = thread(value["topic_id"]?.identifier, of: draft.id)
    readEdits(value, &extras, origin, &log)
    draft.reactions = reactions(value["reactions"]?.elements ?? [])
    if let quoted = value["quoted_message_metadata"] {
      draft.reply = Reply(
        target: quoted["message_id"]?.identifier, quotedName: quoted["creator"]?["name"]?.text,
        quotedText: quoted["text"]?.text)
    }
    readContent(value, &draft)
    if value["message_state"]?.text == "DELETED" || value["deletion_metadata"] != nil {
      let isOwn = value["deletion_metadata"]?["deletion_type"]?.text == "CREATOR"
      let deletion = Deletion(
        by: isOwn ? draft.sender : nil, instant: Self.instant(value["deleted_date"], at: origin, &log))
      if draft.text == nil, draft.attachments.isEmpty, draft.part == nil {
        draft.part = deletion
      } else {
        extras.deletion = deletion
      }
    }
    draft.showCardIfEmpty(at: origin, &log)
    if extras != MessageExtras() { draft.extras = extras }
    try builder.add(draft)
  }

  /// Returns the first message of a topic, or nil for that message itself.
  private func thread(_ topic: String?, of id: String) -> String? {
    guard let topic, !id.isEmpty else { return nil }
    if let root = topics[topic] { return root == id ? nil : root }
    topics[topic] = id
    return nil
  }

  /// The instant of a sentence in the owner's language, always UTC: `Friday, January 3, 2025 at 8:06:00 AM UTC`.
  private static func instant(
    _ value: JSONValue?, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Instant? {
    guard let text = value?.text else { return nil }
    let instant = WrittenTime.milliseconds(text).map { Instant(milliseconds: $0) }
    log.note(instant, writtenAs: text, at: origin)
    return instant
  }

  private func readEdits(
    _ value: JSONValue, _ extras: inout MessageExtras, _ origin: Origin, _ log: inout DiagnosticLog
  ) {
    let updated = Self.instant(value["updated_date"], at: origin, &log)
    let versions = value["previous_message_versions"]?.elements ?? []
    // A version was replaced when the next one was written.
    let times = versions.dropFirst().map { Self.instant($0["created_date"], at: origin, &log) } + [updated]
    versions.first?["created_date"]?.leaveOut(.duplicate)
    for (version, time) in zip(versions, times) {
      guard let text = version["text"]?.text else { continue }
      extras.edits.append(MessageExtras.Edit(instant: time, text: text))
    }
    if extras.edits.isEmpty { extras.editedAt = updated }
  }

  private func reactions(_ values: [JSONValue]) -> [Reaction] {
    var reactions: [Reaction] = []
    for value in values {
      let own = value["emoji"]?["custom_emoji"]
      let name = own?["shortcode"]?.text ?? own?["uuid"]?.text
      guard let emoji = value["emoji"]?["unicode"]?.text ?? name, !emoji.isEmpty else { continue }
      for email in value["reactor_emails"]?.elements ?? [] {
        reactions.add(
          emoji, by: email.text.map { builder.participant($0.lowercased(), isMe: $0.lowercased() == owner) })
      }
    }
    return reactions
  }

  // MARK: Content

  private func readContent(_ value: JSONValue, _ draft: inout MessageDraft) {
    draft.attachments = (value["attached_files"]?.elements ?? []).map(files.attachment)
    let string = value["text"]?.text ?? ""
    var (marks, card): ([RangedText.Mark], MessageCard) = ([], MessageCard())
    for annotation in value["annotations"]?.elements ?? [] { read(annotation, string, &marks, &card) }
    let text = RangedText(string, marks).message
    if !string.isEmpty || !card.isEmpty { _ = card.setContent(of: &draft, text) }
  }

  /// Reads the meaning of a range of the text, in UTF-16 code units: a style, a mention, or a page with a card.
  private func read(
    _ annotation: JSONValue, _ text: String, _ marks: inout [RangedText.Mark], _ card: inout MessageCard
  ) {
    let start = annotation["start_index"]?.integer.flatMap { Int(exactly: $0) } ?? -1
    let length = annotation["length"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    if let format = annotation["format_metadata"]?["format_type"]?.text {
      if let style = Self.styles[format] {
        marks.append(RangedText.Mark(start: start, length: length, kind: style))
      }
    } else if annotation["user_mention_metadata"] != nil {
      annotation["user_mention_metadata"]?.leaveOut(.duplicate)
      marks.append(RangedText.Mark(start: start, length: length, kind: .mention))
    } else if let page = annotation["url_metadata"] {
      let url =
        page["url"]?["private_do_not_access_or_else_safe_url_wrapped_value"]?.text ?? page["gws_url"]?.text
      let title = page["title"]?.text ?? ""
      page["image_url"]?.leaveOut(.looks)
      if let url, !text.isEmpty {
        marks.append(RangedText.Mark(start: start, length: length, kind: .link(target: url)))
      }
      if !title.isEmpty { card.add(title: title, url: url, lines: [page["snippet"]?.text ?? ""], image: nil) }
    } else if let document = annotation["drive_metadata"] {
      let id = document["id"]?.text
      card.add(
        title: document["title"]?.text ?? "", url: id.map { "https://drive.google.com/open?id=\($0)" },
        lines: [], image: nil)
      document["thumbnail_url"]?.leaveOut(.looks)
    } else if let video = annotation["youtube_metadata"] {
      // Its address is in the text.
      let isThere = video["id"]?.text.map { text.range(of: $0) != nil } ?? true
      if !isThere, let id = video["id"]?.text {
        card.add(title: "", url: "https://youtu.be/\(id)", lines: [], image: nil)
      }
      video.leaveOut(.duplicate)
    } else if let call = annotation["video_call_metadata"]?["meeting_space"]?["meeting_url"]?.text {
      if text.range(of: call) == nil { card.add(title: "", url: call, lines: [], image: nil) }
    } else {
      readOther(annotation, &card)
    }
  }

  /// Reads the words of an annotation of another kind, such as a task or an app's card.
  private func readOther(_ annotation: JSONValue, _ card: inout MessageCard) {
    for member in annotation.members where member.name.hasSuffix("_metadata") {
      var lines: [String] = []
      Self.collect(member.value, depth: 0, &lines)
      let title = String(member.name.dropLast("_metadata".count)).spaced
      card.add(title: lines.isEmpty ? title : lines.removeFirst(), url: nil, lines: lines, image: nil)
    }
  }

  private static func collect(_ value: JSONValue, depth: Int, _ lines: inout [String]) {
    guard depth < 6, lines.count < 40 else { return }
    for member in value.members {
      if let text = member.value.text {
        if text.hasWords(countsFacts: true) || ["title", "name", "text"].contains(member.name) {
          lines.append(text)
        }
      } else if member.value.isObject {
        collect(member.value, depth: depth + 1, &lines)
      } else {
        for element in member.value.elements where element.isObject {
          collect(element, depth: depth + 1, &lines)
        }
      }
    }
  }

  private static let styles: [String: SourceSpan.Kind] = [
    "BOLD": .bold, "ITALIC": .italic, "STRIKE": .strikethrough, "STRIKETHROUGH": .strikethrough,
    "UNDERLINE": .underline, "MONOSPACE": .code, "MONOSPACE_BLOCK": .codeBlock(language: ""),
    "SOURCE_CODE": .code, "BULLETED_LIST_ITEM": .item(marker: "•", depth: 0),
  ]
}

/// The files of a conversation's folder, by the names that messages give them.
struct GoogleChatFiles {
  private let names: Set<String>

  init(_ folder: InputFolder) { names = Set((try? folder.files()) ?? []) }

  func attachment(_ value: JSONValue) -> Attachment {
    let given = value["export_name"]?.text
    let name = value["original_name"]?.text ?? given
    var file = Attachment(
      kind: .init(ofFileNamed: name ?? given ?? ""), path: given.map { path($0) }, name: name)
    if given == nil { file.absence = .unavailable }
    return file
  }

  /// Returns the name on the disk: signs that file systems forbid are replaced, and long names are cut before their ending.
  private func path(_ name: String) -> String {
    if names.contains(name) { return name }
    let replaced = String(name.map { "?<>:\"|*\\/&=%#".contains($0) ? "_" : $0 })
    let less = String(name.map { "?<>:\"|*\\/".contains($0) ? "_" : $0 })
    for candidate in [less, replaced] where names.contains(candidate) { return candidate }
    guard less.utf16.count > Self.shortest, let dot = less.lastIndex(of: ".") else { return name }
    let (stem, ending) = (less[..<dot], less[dot...])
    let cut = names.first { candidate in
      candidate.hasSuffix(ending) && candidate.utf16.count >= Self.shortest
        && stem.hasPrefix(candidate.dropLast(ending.count))
    }
    return cut ?? name
  }

  /// The least length of a name that was cut.
  private static let shortest = 40
}
