import ChatModel
import ImportKit

/// A message of a page.
struct DiscordPageMessage {
  private let parts: [HTMLElement]
  private let group: DiscordPageGroup
  private let origin: Origin
  private let id: String
  /// True for the first message of a thread. If the thread began at a message of its channel, nothing is written.
  private let startsThread: Bool

  init(_ parts: [HTMLElement], in group: DiscordPageGroup, _ origin: Origin, startsThread: Bool) {
    (self.parts, self.group, self.origin, self.startsThread) = (parts, group, origin, startsThread)
    id = parts.first?["data-message-id"] ?? ""
  }

  /// The clock of the page.
  private var clock: DiscordPageClock {
    let own = parts.lazy.compactMap { $0.first(ofAny: Self.stamps) }.first
    // Other messages of a group state only the time of day.
    let isWhole = own.map { !$0.isA("chatlog__short-timestamp") || $0["title"] != nil } ?? false
    let stamp = isWhole ? own : group.element.first("chatlog__timestamp")
    return DiscordPageClock(id: id, texts: [stamp?["title"], stamp?.text], group.conversion)
  }

  private static let stamps = [
    "chatlog__timestamp", "chatlog__system-notification-timestamp", "chatlog__short-timestamp",
  ]

  private func first(_ name: String) -> HTMLElement? {
    for part in parts { if let found = part.isA(name) ? part : part.first(name) { return found } }
    return nil
  }

  private func all(_ name: String) -> [HTMLElement] {
    parts.flatMap { $0.isA(name) ? [$0] : $0.all(name) }
  }

  func add(_ log: inout DiagnosticLog) throws(ImportError) {
    let clock = clock
    var draft = MessageDraft()
    draft.id = id
    draft.instant = clock.instant
    if group.builder.dateStyle.has24Hours == nil, let text = clock.text {
      group.builder.noteDateStyle(of: text, order: clock.order)
    }
    if draft.instant == nil {
      log.append(Diagnostic(.warning, "no-time", "the message's time cannot be read", at: origin))
    }
    let author = parts.first.flatMap(DiscordPageGroup.author) ?? group.author
    draft.sender = author.map(group.participant)
    readExtras(&draft, clock)
    draft.reactions = all("chatlog__reaction").compactMap(Self.reaction)
    if let event = first("chatlog__system-notification-content") {
      readEvent(event, &draft)
    } else {
      readContent(&draft, &log)
    }
    let emoji = self.emoji
    if !emoji.isEmpty { draft.addOwnEmoji { emoji[$0] } }
    try group.builder.add(draft)
  }

  /// The pictures of the server's own emoji in the message, by the emoji's names.
  private var emoji: [String: String] {
    var pictures: [String: String] = [:]
    for name in ["chatlog__emoji", "emoji"] {
      for element in all(name) where element.name == "img" {
        guard let path = element["src"]?.pathBesidePage, let words = DiscordPageText.words(element),
          words.utf8.count > 2, words.hasPrefix(":"), words.hasSuffix(":")
        else { continue }
        pictures[String(words.dropFirst().dropLast())] = path
      }
    }
    return pictures
  }

  // MARK: Facts

  private func readExtras(_ draft: inout MessageDraft, _ clock: DiscordPageClock) {
    var extras = MessageExtras()
    extras.isPinned = parts.contains {
      $0.isA("chatlog__message-container--pinned") || $0.isA("chatlog__message--pinned")
    }
    if let edit = first("chatlog__edited-timestamp") {
      extras.editedAt = clock.instant(of: edit["title"]) ?? draft.instant
    }
    if let forwarded = first("chatlog__forwarded") {
      let time = forwarded.first("chatlog__forwarded-timestamp")?.first(named: "span")?["title"]
      extras.forwardedAt = clock.instant(of: time) ?? draft.instant
    }
    if let reference = reference {
      let name =
        (reference.first("chatlog__reply-author") ?? reference.first("chatlog__reference-author")
        ?? reference.first("chatlog__reference-name"))?.text
      if let command = Self.command(reference) {
        extras.via = name.map { "\(command) (\($0))" } ?? command
      } else {
        draft.reply = Self.reply(reference, name: name)
      }
    }
    if extras != MessageExtras() { draft.extras = extras }
  }

