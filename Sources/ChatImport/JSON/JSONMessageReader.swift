import ChatModel

/// A reader of messages that are elements of one JSON array.
protocol JSONMessageReader {
  var source: DocumentReader { get set }
}

extension JSONMessageReader {
  /// Streams the elements of the array whose first one is at `start`, or those from `position` on, as `next` reads them.
  mutating func readArray<Element>(
    from position: SourcePosition?, start: Int, _ log: inout DiagnosticLog,
    next: (inout Self, _ index: Int?) throws(JSONError) -> Element,
    _ sink: (consuming Element, SourcePosition) throws -> Bool
  ) throws {
    source.json.resume(atElement: position.map { Int(clamping: $0.value) } ?? start)
    // Where reading starts in the middle nobody has counted, and nobody reads what is said of places.
    var index: Int? = position == nil ? 0 : nil
    while true {
      let element: Element
      let place: Int
      do throws(JSONError) {
        guard try source.json.nextElement() else { return }
        place = source.json.position
        element = try next(&self, index)
      } catch {
        throw error.located(in: source.file, source.json.bytes, path: index.map { "messages[\($0)]" })
      }
      source.moveDiagnostics(to: &log)
      guard try sink(consume element, SourcePosition(UInt64(place))) else { return }
      index = index.map { $0 + 1 }
    }
  }
}
