import ChatModel
import ImportKit

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
  var savedFrom: String?
  var author: String?
  var viaBot: String?
  /// Lines for the buttons below the message.
  var buttons = TelegramText()
  /// The id of the message that it answers.
  var answered: String?
  /// The id of the message that a service message is about.
  var mentioned: String?
  var repliesElsewhere = false
  var media = TelegramMedia()
  var poll: Poll?
  var contact: Contact?
  /// The path of the contact's card.
  var contactCard: String?
  private(set) var hasLocation = false
  private(set) var location: Location?
  var venueName: String?
  var address: String?
  var gameTitle: String?
  var gameDescription: String?
  var gameLink: String?
  var invoice: PartFacts?
  var action: String?
  var discardReason: String?
  var information: String?
  var members: [String] = []
  /// Members that the reader does not know, with their values; for a service message, the members of its action.
  var details: [TelegramService.Detail] = []
  /// The person whom a service message mentions besides its actor.
  var target: ParticipantIndex?
  /// The topic that the message belongs to, if it does not begin it.
  var topic: TelegramTopics.Topic?

  /// The launch of Telegram: in old exports an edit time before it means that there was no edit.
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

  /// The id and name of the person whom a service message mentions besides its actor, or nil.
  var otherPerson: (id: String?, name: String?)? {
    guard action == "proximity_reached" else { return nil }
    let id = details.first { $0.name == "to_id" }?.value.identifier
    let name = details.first { $0.name == "to" }?.value.text
    return id == nil && name == nil ? nil : (id, name)
  }

  mutating func setLocation(_ location: Location?) { (hasLocation, self.location) = (true, location) }

  /// Returns the finished message, and reports in `source` the parts that cannot be shown.
  consuming func finished(_ kinds: PartKinds, _ source: inout DocumentReader) -> Message {
    let content =
      switch type {
      case .message: content(kinds, &source)
      case .service: serviceContent(&source)
      case .unsupported: unsupported("unsupported", "Telegram Desktop could not export this message", &source)
      case .other: unsupported(rawType, "messages of type `\(rawType.prefix(60))` are not supported", &source)
      }
    // A card shows them.
    let isCard = if case .part(let part) = content { part is Unsupported } else { false }
    if type == .message, !isCard {
      for detail in details { source.countUnknown(detail.name, of: "message", at: detail.offset) }
    }
    let body = text.map { $0.followed(by: buttons) } ?? buttons
    message.text = body.string.isEmpty ? nil : body.message
    message.reply = reply
    message.extras = extras
    return message.message(content)
  }

  private var reply: Reply? {
    // Messages of a topic answer the message that began it, unless they answer another one.
    guard let target = answered ?? mentioned, target != topic?.id else { return nil }
    return repliesElsewhere
      ? Reply(target: nil, quotedText: "a message in another chat") : Reply(target: target)
  }

  /// Removes an edit time that is not one: Telegram sets it when somebody reacts (telegramdesktop/tdesktop#30647). `local` is that
  /// time on the clock of the reactions' times.
  mutating func removeEdit(madeByReactionAt local: Instant?) {
    guard let time = local ?? edited else { return }
    for case let reacted? in message.reactions.flatMap(\.times)
    where (reacted.milliseconds &- time.milliseconds).magnitude <= Self.reactionTolerance { edited = nil }
  }

  /// Milliseconds between two times that the export gives in whole seconds.
  private static let reactionTolerance: UInt64 = 1000

  private var extras: MessageExtras? {
    let editedAt = edited.flatMap { $0 < Self.launch ? nil : $0 }
    var extras = MessageExtras()
    (extras.editedAt, extras.forwardedFrom) = (editedAt, forwardedFrom)
    extras.savedFrom = savedFrom == forwardedFrom ? nil : savedFrom
    (extras.signature, extras.via) = (author, viaBot)
    (extras.thread, extras.topic) = (topic?.id, topic?.title)
    extras.expiresAfter = media.selfDestruct
    return extras == MessageExtras() ? nil : extras
  }

  private func content(_ kinds: PartKinds, _ source: inout DocumentReader) -> MessageContent {
    let body = (text.map { $0.followed(by: buttons) } ?? buttons).message
    if let attachment = media.attachment {
      if media.isMovingDrawing {
        source.report(
          .loss, "animated-sticker",
          "animated stickers in Telegram's own format are not supported; a still picture or a card with the emoji is shown",
          "file")
      }
      return .media([attachment], caption: body)
    }
    if let part = partContent(body, kinds) { return .part(part) }
    if body.string.isEmpty, let first = details.first { return unread(first.name, &source) }
    return .text(body)
  }

  /// The unknown members, in words.
  private var facts: PartFacts {
    // A name that every line would begin with is the card's.
    if details.count == 1, let members = details.first?.value.members, !members.isEmpty {
      return PartFacts(readable: members.map { ($0.name, $0.value) })
    }
    return PartFacts(readable: details.map { ($0.name, $0.value) })
  }

  /// Returns a card for a message that has only unknown members.
  private func unread(_ name: String, _ source: inout DocumentReader) -> MessageContent {
    source.report(
      .loss, "unread-content",
      "the message's content, `\(name.prefix(60))`, is not supported; it is shown as a card", "type")
    return .part(Unsupported(kind: name.spaced, facts: facts))
  }

  /// Returns the content if it is neither text nor files, or nil.
  private func partContent(_ body: MessageText, _ kinds: PartKinds) -> (any MessagePart)? {
    if let poll { return poll }
    if let contact { return contact }
    if hasLocation || venueName != nil {
      guard var location else {
        return Unsupported(kind: "location", text: [venueName, address].joined)
      }
      (location.name, location.address) = (venueName, address)
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

  private mutating func serviceContent(_ source: inout DocumentReader) -> MessageContent {
    let word = action ?? "notice"
    if word == "phone_call" || word == "conference_call" {
      // The other reasons end a call that was answered.
      let outcome = discardReason == "missed" || discardReason == "busy" ? discardReason : nil
      return .part(Call(medium: "audio", duration: media.duration, outcome: outcome))
    }
    if media.attachment?.path != nil {
      source.report(.loss, "photo-left-out", "the picture of a service message is not shown", "photo")
    }
    if let senderName, members == [senderName], word == "invite_members" || word == "remove_members" {
      // People who add or remove only themselves join or leave.
      members = []
      var service = TelegramService(word == "invite_members" ? "joined" : "left", details)
      return .system(service.event(actor: message.sender, target: nil, texts: serviceTexts))
    }
    var service = TelegramService(word, details)
    return .system(service.event(actor: message.sender, target: target, texts: serviceTexts))
  }

  /// The facts of a service message in members that other messages have too.
  private var serviceTexts: [String] {
    var parts: [String] = []
    if let information { parts.append(information) }
    if let title = media.title { parts.append(title) }
    if !members.isEmpty { parts.append(members.joined(separator: ", ")) }
    if let duration = media.duration { parts.append("\(Int(duration)) s") }
    if let discardReason { parts.append(discardReason) }
    if let text, !text.string.isEmpty { parts.append(text.string) }
    return parts
  }

  private func unsupported(
    _ kind: String, _ reason: String, _ source: inout DocumentReader
  ) -> MessageContent {
    source.report(.loss, "unknown-kind", "\(reason); it is shown as a card", "type")
    return .part(Unsupported(kind: kind, text: text?.string, facts: facts))
  }
}

extension [String?] {
  /// The given texts on separate lines; nil if there are none.
  fileprivate var joined: String? {
    let texts = compactMap { $0 }.filter { !$0.isEmpty }
    return texts.isEmpty ? nil : texts.joined(separator: "\n")
  }
}
