import ChatModel
import ImportKit

/// Reads the messages of one text.
struct KakaoTalkReader {
  private let file: ImportInput
  private let bytes: InputBytes
  private let title: String
  private var people: KakaoTalkPeople
  private var lines: LineTally
  private var day: Int?
  /// The unknown words next to the times.
  private var halves = UnknownHalves()
  /// The names in the heads so far.
  private var names: Set<String> = []

  init(
    _ file: ImportInput, _ bytes: InputBytes, title: String, _ conversion: Conversion,
    _ builder: ConversationBuilder
  ) {
    (self.file, self.bytes, self.title) = (file, bytes, title)
    people = KakaoTalkPeople(conversion, builder)
    lines = LineTally(bytes, file: file.path)
  }

  /// Appends all messages to the conversation. `shape` is the form of the first head.
  mutating func read(
    from start: Int, shape: Int?, _ ends: EntryEnds, log: inout DiagnosticLog
  ) throws(ImportError) {
    lines.take(LogLines.start(of: bytes)..<start, as: .leftOut(.furniture))
    let firstLine = 1 + bytes.count(of: 0x0A, in: 0..<min(start, bytes.count))
    var entries = LogEntryReader(bytes, from: start, line: firstLine, ends: ends)
    var head = self.head(bytes, start, shape)
    var following: KakaoTalkHead?
    let bytes = bytes
    while true {
      following = nil
      let entry = entries.next { line in
        guard let found = KakaoTalkHead(bytes, line), Self.isHead(found, line, bytes, shape) else {
          return false
        }
        following = found
        return true
      }
      guard let entry else { break }
      take(entry, head)
      try add(entry, head, &log)
      head = following
    }
    lines.report(to: file.account)
    if let warning = halves.warning(in: file.path) { log.append(warning) }
    people.conversion.markOwner(of: people.builder)
  }

  /// The most people whose names make a title.
  private static let titleLimit = 4

