#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A JSON value of any type, so that all mistakes in a file can be reported and not only the first.
enum JSONTree: Decodable {
  case object([String: JSONTree])
  case array
  case text(String)
  case number(Double)
  case boolean
  case null

  /// JSON5: comments, unquoted keys and trailing commas are allowed.
  init(json5 bytes: [UInt8]) throws {
    let decoder = JSONDecoder()
    decoder.allowsJSON5 = true
    self = try decoder.decode(JSONTree.self, from: Data(bytes))
  }

  init(from decoder: any Decoder) throws {
    // The most common first, because a wrong guess costs an error.
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if value.decodeNil() {
      self = .null
    } else if let members = try? decoder.container(keyedBy: KeyName.self) {
      var object: [String: JSONTree] = [:]
      for name in members.allKeys {
        object[name.stringValue] = try members.decode(JSONTree.self, forKey: name)
      }
      self = .object(object)
    } else if (try? value.decode(Bool.self)) != nil {
      self = .boolean
    } else {
      _ = try decoder.unkeyedContainer()
      self = .array
    }
  }

  /// The value's kind or text, as used in error messages.
  var shown: String {
    switch self {
    case .object: "an object"
    case .array: "a list"
    case .text(let text): "'\(text.shortened)'"
    case .number(let number): number.shortest
    case .boolean: "true or false"
    case .null: "null"
    }
  }

  private struct KeyName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }
}

extension String {
  /// Enough of a foreign text to recognise it by.
  var shortened: String { count > 40 ? prefix(40) + "…" : self }
}

extension Double {
  /// The number without a needless `.0`.
  var shortest: String {
    let text = "\(self)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }
}
