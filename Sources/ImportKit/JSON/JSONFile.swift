package import ChatModel

/// A JSON or JSON Lines file that is read one element at a time, so that memory does not grow with it.
package struct JSONFile {
  package let bytes: InputBytes
  /// The file, as the user named it.
  package let path: String
  /// Counts unread values.
  package let paths: JSONPaths

  /// Returns nil for a folder.
  ///
  /// `isCounted` is false for a first look at a file that is read again: values unread then are no fault.
  package init?(_ input: ImportInput, isCounted: Bool = true) {
    guard let bytes = input.bytes else { return nil }
    (self.bytes, path) = (bytes, input.path)
    paths = JSONPaths(isCounted ? input.account : nil, file: input.path)
  }

  private init(bytes: InputBytes, path: String, paths: JSONPaths) {
    (self.bytes, self.path, self.paths) = (bytes, path, paths)
  }

  /// The file for a first look before it is read again: nothing is counted.
  package var uncounted: JSONFile { JSONFile(bytes: bytes, path: path, paths: JSONPaths()) }

  /// The origin of an offset, without line and column, because counting them takes time.
  package func origin(_ offset: Int, _ documentPath: String? = nil) -> Origin {
    Origin(file: path, offset: offset, path: documentPath)
  }

  /// Returns the outermost object or array without the members named in `without`, which may be long.
  ///
  /// - Throws: ``ImportError/malformed(at:expected:remedy:)``.
  package func document(without: Set<String> = []) throws(ImportError) -> JSONValue {
    var reader = JSONReader(bytes, isLenient: true)
    paths.hasDocument = true
    do throws(JSONError) {
      return try reader.readValue(without: without, paths: paths)
    } catch {
      throw error.located(in: path, bytes)
    }
  }

  /// Returns the whole members of the outermost object, without those named in `without`, of a file that may be truncated.
  ///
  /// A cut in another member is reported as a loss; a cut in a member of `without` is left to that member's reader.
  package func wholeMembers(without: Set<String>, log: inout DiagnosticLog) -> JSONValue {
    var reader = JSONReader(bytes, isLenient: true)
    paths.hasDocument = true
    var members: [JSONValue.Member] = []
    var isInside = false
    do throws(JSONError) {
      try reader.beginObject()
      while try reader.nextName() {
        let name = reader.name
        isInside = without.contains(name)
        if isInside {
          try reader.skipStructure()
          isInside = false
        } else {
          let path = paths.member(name)
          members.append(
            JSONValue.Member(name: name, value: try reader.readValue(paths: paths, at: path)))
        }
      }
    } catch {
      if !isInside {
        let origin = bytes.origin(of: min(error.offset, bytes.count), in: path)
        log.append(
          Diagnostic(
            .loss, "malformed-file",
            "expected \(error.expected.rawValue); what follows is missing; export the chat again", at: origin)
        )
      }
    }
    return .object(members)
  }

  /// Calls `body` with each element of the array that is the member `name` of the outermost object or, if `name` is nil, the
  /// outermost array; with its index and its offset in bytes. Several members of this name are read one after the other.
  ///
  /// A broken element costs only itself: it is handed to `broken` as text, and reading continues after it. In a truncated file, the
  /// elements before the cut count, and with `readsPart` the whole members of the last one. Records that are no array are read as its
  /// elements.
  package func forEachElement(
    of name: String?, log: inout DiagnosticLog, readsPart: Bool = false,
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void = { _, _, _ in },
    _ body: (JSONValue, Int, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    if let name, paths.isCounted, !paths.hasDocument {
      // The other members are unread, so all of them go to the account.
      _ = try? document(without: [name])
    }
    if name == nil, !beginsWithArray {
      var index = 0
      return try forEachRecord(log: &log, broken: broken) { value, origin, log throws(ImportError) in
        try body(value, index, origin, &log)
        index += 1
      }
    }
    var reader = JSONReader(bytes, isLenient: true)
    do throws(JSONError) {
      guard try enter(name, &reader) else { return }
    } catch {
      throw error.located(in: path, bytes)
    }
    var index = 0
    let elementPath = paths.element(of: name.map { paths.member($0) } ?? JSONPaths.root)
    while true {
      var start = reader.position
      let value: JSONValue?
      do throws(JSONError) {
        guard try reader.nextElement() else {
          // Programs that join exports may leave two members of one name. A cut after the array costs no element.
          guard let name, (try? enterMember(name, &reader)) == true else { return }
          continue
        }
        reader.skipWhitespace()
        start = reader.position
        value = try reader.readValue(paths: paths, at: elementPath)
      } catch {
        value = nil
        guard let end = recover(from: error, at: start, name, index, &log) else {
          if readsPart, let part = part(from: start) {
            try body(part, index, origin(start, location(name, index)), &log)
          }
          return
        }
        try broken(
          bytes.repairedString(in: start..<min(end, start + 1000)), origin(start, location(name, index)),
          &log)
        reader = JSONReader(bytes, isLenient: true)
        reader.resume(atElement: end)
        reader.advance(behindMember: end)
      }
      note(&reader, &log)
      if let value { try body(value, index, origin(start, location(name, index)), &log) }
      index += 1
    }
  }

  /// Calls `body` with each record of a session that may still be running: its last line may be truncated, and is left out then. A
  /// line that is not JSON goes to `broken`.
  ///
  /// Records are lines, or the elements of a list: of the file itself, or of its member `list`.
  package func forEachSessionRecord(
    log: inout DiagnosticLog, list: String? = nil, broken: (String, Origin) throws(ImportError) -> Void,
    _ body: (JSONValue, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    if list != nil || bytes.isList {
      return try forEachElement(
        of: list, log: &log, broken: { text, origin, _ throws(ImportError) in try broken(text, origin) }
      ) { value, _, origin, log throws(ImportError) in try body(value, origin, &log) }
    }
    try forEachLine(
      log: &log,
      broken: { text, origin, _ throws(ImportError) in
        if !isLastLine(origin) || !text.hasPrefix("{") { try broken(text, origin) }
      }
    ) { value, _, origin, log throws(ImportError) in try body(value, origin, &log) }
  }

  /// Calls `body` with each line's value, with the line's number from 1 and its offset. A line that is not JSON goes to `broken`.
  ///
  /// `hasComments`: lines that begin with `#` are skipped. Members named in `without` are left out of the values. If a file has an
  /// array instead of lines, or values over several lines, each element or value counts as a line.
  package func forEachLine(
    log: inout DiagnosticLog, hasComments: Bool = false, without: Set<String> = [],
    broken: (String, Origin, inout DiagnosticLog) throws(ImportError) -> Void = { _, _, _ in },
    _ body: (JSONValue, Int, Origin, inout DiagnosticLog) throws(ImportError) -> Void
  ) throws(ImportError) {
    if !hasComments, hasNoLines {
      var number = 0
      return try forEachRecord(log: &log, broken: broken) { value, origin, log throws(ImportError) in
        number += 1
        try body(value, number, origin, &log)
      }
    }
    var (start, line) = (bytes.contentStart, 1)
    while start < bytes.count {
      let feed = bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<bytes.count) ?? bytes.count
      let end = feed > start && bytes[feed - 1] == UInt8(ascii: "\r") ? feed - 1 : feed
      defer { (start, line) = (feed + 1, line + 1) }
      var next = start
      while next < end {
        var reader = JSONReader(bytes, in: next..<end, isLenient: true)
        reader.skipWhitespace()
        guard reader.position < end else { break }
        if hasComments, bytes[reader.position] == UInt8(ascii: "#") { break }
        let first = reader.position
        let origin = Origin(file: path, line: line, offset: next)
        let value: JSONValue
        do throws(JSONError) {
          guard mayBeginJSON(at: reader.position) else { throw JSONError(.value, at: reader.position) }
          value = try reader.readValue(without: without, paths: paths, hasKind: true)
          reader.skipWhitespace()
          // A crash may remove the line feed between two records.
          if reader.position < end, bytes[reader.position] != UInt8(ascii: "{") { try reader.endDocument() }
        } catch {
          let whole = recordAfterCut(in: first..<end)
          let text = next..<(whole ?? end)
          log.append(
            Diagnostic(
              .loss, "malformed-line",
              "the line is not JSON: expected \(error.expected.rawValue); export the chat again",
              at: origin))
          try broken(
            bytes.repairedString(in: text.prefix(1000)), origin, &log)
          next = text.upperBound
          continue
        }
        next = reader.position
        note(&reader, &log)
        try body(value, line, origin, &log)
      }
    }
  }

  /// Returns the offset of the record at the end of a line that begins with another, truncated one, or nil. After a crash, a program
  /// continues on the line that it was writing.
  private func recordAfterCut(in line: Range<Int>) -> Int? {
    let last = line.last { bytes[$0] > 0x20 }
    guard let last, bytes[line.lowerBound] == UInt8(ascii: "{"), bytes[last] == UInt8(ascii: "}") else {
      return nil
    }
    var (offset, tries) = (line.lowerBound + 1, 0)
    while tries < Self.recordLimit,
      let start = bytes.firstIndex(of: UInt8(ascii: "{"), in: offset..<last + 1)
    {
      offset = start + 1
      guard bytes.has("{\"", at: start) else { continue }
      tries += 1
      if bytes.endOfJSON(in: start..<last + 1) == last + 1 {
        var reader = JSONReader(bytes, in: start..<last + 1, isLenient: true)
        if (try? reader.skipValue()) != nil { return start }
      }
    }
    return nil
  }

  /// The most possible beginnings of a record in a line that are tried.
  private static let recordLimit = 64

  /// True if a value may begin at `offset`. A line of words is no text that lacks its quotation marks.
  private func mayBeginJSON(at offset: Int) -> Bool {
    switch bytes[offset] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"): true
    case UInt8(ascii: "0")...UInt8(ascii: "9"): true
    default: bytes.has("true", at: offset) || bytes.has("false", at: offset) || bytes.has("null", at: offset)
    }
  }

  /// True if no line follows the one at `origin`, so that it may be truncated: its program may still be writing.
  package func isLastLine(_ origin: Origin) -> Bool {
    guard let start = origin.offset, start < bytes.count else { return true }
    guard let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<bytes.count) else { return true }
    return bytes.offsetBehindSpace(from: end, limit: bytes.count) >= bytes.count
  }

  private func enter(_ name: String?, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    guard let name else {
      try reader.beginArray()
      return true
    }
    try reader.beginObject()
    return try enterMember(name, &reader)
  }

  /// Enters the next member `name` of the outermost object that is an array. Returns false if there is none.
  private func enterMember(_ name: String, _ reader: inout JSONReader) throws(JSONError) -> Bool {
    while try reader.nextName() {
      if reader.name == name, try reader.peek() == .array {
        try reader.beginArray()
        return true
      }
      try reader.skipStructure()
    }
    return false
  }

  /// Reports a broken element, and returns the offset after it, or nil if the file ends within it.
  private func recover(
    from error: JSONError, at start: Int, _ name: String?, _ index: Int, _ log: inout DiagnosticLog
  ) -> Int? {
    let end =
      start < bytes.count && (bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "["))
      ? bytes.endOfJSON(in: start..<bytes.count) : nil
    let location = bytes.origin(of: min(error.offset, bytes.count), in: path, path: location(name, index))
    let rest = end == nil ? "what follows is missing; export the chat again" : "it is shown as text"
    log.append(
      Diagnostic(.loss, "malformed-element", "expected \(error.expected.rawValue); \(rest)", at: location))
    return end
  }

  private func location(_ name: String?, _ index: Int) -> String { "\(name ?? "")[\(index)]" }

  private func note(_ reader: inout JSONReader, _ log: inout DiagnosticLog) {
    guard !reader.repairs.isEmpty else { return }
    for repair in reader.repairs { log.append(repair.diagnostic(in: path)) }
    reader.repairs.removeAll()
  }
}
