import ChatModel
import ImportKit

/// The messages of a chat that `tdl chat export` writes, the newest first.
///
/// Facts: the program's source, iyear/tdl, `app/chat/export.go`; docs/formats/tdl.md.
enum TDLFormat: ConvertedFormat {
  static let key = "tdl"
  static let name = "tdl (Telegram, JSON)"

  static let capabilities: [FormatCapability] = [
    .partly("text", "if exported with --with-content"),
    .full("files", "if they lie beside the export"),
    .partly("senders, replies, reactions, edits, forwards", "if exported with --raw, without names"),
    .none("titles and names of people"),
    .none("notices, polls and other kinds", "tdl leaves them out, or shown as cards with --raw"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    let shape = input.shape
    return shape.has(".id", ".messages[].id", ".messages[].file", ".messages[].type=message")
      && !shape.has(".name") && !shape.has(".type") && !shape.has(".messages[].from")
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let file = JSONFile(input) else { return }
    let id = file.wholeMembers(without: ["messages"], log: &log)["id"]?.identifier ?? input.stem
    let builder = conversion.conversation(id, title: "Telegram chat \(id)", order: .byTimeNewestFirst)
    var empty = 0
    try file.forEachElement(
      of: "messages", log: &log, readsPart: true,
      broken: { text, _, _ throws(ImportError) in try builder.addBroken(text) }
    ) { message, _, origin, log throws(ImportError) in
      guard message.isObject else { return try builder.addNoObject(message.json, at: origin, &log) }
      let draft = Self.draft(message, id, builder, input.folder, conversion, &empty)
      try builder.add(draft)
    }
    guard empty > 0 else { return }
    log.append(
      Diagnostic(
        .loss, "empty-message",
        "\(empty) messages have no content, so they are cards; export the chat again with --with-content",
        at: file.origin(0)))
  }

  private static func draft(
    _ message: JSONValue, _ chat: String, _ builder: ConversationBuilder, _ folder: InputFolder,
    _ conversion: Conversion, _ empty: inout Int
  ) -> MessageDraft {
    var draft = MessageDraft()
    let raw = message["raw"]
    draft.id = message["id"]?.identifier ?? raw?["ID"]?.identifier ?? ""
    let time = message["date"]?.number ?? raw?["Date"]?.number
    draft.instant = time.flatMap { $0 > 0 ? Timestamp(epoch: $0) : nil }.map { conversion.instant(of: $0) }
    let text = [message["text"]?.text, raw?["Message"]?.text].firstWords
    if !text.isEmpty { draft.text = MessageText(text, markup: .plain) }
    if let name = message["file"]?.text, !name.isEmpty {
      // The names that `tdl dl` gives.
      let paths = ["\(chat)_\(draft.id)_\(name)", name]
      let path = paths.flatMap { [$0, "downloads/\($0)"] }.first { folder.has($0) }
      draft.attachments = [
        Attachment(kind: Attachment.Kind(ofFileNamed: name), path: path ?? name, name: name)
      ]
    }
    if let raw { add(raw, to: &draft, builder, conversion) }
    if draft.text == nil, draft.attachments.isEmpty, draft.part == nil {
      draft.part = Unsupported(kind: "message")
      empty += 1
    }
    return draft
  }

  /// Adds the facts of the message as Telegram sent it, in the spelling of a Go program.
  private static func add(
    _ raw: JSONValue, to draft: inout MessageDraft, _ builder: ConversationBuilder, _ conversion: Conversion
  ) {
    let sender = raw["FromID"] ?? raw["PeerID"]
    let number = ["UserID", "ChannelID", "ChatID"].compactMap { sender?[$0]?.identifier }.first
    let isOwn = raw["Out"]?.flag == true
    if isOwn {
      draft.sender = builder.participant(number ?? "me", standIn: .me, isMe: true)
    } else if let number {
      draft.sender = builder.participant(number, name: "user \(number)")
    }
    if let target = raw["ReplyTo"]?["ReplyToMsgID"]?.identifier, target != "0" {
      draft.reply = Reply(target: target)
    }
    for result in raw["Reactions"]?["Results"]?.elements ?? [] {
      let emoji = result["Reaction"]?["Emoticon"]?.text ?? ""
      let count = result["Count"]?.integer.flatMap { Int(exactly: $0) } ?? 1
      if !emoji.isEmpty, count > 0 { draft.reactions.append(Reaction(emoji: emoji, by: [], count: count)) }
    }
    var extras = MessageExtras()
    func instant(_ value: JSONValue?) -> Instant? {
      value?.number.flatMap { $0 > 0 ? Timestamp(epoch: $0) : nil }.map { conversion.instant(of: $0) }
    }
    extras.editedAt = instant(raw["EditDate"])
    if let origin = raw["FwdFrom"], origin.isObject {
      extras.forwardedFrom = origin["FromName"]?.text ?? origin["FromID"]?["UserID"]?.identifier
      extras.forwardedAt = instant(origin["Date"])
    }
    if extras != MessageExtras() { draft.extras = extras }
    guard draft.text == nil, draft.attachments.isEmpty, let media = raw["Media"], media.isObject else {
      return
    }
    draft.part = Unsupported(kind: "media", text: String(media.json.prefix(4_000)))
  }
}
