import ImportKit

extension LogEvent {
  /// The event that `sentence` reports in the words of The Lounge before version 3, which wrote the kind of
  /// each after a single star; otherwise nil.
  ///
  /// `ann (~ann@host) join`, `ann (~ann@host) part bye`, `ann nick annie`, `ann mode +o bob`. Without a host
  /// the line must have a whole date, as The Lounge's do: elsewhere `* ann nick bob` is an action of ann's.
  init?(lounge bytes: InputBytes, _ sentence: Range<Int>, isDated: Bool) {
    var words = Sentence(bytes, sentence)
    guard let actor = words.nick() else { return nil }
    if words.takeHost() {
      if words.takeWord("join") {
        self.init(kind: .join, actor: actor, text: words.rest)
      } else if words.takeWord("part") {
        self.init(kind: .part, actor: actor, text: words.rest)
      } else if words.takeWord("quit") {
        self.init(kind: .quit, actor: actor, text: words.rest)
      } else if words.takeWord("nick"), let name = words.onlyWord() {
        self.init(kind: .nick, actor: actor, text: name)
      } else if words.takeWord("kick"), let target = words.nick() {
        self.init(kind: .kick, actor: actor, target: target, text: words.rest)
      } else if words.takeWord("mode") {
        self.init(kind: .mode, actor: actor, text: words.rest)
      } else if words.takeWord("topic") {
        self.init(kind: .topic, actor: actor, text: words.rest)
      } else {
        return nil
      }
      return
    }
    guard isDated else { return nil }
    if words.takeWord("nick"), let name = words.onlyWord() {
      self.init(kind: .nick, actor: actor, text: name)
    } else if words.takeWord("mode"), let modes = words.rest,
      bytes[modes.lowerBound] == UInt8(ascii: "+") || bytes[modes.lowerBound] == UInt8(ascii: "-")
    {
      self.init(kind: .mode, actor: actor, text: modes)
    } else {
      return nil
    }
  }
}

extension Sentence {
  /// Skips `word` and the spaces after it if it comes next as a whole word.
  fileprivate mutating func takeWord(_ word: StaticString) -> Bool {
    var ahead = self
    guard ahead.take(word), ahead.rest == nil || ahead.take(" ") else { return false }
    self = ahead
    return true
  }
}
