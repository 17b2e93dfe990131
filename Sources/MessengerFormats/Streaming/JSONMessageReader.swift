import ChatModel
import Digests
import ImportKit

/// A reader of the messages of one JSON document, which are elements of an array or lines.
protocol JSONMessageReader {
  var source: DocumentReader { get set }
  var participants: ParticipantTable { get }
  var clock: WallClock { get }
  /// Nil if no digests are wanted.
  var digester: MessageDigester? { get set }
  /// A number above the indexes of all participants named so far.
  var participantEnd: Int { get set }

  /// Reads the next message. `index` is its index in `messages`, if known.
  mutating func message(_ index: Int?) throws(JSONError) -> Message

  /// Reads the next message for a survey.
  mutating func surveyed(_ index: Int?) throws(JSONError) -> SurveyedMessage
}

extension JSONMessageReader {
  /// Moves to `log` the diagnostics that are known only at the end of a reading.
  mutating func finish(_ log: inout DiagnosticLog) {
    source.moveDiagnostics(to: &log)
    source.moveUnknownMembers(to: &log)
    clock.report(in: source.file, to: &log)
  }

  /// Returns the source of a message that was just read from `range`.
  mutating func entry(_ range: Range<Int>) -> SourceEntry {
    let bytes = source.json.bytes
    return SourceEntry(
      position: SourcePosition(UInt64(range.lowerBound)),
      digest: digester?.digest(of: range, in: bytes) ?? .zero,
      participantEnd: participantEnd)
  }

  /// Notes that the message names a participant.
  @inline(__always)
  mutating func note(_ participant: ParticipantIndex) {
    participantEnd = max(participantEnd, Int(participant.value) + 1)
  }

  /// Streams the elements of the array whose first one is at `start`, or those from `position` on.
  mutating func readArray<Element: JSONElement>(
    from position: SourcePosition?, start: Int, _ log: inout DiagnosticLog,
    _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    source.json.resume(atElement: position.map { Int(clamping: $0.value) } ?? start)
    // A reading that starts in the middle has not counted, and its diagnostics are not reported.
    var index: Int? = position == nil ? 0 : nil
    while true {
      let element: Element
      var offset = source.json.position
      do throws(JSONError) {
        guard try source.json.nextElement() else { return }
        source.json.skipWhitespace()
        offset = source.json.position
        element = try Element.next(in: &self, index)
      } catch {
        guard let message = recover(from: error, at: offset, index) else {
          // A file that was cut off ends here; the format that opened it has reported the loss.
          if source.json.isLenient, error.offset >= source.json.end { return }
          // Only our own format is read strictly.
          throw error.located(
            in: source.file, source.json.bytes, path: index.map { "messages[\($0)]" },
            isOwn: !source.json.isLenient)
        }
        element = Element.unreadable(message, offset..<source.json.position, in: &self)
      }
      source.moveDiagnostics(to: &log)
      guard try sink(consume element, SourcePosition(UInt64(offset))) else { return }
      index = index.map { $0 + 1 }
    }
  }

  /// Continues after the broken object at `offset`, reports the loss, and returns a message that shows it. Nil if its end cannot be
  /// found, or reading broke off elsewhere.
  private mutating func recover(from error: JSONError, at offset: Int, _ index: Int?) -> Message? {
    let bytes = source.json.bytes
    // A document of our own format is refused instead, so that its author learns of the mistake.
    guard source.json.isLenient, offset < source.json.end, bytes[offset] == UInt8(ascii: "{"),
      error.offset > offset,
      let end = bytes.endOfJSON(in: offset..<source.json.end), error.offset < end
    else { return nil }
    var json = JSONReader(bytes, isLenient: source.json.isLenient)
    json.resume(atElement: end)
    json.advance(behindMember: end)
    source.json = json
    source.diagnostics.append(
      Diagnostic(
        .loss, "malformed-element", "expected \(error.expected.rawValue); the message is shown as a card",
        at: bytes.origin(of: error.offset, in: source.file, path: index.map { "messages[\($0)]" })))
    let text = bytes.repairedString(in: offset..<min(end, offset + 2000))
    return Message(id: "", content: .part(Unsupported(kind: "broken JSON", text: text)))
  }

  /// Reads a value found in place of a message, reports the loss, and returns a message that shows it.
  mutating func notAMessage(remedy: String = "") throws(JSONError) -> Message {
    let found = try source.json.peek()
    source.report(.loss, "not-a-message", "\(found.words) found where a message is expected\(remedy)")
    let text = found == .string ? try source.json.readString() : nil
    if found != .string { try source.json.skipValue() }
    return Message(id: "", content: .part(Unsupported(kind: found.words, text: text)))
  }
}
