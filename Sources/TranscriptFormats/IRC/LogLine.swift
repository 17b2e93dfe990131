import ImportKit

/// One line of a log, split into its parts: byte ranges only, nothing copied.
struct LogLine: Equatable {
  var time: LogTime
  var shape: Shape

  enum Shape: Equatable {
    /// Nothing but spaces.
    case blank
    /// A spoken message, or a notice, which is sent by another command.
    case message(nick: Range<Int>, text: Range<Int>)
    /// A spoken message that no sign sets apart from other text: `ann: hello`, or `ann  hello` with blanks for WeeChat's tabs.
    case unmarkedMessage(nick: Range<Int>, text: Range<Int>)
    /// An action: `/me waves`, CTCP ACTION.
    case action(nick: Range<Int>, text: Range<Int>)
    /// Something that happened to the channel.
    case event(LogEvent)
    /// The log's own remarks: opened, closed, a new day.
    case marker(LogMarker)
    case unknown
  }

  /// No nick is longer, not even one of a bridged network with its host.
  private static let nickLimit = 256

  /// Parses the line from `start` up to its line feed at `end`.
  @inline(__always)
  init(_ bytes: InputBytes, from start: Int, to end: Int) {
    let end = end > start && bytes[end &- 1] == 0x0D ? end &- 1 : end
    let (time, next) = LogTimeParser.time(in: bytes, from: start, to: end)
    self.time = time
    // The commonest line of all: "[10:00] <nick> text".
    if next &+ 2 < end, bytes[next] == 0x20, bytes[next &+ 1] == UInt8(ascii: "<"),
      let message = Self.spoken(bytes, from: next &+ 1, to: end)
    {
      shape = message
    } else {
      let shape = Self.shape(bytes, from: next, to: end, time: time)
      self.shape =
        shape == .unknown && bytes[start] &- 48 < 10 && next < end && bytes[next] == 0x20
        ? Self.unmarked(bytes, from: next, to: end, time: time) ?? shape : shape
    }
  }

  private static func shape(_ bytes: InputBytes, from start: Int, to end: Int, time: LogTime) -> Shape {
    if time != .none, start < end, bytes[start] == 0x09 {
      return columns(bytes, from: start + 1, to: end, time: time)
    }
    var offset = start
    while offset < end, bytes[offset] == 0x20 || bytes[offset] == 0x09 { offset += 1 }
    guard offset < end else { return .blank }
    switch bytes[offset] {
    case UInt8(ascii: "<"):
      if let sentence = after("<--", bytes, offset, end) { return .event(LogEvent.anything(bytes, sentence)) }
      return spoken(bytes, from: offset, to: end) ?? .unknown
    case UInt8(ascii: "*"):
      if time == .none, let marker = LogMarker(bytes, from: offset, to: end) { return .marker(marker) }
      if let sentence = after("***", bytes, offset, end) { return .event(LogEvent.anything(bytes, sentence)) }
      guard let sentence = after("*", bytes, offset, end), time != .none else { return .unknown }
      return starred(bytes, sentence, time)
    case UInt8(ascii: "-"):
      if let marker = time == .none
        ? LogMarker(bytes, from: offset, to: end)
        : offset == start + 1 ? LogMarker(behindTime: bytes, from: offset, to: end) : nil
      {
        return .marker(marker)
      }
      for sign in ["-!-", "-->", "---", "--"] as [StaticString] {
        if let sentence = after(sign, bytes, offset, end) {
          return .event(LogEvent.anything(bytes, sentence))
        }
      }
      return time == .none ? .unknown : notice(bytes, from: offset, to: end) ?? .unknown
    case UInt8(ascii: "="):
      guard let sentence = after("===", bytes, offset, end) ?? after("=!=", bytes, offset, end) else {
        return .unknown
      }
      return .event(LogEvent.anything(bytes, sentence))
    default:
      if time != .none { return unsigned(bytes, from: offset, to: end, time) }
      return LogMarker(bytes, from: offset, to: end).map { .marker($0) } ?? .unknown
    }
  }

  /// Returns the shape of a line that eggdrop writes without any sign: events, actions as `Action: ann waves`.
  private static func unsigned(_ bytes: InputBytes, from start: Int, to end: Int, _ time: LogTime) -> Shape {
    if start + 8 < end, bytes.has("Action: ", at: start) { return action(bytes, (start + 8)..<end) }
    if let event = LogEvent(eggdrop: bytes, start..<end) { return .event(event) }
    // KVIrc and LimeChat put no sign before their sentences either. After a whole date somebody may be speaking.
    var isDated = false
    if case .wallClock = time { isDated = true }
    return LogEvent(bytes, start..<end, isCertain: !isDated).map { .event($0) } ?? .unknown
  }

