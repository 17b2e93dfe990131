import ChatModel

/// A message of an export while its members are being read.
struct TelegramDraft: ~Copyable {
  enum Kind {
    case message, service, unsupported, other
  }
  var id = ""
  private(set) var type = Kind.message
  private(set) var rawType = ""
  var instant: Instant?
  var date: Timestamp?
  var edited: Instant?
  var editedDate: Timestamp?
  /// The message names a sender, if only as one whose account is gone.
  private(set) var hasSender = false
  private(set) var senderName: String?
  private(set) var senderID: String?
  var sender: ParticipantIndex?
  var text: TelegramText?
  var forwardedFrom: String?
  var replyTo: String?
  var repliesElsewhere = false
  var reactions: [Reaction] = []
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
  /// Facts of a service message that have no place of their own.
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

  /// The finished message; what cannot be shown of it is said in `source`.
  consuming func message(_ kinds: PartKinds, _ source: inout DocumentReader) -> Message {
    let content =
      switch type {
      case .message: content(kinds, &source)
      case .service: serviceContent(&source)
      case .unsupported: unsupported("unsupported", "Telegram Desktop could not export this message", &source)
      case .other: unsupported(rawType, "messages of type `\(rawType.prefix(60))` are not known", &source)
      }
    var extras = extras
    if content.hasNoText, let body = text?.message, !body.string.isEmpty {
      var more = extras ?? MessageExtras()
      more.text = body
      extras = more
    }
    return Message(
      id: id, sender: sender, instant: instant, content: content, reply: reply, reactions: reactions,
      extras: extras)
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
          "the sticker moves in a format of Telegram's own; its still picture is shown, or else a card with its emoji",
          "file")
      }
      return .media([attachment], caption: body)
    }
    return partContent(body, kinds).map { .part($0) } ?? .text(body)
  }

  /// What the message is besides text and files.
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
      // The other reasons end a call that took place.
      let outcome = discardReason == "missed" || discardReason == "busy" ? discardReason : nil
      return .part(Call(medium: "audio", duration: media.duration, outcome: outcome))
    }
    if media.attachment != nil {
      source.report(.loss, "photo-left-out", "the picture of a service message is not shown", "photo")
    }
    return .system(SystemEvent(event: word, actor: sender, text: serviceText))
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
