/// The members of the first lines of a JSON Lines file, to recognise formats by.
package struct JSONLinesProbe {
  /// The members of one line's outermost object, with their values if they are short texts, true or false.
  package struct Line {
    package fileprivate(set) var members: [(name: String, text: String?)] = []

    package func has(_ names: String...) -> Bool {
      names.allSatisfy { name in members.contains { $0.name == name } }
    }

    package func text(of name: String) -> String? { members.first { $0.name == name }?.text }
  }

  /// The most lines that are examined.
  private static let lineLimit = 8
  /// The longest text that is taken, in bytes.
  private static let textLimit = 200
  /// The lines that begin like an object, in order; for a line longer than the head of a file, the members up to there.
  package private(set) var lines: [Line] = []

  /// The first elements of a file that is a list of records, each as a line; none if it is no list of objects.
  package static func elements(of bytes: InputBytes) -> [Line] {
    var reader = JSONReader(
      bytes, in: bytes.contentStart..<min(bytes.count, ImportInput.headLimit), isLenient: true)
    var lines: [Line] = []
    do throws(JSONError) {
      try reader.beginArray()
      while lines.count < lineLimit, try reader.nextElement() {
        guard try reader.peek() == .object else { return [] }
        lines.append(Line())
        try look(&reader, &lines[lines.count - 1])
      }
    } catch {
      // The head may end anywhere, so the members before its end have to suffice.
    }
    return lines
  }

  /// Looks at the head of `bytes`. There are no lines if the first one is no object.
  package init(_ bytes: InputBytes) {
    var start = bytes.contentStart
    let limit = min(bytes.count, start + ImportInput.headLimit)
    for _ in 0..<Self.lineLimit where start < limit {
      let end = bytes.firstIndex(of: UInt8(ascii: "\n"), in: start..<limit) ?? limit
      var reader = JSONReader(bytes, in: start..<end, isLenient: true)
      start = end + 1
      reader.skipWhitespace()
      guard reader.position < end else { continue }
      guard (try? reader.peek()) == .object else { return }
      var line = Line()
      // The head may end anywhere, so the members before its end have to suffice.
      try? Self.look(&reader, &line)
      lines.append(line)
    }
  }

  private static func look(_ reader: inout JSONReader, _ line: inout Line) throws(JSONError) {
    try reader.beginObject()
    while try reader.nextName() {
      line.members.append((reader.name, nil))
      if try reader.peek() == .string {
        let text = try reader.readString()
        if text.utf8.count <= textLimit { line.members[line.members.count - 1].text = text }
      } else if try reader.peek() == .boolean {
        line.members[line.members.count - 1].text = try reader.readBool() ? "true" : "false"
      } else {
        try reader.skipStructure()
      }
    }
  }
}

extension InputBytes {
  /// True if the file is a list instead of lines.
  package var isList: Bool {
    let start = offsetBehindSpace(from: contentStart, limit: count)
    return start < count && self[start] == UInt8(ascii: "[")
  }
}
