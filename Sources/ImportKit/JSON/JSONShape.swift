/// The members in the beginning of a JSON file, to recognise formats by: paths such as `[].chat_messages[].sender`, and the
/// values of members named `type`: `[].type=message`.
package struct JSONShape {
  /// The most elements of a list that are examined.
  private static let elementLimit = 3
  /// The depth of objects and lists that are examined.
  private static let depthLimit = 6
  /// The most paths that are collected.
  private static let pathLimit = 2000
  /// Longer names are ids, such as in a tree of messages, and become `*`.
  private static let longestName = 30

  private var paths: Set<String> = []

  /// Looks at the head of `input`. There are no paths if it begins neither like an object nor like a list.
  package init(_ input: ImportInput) {
    guard let bytes = input.bytes else { return }
    let start = bytes.contentStart
    var reader = JSONReader(bytes, in: start..<min(bytes.count, start + ImportInput.headLimit))
    guard let kind = try? reader.peek(), kind == .object || kind == .array else { return }
    // The head may end anywhere, so the members before its end have to suffice.
    try? look(&reader, at: "", depth: 0)
  }

  /// True if all of these paths are there.
  package func has(_ paths: String...) -> Bool { paths.allSatisfy(self.paths.contains) }

  private mutating func look(_ reader: inout JSONReader, at path: String, depth: Int) throws(JSONError) {
    guard depth < Self.depthLimit, paths.count < Self.pathLimit else { return try reader.skipStructure() }
    switch try reader.peek() {
    case .object:
      try reader.beginObject()
      while try reader.nextName() {
        let name = reader.name
        let member = "\(path).\(name.utf8.count > Self.longestName ? "*" : name)"
        paths.insert(member)
        if name == "type", try reader.peek() == .string {
          paths.insert("\(member)=\(try reader.readString().prefix(Self.longestName))")
          continue
        }
        try look(&reader, at: member, depth: depth + 1)
      }
    case .array:
      try reader.beginArray()
      var count = 0
      while try reader.nextElement() {
        count += 1
        if count <= Self.elementLimit {
          try look(&reader, at: path + "[]", depth: depth + 1)
        } else {
          try reader.skipStructure()
        }
      }
    default: try reader.skipStructure()
    }
  }
}