  /// Returns a title for a chat whose text has none: the names of its people except the owner; nil if they
  /// are too many.
  static func title(_ bytes: InputBytes, from start: Int, shape: Int?, _ ends: EntryEnds) -> String? {
    var names: [String] = []
    var offset = start
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      let line = LogLines.content(of: bytes, from: offset, to: end)
      if ends.mayBegin(at: offset, of: bytes), let head = KakaoTalkHead(bytes, line), head.shape == shape,
        let name = name(in: line, head, bytes), !KakaoTalkPeople.isOwner(name), !names.contains(name)
      {
        names.append(name)
        if names.count > titleLimit { return nil }
      }
      offset = end + 1
    }
    return names.isEmpty ? nil : names.joined(separator: ", ")
  }

  /// The name after a head.
  private static func name(in line: Range<Int>, _ head: KakaoTalkHead, _ bytes: InputBytes) -> String? {
    switch head.kind {
    case .day: return nil
    case .named(let range): return bytes.repairedString(in: range)
    case .entry:
      let rest = bytes.repairedString(in: head.end..<min(line.upperBound, head.end + 256))
      guard rest.hasPrefix(", "), let separator = rest.range(of: " : ") else { return nil }
      return String(rest[..<separator.lowerBound].dropFirst(2))
    }
  }

  private func head(_ bytes: InputBytes, _ start: Int, _ shape: Int?) -> KakaoTalkHead? {
    guard start < bytes.count else { return nil }
    let line = LogLines.content(of: bytes, from: start, to: LogLines.end(of: bytes, from: start))
    guard let head = KakaoTalkHead(bytes, line), Self.isHead(head, line, bytes, shape) else { return nil }
    return head
  }

  /// True if a head is genuine and not part of a message: it has the form of the file's first head, or is a day after an empty
  /// line or directly before a message.
  private static func isHead(_ head: KakaoTalkHead, _ line: Range<Int>, _ bytes: InputBytes, _ shape: Int?)
    -> Bool
  {
    guard head.kind == .day else { return head.shape == shape }
    return head.shape == KakaoTalkHead.windowsShape
      ? shape == head.shape
      : LogLines.isBlankBefore(line.lowerBound, of: bytes)
        || isAboveMessage(head, line.upperBound, bytes, shape)
  }

  private static func isAboveMessage(
    _ head: KakaoTalkHead, _ end: Int, _ bytes: InputBytes, _ shape: Int?
  ) -> Bool {
    guard let feed = bytes.firstIndex(of: 0x0A, in: end..<min(bytes.count, end + 2)) else { return false }
    let line = LogLines.content(of: bytes, from: feed + 1, to: LogLines.end(of: bytes, from: feed + 1))
    guard let next = KakaoTalkHead(bytes, line), next.kind == .entry else { return false }
    return next.shape == shape && next.day == head.day && (head.clock == 0 || next.clock == head.clock)
  }

  /// States the outcome of an entry's lines.
  private mutating func take(_ entry: LogEntry, _ head: KakaoTalkHead?) {
    guard let head else { return lines.take(entry.range, as: .card) }
    if head.kind == .day {
      lines.take(entry.range.lowerBound..<head.end, as: .leftOut(.bookkeeping))
      // Windows writes notices below the line of a day.
      lines.take(head.end..<max(head.end, entry.range.upperBound))
    } else {
      lines.take(entry.range)
    }
  }

  private mutating func add(
    _ entry: LogEntry, _ head: KakaoTalkHead?, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let origin = Origin(file: file.path, line: entry.line)
    guard let head else {
      let text = self.text(entry.range)
      guard !text.isBlank else { return }
      log.append(Diagnostic(.loss, "kakaotalk-line", "a line has no date and was shown as it is", at: origin))
      return try people.builder.add(
        Message(id: "", content: .part(Unsupported(kind: "line without a date", text: text))))
    }
    if head.kind != .day { halves.add(hour: head.hour, head.unknownHalf, bytes) }
    let start = if case .named(let name) = head.kind { name.upperBound } else { entry.range.lowerBound }
    people.builder.noteDateStyle(of: bytes.repairedString(in: start..<max(start, head.end)))
    if let day = head.day { self.day = day }
    let instant = day.map {
      people.instant(Int64($0) * LogTime.millisecondsPerDay + Int64(head.clock), at: origin)
    }
    switch head.kind {
    case .day:
      let rest = text(head.end..<max(head.end, entry.range.upperBound))
      // Windows has its notices below a day's or a message's line.
      let (words, notices) = KakaoTalkContent.withoutNotices("\n" + rest, names: names)
      for notice in [words] + notices where !notice.isBlank { try addNotice(notice, instant) }
    case .named(let range):
      let name = text(range)
      names.insert(name)
      let (words, notices) = KakaoTalkContent.withoutNotices(
        text(head.end..<entry.range.upperBound), names: names)
      let sender = people.person(name, knowsOwner: false)
      try people.add(words, by: sender, at: instant, origin: origin, &log)
      for notice in notices { try addNotice(notice, instant) }
    case .entry: try addEntry(head.end..<entry.range.upperBound, instant, origin, &log)
    }
  }

  /// Appends the part after a date: `, name : text`, `, notice` or `: notice`.
  private mutating func addEntry(
    _ range: Range<Int>, _ instant: Instant?, _ origin: Origin, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    let hasName = bytes[range.lowerBound] == UInt8(ascii: ",")
    let rest = text(range).droppingBytes(1)
    let entry = String(rest.utf8.first == 0x20 ? rest.droppingBytes(1) : rest)
    let (line, _) = entry.firstLine
    let separator = " : "
    if hasName {
      if entry.utf8.starts(with: (title + separator).utf8) {
        let text = String(entry.droppingBytes(title.utf8.count + separator.utf8.count))
        let sender = people.person(title, knowsOwner: true)
        return try people.add(text, by: sender, at: instant, origin: origin, &log)
      }
      // A message may be empty, or begin with a line feed.
      let end =
        line.range(of: separator)
        ?? (line.hasSuffix(" :") ? line.index(line.endIndex, offsetBy: -2)..<line.endIndex : nil)
      if let end {
        let name = String(line[..<end.lowerBound])
        let text = String(entry.droppingBytes(line[..<end.upperBound].utf8.count))
        let sender = people.person(name, knowsOwner: true)
        return try people.add(
          text.first == "\n" ? String(text.dropFirst()) : text, by: sender, at: instant, origin: origin, &log)
      }
    }
    try addNotice(entry, instant)
  }

  private func addNotice(_ text: String, _ instant: Instant?) throws(ImportError) {
    var draft = MessageDraft()
    draft.instant = instant
    draft.event = SystemEvent(event: "notice", text: text.trimmingSpaces)
    try people.builder.add(draft)
  }

  /// The text without the empty lines after it, which precede the next day.
  private func text(_ range: Range<Int>) -> String {
    var text = bytes.string(in: range) ?? bytes.repairedString(in: range)
    if text.utf8.contains(0x0D) { text = String(text.map { $0 == "\r\n" ? "\n" : $0 }) }
    while text.last == "\n" { text.removeLast() }
    return text
  }
}
