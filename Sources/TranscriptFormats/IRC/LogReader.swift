import ChatModel
import Digests
import ImportKit

/// Reads one log file from a given line and converts its lines to messages.
struct LogReader {
  private let bytes: InputBytes
  private let file: IRCSource.LogFile
  private let index: Int
  private let hasIdentitySigns: Bool
  private var clock: LogClock
  /// The number of the line being read, counted from 1.
  private var line: Int
  /// The start of the line being read.
  private var offset: Int
  private var ids: LineIDs
  private var hasReportedUndated = false
  /// The times skipped by the zone's clocks.
  private(set) var skipped = SkippedTimes()
  /// The encoding of lines that are not UTF-8; nil until one is met.
  private var encoding: LogEncoding?
  private let bridges: BridgedNicks
  private let playback: [LogPlayback.PlayedLine]
  /// The lines that are not shown as written.
  private(set) var tally: LineTally
  /// The index of the next line that a bouncer repeated.
  private var nextPlayed: Int
  /// True if the last message came over a bridge.
  private var isBridged = false
  /// The bytes from which the current message's digest is computed. Reused to save allocations.
  private var digested: [UInt8] = []

  /// Creates a reader of a channel's file at `index`, starting with the line at `offset`.
  init(_ bytes: InputBytes, fileAt index: Int, of channel: IRCSource, _ survey: LogIndex, from offset: Int) {
    let file = channel.files[index]
    var start = survey.checkpoint(before: offset, start: LogLines.start(of: bytes))
    while start.offset < offset, start.offset < bytes.count { start.step(over: bytes) }
    (self.bytes, self.file, self.index) = (bytes, file, index)
    hasIdentitySigns = survey.hasIdentitySigns
    bridges = channel.bridges
    playback = survey.playback.lines
    nextPlayed = survey.playback.index(from: start.offset)
    encoding = channel.charset.map { LogEncoding($0) }
    (clock, line, self.offset) = (start.clock, start.line, start.offset)
    tally = LineTally(bytes, file: file.path)
    ids = LineIDs(day: file.name.date, hour: file.name.hour, path: file.path)
  }

