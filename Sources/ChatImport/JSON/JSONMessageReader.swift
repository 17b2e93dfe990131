import ChatModel

/// A reader of messages that are elements of one JSON array.
protocol JSONMessageReader {
  var source: DocumentReader { get set }
  /// The message that comes next; `index` is its place in the array, where that is known.
  mutating func message(_ index: Int?) throws(JSONError) -> Message
}

extension JSONMessageReader {
  /// Streams the elements of the array whose first one is at `start`, or those from `position` on.
  mutating func readArray(
    from position: SourcePosition?, start: Int, _ log: inout DiagnosticLog,
    _ sink: (consuming Message, SourcePosition) throws -> Bool
  ) throws {
    source.json.resume(atElement: position.map { Int(clamping: $0.value) } ?? start)
    // Where reading starts in the middle nobody has counted, and nobody reads what is said of places.
    var index: Int? = position == nil ? 0 : nil
    while true {
      let message: Message
      let place: Int
      do throws(JSONError) {
        guard try source.json.nextElement() else { return }
        place = source.json.position
        message = try self.message(index)
      } catch {
        throw error.located(in: source.file, source.json.bytes, path: index.map { "messages[\($0)]" })
      }
      source.moveDiagnostics(to: &log)
      guard try sink(consume message, SourcePosition(UInt64(place))) else { return }
      index = index.map { $0 + 1 }
    }
  }
}
