import ChatModel
import ImportKit

/// Reads the pages of a chat, in order.
struct TelegramHTMLChat {
  /// The folder of the pages in the input, ending in `/`; empty if it is the input.
  private let folder: String
  private let conversion: Conversion
  private let owner: String?
  private var builder: ConversationBuilder?
  /// The sender of the previous message, whom the messages joined to it do not name.
  private var sender: ParticipantIndex?
  private var forward: (name: String, at: Instant?)?
  /// True if an event was found that only groups and channels have.
  private var isGroup = false

  /// True if the input is an export with each chat once, and not a page by itself.
  private let isOnly: Bool

  init(folder: String, _ conversion: Conversion, owner: String? = nil, isOnly: Bool = false) {
    (self.folder, self.conversion, self.owner, self.isOnly) = (folder, conversion, owner, isOnly)
  }

  /// Marks the owner of a chat of two. To be called after the last page.
  func finish() { if let builder, !isGroup { conversion.markOwner(of: builder) } }

  /// Adds the messages of the chat's next page.
  mutating func convert(_ page: ImportInput, _ log: inout DiagnosticLog) throws(ImportError) {
    guard let reader = HTMLReader(page, where: { !Self.isFrame($0) }) else { return }
    while let element = reader.nextElement() {
      if element.isA("page_header") {
        if builder == nil { open(element.text) }
        continue
      }
      // Words of an unknown element are in the account.
      for message in element.isA("message") ? [element] : element.all("message") {
        if builder == nil { open(page.stem) }
        guard let builder else { continue }
        try add(message, to: builder, reader.origin(of: message), &log)
      }
    }
    reader.report(to: &log)
  }

  /// True for the elements around the header and the messages of a page, and for the elements of its head.
  private static func isFrame(_ element: HTMLTag) -> Bool {
    if ["html", "head", "body", "meta", "link", "title", "style", "script"].contains(element.name) {
      return true
    }
    return ["page_wrap", "page_body", "history"].contains { element.isA($0) }
  }

  /// Begins the conversation. The exports identify a chat only by its title and its messages.
  private mutating func open(_ title: String) {
    let title = title.isEmpty ? TelegramPeople.deletedAccount : title
    builder = conversion.conversation(named: title, title: title, isOnly: isOnly)
  }

  private mutating func add(
    _ element: HTMLElement, to builder: ConversationBuilder, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var draft = MessageDraft()
    let id = element["id"] ?? ""
    draft.id = id.hasPrefix("message") ? String(id.dropFirst(7)) : ""
    guard let body = element.child("body") else { return }
    if element.isA("service") {
      // Days are written as messages with numbers below zero; numbers from before a group became a supergroup are far lower.
      guard (Int64(draft.id) ?? 0) >= 0 || (Int64(draft.id) ?? 0) < -500_000_000 else { return }
      isGroup = isGroup || Self.isOfGroup(body.text)
      draft.event = event(body.text, builder)
      if body.text.hasPrefix("This message is not supported by this version of Telegram") {
        log.append(
          Diagnostic(
            .loss, "unread-content",
            "the export has a notice instead of the message; export again with a newer Telegram", at: origin))
      }
      if element.child("userpic_wrap") != nil {
        log.append(Diagnostic(.loss, "photo-left-out", "the picture of an event is not shown", at: origin))
      }
      return try builder.add(draft)
    }
    if let date = body.child("date") { draft.instant = time(date["title"], origin, &log) }
    let forwarded = Self.forwarded(body)
    readSender(body, forwarded, builder, &draft)
    let content = forwarded ?? body
    draft.text = text(content)
    // In a forwarded message these are in its block.
    if let reply = content.child("reply_to") ?? body.child("reply_to") {
      draft.reply = Self.reply(reply)
      if draft.reply == nil {
        log.append(
          Diagnostic(
            .loss, "reply-elsewhere",
            "the message answers one in another chat, which the export does not name",
            at: origin))
      }
    }
    draft.reactions = reactions(body, forwarded, builder)
    if let media = content.child("media_wrap") { read(media, builder, into: &draft, origin, &log) }
    if draft.text == nil, draft.part == nil, draft.attachments.isEmpty {
      log.append(
        Diagnostic(.loss, "unread-content", "the message has no content; it is shown as a card", at: origin))
      draft.part = Unsupported(kind: "message")
    }
    try builder.add(draft)
  }

  // MARK: People and times

