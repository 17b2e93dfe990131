import ChatModel
import ImportKit

/// The HTML of DiscordChatExporter, as its versions 2.3 (2018) to 2.47 (2026) write it: groups of messages under a name.
///
/// Facts: the exporter's templates of groups in all versions, and its MarkdownVisitor for HTML.
struct DiscordPage {
  private let file: ImportInput
  private let conversion: Conversion

  /// True if a file begins like the exporter's page.
  static func recognises(_ file: ImportInput) -> Bool {
    guard file.head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else { return false }
    let head = String(decoding: file.head, as: UTF8.self)
    return head.range(of: "chatlog__message") != nil
      && (head.range(of: "preamble__") != nil || head.range(of: "info__guild") != nil)
  }

  init(_ file: ImportInput, to conversion: Conversion) { (self.file, self.conversion) = (file, conversion) }

  func read(_ log: inout DiagnosticLog) throws(ImportError) {
    guard let reader = HTMLReader(file, where: Self.isWanted) else { return }
    var heading = Heading()
    var owner = DiscordOwner()
    var builder: ConversationBuilder?
    while let element = reader.nextElement() {
      guard element.isA("chatlog__message-group") else {
        heading.read(element)
        continue
      }
      let open = builder ?? conversation(heading)
      builder = open
      let group = DiscordPageGroup(element, open, conversion)
      if heading.isDirect, let author = group.author { owner.note(author.id, names: author.names) }
      for (message, line) in group.messages {
        let startsThread = open.count == 0 && heading.isOfThread
        try DiscordPageMessage(
          message, in: group, Origin(file: file.path, line: line), startsThread: startsThread
        ).add(&log)
      }
    }
    reader.report(to: &log)
    // A channel without messages is still a channel.
    let open = builder ?? conversation(heading)
    if heading.isDirect { owner.mark(in: open, name: heading.channel, chosen: conversion.options.me) }
    if let stated = heading.messageCount, stated > open.count {
      log.append(
        Diagnostic(
          .warning, "message-count", "the page says it has \(stated) messages, but there are \(open.count)",
          at: Origin(file: file.path)))
    }
    if heading.messageCount == nil, heading.hasEnd == false, heading.isOfNewLayout {
      log.append(
        Diagnostic(
          .loss, "cut-off", "the page was cut off; what follows is missing; export the channel again",
          at: Origin(file: file.path)))
    }
  }

  private func conversation(_ heading: Heading) -> ConversationBuilder {
    let name = DiscordFileName(file.name)
    let title = heading.channel.isEmpty ? name.channel : heading.channel
    // A renamed file is identified by the heading above its messages.
    let words = heading.path.isEmpty ? name.channel : "\(heading.guild)/\(heading.path)"
    return name.conversation("discord", named: words, title: title, of: file, conversion)
  }

  private static func isWanted(_ element: HTMLTag) -> Bool {
    element.name == "title" || element.isA("chatlog__message-group")
      || ["preamble__entry", "info__guild-name", "info__channel-name", "postamble__entry"].contains {
        element.isA($0)
      }
  }
}

extension DiscordPage {
  /// The server and the channel, above the messages, and the number of messages, below them.
  private struct Heading {
    var guild = ""
    /// The channel's name; in direct conversations the other person's.
    var channel = ""
    /// The channel's name with its category's.
    var path = ""
    var messageCount: Int?
    var hasEnd = false
    var isOfNewLayout = false
    private var title = ""
    private var entries = 0

    var isDirect: Bool { guild == "Direct Messages" }

    /// True if a category and a channel precede the name. Threads of channels without a category are not recognised.
    var isOfThread: Bool { path.ranges(of: " / ").count > 1 }

    mutating func read(_ element: HTMLElement) {
      let text = element.text
      if element.name == "title" {
        title = text
      } else if element.isA("info__guild-name") {
        guild = text
      } else if element.isA("info__channel-name") {
        (channel, path) = (text, text)
      } else if element.isA("postamble__entry") {
        readEnd(text)
      } else {
        isOfNewLayout = true
        entries += 1
        if entries == 1 { guild = text }
        if entries == 2 { (channel, path) = (channel(text), text) }
      }
    }

    /// Returns the channel's own name: it follows the server's in the title, and its category's in the heading.
    private func channel(_ heading: String) -> String {
      let prefix = guild + " - "
      let name = title.hasPrefix(prefix) ? String(title.dropFirst(prefix.count)) : heading
      return name.isEmpty ? heading : name
    }

    /// Reads `Exported 1,234 message(s)`, whose digits are grouped as in the exporter's language.
    private mutating func readEnd(_ text: String) {
      hasEnd = true
      guard text.hasPrefix("Exported ") else { return }
      messageCount = Int(text.filter { $0.isASCII && $0.isNumber })
    }
  }
}

/// Consecutive messages of one author, or events.
struct DiscordPageGroup {
  /// An author's id, or else as much of a name as there is, with the names they go by.
  struct Author {
    var id: String
    var names: [String]
    var avatar: String?
    /// True for a webhook: one marked as a bot, without the number that bots have after their names.
    var isWebhook = false
  }

  let element: HTMLElement
  let builder: ConversationBuilder
  let conversion: Conversion
  /// The author of messages that do not name one.
  let author: Author?

  init(_ element: HTMLElement, _ builder: ConversationBuilder, _ conversion: Conversion) {
    (self.element, self.builder, self.conversion) = (element, builder, conversion)
    author = Self.author(of: element)
  }

  /// The messages, each as its elements, with their lines.
  var messages: [([HTMLElement], Int)] {
    let marked = element.all("chatlog__message-container")
    let messages = marked.isEmpty ? element.descendants { $0["data-message-id"] != nil } : marked
    guard messages.isEmpty else { return messages.map { ([$0], $0.line) } }
    // Before 2019 the parts of messages followed each other, and each began with its text.
    var runs: [([HTMLElement], Int)] = []
    for part in element.first("chatlog__messages")?.children ?? [] {
      guard part.classes.contains(where: Self.isPart) else { continue }
      if part.isA("chatlog__content") || runs.isEmpty {
        runs.append(([part], part.line))
      } else {
        runs[runs.count - 1].0.append(part)
      }
    }
    return runs
  }

  private static func isPart(_ name: String) -> Bool {
    ["chatlog__content", "chatlog__attachment", "chatlog__embed", "chatlog__reactions"].contains(name)
  }

  /// Returns the author whom an element names, or nil.
  static func author(of element: HTMLElement) -> Author? {
    guard let name = element.first(ofAny: nameClasses) else { return nil }
    let (full, text) = (name["title"]?.trimmingSpaces ?? "", name.text)
    let shown = text.isEmpty ? full : text
    guard let id = [name["data-user-id"] ?? "", full, shown].first(where: { !$0.isEmpty }) else { return nil }
    let picture = element.first(ofAny: pictureClasses)
    let isBot = element.first(ofAny: botClasses) != nil
    return Author(
      id: id, names: [shown, full], avatar: picture?["src"]?.pathBesidePage,
      isWebhook: isBot && (full.hasSuffix("#0000") || DiscordTable.name(full) == full))
  }

  private static let nameClasses = [
    "chatlog__author", "chatlog__author-name", "chatlog__system-notification-author",
  ]
  private static let botClasses = ["chatlog__bot-tag", "chatlog__author-tag"]
  private static let pictureClasses = ["chatlog__avatar", "chatlog__author-avatar"]

  /// Returns the participant for an author.
  func participant(_ author: Author) -> ParticipantIndex {
    builder.speaker(
      author.id, name: author.names.first, avatar: author.avatar, isWebhook: author.isWebhook)
  }
}
