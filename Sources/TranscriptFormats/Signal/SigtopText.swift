import ChatModel
import ImportKit

/// Reads the text that sigtop (`sigtop export-messages`) writes for each chat: facts of a message in lines, then its quotation and text.
///
/// The facts come from tbvdm/sigtop's `fmt_text.go`. Times are whole seconds.
struct SigtopText {
  private let builder: ConversationBuilder
  private let origin: String
  private var tally: LineTally
  /// The paths of the files that `sigtop export-attachments` wrote next to the text, by their names.
  private let paths: [String: String]
  /// The people by their names in the text: `Ana Reis (+351912345678)`, and by their names alone.
  private var people: [String: ParticipantIndex] = [:]
  /// The second of the previous message, and the number of each sender's messages in it.
  private var second: (instant: Instant, counts: [String: Int])?

  private static let heading = "Conversation: "
  private static let owner = "You"

  /// True if a text begins with the name of a chat, an empty line and the facts of a message.
  static func recognises(_ input: ImportInput) -> Bool {
    guard let bytes = input.bytes else { return false }
    var offset = LogLines.start(of: bytes)
    guard bytes.has(Array(heading.utf8), at: offset) else { return false }
    let first = LogLines.end(of: bytes, from: offset)
    guard bytes.has([0x0A], at: first + 1) || bytes.has([0x0D, 0x0A], at: first + 1) else { return false }
    offset = LogLines.end(of: bytes, from: first + 1) + 1
    return offset < bytes.count
      && isHead(bytes, LogLines.content(of: bytes, from: offset, to: LogLines.end(of: bytes, from: offset)))
  }

  static func convert(
    _ input: ImportInput, to conversion: Conversion, log: inout DiagnosticLog
  ) throws(ImportError) {
    guard let bytes = input.bytes else { return }
    var reader = SigtopText(input, bytes, conversion)
    var entries = LogEntryReader(bytes)
    // The first entry is the line with the chat's name.
    if let heading = entries.next(begins: { isHead(bytes, $0) }) {
      reader.tally.take(heading.range, as: .leftOut(.furniture))
    }
    while let entry = entries.next(begins: { isHead(bytes, $0) }) {
      reader.tally.take(entry.range)
      let text = bytes.repairedString(in: entry.range)
      try reader.add(text.utf8.contains(0x0D) ? text.replacing("\r\n", with: "\n") : text, entry.line, &log)
    }
    reader.tally.report(to: input.account)
  }

  private init(_ input: ImportInput, _ bytes: InputBytes, _ conversion: Conversion) {
    var offset = LogLines.start(of: bytes)
    let line = LogLines.nextText(of: bytes, from: &offset, \.trimmingSpaces) ?? ""
    let title = SigtopReader.parts(of: String(line.dropFirst(Self.heading.count))).name
    builder = SigtopReader.conversation(of: input, title: title, conversion)
    (origin, paths) = (input.path, SigtopReader.paths(beside: input))
    tally = LineTally(bytes, file: input.path)
  }

  /// True if a line is the first of a message: below an empty line its sender or type, and below that its type or times.
  private static func isHead(_ bytes: InputBytes, _ line: Range<Int>) -> Bool {
    let hasSender = bytes.has("From: ", at: line.lowerBound)
    guard hasSender || bytes.has("Type: ", at: line.lowerBound),
      LogLines.isBlankBefore(line.lowerBound, of: bytes)
    else { return false }
    var next = LogLines.end(of: bytes, from: line.lowerBound) + 1
    if hasSender {
      guard bytes.has("Type: ", at: next) else { return false }
      next = LogLines.end(of: bytes, from: next) + 1
    }
    return bytes.has("Sent: ", at: next) || bytes.has("Received: ", at: next)
  }

  // MARK: Messages

