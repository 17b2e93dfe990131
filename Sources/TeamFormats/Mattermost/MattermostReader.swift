import ChatModel
import ImportKit

/// Converts the lines of a bulk export. People and channels precede the posts that name them.
final class MattermostReader {
  private let input: ImportInput
  private let conversion: Conversion
  /// The files of the export.
  private let files: Set<String>
  private var people: [String: (name: String, avatar: String?, nickname: String?)] = [:]
  private var channels: [String: String] = [:]
  private var emojis: [String: String] = [:]
  /// Ids so far, by conversation: the export has none, so they are made from time and author.
  private var ids: Set<String> = []

  init(_ input: ImportInput, _ conversion: Conversion) {
    (self.input, self.conversion) = (input, conversion)
    files = Set((try? input.folder.files()) ?? [])
  }

  func read(_ line: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let type = line["type"]?.text else {
      log.append(
        Diagnostic(.loss, "not-a-record", "a line has no `type`; it is shown as a card", at: origin))
      return try addBroken(String(line.json.prefix(4_000)))
    }
    let value = line[type] ?? .null
    switch type {
    case "user": read(user: value)
    case "bot":
      if let name = value["username"]?.text { people[name] = (value["display_name"]?.text ?? name, nil, nil) }
    case "channel":
      if let title = value["display_name"]?.text, !title.isEmpty { channels[key(value, "name")] = title }
    case "emoji":
      if let name = value["name"]?.text { emojis[name] = path(value["image"]) }
    case "post": try read(post: value, in: channel(value), origin, &log)
    case "direct_post": try read(post: value, in: directChannel(value), origin, &log)
    case "version", "team", "direct_channel", "role", "scheme": break
    default:
      log.append(
        Diagnostic(.note, "unknown-line", "a line of the kind '\(type.prefix(40))' is left out", at: origin))
    }
  }

  /// Shows a line that could not be read as a card. Its channel is unknown.
  func addBroken(_ text: String) throws(ImportError) {
    let builder = conversion.conversation("mattermost/damaged", id: "damaged", title: "Damaged lines")
    builder.titleStandIn = .damaged
    try builder.addBroken(text)
  }

  // MARK: People and channels