  private mutating func readSender(
    _ body: HTMLElement, _ forwarded: HTMLElement?, _ builder: ConversationBuilder,
    _ draft: inout MessageDraft
  ) {
    var extras = MessageExtras()
    if let name = body.child("from_name") {
      let (name, via) = Self.name(name)
      sender = participant(name, builder)
      extras.via = via
      forward = nil
    }
    draft.sender = sender
    if let forwarded {
      if let header = forwarded.child("from_name") {
        let (name, via) = Self.name(header)
        extras.via = extras.via ?? via
        forward = (
          name,
          header.first("date")?["title"].flatMap { Timestamp(telegram: $0) }
            .map { conversion.instant(of: $0) }
        )
      }
      (extras.forwardedFrom, extras.forwardedAt) = (forward?.name, forward?.at)
    }
    extras.signature = (forwarded?.child("signature") ?? body.child("signature"))?.text
    if extras != MessageExtras() { draft.extras = extras }
  }

  /// The block of a forwarded message; its sender's picture precedes it, in a block of nearly the same classes.
  private static func forwarded(_ body: HTMLElement) -> HTMLElement? {
    body.firstChild { $0.isA("forwarded") && $0.isA("body") }
  }

  /// Splits a name from the bot that a message was sent through.
  private static func name(_ element: HTMLElement) -> (name: String, via: String?) {
    let text = element.ownText
    guard let via = text.range(of: " via @") else {
      return (text.isEmpty ? TelegramPeople.deletedAccount : text, nil)
    }
    return (String(text[..<via.lowerBound]), "@" + text[via.upperBound...])
  }

  private func participant(_ name: String, _ builder: ConversationBuilder) -> ParticipantIndex {
    builder.participant(name, isMe: conversion.options.me == nil && name == owner)
  }

  private func time(_ title: String?, _ origin: Origin, _ log: inout DiagnosticLog) -> Instant? {
    if let timestamp = title.flatMap({ Timestamp(telegram: $0) }) {
      // `31.01.2024 09:22:10` in every language of the program.
      builder?.dateStyle = DateStyle(isDayFirst: true, has24Hours: true)
      return conversion.instant(of: timestamp)
    }
    log.append(
      Diagnostic(
        .warning, "no-time", "the message's time `\((title ?? "").prefix(60))` cannot be read", at: origin))
    return nil
  }

  // MARK: Text, replies, reactions

  /// Returns the text with the labels of a bot's buttons below, or nil if there is neither.
  private func text(_ content: HTMLElement) -> MessageText? {
    var text = content.child("text")?.messageText(Self.style) ?? .empty
    for button in content.first("bot_buttons_table")?.all("bot_button") ?? [] {
      let label = button.text
      guard !label.isEmpty else { continue }
      if !text.string.isEmpty { text.string += "\n" }
      text.string += "[\(label)]"
    }
    return text.string.isEmpty ? nil : text
  }

  /// The style of an element in a message's text: HTML's, and the ones that Telegram adds.
  private static func style(_ element: HTMLElement) -> SourceSpan.Kind? {
    if element.isA("spoiler") { return .spoiler }
    guard element.name == "a" else { return element.style }
    if let script = element["onclick"] {
      if script.contains("ShowHashtag") || script.contains("ShowCashtag") { return .hashtag }
      if script.contains("ShowMentionName") { return .mention }
      return nil
    }
    if element.text.hasPrefix("@"), (element["href"] ?? "").hasPrefix("https://t.me/") { return .mention }
    return element.style
  }

  /// Returns the answered message's number, or nil if it is in another chat.
  private static func reply(_ element: HTMLElement) -> Reply? {
    guard let link = element.first(named: "a")?["href"], let hash = link.range(of: "#go_to_message") else {
      return nil
    }
    return Reply(target: String(link[hash.upperBound...]))
  }

  private mutating func reactions(
    _ body: HTMLElement, _ forwarded: HTMLElement?, _ builder: ConversationBuilder
  ) -> [Reaction] {
    guard let list = body.child("reactions") ?? forwarded?.child("reactions") else { return [] }
    return list.all("reaction").map { reaction in
      let names = reaction.all("initials").compactMap { $0["title"]?.trimmingSpaces }.filter { !$0.isEmpty }
      let stated = reaction.first("count").flatMap { Int($0.text) }
      // A reaction of the account's own is marked; alone it shows who the owner is.
      let isOwn = conversion.options.me == nil && reaction.isA("active") && names.count == 1 && stated == nil
      let by = names.map { name in builder.participant(name, isMe: isOwn || isOwner(name)) }
      let emoji = reaction.first("emoji")?.text ?? ""
      return Reaction(
        emoji: emoji.isEmpty ? "⭐" : emoji, by: by, count: min(max(stated ?? 0, by.count, 1), 1 << 40))
    }
  }

  private func isOwner(_ name: String) -> Bool { conversion.options.me == nil && name == owner }

  // MARK: Service messages