  private mutating func add(
    _ text: String, _ line: Int, _ log: inout DiagnosticLog
  ) throws(ImportError) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    while lines.last?.isEmpty == true { lines.removeLast() }
    var draft = MessageDraft()
    var (type, sender) = ("", "")
    while let fact = lines.first, let (name, value) = Self.fact(fact) {
      let number = line + lines.startIndex
      lines.removeFirst()
      switch name {
      case "From": (sender, draft.sender) = (value, person(value))
      case "Type": type = value
      case "Sent", "Received": if draft.instant == nil { draft.instant = instant(value) }
      case "Attachment": draft.attachments.append(attachment(value))
      case "Reaction": if !addReaction(value, to: &draft) { noteUnknown(fact, name, line: number, &log) }
      // The versions themselves follow.
      case "Edited": break
      default: noteUnknown(fact, name, line: number, &log)
      }
    }
    if let instant = draft.instant { draft.id = id(instant, sender) }
    if lines.first?.isEmpty == true { lines.removeFirst() }
    if lines.first?.hasPrefix("| Version: ") == true {
      readVersions(lines, line: line, &draft, &log)
    } else {
      readText(lines, &draft)
    }
    let place = Origin(file: origin, line: line)
    switch type {
    case "incoming", "outgoing": draft.showCardIfEmpty(at: place, &log)
    case "call-history": draft.part = Call(medium: "audio")
    default:
      let words = draft.text?.string
      draft.text = nil
      draft.event = SystemEvent(event: words == nil ? type : "notice", actor: draft.sender, text: words)
    }
    try builder.add(draft)
  }

  /// Reports an unknown fact.
  private mutating func noteUnknown(
    _ fact: Substring, _ name: Substring, line: Int, _ log: inout DiagnosticLog
  ) {
    tally.count(fact.utf8, as: .unknown) { line }
    log.append(
      Diagnostic(
        .warning, "sigtop-fact", "a fact of a message that is not known, '\(name)', was left out",
        at: Origin(file: origin, line: line)))
  }

  /// The name and value of a line such as `Sent: Tue, 2 Jan 2024 10:00:00 +0100`; nil for other lines.
  private static func fact(_ line: Substring) -> (name: Substring, value: String)? {
    guard let colon = line.utf8.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex,
      line[line.startIndex..<colon].allSatisfy(\.isLetter)
    else { return nil }
    return (line[..<colon], String(line[line.utf8.index(after: colon)...]).trimmingSpaces)
  }

  /// Reads a quotation, if there is one, and the text.
  private mutating func readText(_ lines: ArraySlice<Substring>, _ draft: inout MessageDraft) {
    var lines = lines
    if lines.first?.hasPrefix("> From: ") == true, lines.dropFirst().first?.hasPrefix("> Sent: ") == true {
      let sign = UInt8(ascii: ">")
      let quotation = lines.prefix { $0.utf8.first == sign }
      lines = lines.dropFirst(quotation.count)
      draft.reply = reply(quotation.map { Self.line($0, without: sign) })
      if lines.first?.isEmpty == true { lines.removeFirst() }
    }
    let text = lines.joined(separator: "\n")
    draft.text = text.isEmpty ? nil : MessageText(text, markup: .plain)
  }

  private mutating func reply(_ quotation: [Substring]) -> Reply {
    var lines = quotation[...]
    var (name, sent, others) = ("", Instant?.none, [String]())
    while let fact = lines.first, let (key, value) = Self.fact(fact) {
      lines.removeFirst()
      switch key {
      case "From": name = value
      case "Sent": sent = instant(value)
      // A quoted file, or an unknown fact.
      default: others.append(key == "Attachment" ? SigtopReader.parts(of: value).name : String(fact))
      }
    }
    if lines.first?.isEmpty == true { lines.removeFirst() }
    let text = (others + lines.map(String.init)).joined(separator: "\n")
    return Reply(
      target: sent.map { Self.id($0, name, 1) }, quotedName: SigtopReader.parts(of: name).name,
      quotedText: text.isEmpty ? nil : text)
  }

  /// Reads the versions of an edited message, newest first. The message begins on line `line`.
  private mutating func readVersions(
    _ lines: ArraySlice<Substring>, line: Int, _ draft: inout MessageDraft, _ log: inout DiagnosticLog
  ) {
    var extras = draft.extras ?? MessageExtras()
    var rest = lines.map { Self.line($0, without: UInt8(ascii: "|")) }[...]
    var isNewest = true
    var last: Instant?
    var earlier: [MessageExtras.SignalVersion] = []
    while !rest.isEmpty {
      var version = MessageDraft()
      var sent: Instant?
      while let fact = rest.first, let (name, value) = Self.fact(fact) {
        let number = line + lines.startIndex + rest.startIndex
        rest.removeFirst()
        switch name {
        case "Sent": sent = instant(value)
        case "Attachment": version.attachments.append(attachment(value))
        case "Version", "Received": break
        default: noteUnknown(fact, name, line: number, &log)
        }
      }
      let end = rest.indices.dropFirst().first { index in
        rest[index].hasPrefix("Version: ") && rest[index - 1].isEmpty
      }
      var body = rest[..<(end ?? rest.endIndex)]
      rest = rest[body.endIndex...]
      if end != nil, body.last?.isEmpty == true { body.removeLast() }
      if body.first?.isEmpty == true { body.removeFirst() }
      readText(body, &version)
      if isNewest {
        (draft.text, draft.reply, last) = (version.text, version.reply, sent)
        if draft.attachments.isEmpty { draft.attachments = version.attachments }
      } else {
        earlier.append(MessageExtras.SignalVersion(written: sent, text: version.text?.string ?? ""))
      }
      isNewest = false
    }
    extras.setVersions(earlier.reversed(), last: last)
    extras.editedAt = last
    draft.extras = extras
  }

  /// Returns a line without the sign at its beginning and the blank that follows.
  private static func line(_ line: Substring, without sign: UInt8) -> Substring {
    guard line.utf8.first == sign else { return line }
    let rest = line.droppingBytes(1)
    return rest.utf8.first == 0x20 ? rest.droppingBytes(1) : rest
  }

  // MARK: Facts

  private mutating func person(_ words: String) -> ParticipantIndex {
    if let known = people[words] { return known }
    let name = SigtopReader.parts(of: words).name
    let index =
      words == Self.owner
      ? builder.participant(SigtopReader.ownerKey, standIn: .me, isMe: true)
      // Somebody else may have this name.
      : people[name] == nil ? builder.participant(name) : builder.participant(words)
    people[words] = index
    if people[name] == nil { people[name] = index }
    return index
  }

  /// The id of a message: its second, its sender, and its number among theirs in that second.
  private mutating func id(_ instant: Instant, _ sender: String) -> String {
    if second?.instant != instant { second = (instant, [:]) }
    let count = (second?.counts[sender] ?? 0) + 1
    second?.counts[sender] = count
    return Self.id(instant, sender, count)
  }

  private static func id(_ instant: Instant, _ sender: String, _ count: Int) -> String {
    "\(instant.milliseconds / 1000)-\(sender)" + (count > 1 ? "-\(count)" : "")
  }

  /// Reads `👍 from Ana Reis`. Returns false for any other words.
  private mutating func addReaction(_ value: String, to draft: inout MessageDraft) -> Bool {
    guard let from = value.range(of: " from "), from.lowerBound > value.startIndex else { return false }
    draft.reactions.add(String(value[..<from.lowerBound]), by: person(String(value[from.upperBound...])))
    return true
  }

  /// Reads `cabin.jpg (image/jpeg, 12345 bytes)`.
  private func attachment(_ value: String) -> Attachment {
    let (name, detail) = SigtopReader.parts(of: value)
    let facts = detail.split(separator: ",")
    let type = facts.first.map(String.init)
    let known = name.isEmpty || name == "no filename" ? nil : name
    var file = Attachment(kind: Attachment.Kind(ofFileNamed: known ?? "", type: type), name: known)
    file.type = type
    file.byteCount = facts.count < 2 ? nil : Int(facts[1].filter(\.isNumber))
    file.path = known.flatMap { paths[$0] }
    if file.path == nil { file.absence = .unavailable }
    return file
  }

  /// Reads `Tue, 2 Jan 2024 10:00:00 +0100` (RFC 5322); nil for `unknown`.
  private func instant(_ value: String) -> Instant? {
    guard let wallClock = WrittenTime.milliseconds(String(value.dropLast(6))), let zone = Int(value.suffix(5))
    else { return nil }
    return Instant(milliseconds: wallClock - Int64(zone / 100 * 60 + zone % 100) * 60_000)
  }
}
