package import ChatModel

/// Records of a file in any layout: the elements of an array, a value a line (JSON Lines), or values one after
/// the other over several lines each.
extension JSONFile {
  /// The layouts of records.
  package enum RecordLayout: Equatable { case array, lines, values }

  /// The lines that are examined if the first one is broken.
  private static let sampleSize = 8

  /// The layout of the file's records.
  package var recordLayout: RecordLayout {
    let start = bytes.offsetBehindSpace(from: bytes.contentStart, limit: bytes.count)
    guard start < bytes.count else { return .values }
    let line = endOfLine(from: start)
    if isWhole(start..<line), bytes.offsetBehindSpace(from: line, limit: bytes.count) < bytes.count {
      return .lines
    }
    if let end = bytes.endOfJSON(in: start..<bytes.count) {
      let isAlone = bytes.offsetBehindSpace(from: end, limit: bytes.count) >= bytes.count
      return bytes[start] == UInt8(ascii: "[") && isAlone ? .array : .values
    }
    // The first line was truncated, or the whole file.
    var next = line
    for _ in 0..<Self.sampleSize where next < bytes.count {
      let end = endOfLine(from: next + 1)
      if isWhole(next + 1..<end) { return bytes[start] == UInt8(ascii: "[") ? .array : .lines }
      next = end
    }
    return bytes[start] == UInt8(ascii: "[") ? .array : .values
  }

  /// True if the first value is an array, or there is none.
  package var beginsWithArray: Bool {
    let start = bytes.offsetBehindSpace(from: bytes.contentStart, limit: bytes.count)
    return start >= bytes.count || bytes[start] == UInt8(ascii: "[")
  }

  /// True if a reader of lines finds none here: the file is one array, or its first object covers several lines.
  var hasNoLines: Bool {
    let start = bytes.offsetBehindSpace(from: bytes.contentStart, limit: bytes.count)
    guard start < bytes.count else { return false }
    if bytes[start] == UInt8(ascii: "[") { return recordLayout == .array }
    return !isWhole(start..<endOfLine(from: start)) && recordLayout == .values
      && bytes.endOfJSON(in: start..<bytes.count) != nil
  }

  /// Calls `body` with each record. A broken record costs only itself and goes to `broken` as text; of a record
  /// truncated at the end of the file, the whole members count.
  ///
  /// - Throws: ``ImportError/malformed(at:expected:remedy:)`` if the file is one record and not JSON.
  package func forEachRecord(
    log: inout DiagnosticLog,
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void = { _, _, _ in },
    _ body: (JSONValue, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    switch recordLayout {
    case .array:
      try forEachElement(of: nil, log: &log, readsPart: true, broken: broken) {
        value, _, origin, log throws(ImportError) in
        try body(value, origin, &log)
      }
    case .lines:
      try forEachLine(log: &log, broken: broken) { value, _, origin, log throws(ImportError) in
        try body(value, origin, &log)
      }
    case .values: try forEachValue(log: &log, broken: broken, body)
    }
  }

  /// Calls `body` with each record like ``forEachRecord(log:broken:_:)``, and with each element of a record that is a list.
  ///
  /// For programs that write one conversation, one a line, or a list of them.
  package func forEachRecordInLists(
    log: inout DiagnosticLog,
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void = { _, _, _ in },
    _ body: (JSONValue, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    try forEachRecord(log: &log, broken: broken) { value, origin, log throws(ImportError) in
      for value in value.isArray ? value.elements : [value] { try body(value, origin, &log) }
    }
  }

  private func forEachValue(
    log: inout DiagnosticLog,
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void,
    _ body: (JSONValue, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    var (offset, count) = (bytes.contentStart, 0)
    while true {
      offset = endOfSpace(from: offset)
      guard offset < bytes.count else { return }
      var reader = JSONReader(bytes, in: offset..<bytes.count, isLenient: true)
      let value: JSONValue
      do throws(JSONError) {
        value = try reader.readValue(paths: paths, hasKind: true)
      } catch {
        guard let end = bytes.endOfJSON(in: offset..<bytes.count) else {
          guard let part = part(from: offset) else {
            if count == 0 { throw error.located(in: path, bytes) }
            log.append(malformed(error))
            return try broken(
              bytes.repairedString(in: offset..<min(bytes.count, offset + 1000)), origin(offset), &log)
          }
          log.append(Self.cutOff(at: bytes.origin(of: bytes.count, in: path)))
          return try body(part, origin(offset), &log)
        }
        if count == 0, endOfSpace(from: end) >= bytes.count { throw error.located(in: path, bytes) }
        log.append(malformed(error))
        try broken(bytes.repairedString(in: offset..<min(end, offset + 1000)), origin(offset), &log)
        (offset, count) = (max(end, offset + 1), count + 1)
        continue
      }
      for repair in reader.repairs { log.append(repair.diagnostic(in: path)) }
      try body(value, origin(offset), &log)
      (offset, count) = (max(reader.position, offset + 1), count + 1)
    }
  }

  private func malformed(_ error: JSONError) -> Diagnostic {
    Diagnostic(
      .loss, "malformed-element", "expected \(error.expected.rawValue); it is shown as text",
      at: bytes.origin(of: min(error.offset, bytes.count), in: path))
  }

  /// Returns the offset after space, commas between values, and the marks of RFC 7464 before values.
  private func endOfSpace(from start: Int) -> Int {
    var offset = bytes.offsetBehindSpace(from: start, limit: bytes.count)
    while offset < bytes.count, bytes[offset] == UInt8(ascii: ",") || bytes[offset] == 0x1E {
      offset = bytes.offsetBehindSpace(from: offset + 1, limit: bytes.count)
    }
    return offset
  }

  private func endOfLine(from start: Int) -> Int {
    guard start < bytes.count else { return bytes.count }
    return bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<bytes.count) ?? bytes.count
  }

  /// True if a line is exactly one object or array.
  private func isWhole(_ line: Range<Int>) -> Bool {
    guard line.lowerBound < line.upperBound,
      bytes[line.lowerBound] == UInt8(ascii: "{") || bytes[line.lowerBound] == UInt8(ascii: "["),
      let end = bytes.endOfJSON(in: line)
    else { return false }
    return bytes.offsetBehindSpace(from: end, limit: line.upperBound) >= line.upperBound
  }
}
