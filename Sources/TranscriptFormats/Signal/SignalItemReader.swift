import ChatModel
import ImportKit

/// Converts chat items to messages.
struct SignalItemReader {
  let people: SignalPeople
  /// The folder of the export's files.
  let root: InputFolder
  let origin: Origin
  let firstTimes: SignalFirstTimes
  let edited: SignalEditedMessages

  func add(_ item: JSONValue, _ log: inout DiagnosticLog) throws(ImportError) {
    var draft = MessageDraft()
    let author = item["authorId"]?.identifier ?? "?"
    let sent = edited.first(of: item, by: people.key(author))
    draft.id = id(sent: sent, author: author)
    draft.sender = people.participant(author)
    // The app shows the time of the last text.
    draft.instant = item["dateSent"]?.integer.map { Instant(milliseconds: $0) }
    if let update = item["updateMessage"] {
      let others = setUpdate(update, &draft)
      try people.builder.add(draft)
      for (index, event) in others.enumerated() {
        var other = MessageDraft()
        other.id = "\(id(sent: sent, author: author))/\(index + 2)"
        other.instant = Instant(milliseconds: sent)
        other.event = event
        try people.builder.add(other)
      }
      return
    }
    var extras = MessageExtras()
    setEdits(of: item, &extras)
    extras.status = item["outgoing"].flatMap(status)
    setContent(of: item, &draft, &extras, &log)
    if extras != MessageExtras() { draft.extras = extras }
    try people.builder.add(draft)
  }

  /// The backup has no ids: a message is identified by its author and the time at which its first text was sent.
  private func id(sent: Int64, author: String) -> String { "\(sent)-\(people.key(author))" }

  private func setContent(
    of item: JSONValue, _ draft: inout MessageDraft, _ extras: inout MessageExtras, _ log: inout DiagnosticLog
  ) {
    if let message = item["standardMessage"] {
      setStandard(message, &draft, &log)
    } else if let message = item["stickerMessage"] {
      draft.reactions = reactions(of: message)
      draft.attachments = [sticker(message["sticker"])]
    } else if let message = item["contactMessage"] {
      draft.reactions = reactions(of: message)
      draft.part = contact(message["contact"] ?? message["contact"]?[0])
    } else if item["remoteDeletedMessage"] != nil {
      draft.part = Deletion(by: draft.sender)
    } else if let message = item["viewOnceMessage"] {
      draft.reactions = reactions(of: message)
      extras.isViewOnce = true
      if let pointer = message["attachment"]?["pointer"], SignalFiles.path(of: pointer) != nil {
        draft.attachments = [attachment(message["attachment"] ?? JSONValue.null)]
      } else {
        draft.part = Deletion(reason: .expired)
        extras.isViewOnce = false
      }
    } else if let message = item["directStoryReplyMessage"],
      let words = message["textReply"]?["text"].flatMap(text)
    {
      draft.reactions = reactions(of: message)
      draft.text = words
    } else if let emoji = item["directStoryReplyMessage"]?["emoji"]?.text, !emoji.isEmpty {
      draft.text = MessageText(emoji, markup: .plain)
    } else if let message = item["poll"] {
      draft.reactions = reactions(of: message)
      draft.part = poll(message)
    } else {
      draft.part = other(item, &log)
    }
  }

  // MARK: Messages

  private func setStandard(_ message: JSONValue, _ draft: inout MessageDraft, _ log: inout DiagnosticLog) {
    draft.text = message["text"].flatMap(text)
    if let long = message["longText"].flatMap(longText) {
      draft.text = long
    }
    draft.attachments = (message["attachments"]?.elements ?? []).map(attachment)
    draft.reactions = reactions(of: message)
    if let quote = message["quote"] { draft.reply = reply(quote) }
    if draft.attachments.isEmpty, let preview = message["linkPreview"]?[0], let url = preview["url"]?.text {
      let image = preview["image"].flatMap { pointer in
        SignalFiles.path(of: pointer).map { Attachment(kind: .image, path: $0) }
      }
      draft.part = LinkPreview(
        url: url, title: preview["title"]?.text, summary: preview["description"]?.text, image: image,
        text: draft.text ?? .empty)
    } else {
      draft.showCardIfEmpty(at: origin, &log)
    }
  }

  private func text(_ value: JSONValue) -> MessageText? {
    guard let body = value["body"]?.text, !body.isEmpty else { return nil }
    let ranges = (value["bodyRanges"]?.elements ?? []).compactMap { entry -> RangedText.Mark? in
      guard let length = entry["length"]?.integer.flatMap({ Int(exactly: $0) }) else { return nil }
      // proto3 leaves out a start of 0.
      let start = entry["start"]?.integer.flatMap { Int(exactly: $0) } ?? 0
      if let account = entry["mentionAci"]?.text {
        return RangedText.Mark(
          start: start, length: length, kind: .mention, replacement: "@" + people.name(account: account))
      }
      guard let kind = entry["style"]?.text.flatMap({ Self.styles[$0] }) else { return nil }
      return RangedText.Mark(start: start, length: length, kind: kind)
    }
    return RangedText(body, ranges).message
  }

  /// A text of more than 2 kB is in a file, and only its beginning in the message.
  private func longText(_ pointer: JSONValue) -> MessageText? {
    guard let path = SignalFiles.path(of: pointer), let bytes = try? root.bytes(of: path),
      bytes.count < 1 << 20
    else {
      return nil
    }
    return MessageText(bytes.repairedString(in: LogLines.start(of: bytes)..<bytes.count), markup: .plain)
  }

