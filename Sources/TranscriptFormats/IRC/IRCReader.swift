import ChatModel
import ImportKit

/// Reads a log file and converts its lines to messages.
struct IRCReader {
  private let bytes: InputBytes
  private let file: IRCChannel.LogFile
  private let hasIdentitySigns: Bool
  private var clock: LogClock
  /// The number of the line being read, counted from 1.
  private var line = 1
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
  private var nextPlayed = 0

  init(_ bytes: InputBytes, _ file: IRCChannel.LogFile, of channel: IRCChannel, _ survey: LogSurvey) {
    (self.bytes, self.file) = (bytes, file)
    hasIdentitySigns = survey.hasIdentitySigns
    bridges = channel.bridges
    playback = survey.playback.lines
    encoding = channel.charset.map { LogEncoding($0) }
    (clock, offset) = (survey.clock, LogLines.start(of: bytes))
    tally = LineTally(bytes, file: file.path)
    ids = LineIDs(day: file.name.date, hour: file.name.hour, path: file.path)
  }

  /// Appends the messages to `builder`.
  mutating func read(to builder: ConversationBuilder, _ log: inout DiagnosticLog) throws(ImportError) {
    while offset < bytes.count {
      let end = LogLines.end(of: bytes, from: offset)
      // Some archives have blank lines between all others: half of the lines.
      if end > offset,
        let message = message(LogLine(bytes, from: offset, to: end), until: end, builder, &log)
      {
        try builder.add(message)
      }
      offset = end &+ 1
      line &+= 1
    }
  }

  /// The message of a line; nil if it has nothing to show.
  private mutating func message(
    _ parsed: LogLine, until end: Int, _ builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) -> Message? {
    if nextPlayed < playback.count, playback[nextPlayed].offset == offset {
      let played = playback[nextPlayed]
      nextPlayed += 1
      if played.isKnown { count(until: end, as: .leftOut(.duplicate)) }
      return message(of: played, parsed, builder, &log)
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
      let (sender, said) = speech(hasIdentitySigns ? unsigned(text) : text, by: nick, builder)
      let id = ids.id(day: clock.day, line: line)
      let run = bytes.run(said)
      let isPlain = run.isASCII || !LogText.hasControls(bytes, said) && bytes.isUTF8(said)
      let content =
        isPlain
        ? .text(MessageText(bytes.string(ofValid: said, isASCII: run.isASCII), markup: .plain))
        : content(of: said, isAction: false, &log)
      return Message(id: id, sender: sender, instant: instant, content: content)
    case .action(let nick, let text):
      let instant = instant(of: parsed.time, &log)
      let sender = sender(nick, builder)
      let id = ids.id(day: clock.day, line: line)
      let content = content(of: text, isAction: true, &log)
      return Message(id: id, sender: sender, instant: instant, content: content)
    case .event(let event):
      let instant = instant(of: parsed.time, &log)
      let content = systemEvent(event, builder, &log)
      let id = ids.id(day: clock.day, line: line)
      return Message(id: id, sender: content.actor, instant: instant, content: .system(content))
    case .unknown:
      count(until: end, as: .card)
      let instant = instant(of: parsed.time, &log)
      let id = ids.id(day: clock.day, line: line)
      return Message(id: id, instant: instant, content: .part(unknownLine(until: end, &log)))
    }
  }

  /// Counts the line being read, which ends at `end`.
  private mutating func count(until end: Int, as outcome: LineTally.Outcome) {
    let number = line
    tally.count(bytes.array(in: offset..<end), as: outcome) { number }
  }

  /// The message of a line that a bouncer repeated; nil if it is already in the log.
  private mutating func message(
    of line: LogPlayback.PlayedLine, _ parsed: LogLine, _ builder: ConversationBuilder,
    _ log: inout DiagnosticLog
  ) -> Message? {
    // The clock continues from the time at which the line came.
    _ = clock.instant(of: parsed.time)
    guard !line.isKnown else { return nil }
    let id = ids.id(day: clock.day, line: self.line)
    switch parsed.shape {
    case .message(let nick, _), .unmarkedMessage(let nick, _):
      let (sender, said) = speech(line.text, by: nick, builder)
      let content = content(of: said, isAction: false, &log)
      return Message(id: id, sender: sender, instant: line.instant, content: content)
    case .action(let nick, _):
      let sender = sender(nick, builder)
      let content = content(of: line.text, isAction: true, &log)
      return Message(id: id, sender: sender, instant: line.instant, content: content)
    default:
      let content = systemEvent(LogEvent.anything(bytes, line.text), builder, &log)
      return Message(id: id, sender: content.actor, instant: line.instant, content: .system(content))
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

  /// Returns the speaker of a line and the words: those in the line, or over a bridge the ones it carries.
  private mutating func speech(
    _ text: Range<Int>, by nick: Range<Int>, _ builder: ConversationBuilder
  ) -> (sender: ParticipantIndex, text: Range<Int>) {
    guard let bridged = bridges.spoken(by: nick, text, in: bytes) else {
      return (sender(nick, builder), text)
    }
    let key = "\(bridged.name) (bridged)"
    if let known = builder.participants.index(ofKey: key) { return (known, bridged.text) }
    // The network, or the bot if it names none, is added to the name.
    let name = "\(bridged.name) [\(bridged.network ?? plainText(nick))]"
    return (builder.participant(key, name: name), bridged.text)
  }

  private mutating func sender(_ nick: Range<Int>, _ builder: ConversationBuilder) -> ParticipantIndex {
    if let known = bytes.withBytes(in: nick, { builder.participant(ofKey: $0) }) { return known }
    return builder.participant(plainText(nick))
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
    _ event: LogEvent, _ builder: ConversationBuilder, _ log: inout DiagnosticLog
  ) -> SystemEvent {
    let actor = event.actor.map { sender($0, builder) }
    let target = event.target.map { sender($0, builder) }
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