  private func read(user: JSONValue) {
    guard let key = user["username"]?.text else { return }
    let full = ["first_name", "last_name"].compactMap { user[$0]?.text }.filter { !$0.isEmpty }.joined(
      separator: " ")
    let nickname = user["nickname"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    people[key] = (full.isEmpty ? nickname ?? key : full, path(user["profile_image"]), nickname)
  }

  private func person(_ key: String, in builder: ConversationBuilder) -> ParticipantIndex {
    let known = people[key]
    let index = builder.participant(key, name: known?.name, avatar: known?.avatar)
    if let nickname = known?.nickname { builder.note(nickname, of: index) }
    return index
  }

  /// Returns the path of a file, which the export gives relative to its folder of files.
  private func path(_ value: JSONValue?) -> String? {
    guard let path = value?.text, !path.isEmpty else { return nil }
    // Folders may be nested deeper than a listing goes.
    return files.contains(path) ? path : "data/" + path
  }

  private func key(_ value: JSONValue, _ channel: String) -> String {
    "\(value["team"]?.text ?? "")/\(value[channel]?.text ?? "")"
  }

  private func channel(_ post: JSONValue) -> ConversationBuilder {
    let key = key(post, "channel")
    let title = channels[key] ?? post["channel"]?.text ?? "channel"
    return conversion.conversation("mattermost/\(key)", id: key, title: title, root: input.folder)
  }

  private func directChannel(_ post: JSONValue) -> ConversationBuilder {
    let members = (post["channel_members"]?.elements ?? []).compactMap(\.text).sorted()
    let title = members.map { people[$0]?.name ?? $0 }.joined(separator: ", ")
    let key = members.joined(separator: ", ")
    return conversion.conversation(
      "mattermost/@\(key)", id: String(key.prefix(100)), title: title.isEmpty ? "direct messages" : title,
      root: input.folder)
  }

  // MARK: Posts

  private func read(
    post: JSONValue, in builder: ConversationBuilder, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let root = try add(post, thread: nil, to: builder, origin, &log)
    for reply in post["replies"]?.elements ?? [] {
      _ = try add(reply, thread: root, to: builder, origin, &log)
    }
  }

  /// Adds a post or an answer, and returns its id.
  private func add(
    _ post: JSONValue, thread: String?, to builder: ConversationBuilder, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) -> String {
    var draft = MessageDraft()
    let user = post["user"]?.text ?? ""
    draft.sender = user.isEmpty ? nil : person(user, in: builder)
    let time = post["create_at"]?.integer
    draft.instant = time.map { Instant(milliseconds: $0) }
    draft.id = id("\(time.map { String($0) } ?? "")-\(user)", builder)
    var extras = MessageExtras()
    extras.thread = thread
    if let edit = post["edit_at"]?.integer, edit > 0 { extras.editedAt = Instant(milliseconds: edit) }
    extras.isPinned = post["is_pinned"]?.flag ?? false
    extras.via = post["props"]?["override_username"]?.text
    if extras != MessageExtras() { draft.extras = extras }
    draft.reactions = reactions(post["reactions"]?.elements ?? [], builder)
    let id = draft.id
    if !readEvent(post, user, &draft) { readContent(post, &draft, origin, &log) }
    if !emojis.isEmpty { draft.addOwnEmoji { emojis[$0] } }
    try builder.add(draft)
    return id
  }

  private func id(_ base: String, _ builder: ConversationBuilder) -> String {
    var (id, number) = (base, 1)
    while !ids.insert("\(builder.id)\0\(id)").inserted {
      number += 1
      id = "\(base)-\(number)"
    }
    return id
  }

  private func readEvent(_ post: JSONValue, _ user: String, _ draft: inout MessageDraft) -> Bool {
    guard let type = post["type"]?.text, type.hasPrefix("system_") else { return false }
    switch type {
    case "system_join_channel", "system_join_team":
      draft.event = SystemEvent(event: "joined", actor: draft.sender)
    case "system_leave_channel", "system_leave_team":
      draft.event = SystemEvent(event: "left", actor: draft.sender)
    default:
      var words = post["message"]?.text ?? ""
      for prefix in ["@\(user) ", "\(user) "] where words.hasPrefix(prefix) {
        words.removeFirst(prefix.count)
      }
      if words.isEmpty { words = String(type.dropFirst("system_".count)).spaced }
      draft.event = SystemEvent(event: words, actor: draft.sender)
    }
    return true
  }

  private func readContent(
    _ post: JSONValue, _ draft: inout MessageDraft, _ origin: Origin, _ log: inout DiagnosticLog
  ) {
    let text = MessageText(Self.withEmoji(post["message"]?.text ?? ""), markup: .markdown)
    draft.attachments = (post["attachments"]?.elements ?? []).map(attachment)
    var card = MessageCard()
    for attachment in post["props"]?["attachments"]?.elements ?? [] { Self.read(attachment, into: &card) }
    if !card.setContent(of: &draft, text) {
      log.append(
        Diagnostic(
          .loss, "empty-message", "the export has no content for the message; it is shown as a card",
          at: origin))
      draft.part = Unsupported(
        kind: (post["type"]?.text ?? "").isEmpty ? "empty message" : post["type"]?.text ?? "")
    }
  }

  private func attachment(_ value: JSONValue) -> Attachment {
    let path = path(value["path"])
    let name = path?.split(separator: "/").last.map(String.init) ?? "file"
    return Attachment(kind: .init(ofFileNamed: name), path: path, name: name)
  }

  private func reactions(_ values: [JSONValue], _ builder: ConversationBuilder) -> [Reaction] {
    var reactions: [Reaction] = []
    for value in values {
      guard let name = value["emoji_name"]?.text, !name.isEmpty else { continue }
      let emoji = EmojiShortName.emoji(name)
      reactions.add(
        emoji ?? ":\(name):", by: value["user"]?.text.map { person($0, in: builder) },
        image: emoji == nil ? emojis[name] : nil,
        at: value["create_at"]?.integer.map { Instant(milliseconds: $0) })
    }
    return reactions
  }

  /// Returns a text with emoji in place of their names, except in code.
  private static func withEmoji(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: ":")) else { return text }
    return text.split(separator: "`", omittingEmptySubsequences: false).enumerated()
      .map {
        $0.offset.isMultiple(of: 2) ? EmojiShortName.replaced(in: String($0.element)) : String($0.element)
      }
      .joined(separator: "`")
  }

  private static func read(_ value: JSONValue, into card: inout MessageCard) {
    func plain(_ name: String) -> String {
      ChatMarkdown.styled(value[name]?.text ?? "", dialect: .common).string
    }
    var lines = [plain("pretext"), plain("author_name"), plain("text")]
    for field in value["fields"]?.elements ?? [] {
      let (title, words) = (
        field["title"]?.text ?? "",
        ChatMarkdown.styled(field["value"]?.words ?? "", dialect: .common).string
      )
      lines.append(title.isEmpty || words.isEmpty ? title + words : "\(title): \(words)")
    }
    lines.append(plain("footer"))
    let title = plain("title")
    if title.isEmpty, lines.allSatisfy(\.isEmpty) { lines = [plain("fallback")] }
    card.add(
      title: title, url: value["title_link"]?.text ?? value["image_url"]?.text, lines: lines, image: nil)
  }
}
