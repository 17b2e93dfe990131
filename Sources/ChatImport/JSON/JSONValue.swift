import ChatModel

/// A JSON value in memory, for formats whose objects have many shapes: one message at a time, never a whole file.
///
/// Looking into a value of another kind gives nil, so that a path can be followed without asking at each step.
enum JSONValue: Equatable {
  case null
  case boolean(Bool)
  case integer(Int64)
  case real(Double)
  case string(String)
  case array([JSONValue])
  /// The members in the file's order. Of two with one name, the last counts.
  case object([Member])

  /// A member of an object.
  struct Member: Equatable {
    var name: String
    var value: JSONValue
  }

  /// The member of this name; nil for none, for null, and for what is no object.
  subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self, let found = members.last(where: { $0.name == name })?.value,
      found != .null
    else { return nil }
    return found
  }

  /// The element at an index; nil for none and for what is no array.
  subscript(index: Int) -> JSONValue? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// The text; nil for anything but a string.
  var text: String? { if case .string(let text) = self { text } else { nil } }

  /// The text, or a number as its digits: ids are written both ways.
  var identifier: String? {
    switch self {
    case .string(let text): text
    case .integer(let number): String(number)
    case .real(let number) where number.rounded() == number && abs(number) < 1e15: String(Int64(number))
    default: nil
    }
  }

  /// The number; nil for anything else, also for digits in quotes.
  var number: Double? {
    switch self {
    case .integer(let number): Double(number)
    case .real(let number): number
    default: nil
    }
  }

  /// The whole number, also in quotes; nil for anything else.
  var integer: Int64? {
    switch self {
    case .integer(let number): number
    case .real(let number) where abs(number) < 9e18: Int64(number)
    case .string(let text): Int64(text)
    default: nil
    }
  }

  /// The truth value; nil for anything else.
  var flag: Bool? { if case .boolean(let flag) = self { flag } else { nil } }

  /// The elements; none for what is no array.
  var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }

  /// The members in order; none for what is no object.
  var members: [Member] {
    if case .object(let members) = self { members } else { [] }
  }

  var isObject: Bool { if case .object = self { true } else { false } }
  var isArray: Bool { if case .array = self { true } else { false } }

  /// The value as compact JSON, for cards that show what is not understood.
  var json: String {
    var json = ""
    write(to: &json)
    return json
  }

  private func write(to json: inout String) {
    switch self {
    case .null: json += "null"
    case .boolean(let flag): json += flag ? "true" : "false"
    case .integer(let number): json += String(number)
    case .real(let number): json += String(number)
    case .string(let text): Self.write(text, to: &json)
    case .array(let elements):
      json += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { json += ", " }
        element.write(to: &json)
      }
      json += "]"
    case .object(let members):
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

extension JSONReader {
  /// Reads the value that comes next. Members whose names are in `without`, at this level, are left out.
  mutating func readValue(without: Set<String> = []) throws(JSONError) -> JSONValue {
    switch try peek() {
    case .null:
      try readNull()
      return .null
    case .boolean: return .boolean(try readBool())
    case .number:
      switch try readNumber() {
      case .integer(let number): return .integer(number)
      case .real(let number): return .real(number)
      }
    case .string: return .string(try readString())
    case .array:
      try beginArray()
      var elements: [JSONValue] = []
      while try nextElement() { elements.append(try readValue()) }
      return .array(elements)
    case .object:
      try beginObject()
      var members: [JSONValue.Member] = []
      while try nextName() {
        let name = name
        if without.contains(name) {
          try skipStructure()
        } else {
          members.append(JSONValue.Member(name: name, value: try readValue()))
        }
      }
      return .object(members)
    }
  }
}
