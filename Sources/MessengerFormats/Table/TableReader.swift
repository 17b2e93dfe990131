import ChatModel
import ImportKit

/// Makes messages of a table's rows.
final class TableReader {
  private let input: ImportInput
  private let conversion: Conversion
  private let map: TableMap
  private let columns: TableColumns
  private let order: DateOrder?
  /// True if the table begins with its newest row.
  private let isNewestFirst: Bool
  private var builders: [String: ConversationBuilder] = [:]
  /// The conversation of the last message; nil before the first.
  private var latest: ConversationBuilder?
  private var findings = TableFindings()
  /// The ids of people by their names, for reactions.
  private var ids: [String: String] = [:]

  /// `order` is the order of dates in numbers; nil if there is nothing that tells it.
  init(
    _ input: ImportInput, _ conversion: Conversion, _ map: TableMap, _ columns: TableColumns,
    order: DateOrder?,
    isNewestFirst: Bool
  ) {
    (self.input, self.conversion, self.map, self.columns) = (input, conversion, map, columns)
    (self.order, self.isNewestFirst) = (order, isNewestFirst)
  }

  /// Adds the message of a row.
  func read(_ row: TableRow, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    guard !row.isBlank else { return findings.blankRows += 1 }
    let builder = builder(of: row)
    latest = builder
    var draft = MessageDraft()
    draft.id = text(.id, row)
    draft.instant = instant(.at, row, at: origin, &log)
    if draft.instant == nil, columns.choices[.at] != nil {
      findings.noteUntimed(text(.at, row), at: origin, &log)
    }
    draft.sender = sender(row, in: builder)
    let words = text(.text, row)
    if !words.isEmpty { draft.text = MessageText(words.withLineFeeds, markup: .plain) }
    let kind = TableKind(text(.kind, row))
    draft.attachments = attachments(row, kind)
    let target = text(.replyTo, row)
    if !target.isEmpty, target != draft.id, !(target == "0" && draft.id != "0") {
      draft.reply = Reply(target: target)
    }
    draft.reactions = reactions(row, in: builder)
    setMarks(row, kind, &draft, at: origin, &log)
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  /// Adds a record that cannot be read, as text, to the conversation of the record before.
  func addBroken(_ text: String) throws(ImportError) {
    try (latest ?? builder(id: "", title: "")).addBroken(text)
  }

  /// Adds a record that is no object, as text, to the conversation of the record before.
  func addNoObject(_ value: JSONValue, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try (latest ?? builder(id: "", title: "")).addNoObject(value.json, at: origin, &log)
  }

  /// Reports what rows had in common.
  func finish(_ log: inout DiagnosticLog) { findings.report(in: input.path, to: &log) }

  // MARK: Values

  private func text(_ field: TableMap.Field, _ row: TableRow) -> String {
    guard let choice = columns.choices[field] else { return "" }
    if choice.references.count == 1 { return row.value(choice.references[0])?.text ?? "" }
    return choice.references.compactMap { row.value($0)?.text }.filter { !$0.isBlank }.joined(separator: " ")
  }

  private func values(_ field: TableMap.Field, _ row: TableRow) -> [TableRow.Value] {
    (columns.choices[field]?.references ?? []).flatMap { row.values($0) }
  }

  private func time(_ field: TableMap.Field, _ row: TableRow) -> Timestamp? {
    guard let choice = columns.choices[field] else { return nil }
    if choice.references.count == 1, case .json(let value)? = row.value(choice.references[0]),
      let number = value.number
    {
      return map.times.time(number)
    }
    return map.times.time(text(field, row), order: order)
  }

  private func instant(
    _ field: TableMap.Field, _ row: TableRow, at origin: Origin, _ log: inout DiagnosticLog
  ) -> Instant? {
    time(field, row).map { conversion.instant(of: $0) }
  }

  /// Returns whether a column says yes; nil if it is empty or says neither yes nor no.
  private func isYes(_ field: TableMap.Field, _ row: TableRow) -> Bool? {
    guard let choice = columns.choices[field] else { return nil }
    let text = text(field, row).trimmingSpaces.lowercased()
    if let yes = choice.yes { return text == yes }
    return field == .me ? TableWords.isOwn(text) : TableWords.isYes(text)
  }

  // MARK: Conversations and people

  private func builder(of row: TableRow) -> ConversationBuilder {
    let title = text(.chat, row).trimmingSpaces
    let id = columns.choices[.chatID] == nil ? "" : text(.chatID, row).trimmingSpaces
    if let known = builders[id.isEmpty ? "t\(title)" : "i\(id)"] {
      if !title.isEmpty, known.title == id { known.title = title }
      return known
    }
    return builder(id: id, title: title)
  }

  /// Begins a conversation. One without an id is joined to others of its name only with proof.
  private func builder(id: String, title: String) -> ConversationBuilder {
    let name = title.isEmpty ? (id.isEmpty ? map.title ?? input.stem : id) : title
    let order: ConversationBuilder.MessageOrdering = isNewestFirst ? .byTimeNewestFirst : .byTime
    let builder =
      id.isEmpty
      ? conversion.conversation(named: "table \(name)", title: name, parts: "\(input.path)/\(name)")
      : conversion.conversation("table/\(id)", id: name, title: name, order: order)
    builders[id.isEmpty ? "t\(title)" : "i\(id)"] = builder
    return builder
  }

  private func sender(_ row: TableRow, in builder: ConversationBuilder) -> ParticipantIndex? {
    let name = text(.from, row).trimmingSpaces
    let id = columns.choices[.fromID] == nil ? name : text(.fromID, row).trimmingSpaces
    let isOwn = isYes(.me, row) == true
    guard !id.isEmpty || !name.isEmpty else {
      return isOwn ? builder.participant("me", standIn: .me, isMe: true) : nil
    }
    if !id.isEmpty, id != name, !name.isEmpty { ids[name] = id }
    return builder.participant(id.isEmpty ? name : id, name: name.isEmpty ? nil : name, isMe: isOwn)
  }

  // MARK: Content

  private func attachments(_ row: TableRow, _ kind: TableKind) -> [Attachment] {
    values(.file, row).flatMap { value -> [Attachment] in
      guard let structure = value.structure else { return file(value.text, nil, kind).map { [$0] } ?? [] }
      let files = structure.isArray ? structure.elements : [structure]
      return files.compactMap { element in
        guard element.isObject else { return file(element.text ?? "", nil, kind) }
        let name = TableWords.member(of: element, TableWords.fileNames)
        return file(TableWords.member(of: element, TableWords.filePaths) ?? name ?? "", name, kind)
      }
    }
  }

  /// Returns the file at a path or address; nil for an empty one.
  private func file(_ path: String, _ name: String?, _ kind: TableKind) -> Attachment? {
    let path = path.trimmingSpaces
    guard !path.isEmpty else { return nil }
    let isAddress = path.range(of: "://") != nil
    let end = isAddress ? String(path.prefix { $0 != "?" && $0 != "#" }) : path
    let last = end.split { $0 == "/" || $0 == "\\" }.last.map(String.init) ?? path
    let shown = name.flatMap { $0.isEmpty ? nil : $0 } ?? last
    var file = Attachment(kind: kind.file ?? .init(ofFileNamed: shown), name: shown)
    if isAddress { file.absence = .other(path) } else { file.path = path }
    return file
  }

  /// Sets that the message is a notice, or was edited or deleted.
  private func setMarks(
    _ row: TableRow, _ kind: TableKind, _ draft: inout MessageDraft, at origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    var extras = MessageExtras()
    let edited = mark(.edited, row, at: origin, &log)
    // Without a time of the edit it was after the message.
    if edited.isSet || kind == .edited { extras.editedAt = edited.instant ?? draft.instant }
    let deleted = mark(.deleted, row, at: origin, &log)
    if deleted.isSet || kind == .deleted {
      let deletion = Deletion(instant: deleted.instant)
      if draft.text == nil, draft.attachments.isEmpty {
        draft.part = deletion
      } else {
        extras.deletion = deletion
      }
    } else if kind == .notice {
      draft.event = SystemEvent(event: "notice", actor: nil, text: draft.text?.string ?? text(.kind, row))
      if draft.attachments.isEmpty { draft.text = nil }
    }
    if case .other(let word) = kind { findings.note(kind: word, at: origin) }
    if extras != MessageExtras() { draft.extras = extras }
  }

  /// Returns what a column says that is either a mark or the time of a change.
  private func mark(
    _ field: TableMap.Field, _ row: TableRow, at origin: Origin, _ log: inout DiagnosticLog
  ) -> (isSet: Bool, instant: Instant?) {
    guard columns.choices[field] != nil else { return (false, nil) }
    if let isYes = isYes(field, row) { return (isYes, nil) }
    let text = text(field, row)
    guard !text.isBlank, columns.choices[field]?.yes == nil else { return (false, nil) }
    return (true, instant(field, row, at: origin, &log))
  }

  // MARK: Reactions

  private func reactions(_ row: TableRow, in builder: ConversationBuilder) -> [Reaction] {
    guard columns.choices[.reactions] != nil else { return [] }
    var reactions: [Reaction] = []
    for value in values(.reactions, row) {
      if let structure = value.structure {
        add(structure, to: &reactions, in: builder)
      } else {
        Self.add(words: value.text, to: &reactions)
      }
    }
    return reactions
  }

  /// Adds reactions in JSON: `{"👍": 2}`, `{"👍": ["Ann"]}`, or objects with an emoji and people or a count.
  private func add(_ value: JSONValue, to reactions: inout [Reaction], in builder: ConversationBuilder) {
    for element in value.elements {
      if let text = element.text {
        reactions.add(text, by: nil)
      } else {
        add(element, to: &reactions, in: builder)
      }
    }
    guard value.isObject else { return }
    if let emoji = TableWords.member(of: value, TableWords.emoji), !emoji.isEmpty {
      add(
        emoji, people: TableWords.people.lazy.compactMap { value[$0] }.first,
        count: TableWords.counts.lazy.compactMap { value[$0]?.integer }.first, to: &reactions, in: builder)
    } else {
      for member in value.members {
        add(member.name, people: member.value, count: member.value.integer, to: &reactions, in: builder)
      }
    }
  }

  private func add(
    _ emoji: String, people: JSONValue?, count: Int64?, to reactions: inout [Reaction],
    in builder: ConversationBuilder
  ) {
    let named = people.map { $0.isArray ? $0.elements : [$0] } ?? []
    let keys = named.compactMap { $0.identifier ?? person($0) }.filter {
      !$0.isEmpty
    }
    for key in keys { reactions.add(emoji, by: builder.participant(ids[key] ?? key)) }
    let rest = (count ?? (keys.isEmpty ? Int64(max(1, named.count)) : 0)) - Int64(keys.count)
    guard rest > 0 else { return }
    if keys.isEmpty { reactions.add(emoji, by: nil) }
    if let index = reactions.firstIndex(where: { $0.emoji == emoji }) {
      reactions[index].count = max(
        reactions[index].count, Int(clamping: min(rest + Int64(keys.count), 1_000_000_000)))
    }
  }

  /// Returns the id of a person if the map has ids, else the name.
  private func person(_ value: JSONValue) -> String? {
    if columns.choices[.fromID] != nil, let id = value["id"]?.identifier { return id }
    return TableWords.member(of: value, TableWords.personNames)
  }

  /// Adds reactions in words: `👍 2, ❤️`.
  private static func add(words text: String, to reactions: inout [Reaction]) {
    for word in text.split(whereSeparator: { $0.isWhitespace || ",;|×()".contains($0) }) {
      let number = word.hasPrefix("x") ? Int(word.dropFirst()) : Int(word)
      if let number, let last = reactions.indices.last {
        if 1...1_000_000_000 ~= number { reactions[last].count = number }
      } else {
        reactions.add(String(word), by: nil)
      }
    }
  }
}

/// The kind of a row's message, from the words that programs use.
enum TableKind: Equatable {
  case message, notice, edited, deleted
  case attachment(Attachment.Kind)
  /// A kind without a meaning here.
  case other(String)

  init(_ word: String) {
    let word = word.trimmingSpaces.lowercased()
    self =
      switch word {
      case _ where word.isEmpty || Int(word) != nil: .message
      case "message", "text", "msg", "chat", "plain", "default", "reply", "user", "normal", "incoming",
        "outgoing",
        "received", "sent", "in", "out", "m.text", "richtext":
        .message
      case "system", "notice", "event", "service", "notification", "info", "status", "join", "leave", "meta":
        .notice
      case "deleted", "removed", "revoked", "unsent", "tombstone": .deleted
      case "edited", "edit": .edited
      case "photo", "picture", "img": .attachment(.image)
      case "document", "attachment", "media": .attachment(.file)
      case "ptt", "voice_message", "voice message": .attachment(.voice)
      default: Attachment.Kind(rawValue: word).map { .attachment($0) } ?? .other(word)
      }
  }

  /// The kind of a file; nil if its name tells it.
  var file: Attachment.Kind? { if case .attachment(let kind) = self, kind != .file { kind } else { nil } }
}

extension String {
  /// The text with a line feed at the end of each line.
  fileprivate var withLineFeeds: String {
    utf8.contains(0x0D) ? replacing("\r\n", with: "\n").replacing("\r", with: "\n") : self
  }
}
