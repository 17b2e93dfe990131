import ChatModel
import ImportKit

/// Converts the messages and events of an archive's conversations, each the newest first.
final class TwitterReader: JSONWalker {
  private let file: ImportInput
  private let folder: InputFolder
  private let owner: TwitterOwner
  private let conversion: Conversion
  private let isGroup: Bool
  private var id: String?
  private var builder: ConversationBuilder?
  private var isNamed = false

  init(_ file: ImportInput, _ folder: InputFolder, _ owner: TwitterOwner, _ conversion: Conversion) {
    (self.file, self.folder, self.owner, self.conversion) = (file, folder, owner, conversion)
    isGroup = file.bytes?.has("window.YTD.direct_messages_group", at: file.bytes?.contentStart ?? 0) ?? false
  }

  func begin(_ name: String, depth: Int) {
    if depth == 1 { (id, builder, isNamed) = (nil, nil, false) }
  }

  func read(other value: JSONValue, named name: String, depth: Int) {
    if name == "conversationId" { id = value.identifier }
  }

  private var conversation: ConversationBuilder {
    if let builder { return builder }
    let id = id ?? "conversation"
    let builder = conversion.conversation(
      "twitter/\(id)", id: id, title: id, order: .byTimeNewestFirst, root: folder)
    builder.knowsOwner = owner.id != nil
    // The id of a conversation of two is made of its people's ids.
    let people = isGroup ? [] : id.split(separator: "-").map(String.init)
    for id in people where people.count == 2 { _ = person(id, in: builder) }
    let others = people.filter { $0 != owner.id }
    if others.count == 1 { builder.title = others[0] }
    self.builder = builder
    return builder
  }

  private func person(_ id: String, in builder: ConversationBuilder) -> ParticipantIndex {
    id == owner.id ? builder.participant(id, name: owner.name, isMe: true) : builder.participant(id)
  }

  func read(broken text: String, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    try conversation.addBroken(text)
  }

  func read(
    _ value: JSONValue, named name: String, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = conversation
    guard let entry = value.members.first, entry.value.isObject else {
      return try builder.addNoObject(value.json, at: origin, &log)
    }
    switch entry.name {
    case "messageCreate", "welcomeMessageCreate": try addMessage(entry.value, to: builder, origin, &log)
    case "participantsLeave":
      for id in (entry.value["userIds"]?.elements ?? []).compactMap(\.identifier) {
        let actor = person(id, in: builder)
        try add(SystemEvent(event: "left", actor: actor), entry.value, to: builder)
      }
    default: try add(event(entry, builder, origin, &log), entry.value, to: builder)
    }
  }

  // MARK: Events

  private func add(
    _ event: SystemEvent, _ value: JSONValue, to builder: ConversationBuilder
  ) throws(ImportError) {
    var draft = MessageDraft()
    draft.event = event
    draft.instant = Self.instant(value["createdAt"])
    try builder.add(draft)
  }

  private func event(
    _ entry: JSONValue.Member, _ builder: ConversationBuilder, _ origin: Origin, _ log: inout DiagnosticLog
  ) -> SystemEvent {
    let value = entry.value
    let actor = value["initiatingUserId"]?.identifier.map { person($0, in: builder) }
    switch entry.name {
    case "participantsJoin":
      let people = (value["userIds"]?.elements ?? []).compactMap(\.identifier).map { person($0, in: builder) }
      return SystemEvent(event: "memberAdded", actor: actor, targets: people)
    case "joinConversation":
      for id in (value["participantsSnapshot"]?.elements ?? []).compactMap(\.identifier) {
        _ = person(id, in: builder)
      }
      let joined = owner.id.map { person($0, in: builder) }
      return joined == nil || joined == actor
        ? SystemEvent(event: "joined", actor: joined ?? actor)
        : SystemEvent(event: "memberAdded", actor: actor, targets: [joined].compactMap(\.self))
    case "conversationNameUpdate":
      let name = value["name"]?.text?.withoutEntities ?? ""
      // The newest name comes first.
      if !isNamed, !name.isEmpty { (builder.title, isNamed) = (name, true) }
      return SystemEvent(event: "titleChanged", actor: actor, text: name)
    default:
      log.append(
        Diagnostic(
          .loss, "unknown-event",
          "events of the kind `\(entry.name.prefix(60))` are not known; its name is shown",
          at: origin))
      return SystemEvent(event: String(entry.name.prefix(60)), actor: actor)
    }
  }

