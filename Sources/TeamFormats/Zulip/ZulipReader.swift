import ChatModel
import ImportKit

/// Converts the messages of an organization's export.
final class ZulipReader {
  private let realm: ZulipRealm
  private let conversion: Conversion
  private var builders: [String: ConversationBuilder] = [:]
  /// The reactions and the parts of polls of the file that is being read, by messages.
  private var reactions: [Int64: [JSONValue]] = [:]
  private var parts: [Int64: [JSONValue]] = [:]

  init(_ realm: ZulipRealm, _ conversion: Conversion) { (self.realm, self.conversion) = (realm, conversion) }

  func read(_ file: ImportInput, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let json = JSONFile(file) else { return }
    (reactions, parts) = (realm.reactions, [:])
    _ = json.wholeMembers(
      without: ["zerver_message", "zerver_usermessage", "zerver_reaction", "zerver_submessage"], log: &log)
    // A row for each message and person, with what they have read: too many to count.
    var row = Account.Row(
      path: "zerver_usermessage[].**", records: 1, texts: 0, example: Origin(file: file.path))
    row.leaveOut(.seen)
    file.account?.add(row)
    // Lists of messages have a thousand each.
    try json.forEachElement(of: "zerver_reaction", log: &log) { value, _, _, _ in
      if let message = value["message"]?.integer { reactions[message, default: []].append(value) }
    }
    try json.forEachElement(of: "zerver_submessage", log: &log) { value, _, _, _ in
      if let message = value["message"]?.integer { parts[message, default: []].append(value) }
    }
    let text = ZulipText(path: json.path)
    try json.forEachElement(
      of: "zerver_message", log: &log,
      broken: { text, _, _ throws(ImportError) in try broken.addBroken(text) }
    ) { value, _, origin, log throws(ImportError) in try add(value, text, origin, &log) }
  }

  private var broken: ConversationBuilder {
    let builder = conversion.conversation("zulip/damaged", id: "damaged", title: "Damaged messages")
    builder.titleStandIn = .damaged
    return builder
  }

  // MARK: Conversations

  private func conversation(_ value: JSONValue, _ sender: Int64?) -> ConversationBuilder {
    let id = value["recipient"]?.integer ?? -1
    switch realm.recipients[id] {
    case .channel(let channel):
      let topic = value["subject"]?.text ?? ""
      return builder("\(id)/\(topic)", title: topic.isEmpty ? channel : "\(channel) > \(topic)")
    case .person(let person): return direct([person, sender].compactMap(\.self))
    case .group(let members) where !members.isEmpty: return direct(members)
    default:
      let topic = value["subject"]?.text ?? ""
      return builder("\(id)/\(topic)", title: topic.isEmpty ? "#\(id)" : topic)
    }
  }

  /// The conversation of people without a channel.
  private func direct(_ members: [Int64]) -> ConversationBuilder {
    let people = Array(Set(members)).sorted()
    let builder = builder(
      "@" + people.map(String.init).joined(separator: ","),
      title: people.map { realm.people[$0] ?? "\($0)" }.joined(separator: ", "))
    for person in people { _ = self.person(person, builder) }
    return builder
  }

  private func builder(_ key: String, title: String) -> ConversationBuilder {
    if let known = builders[key] { return known }
    let builder = conversion.conversation(
      "zulip/\(key)", id: String(title.prefix(100)), title: title, root: realm.folder)
    builders[key] = builder
    return builder
  }

  private func person(_ id: Int64, _ builder: ConversationBuilder) -> ParticipantIndex {
    builder.participant("\(id)", name: realm.people[id])
  }

  // MARK: Messages

  private func add(
    _ value: JSONValue, _ reader: ZulipText, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    guard value.isObject else { return try broken.addNoObject(value.json, at: origin, &log) }
    let (id, sender) = (value["id"]?.integer, value["sender"]?.integer)
    let builder = conversation(value, sender)
    var draft = MessageDraft()
    draft.id = id.map(String.init) ?? ""
    draft.sender = sender.map { person($0, builder) }
    draft.instant = value["date_sent"]?.number.map { Instant(milliseconds: Int64(clamping: $0 * 1000)) }
    var extras = MessageExtras()
    readEdits(value, &extras)
    let markdown = value["content"]?.text ?? ""
    let html = value["rendered_content"]?.text
    if markdown.hasPrefix("/poll") {
      draft.part = poll(markdown, parts[id ?? -1] ?? [], builder)
    } else {
      let content = html.map(reader.content) ?? ZulipText.Content(text: ChatMarkdown.text(markdown))
      readContent(content, isAction: markdown.hasPrefix("/me "), &draft)
    }
    draft.reactions = readReactions(id, builder)
    draft.showCardIfEmpty(at: origin, &log)
    if extras != MessageExtras() { draft.extras = extras }
    draft.addOwnEmoji { realm.emoji[$0] }
    try builder.add(draft)
  }