  /// Returns the event that a service message, always in English, reports.
  private func event(_ text: String, _ builder: ConversationBuilder) -> SystemEvent {
    for (phrase, event) in Self.phrases {
      guard let range = text.range(of: phrase), range.lowerBound > text.startIndex else { continue }
      let (name, rest) = (String(text[..<range.lowerBound]), String(text[range.upperBound...]))
      // A name may contain anything; a known name is not a sentence.
      guard let actor = builder.participants.index(ofKey: name) else { continue }
      switch event {
      case "titleChanged", "created":
        guard rest.hasPrefix("«"), rest.hasSuffix("»") else { continue }
        return SystemEvent(event: event, actor: actor, text: String(rest.dropFirst().dropLast()))
      case "memberAdded", "memberRemoved":
        // People who invite or remove only themselves join or leave.
        if rest == name {
          return SystemEvent(event: event == "memberAdded" ? "memberJoined" : "memberLeft", actor: actor)
        }
        let others = rest.components(" and ").flatMap { $0.components(", ") }
        let targets = others.compactMap { builder.participants.index(ofKey: $0) }
        return SystemEvent(
          event: event, actor: actor, targets: targets.count == others.count ? targets : [],
          text: targets.count == others.count ? nil : rest)
      default:
        guard rest.isEmpty else { continue }
        return SystemEvent(event: event, actor: actor)
      }
    }
    return SystemEvent(event: "notice", text: text)
  }

  /// The program's phrases between the actor and the rest, with our words for their events.
  private static let phrases: [(phrase: String, event: String)] = [
    (" created group ", "created"), (" changed group title to ", "titleChanged"),
    (" changed group photo", "photoChanged"), (" removed group photo", "photoRemoved"),
    (" invited ", "memberAdded"), (" removed ", "memberRemoved"), (" left group", "memberLeft"),
    (" joined group by link from Group", "memberJoined"), (" joined group by link", "memberJoined"),
    (" pinned this message", "pinned"), (" pinned a message", "pinned"), (" took a screenshot", "screenshot"),
    (" joined Telegram", "joined_telegram"),
  ]

  /// True if a service message is of a kind that chats of two do not have. Its actor may have written no message.
  private static func isOfGroup(_ text: String) -> Bool {
    groupPhrases.contains { text.range(of: $0) != nil }
  }

  private static let groupPhrases = [
    " created group ", " changed group ", " removed group ", " invited ", " left group", " joined group",
    " converted a basic group ", "converted this group ", "Channel «", " changed topic ", " created topic ",
  ]

  // MARK: Media

  private mutating func read(
    _ wrap: HTMLElement, _ builder: ConversationBuilder, into draft: inout MessageDraft, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    guard let element = wrap.firstChild(where: { _ in true }) else { return }
    let media = TelegramHTMLMedia(element, folder: folder)
    if element.isA("media_poll") {
      draft.part = media.poll
    } else if let attachment = media.attachment {
      draft.attachments = [attachment]
      if media.isMovingDrawing {
        log.append(
          Diagnostic(
            .loss, "animated-sticker",
            "animated stickers in Telegram's own format are not supported; a still picture is shown",
            at: origin))
      }
    } else if element.isA("media_contact") {
      draft.part = media.contact(in: builder.roots.last)
    } else if let location = media.location {
      draft.part = location
    } else if element.isA("media_call") {
      let call = media.call
      draft.part = call.call
      // An outgoing call was made by the export's owner.
      if call.isOutgoing, conversion.options.me == nil, let sender {
        _ = builder.participant(builder.participants[sender].key, isMe: true)
      }
    } else {
      log.append(
        Diagnostic(
          .loss, "unread-content", "the message's card, `\(media.kind)`, is not supported; its text is shown",
          at: origin))
      draft.part = media.card
    }
  }
}

extension Timestamp {
  /// Reads `31.01.2024 09:22:10`, followed by ` UTC+01:00` in exports since 2022.
  init?(telegram text: String) {
    let bytes = Array(text.utf8)
    guard bytes.count >= 19, bytes[2] == UInt8(ascii: "."), bytes[5] == UInt8(ascii: ".") else { return nil }
    var iso = Array(bytes[6..<10])
    iso.append(UInt8(ascii: "-"))
    iso += bytes[3..<5]
    iso.append(UInt8(ascii: "-"))
    iso += bytes[0..<2]
    iso += bytes[10..<19]
    let zone = bytes[19...]
    if zone.starts(with: " UTC".utf8) { iso += zone.dropFirst(4) }
    self.init(iso.span)
  }
}

extension String {
  /// The parts between `separator`.
  fileprivate func components(_ separator: String) -> [String] {
    var (parts, rest) = ([String](), self)
    while let range = rest.range(of: separator) {
      parts.append(String(rest[..<range.lowerBound]))
      rest = String(rest[range.upperBound...])
    }
    return parts + [rest]
  }
}
