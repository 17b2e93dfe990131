import ChatModel
import ImportKit

/// One page of a thread in a download in HTML: `message_1.html` with the newest messages.
///
/// The class names are generated and have changed several times. A message is a block of `_a6-g`, or of `uiBoxWhite` in
/// pages before 2021, with blocks for the sender, the content and the time in it.
struct MetaPage {
  private let input: ImportInput
  private let files: MetaFiles
  private let owner: String?

  private static let senders = ["_a6-h", "_2lek"]
  private static let contents = ["_a6-p", "_2let"]
  private static let times = ["_a6-o", "_2lem"]

  /// True if a file is such a page. Pages about other activities have the same blocks, but their names differ.
  static func recognises(_ input: ImportInput) -> Bool {
    guard input.name.hasPrefix("message"), input.name.lowercased().hasSuffix(".html"),
      input.head.first(where: { $0 > 0x20 }) == UInt8(ascii: "<")
    else { return false }
    let head = String(decoding: input.head, as: UTF8.self)
    return head.contains("_a6-g") && head.contains("_a6-p")
      || head.contains("uiBoxWhite") && head.contains("_2let")
  }

  init(_ input: ImportInput, _ files: MetaFiles, owner: String?) {
    (self.input, self.files, self.owner) = (input, files, owner)
  }

  /// Adds the messages of the page, and returns their conversation.
  func convert(
    to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) -> ConversationBuilder? {
    guard let reader = HTMLReader(input, where: { $0.name == "title" || Self.isMessage($0) }) else {
      return nil
    }
    var builder: ConversationBuilder?
    var edits: MetaEdits?
    while let element = reader.nextElement() {
      if builder == nil {
        let title = element.name == "title" ? element.text : ""
        builder = conversation(conversion, title: title.isEmpty ? input.stem : title)
      }
      guard let builder, element.name != "title" else { continue }
      let open = edits ?? MetaEdits(builder)
      edits = open
      try MetaPageMessage(element, self, reader.origin(of: element)).add(to: builder, open, conversion, &log)
    }
    try edits?.finish()
    reader.report(to: &log)
    return builder
  }

  private static func isMessage(_ element: HTMLTag) -> Bool {
    element.isA("_a6-g") || element.isA("uiBoxWhite") && element.isA("noborder")
  }

  /// Returns the thread's conversation. ``CopyJoiner`` joins it to the JSON download's, whose times are exact.
  private func conversation(_ conversion: Conversion, title: String) -> ConversationBuilder {
    let path = MetaFiles.threadPath(of: input)
    let service = MetaFiles.service(of: input)
    let thread = path.map { MetaFiles.key(ofThread: $0, service) }
    let key = "html/\(thread ?? input.path)"
    let id = path?.split(separator: "/").last.map(String.init) ?? title
    let builder = conversion.conversation(key, id: id, title: title, order: .byTimeNewestFirst)
    builder.service = service ?? MetaFiles.facebook
    if let thread { builder.copyDifference = .clock(copy: thread) }
    if let owner { _ = builder.participant(owner, isMe: true) }
    return builder
  }

  /// The name for people without one.
  fileprivate var nameless: String { MetaFiles.nameless(of: MetaFiles.service(of: input)) }

  fileprivate func path(of uri: String) -> String { files.path(of: uri) }

  fileprivate static func sender(of message: HTMLElement) -> HTMLElement? { part(senders, of: message) }
  fileprivate static func content(of message: HTMLElement) -> HTMLElement? { part(contents, of: message) }
  fileprivate static func time(of message: HTMLElement) -> HTMLElement? { part(times, of: message) }

  private static func part(_ classes: [String], of message: HTMLElement) -> HTMLElement? {
    classes.lazy.compactMap { message.child($0) }.min { $0.index < $1.index }
  }
}

/// A message of a page.
private struct MetaPageMessage {
  private let element: HTMLElement
  private let page: MetaPage
  private let origin: Origin

  init(_ element: HTMLElement, _ page: MetaPage, _ origin: Origin) {
    (self.element, self.page, self.origin) = (element, page, origin)
  }

  func add(
    to builder: ConversationBuilder, _ edits: MetaEdits, _ conversion: Conversion, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let (content, time) = (MetaPage.content(of: element), MetaPage.time(of: element))
    // The messages are preceded by a block with the participants, and in some pages by one with the group's picture.
    if time == nil, content == nil || MetaPage.sender(of: element) == nil { return }
    var draft = MessageDraft()
    if let name = MetaPage.sender(of: element)?.text {
      draft.sender = builder.participant(name.isEmpty ? page.nameless : name)
    }
    let written = time?.text ?? ""
    draft.instant = MetaTime.instant(written, conversion, at: origin, &log)
    builder.noteDateStyle(of: written, order: conversion.options.dateOrder)
    if let content {
      draft.text = text(of: content)
      draft.attachments = attachments(in: content)
    }
    draft.reactions = reactions(builder, &log)
    if draft.attachments.isEmpty { setEvent(of: &draft, builder) }
    draft.showCardIfEmpty(at: origin, &log)
    try edits.add(draft.message())
  }