  /// The block that a reply begins with. In one layout it is above a group's first message.
  private var reference: HTMLElement? {
    if let own = first("chatlog__reply") ?? first("chatlog__reference") { return own }
    guard let part = parts.first, let above = group.element.child("chatlog__reference"),
      group.messages.first?.0.first?.index == part.index
    else { return nil }
    return above
  }

  /// Returns `/roll` for a block that says `used /roll`; nil for one with an answered message.
  private static func command(_ reference: HTMLElement) -> String? {
    guard reference.first("chatlog__reply-link") == nil,
      let text = reference.first("chatlog__reply-content")?.text, text.hasPrefix("used /")
    else { return nil }
    return String(text.dropFirst("used ".count))
  }

  private static func reply(_ reference: HTMLElement, name: String?) -> Reply {
    let link = reference.first("chatlog__reply-link") ?? reference.first("chatlog__reference-link")
    // `scrollToMessage(event, '123')`
    let parts = (link?["onclick"] ?? "").split(separator: "'", omittingEmptySubsequences: false)
    let target = parts.count == 3 && !parts[1].isEmpty ? String(parts[1]) : nil
    let isWords = link?.first(named: "em")?.text.hasPrefix("Click to see ") ?? false
    let text = isWords ? nil : link.map { $0.spacedText(DiscordPageText.style, words: DiscordPageText.words) }
    return Reply(target: target, quotedName: name, quotedText: text?.string)
  }

  private static func reaction(_ element: HTMLElement) -> Reaction? {
    let picture = element.first(named: "img")
    var name = picture?["alt"] ?? picture?["title"] ?? ""
    if name.isEmpty { name = element["title"] ?? element.first("chatlog__reaction-emoji")?.text ?? "" }
    guard !name.isEmpty else { return nil }
    let count = element.first("chatlog__reaction-count").flatMap { Int($0.text) } ?? 1
    let isOwn = DiscordPageText.isName(name)
    return Reaction(
      emoji: isOwn ? ":\(name):" : name, by: [], count: min(max(count, 1), 1 << 40),
      image: isOwn ? picture?["src"]?.pathBesidePage : nil)
  }

  // MARK: Content

  private func readContent(_ draft: inout MessageDraft, _ log: inout DiagnosticLog) {
    var text = first("chatlog__content").map(DiscordPageText.text) ?? .empty
    var card = MessageCard()
    if let forwarded = first("chatlog__forwarded") {
      if text.string.isEmpty, let content = forwarded.first("chatlog__forwarded-content") {
        text = DiscordPageText.text(of: content)
      }
      if let files = forwarded.first("chatlog__forwarded-attachments") {
        draft.attachments += DiscordPageFiles.attachments(in: files)
      }
    }
    for part in all("chatlog__attachment") {
      draft.attachments += DiscordPageFiles.attachments(in: part)
    }
    for part in all("chatlog__embed") {
      let embed = DiscordPageEmbed(part)
      draft.attachments += embed.files
      if let poll = embed.poll { draft.part = poll } else { embed.add(to: &card) }
    }
    draft.attachments += all("chatlog__sticker").map(DiscordPageFiles.sticker)
    if card.setContent(of: &draft, text) { return }
    if startsThread {
      draft.event = SystemEvent(event: "threadStarted", actor: draft.sender)
    } else {
      draft.part = DiscordCard.emptyMessage(at: origin, &log)
    }
  }

  // MARK: Events

