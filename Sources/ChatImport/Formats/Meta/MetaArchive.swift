import ChatModel

/// Pages of Facebook's downloads before 2018: `html/messages.htm` with all threads, or since October 2017 `messages/12.html` with one.
///
/// A message is a `div.message` with the sender and the time in it; its text is in the `p` behind it. A page with all threads has a
/// `div.thread` for each ten thousand messages of one, which begins with the names of the participants.
struct MetaArchive {
  private let input: ImportInput
  private let files: MetaFiles
  private let owner: String?

  static func recognises(_ input: ImportInput) -> Bool {
    guard isPage(input.name), input.head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<") else {
      return false
    }
    let head = String(decoding: input.head, as: UTF8.self)
    return head.contains("class=\"thread\"") && head.contains("class=\"message_header\"")
      && head.contains("class=\"meta\"")
  }

  /// Indicates whether a file of the download may be such a page: `messages.htm`, `12.html`.
  static func isPage(_ name: String) -> Bool {
    let name = name.split(separator: "/").last.map(String.init) ?? name
    return name == "messages.htm"
      || name.hasSuffix(".html") && name.utf8.count <= 15
        && name.utf8.dropLast(5).allSatisfy { $0 &- 0x30 <= 9 }
  }

  init(_ input: ImportInput, _ files: MetaFiles, owner: String?) {
    (self.input, self.files, self.owner) = (input, files, owner)
  }

  /// The owner's name, which the list of threads has above it.
  static func owner(in input: ImportInput) -> String? {
    guard let path = input.files.first(where: { $0 == "messages.htm" || $0.hasSuffix("/messages.htm") }),
      let file = try? input.file(named: path), let reader = HTMLReader(file, where: { $0.name == "h1" }),
      let name = reader.nextElement()?.text, !name.isEmpty, name.count < 200
    else { return nil }
    return name
  }

  /// Adds the messages of the page, and returns their conversations.
  func convert(
    to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) -> [ConversationBuilder] {
    let hasThreads = input.name == "messages.htm"
    let isWanted: (HTMLElement) -> Bool = { element in
      switch element.name {
      case "h1": true
      case "h3": !hasThreads
      case "div": element.isA(hasThreads ? "thread" : "message")
      case "p": !hasThreads
      default: false
      }
    }
    guard let reader = HTMLReader(input, where: isWanted) else { return [] }
    var thread = Thread(self, conversion, owner: owner)
    var heading = ""
    while let element = reader.nextElement() {
      switch element.name {
      case "h1":
        if thread.owner == nil, !element.text.isEmpty { thread.owner = element.text }
      case "h3": heading = heading.isEmpty ? element.text : heading
      case "div" where hasThreads:
        try thread.begin(participants: element.ownLine, &log)
        for child in element.children {
          try thread.add(child, origin: Origin(file: input.path, line: child.line), &log)
        }
        try thread.end(&log)
      default:
        if !thread.isOpen { thread.begin(page: heading) }
        try thread.add(element, origin: reader.origin(of: element), &log)
      }
    }
    try thread.end(&log)
    reader.report(to: &log)
    return thread.builders
  }

  fileprivate var path: String { input.path }

  fileprivate func path(of uri: String) -> String { files.path(of: uri) }
}

extension MetaArchive {
  /// The messages of a thread, of which each stands in several elements.
  fileprivate struct Thread: ~Copyable {
    private let archive: MetaArchive
    private let conversion: Conversion
    var owner: String?
    private(set) var builders: [ConversationBuilder] = []
    private var builder: ConversationBuilder?
    private var draft: MessageDraft?
    private var text = StyledText()
    private var origin: Origin?
    /// Names the conversation after those who speak in it.
    private var isUnnamed = false

    init(_ archive: MetaArchive, _ conversion: Conversion, owner: String?) {
      (self.archive, self.conversion, self.owner) = (archive, conversion, owner)
    }

    var isOpen: Bool { builder != nil }

    /// Begins with the messages between these people.
    mutating func begin(participants: String, _ log: inout DiagnosticLog) throws(ImportError) {
      let names = participants.split(separator: ",").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
      let others = names.filter { $0 != owner && !conversion.options.isMe($0) }
      let title = others.isEmpty ? names.joined(separator: ", ") : others.joined(separator: ", ")
      open("archive/\(names.sorted().joined(separator: ", "))", title: title)
      for name in names { _ = builder?.participant(name, isMe: name == owner) }
    }

    /// Begins with the messages of a page, whose heading has names in words of the account's language.
    mutating func begin(page heading: String) {
      open("archive/\(archive.path)", title: heading.isEmpty ? archive.input.stem : heading)
      isUnnamed = true
    }

    private mutating func open(_ key: String, title: String) {
      let builder = conversion.conversation(key, id: title, title: title, order: .byTimeNewestFirst)
      builder.precision = 60_000
      // Of a thread that a newer download has too, that one's messages count.
      builder.retelling = .otherClock(than: "")
      self.builder = builder
      isUnnamed = false
    }

    mutating func add(_ element: HTMLElement, origin: Origin, _ log: inout DiagnosticLog) throws(ImportError)
    {
      if element.isA("message") {
        try finish(&log)
        begin(element, origin, &log)
      } else if element.name == "p", draft != nil {
        let words = element.messageText
        if !words.string.isEmpty {
          text.beginLine()
          text.append(words)
        }
        let files = attachments(in: element)
        draft?.attachments += files
      }
    }

    private mutating func begin(_ element: HTMLElement, _ origin: Origin, _ log: inout DiagnosticLog) {
      var draft = MessageDraft()
      let name = element.first("user")?.text ?? ""
      draft.sender = builder?.participant(
        name.isEmpty ? "Facebook user" : name, isMe: !name.isEmpty && name == owner)
      let time = element.first("meta")?.text ?? ""
      if let milliseconds = WrittenTime.milliseconds(time, order: conversion.options.dateOrder) {
        if let zone = MetaZone.seconds(in: time) {
          draft.instant = Instant(milliseconds: milliseconds - Int64(zone) * 1000)
        } else {
          draft.instant = conversion.instant(of: .wallClock(milliseconds))
        }
      } else {
        log.append(
          Diagnostic(
            .warning, "no-time", "the message's time `\(time.prefix(60))` cannot be read", at: origin))
      }
      (self.origin, text) = (origin, StyledText())
      self.draft = consume draft
    }

    private mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
      guard let builder, var draft = draft.take() else { return }
      draft.text = text.isEmpty ? nil : text.messageText
      if draft.text == nil, draft.attachments.isEmpty {
        log.append(
          Diagnostic(
            .loss, "empty-message", "the download has no content of this message; it is shown as a card",
            at: origin))
        draft.part = Unsupported(kind: "message")
      }
      try builder.add(draft)
    }

