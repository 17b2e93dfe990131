import ChatModel
import ImportKit

/// The text of DiscordChatExporter, which has neither ids nor replies: `[date] name` above each message, and blocks such as
/// `{Attachments}` below its words.
struct DiscordTranscript {
  private let builder: ConversationBuilder
  private let conversion: Conversion
  private let file: ImportInput
  private let bytes: InputBytes
  private let order: DateOrder?
  private let start: Int
  private var tally: LineTally

  /// True if the bytes begin like the exporter's text.
  static func recognises(_ bytes: InputBytes) -> Bool {
    guard bytes.has("====".utf8, at: LogLines.start(of: bytes)) else { return false }
    let head = bytes.repairedString(in: 0..<min(bytes.count, 4096))
    return head.range(of: "\nGuild: ") != nil && head.range(of: "\nChannel: ") != nil
  }

  init(_ file: ImportInput, _ bytes: InputBytes, to conversion: Conversion) {
    (self.file, self.bytes, self.conversion) = (file, bytes, conversion)
    let heading = Self.heading(bytes)
    start = heading.end
    tally = LineTally(bytes, file: file.path)
    let name = DiscordFileName(file.name)
    // The exporter writes the category before the channel.
    let channel = heading.channel.range(of: " / ").map { heading.channel[$0.upperBound...] }
    let title = channel.map(String.init) ?? (heading.channel.isEmpty ? name.channel : heading.channel)
    let words = heading.channel.isEmpty ? name.channel : "\(heading.guild)/\(heading.channel)"
    builder = name.conversation("discord-text", named: words, title: title, of: file, conversion)
    order = conversion.options.dateOrder ?? Self.order(bytes, from: heading.end)
  }

  /// Returns the names of the server and the channel, and the offset after the heading, which has a line of `=` at both ends.
  /// A heading that has lost its end continues to the first message.
  private static func heading(_ bytes: InputBytes) -> (guild: String, channel: String, end: Int) {
    var (offset, guild, channel, rules) = (LogLines.start(of: bytes), "", "", 0)
    while offset < min(bytes.count, 1 << 16) {
      let end = LogLines.end(of: bytes, from: offset)
      let content = LogLines.content(of: bytes, from: offset, to: end)
      let line = bytes.repairedString(in: content)
      if begins(bytes, content) { break }
      offset = min(end + 1, bytes.count)
      if line.hasPrefix("Guild: "), guild.isEmpty { guild = String(line.dropFirst(7)) }
      if line.hasPrefix("Channel: "), channel.isEmpty { channel = String(line.dropFirst(9)) }
      if line.hasPrefix("====") { rules += 1 }
      if rules == 2 { break }
    }
    return (guild, channel, offset)
  }

  // MARK: Heads

  private struct TranscriptHead {
    var date: String
    var name: String
    var isPinned: Bool
  }

  /// Returns the head of a message in a line, or nil for any other line.
  private static func head(_ bytes: InputBytes, _ line: Range<Int>) -> TranscriptHead? {
    guard line.lowerBound < line.upperBound, bytes[line.lowerBound] == UInt8(ascii: "["), line.count < 400
    else { return nil }
    let text = bytes.repairedString(in: line)
    guard let close = text.range(of: "] "), close.upperBound < text.endIndex else { return nil }
    let date = String(text[text.index(after: text.startIndex)..<close.lowerBound])
    guard WrittenTime.milliseconds(date, order: .dmy) ?? WrittenTime.milliseconds(date, order: .mdy) != nil
    else { return nil }
    var name = String(text[close.upperBound...])
    let isPinned = name.hasSuffix(" (pinned)")
    if isPinned { name = String(name.dropLast(" (pinned)".utf8.count)) }
    return TranscriptHead(date: date, name: name, isPinned: isPinned)
  }

  /// True if a line begins a message: a head after an empty line.
  private static func begins(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    var before = line.lowerBound - 1
    guard before >= 0, bytes[before] == 0x0A else { return false }
    before -= 1
    if before >= 0, bytes[before] == 0x0D { before -= 1 }
    return (before < 0 || bytes[before] == 0x0A) && head(bytes, line) != nil
  }

