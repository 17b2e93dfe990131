import ChatModel
import ImportKit

/// Converts the events of a manifest.
struct RSMFReader {
  private let conversion: Conversion
  private let folder: InputFolder
  private var people: [String: JSONValue] = [:]
  private var conversations: [String: JSONValue] = [:]
  private var builders: [String: ConversationBuilder] = [:]
  /// The conversation of events that name none.
  private let firstConversation: String

  init(_ conversion: Conversion, _ facts: JSONValue, _ folder: InputFolder) {
    (self.conversion, self.folder) = (conversion, folder)
    for person in facts["participants"]?.elements ?? [] {
      if let id = person["id"]?.identifier { people[id] = person }
    }
    let list = facts["conversations"]?.elements ?? []
    for conversation in list {
      if let id = conversation["id"]?.identifier { conversations[id] = conversation }
    }
    firstConversation = list.first?["id"]?.identifier ?? "conversation"
  }

  /// Returns the builder of a conversation, which other files may have more of.
  mutating func builder(of id: String?) -> ConversationBuilder {
    let id = id ?? firstConversation
    if let known = builders[id] { return known }
    let facts = conversations[id]
    let ids = (facts?["participants"]?.elements ?? []).compactMap(\.identifier)
    let names = ids.prefix(4).map { name(of: $0) ?? $0 }.joined(separator: ", ")
    let title = [facts?["display"]?.text, names, id].firstWords
    let builder = conversion.conversation(
      "\(facts?["platform"]?.text ?? "")/\(id)", title: title, root: folder)
    builders[id] = builder
    let custodian = facts?["custodian"]?.identifier
    for person in ids { _ = participant(person, of: builder, isMe: person == custodian) }
    return builder
  }

  private func name(of id: String) -> String? {
    let person = people[id]
    let name = [person?["display"], person?["account_id"], person?["email"]].map { $0?.text }.firstWords
    return name.isEmpty ? nil : name
  }

  private func participant(_ id: String, of builder: ConversationBuilder, isMe: Bool = false)
    -> ParticipantIndex
  {
    let avatar = people[id]?["avatar"]?.text.flatMap { $0.isEmpty ? nil : $0 }
    return builder.participant(id, name: name(of: id), avatar: avatar, isMe: isMe)
  }

  mutating func add(_ event: JSONValue, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    let builder = builder(of: event["conversation"]?.identifier)
    guard event.isObject else { return try builder.addNoObject(event.json, at: origin, &log) }
    var draft = MessageDraft()
    draft.id = event["id"]?.identifier ?? ""
    draft.instant = event["timestamp"]?.text.flatMap { Timestamp($0) }.map { conversion.instant(of: $0) }
    let isOwn = event["direction"]?.text == "outgoing"
    let sender = event["participant"]?.identifier.map { participant($0, of: builder, isMe: isOwn) }
    let body = event["body"]?.text ?? ""
    draft.sender = sender
    switch event["type"]?.text ?? "message" {
    case "message": try fill(&draft, event, body, builder, at: origin, &log)
    case "join": draft.event = SystemEvent(event: "join", actor: sender, text: body.isEmpty ? nil : body)
    case "leave": draft.event = SystemEvent(event: "part", actor: sender, text: body.isEmpty ? nil : body)
    case let kind where kind == "disclaimer" || kind == "history":
      draft.event = SystemEvent(event: "notice", text: body.isEmpty ? kind : body)
    case let kind:
      log.append(
        Diagnostic(
          .loss, "unknown-kind", "an event of the kind '\(kind.prefix(60))' is shown as a card", at: origin))
      draft.part = Unsupported(kind: String(kind.prefix(60)), text: body.isEmpty ? nil : body)
    }
    try builder.add(draft)
  }

  private func fill(
    _ draft: inout MessageDraft, _ event: JSONValue, _ body: String, _ builder: ConversationBuilder,
    at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    if !body.isEmpty { draft.text = MessageText(body, markup: .plain) }
    for file in event["attachments"]?.elements ?? [] {
      let path = file["id"]?.text ?? ""
      let name = [file["display"]?.text, path].firstWords
      var attachment = Attachment(
        kind: Attachment.Kind(ofFileNamed: path), path: path.isEmpty ? nil : path,
        name: name.isEmpty ? nil : name)
      attachment.byteCount = file["size"]?.integer.flatMap { Int(exactly: $0) }
      draft.attachments.append(attachment)
    }
    if let parent = event["parent"]?.identifier, !parent.isEmpty { draft.reply = Reply(target: parent) }
    for reaction in event["reactions"]?.elements ?? [] {
      let by = (reaction["participants"]?.elements ?? []).compactMap(\.identifier).map {
        participant($0, of: builder)
      }
      let count = reaction["count"]?.integer.flatMap { Int(exactly: $0) } ?? by.count
      if let emoji = reaction["value"]?.text, !emoji.isEmpty {
        draft.reactions.append(Reaction(emoji: emoji, by: by, count: max(count, by.count, 1)))
      }
    }
    var extras = MessageExtras()
    for edit in event["edits"]?.elements ?? [] {
      let time = edit["timestamp"]?.text.flatMap { Timestamp($0) }.map { conversion.instant(of: $0) }
      extras.edits.append(MessageExtras.Edit(instant: time, text: edit["previous"]?.text ?? ""))
      // The text after the last edit is the message's.
      edit["new"]?.leaveOut(.duplicate)
    }
    if event["deleted"]?.flag == true { extras.deletion = Deletion() }
    if draft.text == nil, draft.attachments.isEmpty, extras.deletion != nil {
      draft.part = Deletion()
      extras.deletion = nil
    }
    if extras != MessageExtras() { draft.extras = extras }
    draft.showCardIfEmpty(at: origin, &log)
  }
}
