import ChatModel
import ImportKit

/// Converts the messages of a channel, file by file.
final class SlackReader {
  /// The current file.
  var file: JSONFile?
  private let builder: ConversationBuilder
  private let people: SlackPeople
  private let files: SlackFiles
  /// The folder of the channel in the export; empty if files are next to the messages.
  private let folder: String
  private let text: SlackText
  /// Times of the messages so far, in microseconds: answers that are also in the channel are in an export twice.
  private var seen: Set<Int64> = []

  init(
    _ builder: ConversationBuilder, _ people: SlackPeople, _ files: SlackFiles, folder: String,
    _ file: JSONFile? = nil
  ) {
    (self.builder, self.people, self.files, self.folder, self.file) = (builder, people, files, folder, file)
    text = SlackText(people: people, emoji: files.emoji)
  }

  /// Reads the messages of the file: its outermost array, or a member's.
  func read(_ member: String?, log: inout DiagnosticLog) throws(ImportError) {
    try file?.forEachElement(of: member, log: &log) { text, origin, _ throws(ImportError) in
      try addBroken(text)
    } _: { value, _, origin, log throws(ImportError) in
      try read(value, origin, &log, isAnswer: false)
    }
  }

  /// Adds a card with a text that is not JSON.
  func addBroken(_ text: String) throws(ImportError) {
    try builder.addBroken(text)
  }

  /// Adds a message, unless one with its time was already read.
  func read(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog, isAnswer: Bool = false
  ) throws(ImportError) {
    let stamp = value["ts"]
    guard value.isObject, let id = stamp?.identifier ?? stamp?.words, !id.isEmpty else {
      log.append(
        Diagnostic(.loss, "not-a-message", "it has no time; it is shown as a card", at: origin))
      return try builder.add(
        Message(
          id: "",
          content: .part(Unsupported(kind: "message without time", text: value["text"]?.text ?? value.words)))
      )
    }
    if !isAnswer, try readChange(value, origin, &log) { return }
    let time = Self.time(id)
    if let time, !seen.insert(time).inserted { return }
    var draft = MessageDraft()
    draft.id = id
    draft.instant = time.map { Instant(milliseconds: $0 / 1000) }
    draft.sender = people.sender(of: value, in: builder)
    readExtras(value, id, &draft)
    draft.reactions = (value["reactions"]?.elements ?? []).compactMap(reaction)
    let isEvent = SlackEvent.read(value, &draft, people, builder, text)
    if isEvent {
      // The event is a sentence in the page's language.
      value["text"]?.leaveOut(.duplicate)
    } else {
      readContent(value, &draft, text, origin, &log)
    }
    if files.emoji.hasPictures { draft.addOwnEmoji(files.emoji.picture) }
    let (sender, instant) = (draft.sender, draft.instant)
    try builder.add(draft)
    if isEvent, let given = value["files"], given[0] != nil {
      // The notes of a huddle.
      var files = MessageDraft()
      (files.id, files.sender, files.instant) = ("\(id)/files", sender, instant)
      readContent(.object([.init(name: "files", value: given)]), &files, text, origin, &log)
      try builder.add(files)
    }
    guard !isAnswer else { return }
    for answer in value["slackdump_thread_replies"]?.elements ?? [] {
      try read(answer, origin, &log, isAnswer: true)
    }
  }

  /// Reads an event that reports another message as changed or deleted; false for anything else.
  private func readChange(
    _ value: JSONValue, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) -> Bool {
    guard let subtype = value["subtype"]?.text else { return false }
    let isDeletion = subtype == "message_deleted"
    guard isDeletion || subtype == "message_changed" else { return false }
    let message = value[isDeletion ? "previous_message" : "message"] ?? .null
    guard let id = (value["deleted_ts"] ?? message["ts"])?.identifier, let time = Self.time(id)
    else { return false }
    let isNew = !seen.contains(time)
    if isNew, message["ts"] != nil { try read(message, origin, &log, isAnswer: true) }
    let instant = Self.time(value["ts"]?.identifier).map { Instant(milliseconds: $0 / 1000) }
    if isDeletion {
      builder.amend(id, .deletion(by: nil, at: instant))
    } else if !isNew, message["edited"] != nil {
      builder.amend(id, .edit(words(message, text, origin, &log), at: instant))
    } else if !isNew {
      log.append(
        Diagnostic(
          .note, "not-shown", "a change of a message by Slack, such as a preview, is left out", at: origin))
    }
    return true
  }

  /// Returns the microseconds since 1970 of a time stamp, `1738364473.869088`; nil for anything else.
  static func time(_ stamp: String?) -> Int64? {
    guard let stamp else { return nil }
    var (seconds, fraction, stop): (Int64, Int64, Int?) = (0, 0, nil)
    let bytes = stamp.utf8Span.span
    guard bytes.count <= 21 else { return nil }
    for index in bytes.indices {
      if bytes[index] == UInt8(ascii: "."), stop == nil {
        stop = index
        continue
      }
      guard bytes[index] &- 0x30 <= 9 else { return nil }
      let digit = Int64(bytes[index] &- 0x30)
      if stop == nil {
        seconds = seconds * 10 + digit
      } else if let stop, index - stop <= 6 {
        fraction = fraction * 10 + digit
      }
    }
    let digits = bytes.count - 1 - (stop ?? bytes.count - 1)
    guard 9...11 ~= stop ?? bytes.count, digits <= 9, seconds > 0 else { return nil }
    for _ in min(digits, 6)..<6 { fraction *= 10 }
    return seconds * 1_000_000 + fraction
  }