  private func readContent(_ content: ZulipText.Content, isAction: Bool, _ draft: inout MessageDraft) {
    draft.attachments = content.files.map { file in
      // `/user_uploads/2/ab/NAME` is `uploads/2/ab/NAME`.
      let path = (file.address.percentDecoded ?? file.address).drop { $0 == "/" }.dropFirst(
        "user_uploads/".count)
      let last = path.split(separator: "/").last.map(String.init) ?? ""
      let name = realm.files[String(path)] ?? (file.name.isEmpty ? last : file.name)
      return Attachment(
        kind: .init(ofFileNamed: name.hasFileExtension ? name : last), path: "uploads/\(path)", name: name)
    }
    guard !content.text.string.isEmpty else { return }
    draft.text = isAction ? Self.action(content.text) : content.text
  }

  /// Returns `/me waves` as `waves` in italics.
  static func action(_ text: MessageText) -> MessageText {
    guard text.string.hasPrefix("/me "), text.markup != .markdown else { return text }
    var marks: [SourceSpan] = [SourceSpan(start: 0, end: text.string.utf8.count - 4, kind: .italic)]
    if case .spans(let spans) = text.markup {
      marks += spans.filter { $0.start >= 4 }.map {
        SourceSpan(start: $0.start - 4, end: $0.end - 4, kind: $0.kind)
      }
    }
    return MessageText(String(text.string.dropFirst(4)), markup: .spans(RangedText.nested(marks)))
  }

  /// Reads earlier texts from `edit_history`, a list in a text, the newest first.
  private func readEdits(_ value: JSONValue, _ extras: inout MessageExtras) {
    let history = value["edit_history"]?.text.flatMap { JSONValue(parsing: $0) }?.elements ?? []
    for edit in history.reversed() {
      guard let text = edit["prev_content"]?.text else { continue }
      extras.edits.append(
        MessageExtras.Edit(
          instant: edit["timestamp"]?.number.map { Instant(milliseconds: Int64(clamping: $0 * 1000)) },
          text: text))
    }
    let last = value["last_edit_time"]?.number
    if extras.edits.isEmpty, history.isEmpty, let last {
      extras.editedAt = Instant(milliseconds: Int64(clamping: last * 1000))
    }
  }

  private func readReactions(_ id: Int64?, _ builder: ConversationBuilder) -> [Reaction] {
    var result: [Reaction] = []
    for row in id.flatMap({ reactions[$0] }) ?? [] {
      guard let name = row["emoji_name"]?.text else { continue }
      let isOwn = row["reaction_type"]?.text == "realm_emoji"
      let emoji =
        isOwn ? nil : row["emoji_code"]?.text.flatMap(ZulipText.emoji(ofCode:)) ?? EmojiShortName.emoji(name)
      result.add(
        emoji ?? ":\(name):", by: row["user_profile"]?.integer.map { person($0, builder) },
        image: emoji == nil ? realm.emoji[name] : nil)
    }
    return result
  }

  // MARK: Polls

  /// Reads `/poll Question` with its options in lines, and the votes: rows with JSON in texts.
  private func poll(_ markdown: String, _ rows: [JSONValue], _ builder: ConversationBuilder) -> Poll {
    let lines = markdown.dropFirst("/poll".count).split(separator: "\n", omittingEmptySubsequences: false)
    var poll = Poll(question: lines.first.map { String($0).trimmingSpaces } ?? "", options: [])
    var keys: [String: Int] = [:]
    for (number, line) in lines.dropFirst().map({ String($0).trimmingSpaces }).filter({ !$0.isEmpty })
      .enumerated()
    {
      keys["canned,\(number)"] = poll.options.count
      poll.options.append(Poll.Option(text: line, votes: 0))
    }
    for row in rows {
      guard let data = row["content"]?.text.flatMap({ JSONValue(parsing: $0) }),
        let sender = row["sender"]?.integer
      else { continue }
      switch data["type"]?.text {
      case "new_option":
        guard let index = data["idx"]?.integer, let text = data["option"]?.text else { continue }
        keys["\(sender),\(index)"] = poll.options.count
        poll.options.append(Poll.Option(text: text, votes: 0))
      case "question": if let question = data["question"]?.text { poll.question = question }
      case "vote":
        guard let option = data["key"]?.text.flatMap({ keys[$0] }) else { continue }
        let person = person(sender, builder)
        poll.options[option].by.removeAll { $0 == person }
        if data["vote"]?.integer ?? 0 > 0 { poll.options[option].by.append(person) }
        poll.options[option].votes = poll.options[option].by.count
      default: break
      }
    }
    return poll
  }
}

extension Int64 {
  /// The nearest number to a fraction.
  fileprivate init(clamping number: Double) {
    self = number.isFinite && abs(number) < 9e18 ? Int64(number.rounded()) : 0
  }
}
