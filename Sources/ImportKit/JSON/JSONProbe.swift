/// The members of a JSON file's outermost object in its first bytes, to recognise formats by.
package struct JSONProbe {
  /// Members of the outermost object with their values if they are text, in order.
  package private(set) var members: [(name: String, text: String?)] = []
  /// Names inside the first element of `messages`, or of `chats.list`.
  package private(set) var firstElement: [(name: String, text: String?)] = []
  /// Members of `chats`.
  package private(set) var chats: [String] = []

  /// Looks at the head of `input`; nil if it does not begin like a JSON object.
  package init?(_ input: ImportInput) {
    guard let bytes = input.bytes else { return nil }
    let start = bytes.contentStart
    var reader = JSONReader(
      bytes, in: start..<min(bytes.count, start + ImportInput.headLimit), isLenient: true)
    guard (try? reader.peek()) == .object else { return nil }
    // The head may end anywhere, so the members before its end have to suffice.
    try? look(&reader)
  }

  package func has(_ name: String) -> Bool { members.contains { $0.name == name } }

  package func text(of name: String) -> String? { members.first { $0.name == name }?.text }

  package func firstElementHas(_ name: String) -> Bool { firstElement.contains { $0.name == name } }

  package func firstElementText(of name: String) -> String? { firstElement.first { $0.name == name }?.text }

  private mutating func look(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while try reader.nextName() {
      let name = reader.name
      members.append((name, nil))
      switch (name, try reader.peek()) {
      case (_, .string): members[members.count - 1].text = try reader.readString()
      case ("messages", .array): try lookIntoList(&reader)
      case ("chats", .object): try lookIntoChats(&reader)
      default: try reader.skipValue()
      }
    }
  }

  private mutating func lookIntoChats(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginObject()
    while try reader.nextName() {
      chats.append(reader.name)
      if chats.last == "list", try reader.peek() == .array {
        try lookIntoList(&reader)
      } else {
        try reader.skipValue()
      }
    }
  }

  private mutating func lookIntoList(_ reader: inout JSONReader) throws(JSONError) {
    try reader.beginArray()
    guard try reader.nextElement() else { return }
    if firstElement.isEmpty, try reader.peek() == .object {
      try reader.beginObject()
      while try reader.nextName() {
        firstElement.append((reader.name, nil))
        if try reader.peek() == .string {
          firstElement[firstElement.count - 1].text = try reader.readString()
        } else {
          try reader.skipStructure()
        }
      }
    } else {
      try reader.skipValue()
    }
    while try reader.nextElement() { try reader.skipValue() }
  }
}