  /// Returns the order of the dates' numbers in which time does not run backwards; nil if every order does.
  private static func order(_ bytes: InputBytes, from start: Int) -> DateOrder? {
    var reader = LogEntryReader(bytes, from: start)
    var (steps, last) = ([0, 0, 0], [Int64](repeating: .min, count: 3))
    let orders: [DateOrder] = [.mdy, .dmy, .ymd]
    while let entry = reader.next(begins: { begins(bytes, $0) }) {
      let end = LogLines.end(of: bytes, from: entry.range.lowerBound)
      guard let head = head(bytes, entry.range.lowerBound..<min(end, entry.range.upperBound)) else {
        continue
      }
      for (index, order) in orders.enumerated() {
        guard let time = WrittenTime.milliseconds(head.date, order: order) else {
          steps[index] += 1
          continue
        }
        if time < last[index] { steps[index] += 1 }
        last[index] = time
      }
    }
    // If the steps are equal, the order cannot be seen: dates of numbers are then read by their shape.
    guard Set(steps).count > 1, let least = steps.min(), let best = steps.firstIndex(of: least) else {
      return nil
    }
    return steps.filter { $0 == least }.count == 1 || best == 1 ? orders[best] : nil
  }

  // MARK: Messages

  mutating func read(_ log: inout DiagnosticLog) throws(ImportError) {
    takeHeading()
    // Blank lines between the heading and the first message.
    var first = start
    while first < bytes.count, bytes[first] == 0x0A || bytes[first] == 0x0D { first += 1 }
    let line = bytes.count(of: 0x0A, in: 0..<first) + 1
    var reader = LogEntryReader(bytes, from: first, line: line)
    while let entry = reader.next(begins: { Self.begins(bytes, $0) }) {
      try add(entry, &log)
    }
    tally.report(to: file.account)
  }

  /// The beginnings of the heading's lines, without the topic's.
  private static let labels = ["====", "Guild: ", "Channel: ", "After: ", "Before: "]

  /// States the outcome of the heading's lines. A topic may have several.
  private mutating func takeHeading() {
    var (offset, isTopic) = (LogLines.start(of: bytes), false)
    while offset < start {
      let end = LogLines.end(of: bytes, from: offset)
      if Self.labels.contains(where: { bytes.has($0.utf8, at: offset) }) {
        isTopic = false
        tally.take(offset..<end, as: .leftOut(.furniture))
      } else {
        isTopic = isTopic || bytes.has("Topic: ", at: offset)
        tally.take(offset..<end, as: isTopic ? .leftOut(.surroundings) : .unknown)
      }
      offset = end + 1
    }
  }

  private mutating func add(_ entry: LogEntry, _ log: inout DiagnosticLog) throws(ImportError) {
    let origin = Origin(file: file.path, line: entry.line, offset: entry.range.lowerBound)
    // Works on bytes, because a carriage return and a line feed are one character.
    var lines = bytes.repairedString(in: entry.range).utf8.split(
      separator: 0x0A, omittingEmptySubsequences: false
    ).map { String(Substring($0.last == 0x0D ? $0.dropLast() : $0)) }
    if let line = lines.first, line.hasPrefix("\u{FEFF}") { lines[0] = String(line.dropFirst()) }
    tally.take(entry.range)
    let end = cutEnd(&lines)
    for (index, line) in zip(end.indices, end) {
      tally.count(line.utf8, as: .leftOut(.furniture)) { entry.line + index }
    }
    let start = entry.range.lowerBound
    let lineEnd = min(LogLines.end(of: bytes, from: start), entry.range.upperBound)
    guard let head = Self.head(bytes, LogLines.content(of: bytes, from: start, to: lineEnd)) else {
      let rest = lines.joined(separator: "\n").trimmingSpaces
      guard !rest.isEmpty else { return }
      for (index, line) in lines.enumerated() {
        tally.count(line.utf8, as: .card) { entry.line + index }
      }
      log.append(
        Diagnostic(.loss, "not-a-message", "this is not a message; it is shown as a card", at: origin))
      return try builder.addBroken(rest)
    }
    var draft = MessageDraft()
    draft.sender = builder.participant(head.name, name: DiscordTable.name(head.name))
    builder.noteDateStyle(of: head.date, order: order)
    draft.instant = conversion.zones.milliseconds(head.date, order: order).map {
      conversion.instant(of: .wallClock($0))
    }
    if head.isPinned {
      var extras = MessageExtras()
      extras.isPinned = true
      draft.extras = extras
    }
    var content = DiscordTranscriptBlocks(lines.dropFirst())
    content.read(into: &draft)
    if draft.extras?.forwardedAt != nil || content.isForwarded {
      var extras = draft.extras ?? MessageExtras()
      extras.forwardedAt =
        content.forwardedAt.flatMap { WrittenTime.milliseconds($0, order: order) }
        .map { conversion.instant(of: .wallClock($0)) } ?? draft.instant
      draft.extras = extras
    }
    if draft.text == nil, draft.part == nil, draft.attachments.isEmpty {
      draft.part = DiscordCard.emptyMessage(at: origin, &log)
    }
    try builder.add(draft)
  }

