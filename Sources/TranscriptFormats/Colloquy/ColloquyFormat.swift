import ChatModel
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Transcripts of Colloquy, an IRC client for the Mac: `*.colloquyTranscript`, XML with the texts as XHTML.
///
/// The facts come from programs that read them; see `FACTS.md` next to the fixture.
enum ColloquyFormat: ConvertedFormat {
  static let key = "colloquy"
  static let name = "Colloquy (IRC transcripts)"
  static let room = ConversationInfo.Room.withoutPictures

  static let capabilities: [FormatCapability] = [
    .full("text with its styles and links"),
    .full("actions (/me)", "shown in italics as a message from the sender"),
    .partly("joins, parts, kicks, nicks, topics", "user@host is left out"),
    .full("other events", "in the words of the transcript"),
    .full("several transcripts of a channel", "as one conversation"),
    .none("colours", "dropped from the text"),
  ]

  static func recognises(_ input: ImportInput) -> Bool {
    guard input.firstByte == UInt8(ascii: "<") else { return false }
    let head = String(decoding: input.head, as: UTF8.self)
    guard let root = head.split(separator: "<").first(where: { $0.first?.isLetter == true }) else {
      return false
    }
    return root.hasPrefix("log ") && root.contains("began=\"")
      && (head.contains("<envelope") || head.contains("<event "))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard
      let elements = HTMLReader(input, where: { ["envelope", "event"].contains($0.name) })
    else { throw .unreadable(path: input.path, reason: "it is a folder where a file is expected") }
    let source = rootAttribute("source", in: input.head) ?? ""
    let title = channel(of: source) ?? input.name.split(separator: ".").first.map(String.init) ?? input.name
    var reader = ColloquyReader(
      builder: conversion.conversation(source.isEmpty ? title : source, id: title, title: title),
      conversion: conversion)
    while let element = elements.nextElement() {
      try reader.add(element, at: elements.origin(of: element), &log)
    }
    elements.report(to: &log)
  }

  /// Returns the value of an attribute of the root element, or nil.
  private static func rootAttribute(_ name: String, in head: [UInt8]) -> String? {
    let text = String(decoding: head, as: UTF8.self)
    guard let root = text.split(separator: "<").first(where: { $0.hasPrefix("log ") }),
      let start = String(root).range(of: " \(name)=\"")
    else { return nil }
    return String(String(root)[start.upperBound...].prefix { $0 != "\"" })
  }

  /// Returns the channel or person in an address such as `irc://irc.example.org/%23tea`, or nil.
  private static func channel(of source: String) -> String? {
    guard let name = URL(string: source)?.lastPathComponent, !name.isEmpty, name != "/" else { return nil }
    return name
  }
}

/// Converts a transcript's elements to messages.
struct ColloquyReader {
  let builder: ConversationBuilder
  let conversion: Conversion

  /// Adds the messages of an envelope, which are one person's, or an event.
  mutating func add(_ element: HTMLElement, at origin: Origin, _ log: inout DiagnosticLog) throws(ImportError)
  {
    if element.name == "event" { return try addEvent(element, at: origin, &log) }
    let sender = element.children.first { $0.name == "sender" }
    let name = sender?.text ?? ""
    for message in element.children where message.name == "message" {
      var draft = MessageDraft()
      draft.id = message["id"] ?? element["id"] ?? ""
      draft.sender =
        name.isEmpty ? nil : builder.participant(name, name: name, isMe: sender?["self"] == "yes")
      draft.instant = instant(message["received"] ?? element["received"], at: origin, &log)
      let isAction = (message["action"] ?? element["action"]) == "yes"
      draft.text = text(of: message, isAction: isAction)
      try builder.add(draft)
    }
  }

  private func addEvent(
    _ element: HTMLElement, at origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    func person(_ name: String) -> ParticipantIndex? {
      let found = element.children.first { $0.name == name }?.text ?? ""
      return found.isEmpty ? nil : builder.participant(found, name: found)
    }
    func words(_ name: String) -> String? {
      let text = element.children.first { $0.name == name }?.text ?? ""
      return text.isEmpty ? nil : text
    }
    var draft = MessageDraft()
    draft.id = element["id"] ?? ""
    draft.instant = instant(element["occurred"], at: origin, &log)
    let (who, by, reason) = (person("who"), person("by"), words("reason"))
    let sentence = SystemEvent(event: "info", text: words("message") ?? reason)
    switch element["name"] {
    case "memberJoined" where who != nil: draft.event = SystemEvent(event: "join", actor: who)
    case "memberParted" where who != nil:
      let isQuit = reason?.hasPrefix("Quit") == true || reason?.hasPrefix("Ping timeout") == true
      draft.event = SystemEvent(event: isQuit ? "quit" : "part", actor: who, text: reason)
    case "memberKicked" where who != nil && by != nil:
      draft.event = SystemEvent(event: "kick", actor: by, targets: who.map { [$0] } ?? [], text: reason)
    default: draft.event = sentence
    }
    draft.sender = draft.event?.actor
    try builder.add(draft)
  }

  /// Returns the text with the styles of its XHTML; smileys become the letters they were typed as.
  private func text(of message: HTMLElement, isAction: Bool) -> MessageText {
    let text = message.messageText { element in
      if element.name == "samp" { return nil }
      guard element.name == "span", let style = element["style"] else { return element.style }
      if style.contains("bold") { return .bold }
      if style.contains("italic") { return .italic }
      return style.contains("underline") ? .underline : nil
    }
    guard isAction, !text.string.isEmpty else { return text }
    var spans = [SourceSpan(start: 0, end: text.string.utf8.count, kind: .italic)]
    if case .spans(let inner) = text.markup { spans += inner }
    return MessageText(text.string, markup: .spans(spans))
  }

  /// Returns the instant of a time such as `2010-09-02 12:49:53 +0100`, or nil with a loss.
  private func instant(_ written: String?, at origin: Origin, _ log: inout DiagnosticLog) -> Instant? {
    let parts = (written ?? "").utf8.split(separator: 0x20)
    if parts.count == 3, parts[2].count == 5 {
      var iso = Array(parts[0])
      iso.append(UInt8(ascii: "T"))
      iso += parts[1]
      iso += parts[2].prefix(3)
      iso.append(UInt8(ascii: ":"))
      iso += parts[2].suffix(2)
      if let time = Timestamp(iso.span) { return conversion.instant(of: time) }
    }
    log.append(
      Diagnostic(
        .loss, "no-time", "the time `\((written ?? "").prefix(60))` cannot be read; the message has none",
        at: origin))
    return nil
  }
}
