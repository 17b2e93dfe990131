import ImportKit

/// The words in a value of unknown meaning: texts of more than one word, each in a line with its
/// name.
///
/// Everything else is bookkeeping: ids, addresses, states and numbers.
struct AssistantWords {
  private(set) var lines: [String] = []
  /// The texts without their names.
  private(set) var texts: [String] = []
  private let without: Set<String>

  /// The depth to which values are searched, including values that are JSON in a text.
  private static let depthLimit = 8

  /// The words of `value`, without the members named in `without` at any depth.
  init(of value: JSONValue?, without: Set<String> = []) {
    self.without = without
    if let value { add("", value, depth: 0) }
  }

  private mutating func add(_ name: String, _ value: JSONValue, depth: Int) {
    guard depth < Self.depthLimit else { return }
    if let text = value.text {
      if let inner = Self.json(in: text) { return add(name, inner, depth: depth + 1) }
      guard text.hasWords() else { return }
      lines.append(name.isEmpty ? text : "\(name): \(text)")
      texts.append(text)
    }
    for member in value.members where !without.contains(member.name) {
      add(member.name.spaced, member.value, depth: depth + 1)
    }
    for element in value.elements { add(name, element, depth: depth + 1) }
  }

  /// Returns the object or list in a text that is JSON; nil for any other text.
  static func json(in text: String) -> JSONValue? {
    guard let first = text.utf8.first, first == UInt8(ascii: "{") || first == UInt8(ascii: "["),
      let value = JSONValue(parsing: text), value.isObject || value.isArray
    else { return nil }
    return value
  }

  /// The length of the beginning of a text that is searched for in another, and the most places where the rest is compared.
  private static let (sampleSize, placeLimit) = (32, 16)

  /// True if a text is part of another one. Takes time in proportion to the texts: if many places begin alike,
  /// not all are looked at.
  static func isKnown(_ text: String, in whole: String) -> Bool {
    guard text.utf8.count <= whole.utf8.count else { return false }
    let sample = String(String.UnicodeScalarView(text.unicodeScalars.prefix(sampleSize)))
    var rest = whole[...]
    for _ in 0..<placeLimit {
      guard let found = rest.range(of: sample) else { return false }
      if rest[found.lowerBound...].utf8.starts(with: text.utf8) { return true }
      rest = rest[found.upperBound...]
    }
    return false
  }
}

extension JSONValue {
  /// True if a text in it is more than a name, a number or a path.
  var hasWords: Bool {
    if let text { return text.hasWords(countsFacts: true) }
    return members.contains { $0.value.hasWords } || elements.contains { $0.hasWords }
  }
}