  /// Returns the shape of `ann: hello`, as LimeChat writes it, and of `ann hello` after a whole date, which is WeeChat's log with
  /// blanks for tabs; nil if the first word is not a nick.
  private static func unmarked(
    _ bytes: InputBytes, from start: Int, to end: Int, time: LogTime
  ) -> Shape? {
    var low = start
    while low < end, isSpace(bytes[low]) { low += 1 }
    var high = low
    while high < end, !isSpace(bytes[high]) { high += 1 }
    guard low > start, high < end, high - low <= nickLimit else { return nil }
    let text = (high + 1)..<end
    switch time {
    case .clock:
      guard bytes[high - 1] == UInt8(ascii: ":"), let nick = strictNick(bytes, low..<(high - 1)) else {
        return nil
      }
      return .unmarkedMessage(nick: nick, text: text)
    case .wallClock:
      let nickEnd = bytes[high - 1] == UInt8(ascii: ":") ? high - 1 : high
      guard let nick = strictNick(bytes, low..<nickEnd) else { return nil }
      var first = text.lowerBound
      while first < end, bytes[first] == 0x20 { first += 1 }
      return .unmarkedMessage(nick: nick, text: first..<end)
    case .none, .monthDay, .instant: return nil
    }
  }

  /// Returns the nick in a word that has nothing but the characters of RFC 2812 §2.3.1 after an optional mode sign; otherwise nil.
  private static func strictNick(_ bytes: InputBytes, _ word: Range<Int>) -> Range<Int>? {
    guard let nick = nick(bytes, from: word.lowerBound, to: word.upperBound),
      nick.upperBound == word.upperBound
    else { return nil }
    return nick.allSatisfy { offset in
      let byte = bytes[offset]
      return byte &- 48 < 10 && offset > nick.lowerBound || (byte | 0x20) &- 97 < 26 || byte >= 0x80
        || "[]\\`_^{|}-".utf8.contains(byte)
    } ? nick : nil
  }

  /// The sentence after a sign and the spaces that follow it.
  private static func after(_ sign: StaticString, _ bytes: InputBytes, _ start: Int, _ end: Int) -> Range<
    Int
  >? {
    var offset = start + sign.utf8CodeUnitCount
    guard offset <= end, bytes.has(sign, at: start), offset == end || isSpace(bytes[offset]) else {
      return nil
    }
    while offset < end, isSpace(bytes[offset]) { offset += 1 }
    return offset..<end
  }

  /// `<nick> text`, with or without the nick's mode sign, padding and host.
  @inline(__always)
  private static func spoken(_ bytes: InputBytes, from start: Int, to end: Int) -> Shape? {
    var offset = start &+ 1
    let limit = min(end, start &+ nickLimit)
    while offset < limit, bytes[offset] != UInt8(ascii: ">") { offset &+= 1 }
    guard offset < limit, offset &+ 1 == end || isSpace(bytes[offset &+ 1]),
      let nick = nick(bytes, from: start &+ 1, to: offset)
    else { return nil }
    let text = min(offset &+ 2, end)..<end
    if isBouncer(bytes, nick) { return .event(LogEvent.anything(bytes, text)) }
    return .message(nick: nick, text: text)
  }

  /// True if a word in the position of a nick cannot be one: `***`, with which bouncers speak, or the
  /// name of ZNC's module that repeats joins and parts.
  @inline(__always)
  private static func isBouncer(_ bytes: InputBytes, _ nick: Range<Int>) -> Bool {
    let first = bytes[nick.lowerBound]
    if (first | 0x20) &- 97 < 26 || first >= 0x80 { return false }
    return isSign(bytes, nick) || nick.count == 11 && bytes.has("*buffextras", at: nick.lowerBound)
  }

  /// `-nick- text` and `-nick(user@host)- text`.
  private static func notice(_ bytes: InputBytes, from start: Int, to end: Int) -> Shape? {
    var offset = start + 1
    let limit = min(end, start + nickLimit)
    while offset < limit, !isSpace(bytes[offset]) { offset += 1 }
    guard offset > start + 2, bytes[offset - 1] == UInt8(ascii: "-") else { return nil }
    var nickEnd = start + 1
    while nickEnd < offset - 1, bytes[nickEnd] != UInt8(ascii: "("), bytes[nickEnd] != UInt8(ascii: ":") {
      nickEnd += 1
    }
    guard let nick = nick(bytes, from: start + 1, to: nickEnd) else { return nil }
    return .message(nick: nick, text: min(offset + 1, end)..<end)
  }

