/// Something that happened to a channel, found in the sentence a client wrote about it.
struct LogEvent: Equatable {
  enum Kind: String {
    case join, part, quit, nick, mode, topic, kick
    /// Anything else; `text` is the whole sentence.
    case info
  }
  var kind: Kind
  var actor: Range<Int>?
  /// Who was kicked.
  var target: Range<Int>?
  /// The reason, the new nick, the modes, the topic; nil where the sentence has none.
  var text: Range<Int>?

  /// The event of a sentence that a sign marks as one, whatever it says.
  static func anything(_ bytes: InputBytes, _ sentence: Range<Int>) -> LogEvent {
    LogEvent(bytes, sentence, isCertain: true) ?? LogEvent(kind: .info, text: Sentence(bytes, sentence).rest)
  }

  /// The event `sentence` tells of, or nil when its words are none we know.
  ///
  /// A sentence that may as well be an action (`isCertain` false) has to be worded as clients word it down to
  /// the channel or the host, so that "* ann has left the building" stays what ann does.
  init?(_ bytes: InputBytes, _ sentence: Range<Int>, isCertain: Bool) {
    var words = Sentence(bytes, sentence)
    if words.take("Joins: ") {
      self.init(kind: .join, actor: words.nick())
    } else if words.take("Parts: ") {
      self.init(kind: .part, actor: words.nick(), text: words.reason())
    } else if words.take("Quits: ") {
      self.init(kind: .quit, actor: words.nick(), text: words.reason())
    } else if words.takesModePrefix() {
      self.init(mode: &words)
    } else {
      if !isCertain, words.isClientsOwn {
        self.init(kind: .info, text: words.rest)
        return
      }
      guard !words.isAboutOneself, let actor = words.nick() else { return nil }
      let hasHost = words.takeHost()
      self.init(&words, actor: actor, isCertain: isCertain || hasHost)
    }
  }

  private init(kind: Kind, actor: Range<Int>? = nil, target: Range<Int>? = nil, text: Range<Int>? = nil) {
    (self.kind, self.actor, self.target, self.text) = (kind, actor, target, text)
  }

  /// `mode/#channel [+o nick] by op`, and `Mode #channel …` with round brackets or square.
  private init?(mode words: inout Sentence) {
    let modes = words.bracketed()
    guard words.take(past: "by "), let actor = words.nick() else { return nil }
    self.init(kind: .mode, actor: actor, text: modes)
  }

  /// What follows the actor.
  private init?(_ words: inout Sentence, actor: Range<Int>, isCertain: Bool) {
    if words.take("has joined") || words.take("joined") || words.take("entered the room") {
      guard isCertain || words.namesChannel else { return nil }
      self.init(kind: .join, actor: actor)
    } else if words.take("has left") || words.take("left") {
      guard isCertain || words.namesChannel else { return nil }
      self.init(leaving: &words, actor: actor)
    } else if words.take("has quit") || words.take("Quit") || words.take("quit") {
      guard isCertain || words.startsBracket else { return nil }
      self.init(kind: .quit, actor: actor, text: words.reason())
    } else if words.take("is now known as ") || words.take("are now known as ") {
      guard let name = words.onlyWord() else { return nil }
      self.init(kind: .nick, actor: actor, text: name)
    } else if words.take("sets mode: ") || words.take("sets mode ") {
      self.init(kind: .mode, actor: actor, text: words.rest)
    } else if words.startsModeChange {
      self.init(kind: .mode, actor: actor, text: words.rest)
    } else if words.take("changes topic to") || words.take("has changed the topic to") {
      self.init(kind: .topic, actor: actor, text: words.topic())
    } else if words.take("changed the topic of ") || words.take("has changed topic for ") {
      self.init(kind: .topic, actor: actor, text: words.take(past: " to") ? words.topic() : nil)
    } else if words.take("was kicked ") {
      guard words.take(past: "by "), let by = words.nick() else { return nil }
      self.init(kind: .kick, actor: by, target: actor, text: words.reason())
    } else if words.take("has kicked ") {
      guard let kicked = words.nick() else { return nil }
      self.init(kind: .kick, actor: actor, target: kicked, text: words.reason())
    } else {
      return nil
    }
  }

  /// `left #channel [reason]`, `left the room (quit: reason).`
  private init(leaving words: inout Sentence, actor: Range<Int>) {
    let isRoom = words.take(" the room")
    guard isRoom, words.take(" (quit:") else {
      self.init(kind: .part, actor: actor, text: words.reason())
      return
    }
    self.init(kind: .quit, actor: actor, text: words.untilLastBracket())
  }
}

/// A place in a sentence, and what may be found from there.
struct Sentence {
  private let bytes: InputBytes
  private var place: Int
  private var end: Int

  init(_ bytes: InputBytes, _ range: Range<Int>) {
    self.bytes = bytes
    (place, end) = (range.lowerBound, range.upperBound)
    while end > place, isSpace(bytes[end - 1]) { end -= 1 }
  }

  /// What is left, nil when that is nothing.
  var rest: Range<Int>? { place < end ? place..<end : nil }

