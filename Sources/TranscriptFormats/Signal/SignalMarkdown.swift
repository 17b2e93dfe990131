import ChatModel
import ImportKit

/// The `chat.md` that signal-export (carderne/signal-export) writes for each chat, `index.md` in older versions.
///
/// A message begins with `[2024-01-05 10:11:12] Name: `, in older versions `[2024-01-05, 10:11]`, and ends in two spaces. Quotations,
/// reactions, stickers and files are parts of the text.
enum SignalMarkdown {
  static func recognises(_ input: ImportInput) -> Bool {
    input.bytes.map(MarkdownTranscript.recognises) ?? false
  }

  static func convert(
    _ input: ImportInput, in folder: String?, root: InputFolder, to conversion: Conversion,
    log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else { return }
    let chat = SignalChat(input, in: folder, root: root, of: conversion)
    let start = MarkdownTranscript.start(of: bytes)
    let line = (0..<start).count { bytes[$0] == UInt8(ascii: "\n") } + 1
    var entries = LogEntryReader(bytes, from: start, line: line)
    var tally = LineTally(bytes, file: input.path)
    var current = MarkdownTranscript.head(
      bytes, LogLines.content(of: bytes, from: start, to: LogLines.end(of: bytes, from: start)))
    while true {
      var following: MarkdownTranscript.Head?
      let entry = entries.next { line in
        following = MarkdownTranscript.head(bytes, line)
        return following != nil
      }
      guard let entry else { break }
      let origin = Origin(file: input.path, line: entry.line)
      tally.take(entry.range, as: current == nil ? .card : .shown)
      if let head = current {
        let text = bytes.repairedString(in: min(head.end, entry.range.upperBound)..<entry.range.upperBound)
        try add(text, head, to: chat, origin, &log)
      } else {
        log.append(
          Diagnostic(.loss, "not-a-message", "this is not a message; it is shown as a card", at: origin))
        try chat.builder.addBroken(bytes.repairedString(in: entry.range))
      }
      current = following
    }
    tally.report(to: input.account)
  }

  private static func add(
    _ text: String, _ head: MarkdownTranscript.Head, to chat: SignalChat, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let builder = chat.builder
    var draft = MessageDraft()
    draft.sender = SignalExportReader.person(head.sender, builder)
    draft.instant = chat.conversion.instant(of: head.instant)
    var text = text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text
    if text.trimmingEnd == "(This message was deleted)" {
      draft.part = Deletion(by: draft.sender)
      return try builder.add(draft)
    }
    if text.utf8.starts(with: "\n\n> ".utf8), let end = text.range(of: "\n\n", after: 4) {
      draft.reply = SignalExportReader.reply(String(text[..<end.lowerBound]))
      text = String(text[end.upperBound...])
    }
    draft.attachments = takeFiles(&text, chat.prefix)
    draft.reactions = takeReactions(&text, builder)
    let body = text.trimmingEnd
    if SignalExportReader.isCall(body), draft.attachments.isEmpty {
      draft.part = SignalExportReader.call(body)
    } else {
      draft.text = body.isEmpty ? nil : MessageText(body, markup: .plain)
    }
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  /// Takes files and stickers from the end of a text: `![name](./media/name)  `, `[😀](../exported_stickers/pack/1.webp)  `,
  /// `(media not exported)  ` and `(( 😀 ))`. A link that somebody wrote has another address.
  private static func takeFiles(_ text: inout String, _ prefix: String) -> [Attachment] {
    var attachments: [Attachment] = []
    while attachments.count < fileLimit {
      let line = text.trimmingEnd
      guard line.utf8.last == UInt8(ascii: ")") else { break }
      if let missing = ["media", "attachment"].first(where: { line.hasSuffix("(\($0) not exported)") }) {
        var attachment = Attachment(kind: missing == "media" ? .image : .file)
        attachment.absence = .unavailable
        attachments.append(attachment)
        text = String(line.dropLast("(\(missing) not exported)".count))
      } else if line.hasSuffix(" ))"), let open = line.lastRange(of: "\n(( ") {
        var attachment = Attachment(kind: .sticker)
        attachment.alt = String(line[open.upperBound...].dropLast(3))
        attachment.absence = .unavailable
        attachments.append(attachment)
        text = String(line[..<open.lowerBound])
      } else if let path = line.lastRange(of: "](./") ?? line.lastRange(of: "](../"),
        let open = line[..<path.lowerBound].lastIndex(of: "[")
      {
        let address = String(line[path.lowerBound...].dropFirst(2).dropLast())
        let label = String(line[line.index(after: open)..<path.lowerBound])
        let isSticker = address.hasPrefix("../exported_stickers/")
        guard isSticker || address.hasPrefix("./media/") else { return attachments.reversed() }
        let file = address.replacing("%20", with: " ")
        var attachment = Attachment(
          kind: isSticker ? .sticker : Attachment.Kind(ofFileNamed: label),
          path: isSticker ? String(file.dropFirst(3)) : prefix + file.dropFirst(2),
          name: isSticker ? nil : label)
        if isSticker { attachment.alt = label }
        attachments.append(attachment)
        var start = open
        if start > line.startIndex, line[line.index(before: start)] == "!", !isSticker {
          start = line.index(before: start)
        }
        text = String(line[..<start])
      } else {
        break
      }
    }
    return attachments.reversed()
  }

  /// The most files of a message.
  private static let fileLimit = 100

  /// Takes `(- Ann: 👍, Me: ❤️ -)` from the end of a text.
  private static func takeReactions(_ text: inout String, _ builder: ConversationBuilder) -> [Reaction] {
    let line = text.trimmingEnd
    guard line.utf8.last == UInt8(ascii: ")"), line.hasSuffix(" -)"), let open = line.lastRange(of: "\n(- ")
    else { return [] }
    var reactions: [Reaction] = []
    for entry in line[open.upperBound...].dropLast(3).split(separator: ", ") {
      guard let colon = entry.lastRange(of: ": ") else { return [] }
      reactions.add(
        String(entry[colon.upperBound...]),
        by: SignalExportReader.person(String(entry[..<colon.lowerBound]), builder))
    }
    text = String(line[..<open.lowerBound])
    return reactions
  }
}

extension String {
  /// Returns the first range equal to `text` after `count` bytes, or nil.
  fileprivate func range(of text: String, after count: Int) -> Range<Index>? {
    guard let start = utf8.index(utf8.startIndex, offsetBy: count, limitedBy: utf8.endIndex) else {
      return nil
    }
    return self[start...].firstRange(of: text)
  }
}