  // MARK: Facts

  private func readExtras(_ value: JSONValue, _ id: String, _ draft: inout MessageDraft) {
    var extras = MessageExtras()
    if let edited = value["edited"] {
      extras.editedAt =
        Self.time(edited["ts"]?.text).map { Instant(milliseconds: $0 / 1000) } ?? draft.instant
    }
    if let thread = value["thread_ts"]?.text, thread != id { extras.thread = thread }
    extras.isPinned = value["pinned_to"]?[0] != nil
    if extras != MessageExtras() { draft.extras = extras }
  }

  private func reaction(_ value: JSONValue) -> Reaction? {
    guard let name = value["name"]?.text, !name.isEmpty else { return nil }
    let users = (value["users"]?.elements ?? []).compactMap(\.identifier).map {
      people.person($0, in: builder)
    }
    let count = value["count"]?.integer.flatMap { Int(exactly: $0) } ?? 0
    let emoji = files.emoji.character(name)
    return Reaction(
      emoji: emoji ?? ":\(name):", by: users, count: max(count, users.count),
      image: emoji == nil ? files.emoji.picture(name) : nil)
  }

  // MARK: Content

  private func readContent(
    _ value: JSONValue, _ draft: inout MessageDraft, _ text: SlackText, _ origin: Origin,
    _ log: inout DiagnosticLog
  ) {
    var words = self.words(value, text, origin, &log)
    if value["subtype"]?.text == "me_message" {
      var action = StyledText()
      action.style(.italic) { $0.append(words) }
      words = action.messageText
    }
    let one = value["file"].map { [$0] } ?? []
    draft.attachments = (value["files"]?.elements ?? one).filter(\.isObject).map {
      files.attachment($0, folder: folder)
    }
    words = Self.withWords(of: (value["files"]?.elements ?? one).filter(\.isObject), draft.attachments, words)
    var card = MessageCard()
    for attachment in value["attachments"]?.elements ?? [] { text.read(attachment: attachment, into: &card) }
    if !card.setContent(of: &draft, words) {
      let kind = value["subtype"]?.text ?? value["type"]?.text ?? "message"
      log.append(
        Diagnostic(
          .loss, "empty-message", "the export has no content for the message; it is shown as a card",
          at: origin))
      draft.part = Unsupported(kind: kind.spaced, text: nil)
    }
  }

  /// Returns a text followed by the words of files that are not in the export: code as a block, other files as a quotation.
  private static func withWords(
    of values: [JSONValue], _ files: [Attachment], _ text: MessageText
  ) -> MessageText {
    let known = zip(values, files).compactMap { value, file in
      file.path == nil ? SlackFiles.words(of: value).map { (value["mode"]?.text == "snippet", $0) } : nil
    }
    guard !known.isEmpty else { return text }
    var styled = StyledText()
    styled.append(text)
    for (isCode, words) in known {
      styled.beginLine()
      styled.style(isCode ? .codeBlock(language: "") : .blockquote) { $0.append(words) }
    }
    return styled.messageText
  }

  private func words(
    _ value: JSONValue, _ text: SlackText, _ origin: Origin, _ log: inout DiagnosticLog
  ) -> MessageText {
    if let blocks = value["blocks"], blocks[0] != nil {
      // A model's text is already Markdown. Between other blocks it gets their styles.
      let texts = blocks.elements.filter { $0["type"]?.text != "divider" }
      if !texts.isEmpty, texts.allSatisfy({ $0["type"]?.text == "markdown" }) {
        let words = texts.compactMap { $0["text"]?.text }.joined(separator: "\n\n")
        return MessageText(text.withNames(inMarkdown: words), markup: .markdown)
      }
      var reader = SlackBlocks(text: text, labels: value["text"]?.text ?? "")
      reader.read(blocks.elements)
      for kind in reader.unknown {
        log.append(
          Diagnostic(
            .loss, "unknown-block", "a part has the unknown kind '\(kind)'; its text is shown",
            at: origin))
      }
      // The words of an unknown block need not be all of the message.
      if !reader.unknown.isEmpty, let content = value["text"]?.text { reader.add(otherText: content) }
      if !reader.styled.isEmpty { return reader.styled.messageText }
    }
    let content = value["text"]?.text ?? ""
    // Older exports mention a file in a sentence that ends with its comment.
    if value["subtype"]?.text == "file_share", value["file"] != nil, content.hasPrefix("<@") {
      guard let comment = content.range(of: " and commented: ") else { return .empty }
      return text.message(String(content[comment.upperBound...]))
    }
    return text.message(content)
  }
}