  private static let styles: [String: SourceSpan.Kind] = [
    "BOLD": .bold, "ITALIC": .italic, "SPOILER": .spoiler, "STRIKETHROUGH": .strikethrough,
    "MONOSPACE": .code,
  ]

  private func attachment(_ value: JSONValue) -> Attachment {
    attachment(pointer: value["pointer"] ?? JSONValue.null, flag: value["flag"]?.text)
  }

  private func attachment(pointer: JSONValue, flag: String?) -> Attachment {
    let type = pointer["contentType"]?.text
    let name = pointer["fileName"]?.text
    let kind: Attachment.Kind =
      switch flag {
      case "VOICE_MESSAGE": .voice
      case "GIF": .gif
      case "BORDERLESS": .sticker
      default: Attachment.Kind(ofFileNamed: name ?? "", type: type)
      }
    var attachment = Attachment(kind: kind, path: SignalFiles.path(of: pointer), name: name)
    if attachment.path == nil { attachment.absence = .unavailable }
    attachment.type = type
    attachment.width = pointer["width"]?.integer.flatMap { Int(exactly: $0) }
    attachment.height = pointer["height"]?.integer.flatMap { Int(exactly: $0) }
    attachment.alt = pointer["caption"]?.text
    return attachment
  }

  private func sticker(_ value: JSONValue?) -> Attachment {
    var sticker = attachment(pointer: value?["data"] ?? JSONValue.null, flag: nil)
    sticker.kind = .sticker
    sticker.alt = value?["emoji"]?.text
    return sticker
  }

  private func contact(_ value: JSONValue?) -> any MessagePart {
    let words = ["prefix", "givenName", "middleName", "familyName", "suffix"].map {
      value?["name"]?[$0]?.text
    }
    return Contact(
      names: [SignalBackup.joined(words), value?["name"]?["nickname"]?.text, value?["organization"]?.text],
      phones: value?["number"]?.elements.compactMap { $0["value"]?.identifier } ?? [],
      emails: value?["email"]?.elements.compactMap { $0["value"]?.text } ?? [])
  }

  private func poll(_ value: JSONValue) -> Poll {
    let options = (value["options"]?.elements ?? []).map { option in
      let voters = (option["votes"]?.elements ?? []).compactMap {
        people.participant($0["voterId"]?.identifier)
      }
      return Poll.Option(text: option["option"]?.text ?? "", votes: voters.count, by: voters)
    }
    return Poll(
      question: value["question"]?.text ?? "", options: options, isClosed: value["hasEnded"]?.flag ?? false)
  }

  private func reply(_ quote: JSONValue) -> Reply {
    let author = quote["authorId"]?.identifier
    let target = quote["targetSentTimestamp"]?.integer.flatMap { sent in
      author.map { id(sent: firstTimes.first(ofTextSent: sent, by: $0), author: $0) }
    }
    return Reply(
      target: target, quotedName: author.flatMap { people.recipients[$0]?.name },
      quotedText: quote["text"]?["body"]?.text)
  }

  private func reactions(of message: JSONValue) -> [Reaction] {
    var reactions: [Reaction] = []
    for entry in message["reactions"]?.elements ?? [] {
      guard let emoji = entry["emoji"]?.text, !emoji.isEmpty else { continue }
      reactions.add(
        emoji, by: people.participant(entry["authorId"]?.identifier),
        at: Self.instant(entry["sentTimestamp"]))
    }
    return reactions
  }

  private static func instant(_ value: JSONValue?) -> Instant? {
    value?.integer.map { Instant(milliseconds: $0) }
  }

  private func setEdits(of item: JSONValue, _ extras: inout MessageExtras) {
    let revisions = (item["revisions"]?.elements ?? []).map { revision in
      MessageExtras.SignalVersion(
        written: Self.instant(revision["dateSent"]),
        text: revision["standardMessage"]?["text"]?["body"]?.text ?? "")
    }
    extras.setVersions(revisions, last: Self.instant(item["dateSent"]))
  }

  /// The lowest status among the message's recipients.
  private func status(_ outgoing: JSONValue) -> String? {
    let order = ["failed", "pending", "skipped", "sent", "delivered", "read", "viewed"]
    let found = (outgoing["sendStatus"]?.elements ?? []).compactMap { entry in
      order.firstIndex { entry[$0] != nil }
    }
    switch found.min().map({ order[$0] }) {
    case "failed": return "failed"
    case "pending": return "sending"
    case "sent", "skipped": return "sent"
    case "delivered": return "delivered"
    case "read", "viewed": return "read"
    default: return nil
    }
  }

  /// A card for an item of another kind, with its words.
  private func other(_ item: JSONValue, _ log: inout DiagnosticLog) -> any MessagePart {
    let common: Set<String> = [
      "chatId", "authorId", "dateSent", "revisions", "incoming", "outgoing", "directionless", "sms",
      "expiresInMs",
      "expireStartDate",
    ]
    let found = item.members.first { !common.contains($0.name) }
    let name = found?.name ?? "message"
    log.append(
      Diagnostic(
        .loss, "unknown-kind",
        "messages of kind `\(name.prefix(60))` are not supported; it is shown as a card", at: origin))
    let facts = found?.value.members.filter { !Self.isID($0.name) }.compactMap { member -> PartFacts.Fact? in
      let value = member.value.text ?? member.value["body"]?.text
      return value.map { PartFacts.Fact(name: member.name, value: $0) }
    }
    return Unsupported(kind: Self.words(of: name, JSONValue.null), facts: PartFacts(facts ?? []))
  }
}
