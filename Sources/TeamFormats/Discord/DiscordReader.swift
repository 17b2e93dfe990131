import ChatModel
import ImportKit

/// Converts the messages of a channel.
final class DiscordReader {
  private let builder: ConversationBuilder
  private let header: DiscordHeader
  private let file: JSONFile
  private(set) var count = 0
  private var owner = DiscordOwner()

  private let names: ChatNames

  init(_ builder: ConversationBuilder, _ header: DiscordHeader, _ file: JSONFile, _ names: ChatNames) {
    (self.builder, self.header, self.file, self.names) = (builder, header, file, names)
  }

  func read(_ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog) throws(ImportError) {
    count += 1
    guard value.isObject else {
      log.append(
        Diagnostic(.loss, "not-a-message", "this is not a message; it is shown as a card", at: origin))
      return try builder.add(
        Message(id: "", content: .part(Unsupported(kind: "not a message", text: value.words))))
    }
    var draft = MessageDraft()
    draft.id = value["id"]?.identifier ?? ""
    draft.instant = instant(value["timestamp"]) ?? ChatTime.instant(ofID: draft.id)
    draft.sender = person(value["author"])
    note(value["author"])
    readExtras(value, &draft)
    draft.reactions = (value["reactions"]?.elements ?? []).compactMap(reaction)
    if let type = value["type"]?.identifier, !DiscordEvent.isKnown(type) {
      log.append(
        Diagnostic(
          .loss, "unknown-kind", "a message has the unknown type '\(type.prefix(60))'; its words are shown",
          at: origin)
      )
    }
    if !readEvent(value, &draft) { readContent(value, &draft, origin, &log) }
    try builder.add(draft)
  }

  private func instant(_ value: JSONValue?) -> Instant? {
    guard let text = value?.text, let time = Timestamp(text) else { return nil }
    switch time {
    case .instant(let milliseconds), .wallClock(let milliseconds): return Instant(milliseconds: milliseconds)
    }
  }

  // MARK: People

  private func person(_ value: JSONValue?) -> ParticipantIndex? {
    guard let value, let key = value["id"]?.identifier ?? value["name"]?.text, !key.isEmpty else {
      return nil
    }
    // Webhooks have no number after their names, which may differ from message to message.
    let isWebhook = value["isBot"]?.flag == true && value["discriminator"]?.text == "0000"
    let name = value["name"]?.text
    let index = builder.speaker(
      key, name: value["nickname"]?.text ?? name, avatar: Self.path(value["avatarUrl"]), isWebhook: isWebhook)
    if let name, !isWebhook { builder.note(name, of: index) }
    return index
  }

  private func note(_ author: JSONValue?) {
    guard header.isDirect, let id = author?["id"]?.identifier else { return }
    owner.note(id, names: ["nickname", "name"].compactMap { author?[$0]?.text })
  }

  /// Marks the owner of a direct conversation.
  func finish(chosen me: String?) {
    if header.isDirect { owner.mark(in: builder, name: header.name, chosen: me) }
  }

  private func mentions(_ value: JSONValue) -> ChatMarkdown.Mentions {
    var mentions = ChatMarkdown.Mentions()
    mentions.others = names
    mentions.emoji = Self.emoji(value)
    for person in value["mentions"]?.elements ?? [] {
      let id = person["id"]?.identifier ?? ""
      for name in [person["nickname"]?.text, person["name"]?.text] {
        if let name, !name.isEmpty { mentions.names.append((id, name)) }
      }
    }
    return mentions
  }

  // MARK: Facts

  private func readExtras(_ value: JSONValue, _ draft: inout MessageDraft) {
    var extras = MessageExtras()
    extras.editedAt = instant(value["timestampEdited"])
    extras.isPinned = value["isPinned"]?.flag ?? false
    if let forwarded = value["forwardedMessage"] {
      extras.forwardedAt = instant(forwarded["timestamp"]) ?? draft.instant
    }
    if let interaction = value["interaction"], let command = interaction["name"]?.text {
      let name = interaction["user"].flatMap { $0["nickname"]?.text ?? $0["name"]?.text }
      extras.via = name.map { "/\(command) (\($0))" } ?? "/\(command)"
    }
    if extras != MessageExtras() { draft.extras = extras }
    // A forward refers to its original message, an event to its subject.
    let type = value["type"]?.text
    if type == "Reply" || type == "19" || type == "21", let target = value["reference"] {
      draft.reply = Reply(target: target["messageId"]?.identifier)
    }
  }

