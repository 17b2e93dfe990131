import ChatModel
import ImportKit

/// Pages of Facebook's downloads before 2018: `html/messages.htm` with all threads, or since October 2017 `messages/12.html` with one.
///
/// A message is a `div.message` with sender and time, followed by a `p` with the text. A page with all threads has a `div.thread` for
/// each ten thousand messages of a thread, which begins with the names of the participants.
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

  /// True if a file is named like such a page: `messages.htm`, `12.html`.
  static func isPage(_ name: String) -> Bool {
    let name = name.split(separator: "/").last.map(String.init) ?? name
    return name == "messages.htm"
      || name.hasSuffix(".html") && name.utf8.count <= 15
        && name.utf8.dropLast(5).allSatisfy { $0 &- 0x30 <= 9 }
  }

  init(_ input: ImportInput, _ files: MetaFiles, owner: String?) {
    (self.input, self.files, self.owner) = (input, files, owner)
  }

  /// Returns the owner's name, the heading of the list of threads, or nil if it is missing.
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
    let isWanted: (HTMLTag) -> Bool = { element in
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
  /// Collects the messages of a thread from its elements.
  fileprivate struct Thread: ~Copyable {
    private let archive: MetaArchive
    private let conversion: Conversion
    var owner: String?
    private(set) var builders: [ConversationBuilder] = []
    private var builder: ConversationBuilder?
    private var draft: MessageDraft?
    private var text = StyledText()
    private var origin: Origin?
    /// True if the conversation's title is made of the names of its senders.
    private var isUnnamed = false

    init(_ archive: MetaArchive, _ conversion: Conversion, owner: String?) {
      (self.archive, self.conversion, self.owner) = (archive, conversion, owner)
    }

    var isOpen: Bool { builder != nil }

    /// Begins a thread with these participants, separated by commas.
    mutating func begin(participants: String, _ log: inout DiagnosticLog) throws(ImportError) {
      let names = participants.split(separator: ",").map { String($0).trimmingSpaces }.filter { !$0.isEmpty }
      let others = names.filter { $0 != owner && !conversion.options.isMe($0) }
      let title = others.isEmpty ? names.joined(separator: ", ") : others.joined(separator: ", ")
      open("archive/\(names.sorted().joined(separator: ", "))", title: title)
      for name in names { _ = builder?.participant(name, isMe: name == owner) }
    }

    /// Begins the thread of a page. Its heading names people in a sentence of the account's language.
    mutating func begin(page heading: String) {
      open("archive/\(archive.path)", title: heading.isEmpty ? archive.input.stem : heading)
      isUnnamed = true
    }

    private mutating func open(_ key: String, title: String) {
      let builder = conversion.conversation(key, id: title, title: title, order: .byTimeNewestFirst)
      builder.precision = 60_000
      // A newer download of the thread has exact times.
      builder.copyDifference = .clock(copy: nil)
      builder.service = MetaFiles.facebook
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
      let written = element.first("meta")?.text ?? ""
      draft.instant = MetaTime.instant(written, conversion, at: origin, &log)
      builder?.noteDateStyle(of: written, order: conversion.options.dateOrder)
      (self.origin, text) = (origin, StyledText())
      self.draft = consume draft
    }

    private mutating func finish(_ log: inout DiagnosticLog) throws(ImportError) {
      guard let builder, var draft = draft.take() else { return }
      draft.text = text.isEmpty ? nil : text.messageText
      draft.showCardIfEmpty(at: origin, &log)
      try builder.add(draft)
    }

    /// Adds the last message and ends the thread.
    mutating func end(_ log: inout DiagnosticLog) throws(ImportError) {
      try finish(&log)
      guard let builder else { return }
      if isUnnamed { name(builder) }
      if !builders.contains(where: { $0 === builder }) { builders.append(builder) }
      self.builder = nil
    }

    /// Titles a page's conversation with the people named in its heading, `Conversation with Bo Ek`. The one sender who is not named there
    /// is the owner.
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
        return Attachment(
          kind: Attachment.Kind(of: file, fileName: name), path: archive.path(of: uri), name: name)
      }
    }
  }
}

extension HTMLElement {
  /// The text before the element's first child element.
  fileprivate var ownLine: String {
    var text = ""
    for node in tree.nodes[(index + 1)..<end] {
      if node.name >= 0 { break }
      text += tree.string(node.range)
    }
    return text.trimmingSpaces
  }
}