    /// Ends the thread.
    mutating func end(_ log: inout DiagnosticLog) throws(ImportError) {
      try finish(&log)
      guard let builder else { return }
      if isUnnamed { name(builder) }
      if !builders.contains(where: { $0 === builder }) { builders.append(builder) }
      self.builder = nil
    }

    /// Names the conversation of a page after the people in its heading, `Conversation with Bo Ek`. Somebody who is not there is the
    /// owner.
    private func name(_ builder: ConversationBuilder) {
      let heading = builder.title
      let people = builder.participants.participants
      let others = people.filter { heading.contains($0.name) }
      let rest = people.filter { !heading.contains($0.name) }
      if owner == nil, conversion.options.me == nil, !others.isEmpty, rest.count == 1 {
        _ = builder.participant(rest[0].key, isMe: true)
      }
      let names = others.isEmpty ? people.filter { !$0.isMe }.map(\.name) : others.map(\.name)
      if 1...8 ~= names.count { builder.title = names.joined(separator: ", ") }
    }

    private func attachments(in element: HTMLElement) -> [Attachment] {
      element.descendants { ["img", "video", "audio", "a"].contains($0.name) }.compactMap { file in
        guard let uri = (file["src"] ?? file["href"])?.pathBesidePage else { return nil }
        let name = uri.split(separator: "/").last.map(String.init) ?? uri
        let kind: Attachment.Kind =
          switch file.name {
          case "img": name.lowercased().hasSuffix(".gif") ? .gif : .image
          case "video": .video
          case "audio": .audio
          default: Attachment.Kind(ofFileNamed: name)
          }
        return Attachment(kind: kind, path: archive.path(of: uri), name: name)
      }
    }
  }
}

extension HTMLElement {
  /// The text before the first element in it.
  fileprivate var ownLine: String {
    var text = ""
    for node in tree.nodes[(index + 1)..<end] {
      if node.name >= 0 { break }
      text += tree.string(node.range)
    }
    return text.trimmingSpaces
  }
}

/// The zone behind a time: `UTC+01`, `UTC-03:30`, `PDT`.
enum MetaZone {
  /// The zones of North America and Europe that the pages name by letters; others they name by their offset.
  private static let hours: [String: Int] = [
    "UTC": 0, "GMT": 0, "PST": -8, "PDT": -7, "MST": -7, "MDT": -6, "CST": -6, "CDT": -5, "EST": -5,
    "EDT": -4,
    "AKST": -9, "AKDT": -8, "HST": -10, "AST": -4, "ADT": -3, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2,
    "EET": 2,
    "EEST": 3,
  ]

  /// Returns the seconds that the clock is ahead of UTC, or nil if the text tells no zone.
  static func seconds(in text: String) -> Int? {
    guard let word = text.split(whereSeparator: \.isWhitespace).last.map(String.init) else { return nil }
    if let hours = hours[word] { return hours * 3600 }
    guard word.hasPrefix("UTC") || word.hasPrefix("GMT") else { return nil }
    let parts = word.dropFirst(4).split(separator: ":", omittingEmptySubsequences: false)
    let sign = word.dropFirst(3).first
    guard sign == "+" || sign == "-" || sign == "−", 1...2 ~= parts.count,
      parts.allSatisfy({ 1...2 ~= $0.utf8.count && $0.utf8.allSatisfy { $0 &- 0x30 <= 9 } }),
      let hours = Int(parts[0]), hours <= 14
    else { return nil }
    let minutes = parts.count == 2 ? Int(parts[1]) ?? 0 : 0
    return (sign == "+" ? 1 : -1) * (hours * 3600 + min(minutes, 59) * 60)
  }
}
