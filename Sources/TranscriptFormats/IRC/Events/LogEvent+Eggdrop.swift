import ImportKit

extension LogEvent {
  /// The event that `sentence` reports in the words of eggdrop, which puts no sign before it; otherwise nil.
  ///
  /// `ann (~ann@host) joined #tea.`, `cy (~cy@host) left irc: Ping timeout`, `#tea: mode change '+o ann' by op!~op@host`,
  /// `Topic changed on #tea by ann!~ann@host: tea at five`, `bob kicked from #tea by ann: spam`.
  init?(eggdrop bytes: InputBytes, _ sentence: Range<Int>) {
    var words = Sentence(bytes, sentence)
    if words.take("Nick change: ") {
      self.init(bytes, sentence, isCertain: true)
    } else if words.take("Topic changed on ") {
      guard words.take(past: " by "), let actor = words.nickBeforeColon() else { return nil }
      self.init(kind: .topic, actor: actor, text: words.rest)
    } else if words.namesChannel {
      guard words.take(past: ": mode change \'"), let modes = words.until("\' by ") else { return nil }
      self.init(kind: .mode, actor: words.nick(), text: modes)
    } else {
      guard let actor = words.nick() else { return nil }
      self.init(eggdropActor: actor, &words)
    }
  }

  private init?(eggdropActor actor: Range<Int>, _ words: inout Sentence) {
    if words.take("kicked from ") {
      guard words.namesChannel, words.take(past: " by "), let by = words.nickBeforeColon() else { return nil }
      self.init(kind: .kick, actor: by, target: actor, text: words.rest)
      return
    }
    // All others name the host, so that pasted text is not taken for an event.
    guard words.takeHost() else { return nil }
    if words.take("left irc:") || words.take("left irc") {
      self.init(kind: .quit, actor: actor, text: words.reason(ofChannel: false))
    } else if words.take("got netsplit") {
      self.init(kind: .quit, actor: actor, text: words.last(8))
    } else if words.take("joined ") || words.take("returned to ") {
      guard words.namesChannel else { return nil }
      self.init(kind: .join, actor: actor, text: nil)
    } else if words.take("left ") {
      guard words.namesChannel else { return nil }
      self.init(kind: .part, actor: actor, text: words.reason())
    } else {
      return nil
    }
  }
}

extension Sentence {
  /// Returns the last `count` bytes that were skipped.
  fileprivate func last(_ count: Int) -> Range<Int> { max(0, offset - count)..<offset }

  /// Skips a nick with its host, up to a colon; returns the nick.
  fileprivate mutating func nickBeforeColon() -> Range<Int>? {
    guard let name = until(":") else { return nil }
    _ = take(" ")
    return LogLine.nick(bytes, from: name.lowerBound, to: name.upperBound)
  }

  /// Skips past the next `words` and returns the range before them; nil if they do not come.
  fileprivate mutating func until(_ words: StaticString) -> Range<Int>? {
    let start = offset
    guard take(past: words) else { return nil }
    return start..<(offset - words.utf8CodeUnitCount)
  }
}
