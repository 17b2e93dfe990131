import ChatModel

/// A message of an export while its members are being read.
struct TelegramDraft: ~Copyable {
  enum Kind {
    case message, service, unsupported, other
  }
  /// The members that messages of all formats share.
  var message = MessageDraft()
  private(set) var type = Kind.message
  private(set) var rawType = ""
  /// The local time, for exports that have no exact one.
  var date: Timestamp?
  var edited: Instant?
  var editedDate: Timestamp?
  /// True if the message names a sender, even one whose account is deleted.
  private(set) var hasSender = false
  private(set) var senderName: String?
  private(set) var senderID: String?
  var text: TelegramText?
  var forwardedFrom: String?
  var replyTo: String?
  var repliesElsewhere = false
  var media = TelegramMedia()
  var poll: Poll?
  var contact: Contact?
  private(set) var hasLocation = false
  private(set) var location: Location?
  var placeName: String?
  var address: String?
  var gameTitle: String?
  var gameDescription: String?
  var gameLink: String?
  var invoice: PartFacts?
  var action: String?
  var discardReason: String?
  var information: String?
  var members: [String] = []
  /// Members of a service message that the format does not name, with their values.
  var details: [(name: String, value: String)] = []

  /// An edit time before Telegram existed means in old exports that there was none.
  private static let launch = Instant(milliseconds: 1_376_438_400_000)

  mutating func setType(_ word: String) {
    rawType = word
    type =
      switch word {
      case "message": .message
      case "service": .service
      case "unsupported": .unsupported
      default: .other
      }
  }

  mutating func setSender(name: String?) { (hasSender, senderName) = (true, name ?? senderName) }

  mutating func setSender(id: String?) { (hasSender, senderID) = (true, id ?? senderID) }

  mutating func setLocation(_ location: Location?) { (hasLocation, self.location) = (true, location) }

  /// Returns the finished message, and reports in `source` what of it cannot be shown.
  consuming func finished(_ kinds: PartKinds, _ source: inout DocumentReader) -> Message {
    let content =
      switch type {
      case .message: content(kinds, &source)
      case .service: serviceContent(&source)
      case .unsupported: unsupported("unsupported", "Telegram Desktop could not export this message", &source)
      case .other: unsupported(rawType, "messages of type `\(rawType.prefix(60))` are not supported", &source)
      }
    message.text = text.flatMap { $0.string.isEmpty ? nil : $0.message }
    message.reply = reply
    message.extras = extras
    return message.message(content)
  }

  private var reply: Reply? {
    guard let replyTo else { return nil }
    return repliesElsewhere
      ? Reply(target: nil, quotedText: "a message in another chat") : Reply(target: replyTo)
  }

  private var extras: MessageExtras? {
    let editedAt = edited.flatMap { $0 < Self.launch ? nil : $0 }
    guard editedAt != nil || forwardedFrom != nil || media.selfDestruct != nil else { return nil }
    var extras = MessageExtras()
    (extras.editedAt, extras.forwardedFrom) = (editedAt, forwardedFrom)
    extras.expiresAfter = media.selfDestruct
    return extras
  }

  private func content(_ kinds: PartKinds, _ source: inout DocumentReader) -> MessageContent {
    let body = text?.message ?? .empty
    if let attachment = media.attachment {
      if media.isMovingDrawing {
        source.report(
          .loss, "animated-sticker",
          "animated stickers in Telegram's own format are not supported; a still picture or a card with the emoji is shown",
          "file")
      }
      return .media([attachment], caption: body)
    }
    return partContent(body, kinds).map { .part($0) } ?? .text(body)
  }

  /// Returns the content that is neither text nor files, or nil.
  private func partContent(_ body: MessageText, _ kinds: PartKinds) -> (any MessagePart)? {
    if let poll { return poll }
    if let contact { return contact }
    if hasLocation || placeName != nil {
      guard var location else {
        return Unsupported(kind: "location", text: [placeName, address].joined)
      }
      (location.name, location.address) = (placeName, address)
      return location
    }
    if let gameTitle {
      guard let gameLink else {
        return Unsupported(kind: "game", text: [gameTitle, gameDescription].joined)
      }
      return LinkPreview(url: gameLink, title: gameTitle, summary: gameDescription, text: body)
    }
    if let invoice { return kinds.part("invoice", invoice) ?? Unsupported(kind: "invoice", facts: invoice) }
    return nil
  }

  private func serviceContent(_ source: inout DocumentReader) -> MessageContent {
    let word = action ?? "notice"
    if word == "phone_call" || word == "conference_call" {
      // The other reasons end a call that was answered.
      let outcome = discardReason == "missed" || discardReason == "busy" ? discardReason : nil
      return .part(Call(medium: "audio", duration: media.duration, outcome: outcome))
    }
    if media.attachment != nil {
      source.report(.loss, "photo-left-out", "the picture of a service message is not shown", "photo")
    }
    return .system(SystemEvent(event: word, actor: message.sender, text: serviceText))
  }

  /// Everything a service message says besides its action and actor; nil for nothing.
  private var serviceText: String? {
    var parts: [String] = []
    if let information { parts.append(information) }
    if let title = media.title { parts.append(title) }
    if !members.isEmpty { parts.append(members.joined(separator: ", ")) }
    if let duration = media.duration { parts.append("\(Int(duration)) s") }
    if let discardReason { parts.append(discardReason) }
    if let text, !text.string.isEmpty { parts.append(text.string) }
    for detail in details where !detail.value.isEmpty {
      parts.append("\(detail.name.split(separator: "_").joined(separator: " ")): \(detail.value)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private func unsupported(
    _ kind: String, _ reason: String, _ source: inout DocumentReader
  ) -> MessageContent {
    source.report(.loss, "unknown-kind", "\(reason); it is shown as a card", "type")
    return .part(Unsupported(kind: kind, text: text?.string))
  }
}

extension [String?] {
  /// The given texts on lines of their own; nil for none.
  fileprivate var joined: String? {
    let texts = compactMap { $0 }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}