  /// Passes the messages to `sink` until it returns false; returns whether it never did.
  mutating func read(
    participants: inout ParticipantTable, log: inout DiagnosticLog, digests: Bool,
    _ sink: (borrowing SurveyedMessage, SourceEntry) throws -> Bool
  ) throws -> Bool {
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      // Some archives have blank lines between all others: half of the lines.
      if end > offset,
        let message = message(LogLine(bytes, from: offset, to: end), until: end, &participants, &log)
      {
        let position = LogPosition(file: index, offset: offset).position
        let entry = SourceEntry(
          position: position, digest: digests ? digest(of: message, until: end) : .zero,
          participantEnd: participants.participants.count)
        guard try sink(message, entry) else { return false }
      }
      offset = end &+ 1
      line &+= 1
    }
    return true
  }

  /// Returns the digest of a line's message: of the line, and of the parts of its id and instant that come from the file's name and the
  /// lines above.
  private mutating func digest(of message: borrowing SurveyedMessage, until end: Int) -> ShortDigest {
    digested.removeAll(keepingCapacity: true)
    digested.append(hasIdentitySigns ? 1 : 0)
    digested.append(contentsOf: message.id.utf8)
    // Bridges and the encoding follow from other lines.
    digested.append(isBridged ? 1 : 0)
    if let encoding { digested.append(contentsOf: encoding.name.utf8) }
    let instant = message.instant?.milliseconds ?? .min
    // No id has a line feed, so the parts cannot run into one another.
    digested.append(0x0A)
    for shift in 0..<8 { digested.append(UInt8(truncatingIfNeeded: instant >> Int64(shift * 8))) }
    bytes.append(offset..<end, to: &digested)
    return ShortDigest(of: digested.span)
  }

  /// The message of a line; nil if it has nothing to show.
  @inline(__always)
  private mutating func message(
    _ parsed: LogLine, until end: Int, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog
  ) -> SurveyedMessage? {
    isBridged = false
    if nextPlayed < playback.count, playback[nextPlayed].offset == offset {
      let played = playback[nextPlayed]
      nextPlayed += 1
      if played.isKnown { count(until: end, as: .leftOut(.duplicate)) }
      return message(of: played, parsed, &participants, &log)
    }
    switch parsed.shape {
    case .blank:
      // A time without words is not shown but still moves the clock.
      _ = clock.instant(of: parsed.time)
      count(until: end, as: .leftOut(.bookkeeping))
      return nil
    case .marker(let marker):
      count(until: end, as: .leftOut(.bookkeeping))
      if !clock.follow(marker) { noteUnreadableDate(&log) }
      return nil
    case .message(let nick, let text), .unmarkedMessage(let nick, let text):
      let instant = instant(of: parsed.time, &log)
      var said = hasIdentitySigns ? unsigned(text) : text
      let sender: ParticipantIndex
      if let bridged = bridges.spoken(by: nick, said, in: bytes) {
        (said, isBridged) = (bridged.text, true)
        sender = person(bridged, over: nick, &participants)
      } else {
        sender = self.sender(nick, &participants)
      }
      let id = ids.id(day: clock.day, line: line)
      let run = bytes.run(said)
      if run.isASCII || !LogText.hasControls(bytes, said) && bytes.isUTF8(said) {
        return .plain(
          TextMessage(
            id: id, sender: sender, instant: instant, replyTo: nil, bytes: bytes, run: run, markup: .plain))
      }
      let content = content(of: said, isAction: false, &log)
      return .whole(Message(id: id, sender: sender, instant: instant, content: content))
    case .action(let nick, let text):
      let instant = instant(of: parsed.time, &log)
      let sender = sender(nick, &participants)
      let id = ids.id(day: clock.day, line: line)
      let content = content(of: text, isAction: true, &log)
      return .whole(Message(id: id, sender: sender, instant: instant, content: content))
    case .event(let event):
      let instant = instant(of: parsed.time, &log)
      let content = systemEvent(event, &participants, &log)
      return .whole(
        Message(
          id: ids.id(day: clock.day, line: line), sender: content.actor, instant: instant,
          content: .system(content)))
    case .unknown:
      count(until: end, as: .card)
      let instant = instant(of: parsed.time, &log)
      let id = ids.id(day: clock.day, line: line)
      return .whole(Message(id: id, instant: instant, content: .part(unknownLine(until: end, &log))))
    }
  }

  /// Counts the line being read, which ends at `end`.
  private mutating func count(until end: Int, as outcome: LineTally.Outcome) {
    let number = line
    tally.count(bytes.array(in: offset..<end), as: outcome) { number }
  }

  /// The message of a line that a bouncer repeated; nil if it is already in the log.
  private mutating func message(
    of line: LogPlayback.PlayedLine, _ parsed: LogLine, _ participants: inout ParticipantTable,
    _ log: inout DiagnosticLog
  ) -> SurveyedMessage? {
    // The clock continues from the time at which the line came.
    _ = clock.instant(of: parsed.time)
    guard !line.isKnown else { return nil }
    let id = ids.id(day: clock.day, line: self.line)
    switch parsed.shape {
    case .message(let nick, _), .unmarkedMessage(let nick, _):
      let speaker: ParticipantIndex
      var said = line.text
      if let bridged = bridges.spoken(by: nick, said, in: bytes) {
        (said, isBridged) = (bridged.text, true)
        speaker = person(bridged, over: nick, &participants)
      } else {
        speaker = sender(nick, &participants)
      }
      let content = content(of: said, isAction: false, &log)
      return .whole(Message(id: id, sender: speaker, instant: line.instant, content: content))
    case .action(let nick, _):
      let sender = sender(nick, &participants)
      let content = content(of: line.text, isAction: true, &log)
      return .whole(Message(id: id, sender: sender, instant: line.instant, content: content))
    default:
      let content = systemEvent(LogEvent.anything(bytes, line.text), &participants, &log)
      return .whole(Message(id: id, sender: content.actor, instant: line.instant, content: .system(content)))
    }
  }

  /// Returns the text of a spoken message or an action, with its styles.
  private mutating func content(
    of text: Range<Int>, isAction: Bool, _ log: inout DiagnosticLog
  ) -> MessageContent {
    let content = StyledLogText(bytes, text, isAction: isAction, encoding: encoding(of: text))
    if content.isDecoded { noteEncoding(&log) }
    return .text(content.content)
  }

  @inline(__always)
  private mutating func instant(of time: LogTime, _ log: inout DiagnosticLog) -> Instant? {
    let instant = clock.instant(of: time)
    if instant == nil, !hasReportedUndated { noteUndated(&log) }
    if let skippedTime = clock.skippedTime { skipped.add(skippedTime, at: origin) }
    return instant
  }

  @inline(__always)
  private mutating func sender(_ nick: Range<Int>, _ participants: inout ParticipantTable) -> ParticipantIndex
  {
    if let known = bytes.withBytes(in: nick, { participants.index(ofKey: $0) }) { return known }
    let name = plainText(nick)
    return participants.intern(key: name, name: name)
  }

  /// Returns the participant who speaks over a bridge; the network, or the bot if it names none, is added to the name.
  private mutating func person(
    _ bridged: BridgedText, over nick: Range<Int>, _ participants: inout ParticipantTable
  ) -> ParticipantIndex {
    let key = "\(bridged.name) (bridged)"
    if let known = participants.index(ofKey: key) { return known }
    return participants.intern(key: key, name: "\(bridged.name) [\(bridged.network ?? plainText(nick))]")
  }

  /// Text without styles: a nick, a topic, a reason.
  @inline(__always)
  private mutating func plainText(_ range: Range<Int>) -> String {
    if !LogText.hasControls(bytes, range), let string = bytes.string(in: range) { return string }
    return StyledLogText(bytes, range, isAction: false, encoding: encoding(of: range)).content.string
  }

  /// Returns the encoding of text that is not UTF-8. It is detected at the first such text.
  private mutating func encoding(of range: Range<Int>) -> LogEncoding {
    if let encoding { return encoding }
    guard !bytes.isUTF8(range) else { return .windows1252 }
    let found = LogEncoding(of: bytes)
    encoding = found
    return found
  }

  /// The text after the sign that says whether its sender is identified.
  private func unsigned(_ text: Range<Int>) -> Range<Int> {
    // Only lines that name the host have signs: "<nick!user@host> +text".
    guard let sign = text.first, bytes[sign] == UInt8(ascii: "+") || bytes[sign] == UInt8(ascii: "-"),
      let host = bytes.firstIndex(of: UInt8(ascii: "!"), in: offset..<sign),
      bytes.firstIndex(of: UInt8(ascii: "<"), in: offset..<host) != nil
    else { return text }
    return (sign + 1)..<text.upperBound
  }

  private mutating func systemEvent(
    _ event: LogEvent, _ participants: inout ParticipantTable, _ log: inout DiagnosticLog
  ) -> SystemEvent {
    let actor = event.actor.map { sender($0, &participants) }
    let target = event.target.map { sender($0, &participants) }
    if let text = event.text, bytes.string(in: text) == nil { noteEncoding(&log) }
    return SystemEvent(
      event: event.kind.rawValue, actor: actor, targets: target.map { [$0] } ?? [],
      text: event.text.map { plainText($0) })
  }

  private var origin: Origin { Origin(file: file.path, line: line, offset: offset) }

  private mutating func unknownLine(until end: Int, _ log: inout DiagnosticLog) -> Unsupported {
    log.append(
      Diagnostic(
        .loss, "irc-line", "this line matches no known IRC client; it is shown as it is",
        at: origin))
    return Unsupported(kind: "irc line", text: plainText(LogLines.content(of: bytes, from: offset, to: end)))
  }

  private func noteEncoding(_ log: inout DiagnosticLog) {
    let name = encoding?.name ?? LogEncoding.windows1252.name
    log.append(
      Diagnostic(
        .note, "line-encoding", "the line is not UTF-8; read as \(name), set --charset to change it",
        at: origin))
  }

  private func noteUnreadableDate(_ log: inout DiagnosticLog) {
    log.append(
      Diagnostic(
        .warning, "unreadable-date",
        "the date in this line is not in English; the next day with this number is assumed", at: origin))
  }

  private mutating func noteUndated(_ log: inout DiagnosticLog) {
    hasReportedUndated = true
    log.append(
      Diagnostic(
        .loss, "no-date",
        "these lines have no date; put it in the file name, as in 2024-01-15.log",
        at: origin))
  }
}
