import ImportKit

/// Something that happened to a channel, found in the sentence a client wrote about it.
struct LogEvent: Equatable {
  enum Kind: String {
    case join, part, quit, nick, mode, topic, kick
    /// Anything else; `text` is the whole sentence.
    case info
  }
  var kind: Kind
  var actor: Range<Int>?
  /// The person who was kicked.
  var target: Range<Int>?
  /// The reason, the new nick, the modes, the topic, or words after a join; nil if the sentence has none.
  var text: Range<Int>?

  /// The event of a sentence that a sign marks as one, whatever its words.
  static func anything(_ bytes: InputBytes, _ sentence: Range<Int>) -> LogEvent {
    LogEvent(bytes, sentence, isCertain: true) ?? LogEvent(kind: .info, text: Sentence(bytes, sentence).rest)
  }

  /// The event that `sentence` reports, or nil if its wording is unknown.
  ///
  /// A sentence that may also be an action (`isCertain` false) must have the exact wording of clients down to
  /// the channel or the host, so that "* ann has left the building" stays an action.
  init?(_ bytes: InputBytes, _ sentence: Range<Int>, isCertain: Bool) {
    var words = Sentence(bytes, sentence)
    if words.take("Joins: ") {
      self.init(kind: .join, actor: words.nick(), text: words.reason())
    } else if words.take("Nick change: ") {
      guard let actor = words.nick(), words.take("-> "), let name = words.onlyWord() else { return nil }
      self.init(kind: .nick, actor: actor, text: name)
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

  init(kind: Kind, actor: Range<Int>? = nil, target: Range<Int>? = nil, text: Range<Int>? = nil) {
    (self.kind, self.actor, self.target, self.text) = (kind, actor, target, text)
  }

  /// `mode/#channel [+o nick] by op`, and `Mode #channel …` with round brackets or square.
  private init?(mode words: inout Sentence) {
    let modes = words.bracketed()
    guard words.take(past: "by "), let actor = words.nick() else { return nil }
    self.init(kind: .mode, actor: actor, text: modes)
  }

  /// Parses the words that follow the actor.
  private init?(_ words: inout Sentence, actor: Range<Int>, isCertain: Bool) {
    if words.take("has joined") || words.take("joined") || words.take("entered the room") {
      guard isCertain || words.namesChannel || words.startsHost else { return nil }
      self.init(kind: .join, actor: actor, text: words.reason())
    } else if words.take("has left IRC (") {
      self.init(kind: .quit, actor: actor, text: words.untilLastBracket())
    } else if words.take("has left") || words.take("left") {
      guard isCertain || words.namesChannel else { return nil }
      self.init(leaving: &words, actor: actor)
    } else if words.take("has quit") || words.take("Quit") || words.take("quit") {
      guard isCertain || words.startsBracket else { return nil }
      self.init(kind: .quit, actor: actor, text: words.reason(ofChannel: false))
    } else if words.take("is now known as ") || words.take("are now known as ") {
      guard let name = words.onlyWord() else { return nil }
      self.init(kind: .nick, actor: actor, text: name)
    } else if words.take("sets mode: ") || words.take("sets mode ") || words.take("has changed mode: ") {
      self.init(kind: .mode, actor: actor, text: words.rest)
    } else if words.startsModeChange {
      self.init(kind: .mode, actor: actor, text: words.rest)
    } else if words.take("has changed topic: ") || words.take("has set topic: ")
      || words.take("changes topic to") || words.take("has changed the topic to")
    {
      self.init(kind: .topic, actor: actor, text: words.topic())
    } else if words.take("changed the topic of ") || words.take("has changed topic for ") {
      self.init(kind: .topic, actor: actor, text: words.take(past: " to") ? words.topic() : nil)
    } else if words.take("was kicked ") {
      guard words.take(past: "by "), let by = words.nick(),
        isCertain || words.startsBracket || words.rest == nil
      else {
        return nil
      }
      self.init(kind: .kick, actor: by, target: actor, text: words.reason())
    } else if words.take("has kicked ") {
      guard let kicked = words.nick(), isCertain || words.startsBracket || words.namesChannel(behind: "from ")
      else { return nil }
      if words.namesChannel(behind: "from ") { _ = words.take("from ") }
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

/// A scan of a sentence: an offset in it, and ways to read on.
struct Sentence {
  let bytes: InputBytes
  private(set) var offset: Int
  private var end: Int

  init(_ bytes: InputBytes, _ range: Range<Int>) {
    self.bytes = bytes
    (offset, end) = (range.lowerBound, range.upperBound)
    while end > offset, isSpace(bytes[end - 1]) { end -= 1 }
  }

  /// The rest of the sentence, or nil if it is empty.
  var rest: Range<Int>? { offset < end ? offset..<end : nil }

  /// Skips `words` if they come next.
  mutating func take(_ words: StaticString) -> Bool {
    let next = offset + words.utf8CodeUnitCount
    guard next <= end, bytes.has(words, at: offset) else { return false }
    offset = next
    return true
  }

  /// Skips past the next `words`, wherever they are.
  mutating func take(past words: StaticString) -> Bool {
    let start = offset
    while offset < end {
      if take(words) { return true }
      offset += 1
    }
    offset = start
    return false
  }

  /// Reads the nick that comes next, and skips the spaces after it.
  mutating func nick() -> Range<Int>? {
    let start = offset
    while offset < end, !isSpace(bytes[offset]) { offset += 1 }
    let nick = LogLine.nick(bytes, from: start, to: offset)
    skipSpaces()
    return nick
  }

  /// Returns the rest of the line if it is one word, else nil.
  mutating func onlyWord() -> Range<Int>? {
    guard let rest, bytes.firstIndex(of: 0x20, in: rest) == nil else { return nil }
    return rest
  }

  /// Skips `(user@host)` or `[user@host]`.
  mutating func takeHost() -> Bool {
    guard startsBracket else { return false }
    var close = offset + 1
    while close < end, !isSpace(bytes[close]) { close += 1 }
    guard bytes[close - 1] == UInt8(ascii: ")") || bytes[close - 1] == UInt8(ascii: "]"),
      bytes.firstIndex(of: UInt8(ascii: "@"), in: offset..<close) != nil
    else { return false }
    offset = close
    skipSpaces()
    return true
  }

  /// True if a bracket comes next, after any spaces.
  var startsBracket: Bool {
    var next = offset
    while next < end, isSpace(bytes[next]) { next += 1 }
    return next < end && (bytes[next] == UInt8(ascii: "(") || bytes[next] == UInt8(ascii: "["))
  }

  /// True if a user's host in brackets comes next, after any spaces.
  var startsHost: Bool {
    var ahead = self
    ahead.skipSpaces()
    return ahead.takeHost()
  }

  /// True if a channel's name comes next: RFC 2812 §1.3.
  var namesChannel: Bool {
    var next = offset
    while next < end, isSpace(bytes[next]) { next += 1 }
    guard next < end else { return false }
    return bytes[next] == UInt8(ascii: "#") || bytes[next] == UInt8(ascii: "&")
      || bytes[next] == UInt8(ascii: "+")
  }

  /// True if the sentence addresses the log's owner, for example "You are now known as".
  var isAboutOneself: Bool { bytes.has("You ", at: offset) }

  /// True if the client itself speaks, after the one star it also puts before actions.
  var isClientsOwn: Bool {
    for start in [
      "Now talking ", "Topic for #", "Topic is '", "Set by ", "You are now known as ", "Disconnected",
      "Rejoined channel", "Attempting to rejoin ", "Attempting to join ", "Retrieving #", "No topic is set",
      "Topic is \"", "Topic is: ", "You were kicked ", "You have been ", "You have joined ", "You have left ",
      "You are not ", "Cannot join ", "Can't join ", "Unable to join ", "Unable to connect ",
      "Unable to resolve ",
      "Couldn't connect ", "Couldn't resolve ", "Couldn't look up ", "Connecting to ", "Connection to ",
      "Connection closed", "Connection failed", "Connection reset", "Connected. Now logging in",
      "Connected to ",
      "Looking up ", "Stopped previous connection", "Rejoining ", "Reconnecting ", "Retrying connection",
      "Resolving ", "Dns resolved ", "Dns unable ", "Closing Link", "Server closed ", "Ping timeout",
      "Loaded log from ", "Your nick is ", "Nickname is already in use", "#",
    ] as [StaticString]
    where offset + start.utf8CodeUnitCount <= end && bytes.has(start, at: offset) { return true }
    return false
  }

  /// `gives channel operator status to nick` and the like, as XChat words mode changes.
  var startsModeChange: Bool {
    for start in [
      "gives channel operator status to ", "removes channel operator status from ", "gives voice to ",
      "removes voice from ", "sets ban on ", "removes ban on ", "sets modes [",
    ] as [StaticString]
    where offset + start.utf8CodeUnitCount <= end && bytes.has(start, at: offset) { return true }
    return false
  }

  /// Skips `mode/` or `Mode `.
  mutating func takesModePrefix() -> Bool { take("mode/") || take("Mode ") || take("ServerMode/") }

  /// Returns the trimmed content of the next brackets, or nil if they are empty or missing.
  mutating func bracketed() -> Range<Int>? {
    while offset < end, bytes[offset] != UInt8(ascii: "["), bytes[offset] != UInt8(ascii: "(") { offset += 1 }
    guard offset < end else { return nil }
    let close = bytes[offset] == UInt8(ascii: "[") ? UInt8(ascii: "]") : UInt8(ascii: ")")
    guard let closed = bytes.firstIndex(of: close, in: offset..<end) else { return nil }
    let inside = Sentence(bytes, (offset + 1)..<closed).rest
    offset = closed + 1
    return inside
  }

  /// The reason somebody left: the brackets at the sentence's end, after any brackets of the host.
  ///
  /// Without brackets it is all that follows the channel, or a colon.
  mutating func reason(ofChannel mayNameChannel: Bool = true) -> Range<Int>? {
    skipSpaces()
    _ = takeHost()
    if mayNameChannel, namesChannel { takeChannel() }
    // Clients' words for a channel.
    for channel in ["IRC", "irc", "the channel", "the room", "the chat"] as [StaticString] where take(channel)
    {
      break
    }
    _ = take(":")
    skipSpaces()
    if offset + 1 == end, bytes[offset] == UInt8(ascii: ".") { return nil }
    guard startsBracket, bracketEndsSentence else { return rest }
    offset += 1
    return untilLastBracket()
  }

  /// True if the sentence ends with a bracket, perhaps followed by a full stop.
  private var bracketEndsSentence: Bool {
    var last = end
    if last > offset, bytes[last - 1] == UInt8(ascii: ".") { last -= 1 }
    return last > offset && (bytes[last - 1] == UInt8(ascii: ")") || bytes[last - 1] == UInt8(ascii: "]"))
  }

  /// Skips a channel's name. A bracket attached to it belongs to the reason.
  private mutating func takeChannel() {
    while offset < end, !isSpace(bytes[offset]), bytes[offset] != UInt8(ascii: "("),
      bytes[offset] != UInt8(ascii: "[")
    { offset += 1 }
    skipSpaces()
  }

  /// True if `words` come next, followed by a channel's name.
  func namesChannel(behind words: StaticString) -> Bool {
    var ahead = self
    return ahead.take(words) && ahead.namesChannel
  }

  /// The text from here to the bracket, and the full stop, that end the sentence.
  mutating func untilLastBracket() -> Range<Int>? {
    var last = end
    if last > offset, bytes[last - 1] == UInt8(ascii: ".") { last -= 1 }
    if last > offset, bytes[last - 1] == UInt8(ascii: ")") || bytes[last - 1] == UInt8(ascii: "]") {
      last -= 1
    }
    skipSpaces()
    return offset < last ? Sentence(bytes, offset..<last).rest : nil
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
    while offset < end, isSpace(bytes[offset]) { offset += 1 }
  }

  private func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