  private func reaction(_ value: JSONValue) -> Reaction? {
    guard let emoji = value["emoji"], let name = emoji["name"]?.text ?? emoji["code"]?.text, !name.isEmpty
    else { return nil }
    let people = (value["users"]?.elements ?? []).compactMap(person)
    let isOwn = emoji["id"]?.identifier.map { !$0.isEmpty } ?? false
    let isWord = isOwn || name.utf8.allSatisfy { $0 < 0x80 } && name.utf8.contains { $0 &- 0x30 > 9 }
    let count = value["count"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    return Reaction(
      emoji: isOwn ? ":\(name):" : isWord ? EmojiShortName.emoji(name) ?? ":\(name):" : name, by: people,
      count: max(count, people.count),
      image: isOwn ? Self.path(emoji["imageUrl"]) : nil)
  }

  /// Returns the path of a file of the export; nil for a web address and for none.
  static func path(_ value: JSONValue?) -> String? {
    guard let text = value?.text, !text.isEmpty, text.range(of: "://") == nil, !text.hasPrefix("data:") else {
      return nil
    }
    return text
  }

  // MARK: Content

  private func readContent(
    _ value: JSONValue, _ draft: inout MessageDraft, _ origin: Origin, _ log: inout DiagnosticLog
  ) {
    let mentions = mentions(value)
    var text = ChatMarkdown.text(value["content"]?.text ?? "", mentions)
    var card = DiscordCard(mentions)
    readParts(value, &draft, &card)
    if let forwarded = value["forwardedMessage"] {
      if text.string.isEmpty { text = ChatMarkdown.text(forwarded["content"]?.text ?? "", mentions) }
      readParts(forwarded, &draft, &card)
    }
    card.read(components: value["components"]?.elements ?? [], depth: 0)
    draft.attachments += card.files
    if let poll = card.poll { draft.part = poll }
    if !card.card.setContent(of: &draft, text) { draft.part = DiscordCard.emptyMessage(at: origin, &log) }
    if !mentions.emoji.isEmpty { draft.addOwnEmoji { mentions.emoji[$0] ?? nil } }
  }

  /// Returns a server's own emoji in a message, by their names, with the pictures that the export has.
  private static func emoji(_ value: JSONValue) -> [String: String?] {
    var pictures: [String: String?] = [:]
    let forwarded = value["forwardedMessage"]
    for part in [value, forwarded ?? .null] + (value["embeds"]?.elements ?? [])
      + (forwarded?["embeds"]?.elements ?? [])
    {
      for emoji in part["inlineEmojis"]?.elements ?? [] {
        guard let id = emoji["id"]?.identifier, !id.isEmpty,
          let name = emoji["name"]?.text ?? emoji["code"]?.text
        else { continue }
        let known = pictures[name] ?? nil
        pictures.updateValue(known ?? path(emoji["imageUrl"]), forKey: name)
      }
    }
    return pictures
  }

  /// Reads the parts common to messages and forwarded ones: files, stickers, embeds.
  private func readParts(_ value: JSONValue, _ draft: inout MessageDraft, _ card: inout DiscordCard) {
    draft.attachments += (value["attachments"]?.elements ?? []).map(DiscordFiles.attachment)
    draft.attachments += (value["stickers"]?.elements ?? []).map(DiscordFiles.sticker)
    for embed in value["embeds"]?.elements ?? [] {
      if let file = DiscordFiles.media(ofEmbed: embed) {
        draft.attachments.append(file)
      } else {
        card.read(embed: embed)
        // A card has room for one picture.
        let images = DiscordFiles.images(ofEmbed: embed)
        if images.count > 1 { draft.attachments += images }
      }
    }
  }

  // MARK: Events

  /// Reads a message about an event or a call; false for any other.
  private func readEvent(_ value: JSONValue, _ draft: inout MessageDraft) -> Bool {
    let type = value["type"]?.identifier ?? "Default"
    let content = value["content"]?.text ?? ""
    if type == "Call" || type == "3" {
      let end = instant(value["callEndedTimestamp"])
      let duration = end.flatMap { end in
        draft.instant.map { Double(end.milliseconds &- $0.milliseconds) / 1000 }
      }
      draft.part = Call(medium: "audio", duration: duration.map { max(0, $0) })
      if !content.isEmpty { draft.text = MessageText(content, markup: .plain) }
      return true
    }
    let targets = (value["mentions"]?.elements ?? []).compactMap(person)
    guard let event = DiscordEvent.event(type, content, actor: draft.sender, targets: targets) else {
      return false
    }
    draft.event = event
    return true
  }
}