  /// Turns a text that is the app's into a notice.
  private func setEvent(of draft: inout MessageDraft, _ builder: ConversationBuilder) {
    guard let words = draft.text?.string, let sender = draft.sender else { return }
    let person = builder.participants[sender]
    guard MetaNotice.isNotice(words, of: person.name, isOwner: person.isMe) else { return }
    (draft.event, draft.text, draft.sender) = (SystemEvent(event: "notice", text: words), nil, nil)
  }

  // MARK: Content

  private static func isBlock(_ element: HTMLElement) -> Bool {
    switch element.name {
    case "div", "p", "ul", "ol", "table", "section", "video", "audio": true
    default: false
    }
  }

  private static func isSkipped(_ element: HTMLElement) -> Bool {
    switch element.name {
    case "ul", "video", "audio": true
    default: isFile(element)
    }
  }

  /// Returns the texts of the innermost blocks, one a line, without files and reactions.
  private func text(of content: HTMLElement) -> MessageText? {
    var text = StyledText()
    func add(_ more: MessageText) {
      guard !more.string.isEmpty else { return }
      text.beginLine()
      text.append(more)
    }
    let tree = content.tree
    var next = content.index
    while next < content.end {
      let node = tree.nodes[next]
      guard node.name >= 0 else {
        add(MessageText(tree.string(node.range).trimmingSpaces, markup: .plain))
        next = max(Int(node.end), next + 1)
        continue
      }
      let child = HTMLElement(tree, next)
      if Self.isSkipped(child) {
        next = child.end
      } else if child.firstDescendant(where: { Self.isBlock($0) || Self.isFile($0) }) != nil {
        next += 1
      } else {
        add(child.messageText)
        next = child.end
      }
    }
    return text.isEmpty ? nil : text.messageText
  }

  /// True if an element shows a file of the download, or links to one.
  private static func isFile(_ element: HTMLElement) -> Bool {
    switch element.name {
    case "a": element["href"].map(isPath) ?? false
    case "img", "video", "audio", "source": element["src"].map(isPath) ?? false
    default: false
    }
  }

  /// True if an address points to a file of the download. Other addresses have a scheme.
  private static func isPath(_ address: String) -> Bool {
    !address.isEmpty && !address.hasPrefix("#") && !address.hasPrefix("//")
      && !address.prefix { $0 != "/" && $0 != "?" && $0 != "#" }.contains(":")
  }

  private func attachments(in content: HTMLElement) -> [Attachment] {
    var attachments: [Attachment] = []
    var known: Set<String> = []
    for element in content.descendants(where: Self.isFile) {
      guard let uri = element["src"] ?? element["href"], known.insert(uri).inserted else { continue }
      // A picture is in a link to itself, and a film contains one for browsers without films.
      let shown = element.name == "a" ? element.firstDescendant(where: { Self.isFile($0) }) : nil
      if let shown, shown["src"] != uri { continue }
      let name = uri.split(separator: "/").last.map(String.init) ?? uri
      attachments.append(
        Attachment(kind: kind(of: shown ?? element, uri, name), path: page.path(of: uri), name: name))
    }
    return attachments
  }

  private func kind(of element: HTMLElement, _ uri: String, _ name: String) -> Attachment.Kind {
    if uri.range(of: "stickers_used/") != nil { return .sticker }
    return Attachment.Kind(of: element, fileName: name)
  }

  // MARK: Reactions

  /// Reads lines such as `😆Ana Reis` and `❤ana.reis (Jan 08, 2026 4:41 am)`.
  private func reactions(_ builder: ConversationBuilder, _ log: inout DiagnosticLog) -> [Reaction] {
    var reactions: [Reaction] = []
    for list in element.descendants(where: { $0.name == "ul" && ($0.isA("_a6-q") || $0.isA("_tqp")) }) {
      for item in list.children where item.name == "li" {
        let text = item.text
        let emoji = String(text.prefix { !$0.isLetter && !$0.isNumber && $0 != "(" }).trimmingSpaces
        guard !emoji.isEmpty else {
          log.append(
            Diagnostic(
              .loss, "unread-reaction", "the reaction `\(text.prefix(60))` cannot be read; it was left out",
              at: origin))
          continue
        }
        let name = Self.withoutTime(String(text.dropFirst(emoji.count)).trimmingSpaces)
        reactions.add(emoji, by: name.isEmpty ? nil : builder.participant(name))
      }
    }
    return reactions
  }

  private static func withoutTime(_ name: String) -> String {
    guard name.hasSuffix(")"), let open = name.lastIndex(of: "("),
      WrittenTime.milliseconds(String(name[open...].dropFirst().dropLast())) != nil
    else { return name }
    return String(name[..<open]).trimmingSpaces
  }
}
