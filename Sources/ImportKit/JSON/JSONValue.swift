import ChatModel

/// A JSON value in memory, for formats whose objects have many shapes: one message at a time, never a whole file.
///
/// Looking into a value of another kind gives nil, so that a path can be followed without checks at each step. Requesting a text, a number
/// or a truth value notes that it was read; unread values go to the account of the input.
package struct JSONValue {
  /// The document that the value is part of; nil for null.
  package let document: JSONDocument?
  /// The index of the value's node.
  package let index: Int

  package init(_ document: JSONDocument?, _ index: Int) { (self.document, self.index) = (document, index) }

  /// A member of an object.
  package struct Member: Equatable {
    package var name: String
    package var value: JSONValue

    package init(name: String, value: JSONValue) {
      (self.name, self.value) = (name, value)
    }
  }

  /// The value `null`.
  package static var null: JSONValue { JSONValue(nil, 0) }

  private var kind: JSONDocument.Node.Kind { document.map { $0.nodes[index].kind } ?? .null }

  /// Returns the value of a node, which may belong to another document.
  private func value(at index: Int, of document: JSONDocument) -> JSONValue {
    let node = document.nodes[index]
    return node.kind == .link ? document.links[Int(node.payload)] : JSONValue(document, index)
  }

  /// Returns the index of the member of this name; of two, the last one's. Nil if there is none, or the value is no object.
  package func child(named name: String) -> Int? { document?.child(named: name, of: index) }

  /// The member of this name; nil if there is none, for null, and if the value is no object. Of two with one name, the last counts.
  package subscript(name: String) -> JSONValue? {
    guard let document, let child = child(named: name) else { return nil }
    let found = value(at: child, of: document)
    return found.kind == .null ? nil : found
  }

  /// The element at an index; nil if there is none or the value is no array.
  package subscript(index: Int) -> JSONValue? {
    guard let document, document.nodes[self.index].kind == .array, index >= 0 else { return nil }
    let end = Int(document.nodes[self.index].end)
    var (next, number) = (self.index + 1, 0)
    while next < end {
      if number == index { return value(at: next, of: document) }
      (next, number) = (Int(document.nodes[next].end), number + 1)
    }
    return nil
  }

  /// The text; nil for anything but a string.
  package var text: String? {
    guard let document, document.nodes[index].isText else { return nil }
    document.markRead(index)
    return document.text(index)
  }

  /// The text without noting that it was read, for searching values that are read elsewhere.
  package var unreadText: String? {
    guard let document, document.nodes[index].isText else { return nil }
    return document.text(index)
  }

  /// The text, or a number as its digits, because ids are written both ways.
  package var identifier: String? {
    if let text { return text }
    switch readNumber {
    case .integer(let number): return String(number)
    case .real(let number) where number.rounded() == number && abs(number) < 1e15:
      return String(Int64(number))
    default: return nil
    }
  }

  /// The number; nil for anything else, also for digits in quotes.
  package var number: Double? { readNumber?.double }

  /// The whole number, also in quotes; nil for anything else.
  package var integer: Int64? {
    switch readNumber {
    case .integer(let number): number
    case .real(let number) where abs(number) < 9e18: Int64(number)
    case .real: nil
    case nil: text.flatMap { Int64($0) }
    }
  }

  private var readNumber: JSONNumber? {
    guard let document else { return nil }
    let node = document.nodes[index]
    switch node.kind {
    case .integer:
      document.markRead(index)
      return .integer(node.payload)
    case .real:
      document.markRead(index)
      return .real(Double(bitPattern: UInt64(bitPattern: node.payload)))
    default: return nil
    }
  }

  /// The truth value; nil for anything else.
  package var flag: Bool? {
    guard let document, kind == .yes || kind == .no else { return nil }
    document.markRead(index)
    return kind == .yes
  }

  /// The elements; none if the value is no array.
  package var elements: [JSONValue] {
    guard let document, document.nodes[index].kind == .array else { return [] }
    let end = Int(document.nodes[index].end)
    var (elements, next) = ([JSONValue](), index + 1)
    while next < end {
      elements.append(value(at: next, of: document))
      next = Int(document.nodes[next].end)
    }
    return elements
  }

  /// The members in order; none if the value is no object.
  package var members: [Member] {
    guard let document, document.nodes[index].kind == .object else { return [] }
    let end = Int(document.nodes[index].end)
    var (members, next) = ([Member](), index + 1)
    while next < end {
      members.append(Member(name: document.name(next), value: value(at: next, of: document)))
      next = Int(document.nodes[next].end)
    }
    return members
  }

  package var isText: Bool { kind == .plainText || kind == .text }
  package var isObject: Bool { kind == .object }
  package var isArray: Bool { kind == .array }

  /// The offset of the value in the file; nil for null and for values made from others.
  package var offset: Int? { document.flatMap { $0.isInFile ? $0.nodes[index].offset : nil } }

  /// The value as compact JSON, for cards that show unknown content.
  package var json: String {
    markAllRead()
    var json = ""
    write(to: &json)
    return json
  }

  /// Notes that the value and its descendants were read.
  package func markAllRead() { document?.mark(.read, below: index) }

  /// Notes that the value and its descendants are shown on a card, as facts of unknown meaning.
  func markShownOnCard() { document?.mark(.card, below: index) }

  /// Leaves out the value and its descendants, by a rule that the account names.
  package func leaveOut(_ rule: Omission.Rule) { document?.mark(.leftOut(rule), below: index) }

  /// Leaves out a value that was read for another purpose than to show it, such as an id by which a file is found.
  package func leaveOutThoughRead(_ rule: Omission.Rule) { document?.markLeftOut(rule, at: index) }

  private func write(to json: inout String) {
    switch kind {
    case .null, .link: json += "null"
    case .no: json += "false"
    case .yes: json += "true"
    case .integer, .real:
      switch readNumber {
      case .integer(let number): json += String(number)
      case .real(let number): json += String(number)
      case nil: break
      }
    case .plainText, .text: Self.write(text ?? "", to: &json)
    case .array:
      json += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { json += ", " }
        element.write(to: &json)
      }
      json += "]"
    case .object:
      json += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { json += ", " }
        Self.write(member.name, to: &json)
        json += ": "
        member.value.write(to: &json)
      }
      json += "}"
    }
  }

  private static func write(_ text: String, to json: inout String) {
    json += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": json += "\\\""
      case "\\": json += "\\\\"
      case "\n": json += "\\n"
      case "\r": json += "\\r"
      case "\t": json += "\\t"
      default: json.unicodeScalars.append(scalar)
      }
    }
    json += "\""
  }
}

extension JSONValue: Equatable {
  package static func == (first: JSONValue, second: JSONValue) -> Bool {
    if first.kind == .null || second.kind == .null { return first.kind == second.kind }
    if first.isObject || second.isObject {
      return first.isObject && second.isObject && first.members == second.members
    }
    if first.isArray || second.isArray {
      return first.isArray && second.isArray && first.elements == second.elements
    }
    return first.text == second.text && first.readNumber == second.readNumber && first.flag == second.flag
  }
}

extension JSONValue {
  /// Parses a text that is itself JSON; nil for any other.
  package init?(parsing text: String) {
    var reader = JSONReader(InputBytes(Array(text.utf8)))
    guard let value = try? reader.readValue(), (try? reader.endDocument()) != nil else { return nil }
    self = value
  }
}