  /// Reads phrases that are always in English: `joined the server.`, `added` with a name in a link.
  private func readEvent(_ element: HTMLElement, _ draft: inout MessageDraft) {
    let text = element.text
    let link = element.first("chatlog__system-notification-link")
    func event(_ name: String, _ text: String? = nil) {
      draft.event = SystemEvent(event: name, actor: draft.sender, text: text)
    }
    if text.hasPrefix("started a call that lasted ") {
      let minutes = Double(text.filter { $0.isASCII && $0.isNumber }) ?? 0
      draft.part = Call(medium: "audio", duration: min(minutes, 1e6) * 60)
    } else if text.hasPrefix("added "), let link {
      draft.event = SystemEvent(event: "memberAdded", actor: draft.sender, targets: [person(link)])
    } else if text.hasPrefix("removed "), let link {
      draft.event = SystemEvent(event: "memberRemoved", actor: draft.sender, targets: [person(link)])
    } else if text.hasPrefix("left the group") {
      event("left")
    } else if text.hasPrefix("changed the channel name:"), let link, !link.text.isEmpty {
      event("titleChanged", link.text)
    } else if text.hasPrefix("changed the channel icon") {
      event("photoChanged")
    } else if text.hasPrefix("pinned ") {
      event("pinned")
    } else if text.hasPrefix("joined the server") {
      event("joined")
    } else {
      event(text.hasSuffix(".") ? String(text.dropLast()) : text.isEmpty ? "unknownEvent" : text)
    }
  }

  /// Returns the person named by a link, from their names in the conversation and in general.
  private func person(_ link: HTMLElement) -> ParticipantIndex {
    let known = group.builder.participants.participants.firstIndex { $0.name == link.text }
    if let known { return ParticipantIndex(Int32(clamping: known)) }
    let full = link["title"] ?? ""
    return group.builder.participant(full.isEmpty ? link.text : full, name: link.text)
  }
}

/// The times of a message: its id has the exact one, and the difference to the page's time shows the exporter's time zone.
private struct DiscordPageClock {
  let instant: Instant?
  /// A time of the message as written on the page.
  let text: String?
  private let texts: [String]
  private let isExact: Bool
  private let conversion: Conversion

  /// The largest offset of any zone, plus the effect of a rounded time.
  private static let limit: Int64 = 15 * 3_600_000
  private static let quarter: Int64 = 900_000

  init(id: String, texts: [String?], _ conversion: Conversion) {
    self.conversion = conversion
    let texts = texts.compactMap { $0?.trimmingSpaces }
    // The longest one has the date.
    text = texts.max { $0.utf8.count < $1.utf8.count }
    self.texts = texts
    let exact = ChatTime.instant(ofID: id)
    isExact = exact != nil
    guard let exact else {
      let time = texts.lazy.compactMap {
        conversion.zones.milliseconds($0, order: conversion.options.dateOrder)
      }
      instant = time.first.map { conversion.instant(of: .wallClock($0)) }
      return
    }
    instant = exact
  }

  /// The order of the page's dates.
  var order: DateOrder? { isExact ? reading?.order : conversion.options.dateOrder }

  /// The order of the page's dates, and the milliseconds that its times are ahead of UTC; nil if the message's id has no time to compare
  /// them with. Few messages need it, and reading it is slow.
  private var reading: (order: DateOrder, ahead: Int64)? {
    guard isExact, let instant else { return nil }
    for text in texts {
      for order in DateOrder.allCases {
        guard let wall = WrittenTime.milliseconds(text, order: order) else { continue }
        let ahead = wall - instant.milliseconds
        guard abs(ahead) <= Self.limit else { continue }
        // The page's time may lack the seconds.
        let quarters = (Double(ahead + 30_000) / Double(Self.quarter)).rounded()
        return (order, Int64(quarters) * Self.quarter)
      }
    }
    return nil
  }

  /// Returns the instant of another time of the message, never before the message itself.
  func instant(of text: String?) -> Instant? {
    guard let text else { return nil }
    let reading = reading
    let order = isExact ? reading?.order : conversion.options.dateOrder
    guard let wall = WrittenTime.milliseconds(text.trimmingSpaces, order: order) else { return nil }
    guard let reading else { return conversion.instant(of: .wallClock(wall)) }
    return Instant(milliseconds: wall - reading.ahead)
  }
}