  /// Steps over `words` when they stand here.
  mutating func take(_ words: StaticString) -> Bool {
    let next = place + words.utf8CodeUnitCount
    guard next <= end, bytes.has(words, at: place) else { return false }
    place = next
    return true
  }

  /// Steps to behind the next `words`, wherever they stand.
  mutating func take(past words: StaticString) -> Bool {
    let start = place
    while place < end {
      if take(words) { return true }
      place += 1
    }
    place = start
    return false
  }

  /// The nick here, and the spaces behind it stepped over.
  mutating func nick() -> Range<Int>? {
    let start = place
    while place < end, !isSpace(bytes[place]) { place += 1 }
    let nick = LogLine.nick(bytes, from: start, to: place)
    skipSpaces()
    return nick
  }

  /// The one word that is left, without the quotes some clients put around it.
  mutating func onlyWord() -> Range<Int>? {
    guard let rest, !bytes.array(in: rest).contains(0x20) else { return nil }
    return rest
  }

  /// Steps over `(user@host)` or `[user@host]`.
  mutating func takeHost() -> Bool {
    guard startsBracket else { return false }
    var close = place + 1
    while close < end, !isSpace(bytes[close]) { close += 1 }
    guard bytes[close - 1] == UInt8(ascii: ")") || bytes[close - 1] == UInt8(ascii: "]"),
      bytes.firstIndex(of: UInt8(ascii: "@"), in: place..<close) != nil
    else { return false }
    place = close
    skipSpaces()
    return true
  }

  /// Whether the next thing, after spaces, is a bracket.
  var startsBracket: Bool {
    var next = place
    while next < end, isSpace(bytes[next]) { next += 1 }
    return next < end && (bytes[next] == UInt8(ascii: "(") || bytes[next] == UInt8(ascii: "["))
  }

  /// Whether a channel's name comes next: RFC 2812 §1.3.
  var namesChannel: Bool {
    var next = place
    while next < end, isSpace(bytes[next]) { next += 1 }
    guard next < end else { return false }
    return bytes[next] == UInt8(ascii: "#") || bytes[next] == UInt8(ascii: "&")
      || bytes[next] == UInt8(ascii: "+")
  }

  /// Whether the sentence speaks to the log's owner, as "You are now known as".
  var isAboutOneself: Bool { bytes.has("You ", at: place) }

  /// Whether the client itself speaks, behind the one star it also puts before actions.
  var isClientsOwn: Bool {
    for start in [
      "Now talking ", "Topic for #", "Topic is '", "Set by ", "You are now known as ", "Disconnected",
      "Rejoined channel",
    ] as [StaticString]
    where place + start.utf8CodeUnitCount <= end && bytes.has(start, at: place) { return true }
    return false
  }

  /// `gives channel operator status to nick` and the like, as XChat words mode changes.
  var startsModeChange: Bool {
    for start in [
      "gives channel operator status to ", "removes channel operator status from ", "gives voice to ",
      "removes voice from ", "sets ban on ", "removes ban on ", "sets modes [",
    ] as [StaticString]
    where place + start.utf8CodeUnitCount <= end && bytes.has(start, at: place) { return true }
    return false
  }

  /// Steps over `mode/` or `Mode `.
  mutating func takesModePrefix() -> Bool { take("mode/") || take("Mode ") || take("ServerMode/") }

  /// What stands in the next brackets, trimmed; nil when nothing does.
  mutating func bracketed() -> Range<Int>? {
    while place < end, bytes[place] != UInt8(ascii: "["), bytes[place] != UInt8(ascii: "(") { place += 1 }
    guard place < end else { return nil }
    let close = bytes[place] == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
    guard let closed = bytes.firstIndex(of: close, in: place..<end) else { return nil }
    let inside = Sentence(bytes, (place + 1)..<closed).rest
    place = closed + 1
    return inside
  }

  /// The reason somebody left: the brackets at the sentence's end, the host's stepped over.
  mutating func reason() -> Range<Int>? {
    skipSpaces()
    _ = takeHost()
    while place < end, bytes[place] != UInt8(ascii: "("), bytes[place] != UInt8(ascii: "[") { place += 1 }
    guard place < end else { return nil }
    place += 1
    return untilLastBracket()
  }

  /// The text from here until the bracket, and the full stop, that end the sentence.
  mutating func untilLastBracket() -> Range<Int>? {
    var last = end
    if last > place, bytes[last - 1] == UInt8(ascii: ".") { last -= 1 }
    if last > place, bytes[last - 1] == UInt8(ascii: ")") || bytes[last - 1] == UInt8(ascii: "]") {
      last -= 1
    }
    skipSpaces()
    return place < last ? Sentence(bytes, place..<last).rest : nil
  }

  /// The topic here: after a colon, without the quotes around it.
  mutating func topic() -> Range<Int>? {
    _ = take(":")
    skipSpaces()
    guard let rest else { return nil }
    let quote = bytes[rest.lowerBound]
    guard rest.count >= 2, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\""),
      bytes[rest.upperBound - 1] == quote
    else { return rest }
    return Sentence(bytes, (rest.lowerBound + 1)..<(rest.upperBound - 1)).rest
  }

  private mutating func skipSpaces() {
    while place < end, isSpace(bytes[place]) { place += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
