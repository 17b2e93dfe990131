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
        // A document of our own format is refused, so that its author learns of the mistake.
        throw error.located(
          in: source.file, source.json.bytes, path: index.map { "messages[\($0)]" }, isOwn: true)
      }
      source.moveDiagnostics(to: &log)
      guard try sink(consume element, SourcePosition(UInt64(offset))) else { return }
      index = index.map { $0 + 1 }
    }
  }
}