  private static func instant(_ value: JSONValue?) -> Instant? {
    guard let text = value?.text, let time = Timestamp(text) else { return nil }
    switch time {
    case .instant(let milliseconds), .wallClock(let milliseconds): return Instant(milliseconds: milliseconds)
    }
  }

  // MARK: Messages

  private func addMessage(
    _ value: JSONValue, to builder: ConversationBuilder, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = MessageDraft()
    draft.id = value["id"]?.identifier ?? ""
    draft.sender = value["senderId"]?.identifier.map { person($0, in: builder) }
    if let id = value["recipientId"]?.identifier { _ = person(id, in: builder) }
    draft.instant = Self.instant(value["createdAt"])
    log.note(draft.instant, writtenAs: value["createdAt"]?.text, at: origin)
    for reaction in value["reactions"]?.elements ?? [] {
      guard let key = reaction["reactionKey"]?.text, !key.isEmpty else { continue }
      draft.reactions.add(
        Self.emoji[key] ?? key, by: reaction["senderId"]?.identifier.map { person($0, in: builder) },
        at: Self.instant(reaction["createdAt"]))
    }
    let media = (value["mediaUrls"]?.elements ?? []).compactMap(\.text)
    draft.attachments = media.map { attachment($0, of: draft.id) }
    let text = Self.text(value["text"]?.text ?? "", value["urls"]?.elements ?? [], hasMedia: !media.isEmpty)
    if !text.isEmpty { draft.text = MessageText(text, markup: .plain) }
    readEdits(value["editHistory"]?.elements ?? [], text, &draft)
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private func readEdits(_ versions: [JSONValue], _ text: String, _ draft: inout MessageDraft) {
    var extras = MessageExtras()
    for version in versions {
      let words = (version["editedText"] ?? version["text"])?.text?.withoutEntities
      let time =
        version["createdAtSec"]?.integer.map { Instant(milliseconds: $0 &* 1000) }
        ?? Self.instant(version["createdAt"])
      if let words, words != text { extras.edits.append(MessageExtras.Edit(instant: time, text: words)) }
    }
    if !extras.edits.isEmpty { draft.extras = extras }
  }

  private static let emoji = [
    "like": "❤️", "funny": "😂", "surprised": "😲", "sad": "😢", "excited": "🔥", "agree": "👍", "disagree": "👎",
  ]

  /// Returns a text with whole addresses in place of short ones. The address of the message's own media is left out.
  private static func text(_ text: String, _ urls: [JSONValue], hasMedia: Bool) -> String {
    var text = text
    for url in urls {
      guard let short = url["url"]?.text, !short.isEmpty else { continue }
      let whole = url["expanded"]?.text ?? short
      url["url"]?.leaveOutThoughRead(.duplicate)
      url["display"]?.leaveOut(.duplicate)
      let isMedia =
        hasMedia && (whole.range(of: "/messages/media/") != nil || whole.range(of: "pic.twitter.com/") != nil)
      text = text.replacing(short, with: isMedia ? "" : whole)
    }
    return text.withoutEntities.trimmingSpaces
  }

  /// A file: `direct_messages_media/<message>-<name>`, where the name is the last part of the address.
  private func attachment(_ address: String, of message: String) -> Attachment {
    let name = String(address.prefix { $0 != "?" && $0 != "#" }.split(separator: "/").last ?? "")
    var file = Attachment(kind: .init(ofFileNamed: name), name: name)
    if address.range(of: "/dm_gif/") != nil { file.kind = .gif }
    let folders = ["direct_messages_media", "direct_messages_group_media"]
    for folder in isGroup ? folders.reversed() : folders {
      let path = "\(folder)/\(message)-\(name)"
      guard self.folder.has(path) else { continue }
      file.path = path
      return file
    }
    file.absence = .other(address)
    return file
  }
}
