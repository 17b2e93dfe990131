import ChatModel
import ImportKit

/// Reads the short text that sigtop (`sigtop export-messages -f text-short`) writes for each chat: a line
/// with the time, the name and the text of a message.
///
/// The facts come from tbvdm/sigtop's `fmt_text_short.go`: `2025-06-22 05:58 Ana Reis: [edited, 2
/// attachments] text`. Times are local minutes on the computer that ran sigtop.
struct SigtopShortText {
  private let builder: ConversationBuilder
  private let conversion: Conversion
  private let origin: String
  /// The name in the file's name.
  private let title: String
  private var people: [String: ParticipantIndex] = [:]
  /// The number of messages by the beginnings of their ids.
  private var counts: [String: Int] = [:]
  private var lastInstant: Instant?

  private static let owner = "You"
  /// The bytes of `2025-06-22 05:58`.
  private static let timeLength = 16
  private static let nameLimit = 256

  // MARK: Recognition

  /// True if a text is sigtop's: its first line is a message, and a name, words in brackets or the
  /// file's name are sigtop's own. Other logs have such lines too.
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    var (heads, isOwn, isFirst) = (0, isOwnName(input.stem), true)
    for line in LogSample(bytes, from: LogLines.start(of: bytes)) {
      let head = head(bytes, line)
      if isFirst, head == nil { return false }
      isFirst = false
      guard let head else { continue }
      heads += 1
      let rest = bytes.repairedString(in: head..<min(line.upperBound, head + 512))
      guard let colon = rest.utf8.firstIndex(of: UInt8(ascii: ":")) else { return false }
      let text = rest[rest.utf8.index(after: colon)...]
      if rest[..<colon] == owner { isOwn = true }
      if eventType(in: text) != nil || details(of: text)?.isEmpty == false { isOwn = true }
    }
    return heads > 0 && isOwn
  }

  /// True if a file's name ends in a number or a group, as sigtop writes it: `Ana Reis (+351912345678)`.
  private static func isOwnName(_ stem: String) -> Bool {
    let detail = SigtopReader.parts(of: stem).detail
    return detail == "group" || detail.first == "+" && detail.dropFirst().allSatisfy(\.isNumber)
      || detail.utf8.count >= 32
  }

  /// Returns the offset of the name in a line that begins a message, or nil for any other line.
  private static func head(_ bytes: InputBytes, _ line: Range<Int>) -> Int? {
    var scanner = LineScanner(bytes, line)
    guard date(&scanner) != nil else { return nil }
    let end = line.lowerBound + timeLength
    guard end + 2 < line.upperBound, bytes[end] == 0x20 else { return nil }
    let limit = min(line.upperBound, end + nameLimit)
    guard bytes.firstIndex(of: UInt8(ascii: ":"), in: end + 2..<limit) != nil else { return nil }
    return end + 1
  }

  /// Reads `2025-06-22 05:58`. Returns milliseconds since 1970 as if they were UTC.
  private static func date(_ scanner: inout LineScanner) -> Int64? {
    guard let year = scanner.number(limit: 4), year.digits == 4, scanner.take(UInt8(ascii: "-")),
      let month = scanner.number(limit: 2), month.digits == 2, scanner.take(UInt8(ascii: "-")),
      let day = scanner.number(limit: 2), day.digits == 2, scanner.take(UInt8(ascii: " ")),
      let hour = scanner.number(limit: 2), hour.digits == 2, hour.value < 24, scanner.take(UInt8(ascii: ":")),
      let minute = scanner.number(limit: 2), minute.digits == 2, minute.value < 60,
      let days = NumericDate(
        first: year.value, second: month.value, third: day.value, firstDigits: 4, thirdDigits: 2,
        isUnpadded: false
      ).day(.ymd)
    else { return nil }
    return Int64(days) * LogTime.millisecondsPerDay + Int64(hour.value * 60 + minute.value) * 60_000
  }

  // MARK: Reading

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else { return }
    var reader = SigtopShortText(input, conversion)
    var entries = LogEntryReader(bytes)
    var tally = LineTally(bytes, file: input.path)
    while let entry = entries.next(begins: { head(bytes, $0) != nil }) {
      let isHeadless = head(bytes, firstLine(of: entry, bytes)) == nil
      tally.take(entry.range, as: isHeadless ? .card : .shown)
      try reader.add(bytes, entry, &log)
    }
    tally.report(to: input.account)
    conversion.markOwner(of: reader.builder)
  }

  private init(_ input: ImportInput, _ conversion: Conversion) {
    title = SigtopReader.parts(of: input.stem).name
    builder = conversion.conversation(
      "sigtop/\(input.stem)", id: input.stem, title: title, root: input.folder)
    builder.precision = 60_000
    (origin, self.conversion) = (input.path, conversion)
  }

  private mutating func add(
    _ bytes: InputBytes, _ entry: LogEntry, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let origin = Origin(file: origin, line: entry.line)
    let first = Self.firstLine(of: entry, bytes)
    guard let start = Self.head(bytes, first) else {
      let text = bytes.repairedString(in: entry.range)
      log.append(Diagnostic(.loss, "sigtop-line", "a line has no time and was shown as it is", at: origin))
      return try builder.add(
        Message(id: "", content: .part(Unsupported(kind: "line without a time", text: text))))
    }
    var rest = bytes.repairedString(in: start..<entry.range.upperBound)
    if rest.utf8.contains(0x0D) { rest = rest.replacing("\r\n", with: "\n") }
    while rest.last == "\n" { rest.removeLast() }
    let colon = colon(in: rest)
    let name = String(rest[..<colon])
    let text = rest[colon...].droppingBytes(1)
    let time = bytes.repairedString(in: entry.range.lowerBound..<start - 1)
    var scanner = LineScanner(bytes, first)
    var draft = MessageDraft()
    draft.sender = person(name)
    if let wallClock = Self.date(&scanner) { draft.instant = instant(wallClock, at: origin) }
    draft.id = id(time, name)
    if let type = Self.eventType(in: text) {
      if type == "call-history" {
        draft.part = Call(medium: "audio")
      } else {
        draft.event = SystemEvent(event: "notice", actor: draft.sender, text: SigtopReader.words(of: type))
      }
      return try builder.add(draft)
    }
    set(text, of: &draft)
    draft.showCardIfEmpty(at: origin, &log)
    try builder.add(draft)
  }

  private static func firstLine(of entry: LogEntry, _ bytes: InputBytes) -> Range<Int> {
    entry.range.lowerBound..<LogLines.end(of: bytes, from: entry.range.lowerBound)
  }

  /// Returns the index of the colon that ends the name: the first with a blank or nothing after it, or else the first. The chat's own
  /// name may have such a colon in it.
  ///
  /// Bytes are compared, as a colon and a mark that follows it are one character.
  private func colon(in rest: String) -> String.Index {
    let (bytes, sign) = (rest.utf8, UInt8(ascii: ":"))
    if rest.hasPrefix(title) {
      let end = rest.index(rest.startIndex, offsetBy: title.count)
      if end < rest.endIndex, bytes[end] == sign { return end }
    }
    let line = bytes.prefix { $0 != 0x0A }
    var start = line.startIndex
    while let colon = line[start...].firstIndex(of: sign) {
      start = line.index(after: colon)
      if start == line.endIndex || line[start] == 0x20 { return colon }
    }
    return line.firstIndex(of: sign) ?? line.endIndex
  }

  private mutating func person(_ name: String) -> ParticipantIndex {
    if let known = people[name] { return known }
    let isOwner = name == Self.owner
    let index =
      isOwner
      ? builder.participant(SigtopReader.ownerKey, name: "Me", isMe: conversion.options.me == nil)
      : builder.participant(name)
    people[name] = index
    return index
  }

  private mutating func instant(_ wallClock: Int64, at origin: Origin) -> Instant {
    let notBefore = lastInstant.map { Instant(milliseconds: $0.milliseconds - 60_000) }
    let instant = conversion.instant(ofWallClock: wallClock, notBefore: notBefore, at: origin)
    lastInstant = instant
    return instant
  }

  /// The id of a message: its minute, its sender, and its number among theirs in that minute.
  private mutating func id(_ time: String, _ name: String) -> String {
    let beginning = "\(time)-\(name)"
    let count = (counts[beginning] ?? 0) + 1
    counts[beginning] = count
    return beginning + (count > 1 ? "-\(count)" : "")
  }

  // MARK: Contents

  private func set(_ text: Substring, of draft: inout MessageDraft) {
    var text = text
    let details = Self.details(of: text) ?? []
    if !details.isEmpty, let close = text.utf8.firstIndex(of: UInt8(ascii: "]")) {
      text = text[text.utf8.index(after: close)...]
    }
    for detail in details {
      switch detail {
      case .reply(let name, let time):
        // If a minute has several messages, nothing says which one it is.
        draft.reply = Reply(target: nil, quotedName: name == Self.owner ? "Me" : name, quotedText: time)
      case .edited:
        var extras = draft.extras ?? MessageExtras()
        extras.editedAt = draft.instant
        draft.extras = extras
      case .attachments(let count):
        var file = Attachment(kind: .file)
        file.absence = .unavailable
        draft.attachments = Array(repeating: file, count: count)
      }
    }
    if text.utf8.first == 0x20 { text = text.droppingBytes(1) }
    draft.text = text.isEmpty ? nil : MessageText(String(text), markup: .plain)
  }

  private enum MessageDetail {
    case reply(name: String, time: String)
    case edited
    case attachments(Int)
  }

  /// The facts in brackets in front of a text; empty if there are no brackets, nil if they contain no
  /// fact.
  private static func details(of text: Substring) -> [MessageDetail]? {
    guard text.utf8.starts(with: " [".utf8), let close = text.utf8.firstIndex(of: UInt8(ascii: "]")) else {
      return []
    }
    var words = text[..<close].droppingBytes(2)
    var details: [MessageDetail] = []
    let reply = "reply to "
    if words.hasPrefix(reply) {
      // A name may have a comma.
      guard let on = words.ranges(of: " on ").last else { return nil }
      let time = words[on.upperBound...].prefix { $0 != "," }
      guard time.utf8.count == timeLength else { return nil }
      details.append(.reply(name: String(words[..<on.lowerBound].dropFirst(reply.count)), time: String(time)))
      words = words[time.endIndex...]
      if words.hasPrefix(", ") { words = words.dropFirst(2) }
    }
    for detail in words.split(separator: ", ") {
      if detail == "edited" {
        details.append(.edited)
      } else if detail.hasSuffix(" attachment") || detail.hasSuffix(" attachments"),
        let count = Int(detail.prefix { $0.isNumber }), 1...100 ~= count
      {
        details.append(.attachments(count))
      } else {
        return nil
      }
    }
    return details
  }

  /// The type in ` [call-history message]`, which is the whole of a message without an author; nil for other texts.
  private static func eventType(in text: Substring) -> String? {
    let (before, behind) = (" [", " message]")
    guard text.hasPrefix(before), text.hasSuffix(behind),
      text.utf8.count > before.utf8.count + behind.utf8.count
    else { return nil }
    let type = text.dropFirst(before.count).dropLast(behind.count)
    return type.utf8.allSatisfy { 0x61...0x7A ~= $0 || $0 == UInt8(ascii: "-") } ? String(type) : nil
  }
}