  /// Returns the shape after a single star: an event if the words are unambiguous, otherwise an action.
  private static func starred(_ bytes: InputBytes, _ sentence: Range<Int>, _ time: LogTime) -> Shape {
    if let event = LogEvent(bytes, sentence, isCertain: false) { return .event(event) }
    var isDated = false
    if case .wallClock = time { isDated = true }
    if let event = LogEvent(lounge: bytes, sentence, isDated: isDated) { return .event(event) }
    return action(bytes, sentence)
  }

  private static func action(_ bytes: InputBytes, _ sentence: Range<Int>) -> Shape {
    var offset = sentence.lowerBound
    while offset < sentence.upperBound, !isSpace(bytes[offset]) { offset += 1 }
    guard let nick = nick(bytes, from: sentence.lowerBound, to: offset) else { return .unknown }
    return .action(nick: nick, text: min(offset + 1, sentence.upperBound)..<sentence.upperBound)
  }

  /// WeeChat's columns after the time: a prefix, a tab, the text.
  private static func columns(_ bytes: InputBytes, from start: Int, to end: Int, time: LogTime) -> Shape {
    guard let tab = bytes.firstIndex(of: 0x09, in: start..<end) else { return .unknown }
    var prefix = start..<tab
    while prefix.lowerBound < prefix.upperBound, bytes[prefix.lowerBound] == 0x20 {
      prefix = (prefix.lowerBound + 1)..<prefix.upperBound
    }
    let text = (tab + 1)..<end
    func isPrefix(_ sign: StaticString) -> Bool {
      prefix.count == sign.utf8CodeUnitCount && bytes.has(sign, at: prefix.lowerBound)
    }
    if isPrefix("*") { return action(bytes, text) }
    if prefix.isEmpty || isPrefix("-->") || isPrefix("<--") || isPrefix("--") || isPrefix("=!=")
      || isSign(bytes, prefix)
    {
      return .event(LogEvent.anything(bytes, text))
    }
    // Users may have the nick put into brackets.
    if prefix.count > 2, bytes[prefix.lowerBound] == UInt8(ascii: "<"),
      bytes[prefix.upperBound - 1] == UInt8(ascii: ">")
    {
      prefix = (prefix.lowerBound + 1)..<(prefix.upperBound - 1)
    }
    guard let nick = nick(bytes, from: prefix.lowerBound, to: prefix.upperBound) else { return .unknown }
    // Tables of other programs have a time, a word and a text as well.
    switch time {
    case .wallClock, .instant:
      if isCertainNick(bytes, nick) { return .message(nick: nick, text: text) }
    case .none, .clock, .monthDay: break
    }
    return .unmarkedMessage(nick: nick, text: text)
  }

  /// True if a word in WeeChat's second column is certainly a nick: it begins with no digit, and is not a severity of a
  /// program's log.
  private static func isCertainNick(_ bytes: InputBytes, _ word: Range<Int>) -> Bool {
    bytes[word.lowerBound] &- 48 >= 10 && !LogLevel.isLevel(bytes, word)
  }

  /// True if a prefix is a sign that a user chose for events, such as an arrow: no character in it is allowed in nicks.
  private static func isSign(_ bytes: InputBytes, _ prefix: Range<Int>) -> Bool {
    guard prefix.count <= 16, let text = bytes.string(in: prefix) else { return false }
    return text.unicodeScalars.allSatisfy { scalar in
      // RFC 2812 §2.3.1; networks with other scripts allow their letters in nicks.
      !scalar.properties.isAlphabetic && scalar.properties.numericType == nil
        && !"[]\\`_^{|}".unicodeScalars.contains(scalar)
    }
  }

  /// The nick alone: without padding, the signs of its modes (`@` operator, `+` voice …) and its host.
  @inline(__always)
  static func nick(_ bytes: InputBytes, from start: Int, to end: Int) -> Range<Int>? {
    var low = start
    var high = end
    while low < high, isModeSignOrSpace(bytes[low]) || bytes[low] < 0x20 {
      low = bytes[low] < 0x20 ? MIRCFormatting.offset(behindCodeAt: low, in: bytes, limit: high) : low &+ 1
    }
    while low < high, isSpace(bytes[high &- 1]) { high &-= 1 }
    var offset = low
    while offset < high, bytes[offset] != UInt8(ascii: "!") { offset &+= 1 }
    return low < offset ? low..<offset : nil
  }

  @inline(__always)
  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  /// RFC 2812 §2.3.1 allows none of these in a nick.
  @inline(__always)
  private static func isModeSignOrSpace(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, UInt8(ascii: "@"), UInt8(ascii: "+"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "~"),
      UInt8(ascii: "!"):
      true
    default: false
    }
  }
}