  /// Removes empty lines at the end, and the export's own, `Exported 12 message(s)` between lines of `=`. Returns the remaining lines.
  private func cutEnd(_ lines: inout [String]) -> ArraySlice<String> {
    func cutEmpty() { while lines.last?.isEmpty == true { lines.removeLast() } }
    cutEmpty()
    guard lines.count >= 3, let last = lines.last, last.hasPrefix("===="), last.allSatisfy({ $0 == "=" }),
      lines[lines.count - 2].hasPrefix("Exported "), lines[lines.count - 3] == last
    else { return [] }
    let end = lines.suffix(3)
    lines.removeLast(3)
    cutEmpty()
    return end
  }
}

/// The words of a message and the blocks below them, each with its name in braces.
private struct DiscordTranscriptBlocks {
  private let lines: ArraySlice<String>
  private(set) var isForwarded = false
  private(set) var forwardedAt: String?

  private static let names: Set<String> = [
    "{Attachments}", "{Embed}", "{Stickers}", "{Reactions}", "{Forwarded Message}",
  ]

  init(_ lines: ArraySlice<String>) { self.lines = lines }

  mutating func read(into draft: inout MessageDraft) {
    var blocks: [(name: String, lines: [String])] = [("", [])]
    var isBehindBlank = true
    for line in lines {
      if isBehindBlank, Self.names.contains(line) {
        blocks.append((line, []))
      } else {
        blocks[blocks.count - 1].lines.append(line)
      }
      // Blocks follow an empty line, or the message's own empty words.
      isBehindBlank = line.isEmpty || blocks.last?.lines.isEmpty ?? false
    }
    var card = MessageCard()
    var text = ""
    for (name, lines) in blocks {
      let words = lines.joined(separator: "\n").trimmingSpaces
      switch name {
      case "": text = words
      case "{Attachments}":
        draft.attachments += lines.filter { !$0.isEmpty }.map(DiscordTable.attachment)
      case "{Stickers}":
        for line in lines where !line.isEmpty {
          let address = line.trimmingSpaces
          var file = Attachment(kind: .sticker, path: DiscordReader.path(.string(address)))
          file.alt = DiscordPageFiles.name(ofAddress: address)
          draft.attachments.append(file)
        }
      case "{Embed}": Self.addEmbed(words, to: &card)
      case "{Reactions}": draft.reactions = Self.reactions(words)
      default: text = readForwarded(lines)
      }
    }
    if card.setContent(of: &draft, ChatMarkdown.text(text)) { return }
  }

  private mutating func readForwarded(_ lines: [String]) -> String {
    isForwarded = true
    var words: [String] = []
    for line in lines {
      if line.hasPrefix("Originally sent: ") {
        forwardedAt = String(line.dropFirst("Originally sent: ".count))
      } else {
        words.append(line)
      }
    }
    return words.joined(separator: "\n").trimmingSpaces
  }

  /// Adds a box, whose lines do not show which is the title and which a field.
  private static func addEmbed(_ words: String, to card: inout MessageCard) {
    var lines = words.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let url = lines.firstIndex { $0.isAddress && !$0.contains(" ") }
    let address = url.map { lines.remove(at: $0) }
    card.add(title: lines.first ?? "", url: address, lines: Array(lines.dropFirst()), image: nil)
  }

  /// Reads `👍 (2) 🎉 party (3)`: a number follows each reaction of more than one person.
  private static func reactions(_ text: String) -> [Reaction] {
    var reactions: [Reaction] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      if word.hasPrefix("("), word.hasSuffix(")"), let count = Int(word.dropFirst().dropLast()),
        let last = reactions.indices.last
      {
        reactions[last].count = min(max(count, 1), 1 << 40)
      } else {
        let name = String(word)
        let isOwn = DiscordPageText.isName(name)
        reactions.append(Reaction(emoji: isOwn ? ":\(name):" : name, by: [], count: 1))
      }
    }
    return reactions
  }
}
