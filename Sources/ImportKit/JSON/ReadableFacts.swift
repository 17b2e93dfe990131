import ChatModel

extension PartFacts {
  /// The most facts of a card; a longer list says how many are left out.
  private static let limit = 60
  /// The depth of objects within objects that are shown as facts; deeper ones are shown as JSON.
  private static let depthLimit = 4

  /// The facts of a value of unknown meaning, in readable words: names without underscores, texts joined from their segments, lists in
  /// one line.
  package init(readable members: [(name: String, value: JSONValue)]) {
    self.init()
    for (name, value) in members {
      add(name.spaced, value, depth: 0)
      value.markShownOnCard()
    }
    let count = facts.count
    if count > Self.limit {
      facts.removeLast(count - Self.limit)
      facts.append(Fact(name: "…", value: "\(count - Self.limit) more"))
    }
  }

  private mutating func add(_ name: String, _ value: JSONValue, depth: Int) {
    // Beyond twice the limit, an exact count would add nothing.
    guard facts.count < 2 * Self.limit else { return }
    if value.isObject, value.segmentText == nil, depth < Self.depthLimit {
      for member in value.members { add("\(name): \(member.name.spaced)", member.value, depth: depth + 1) }
    } else if let words = value.words, !words.isEmpty {
      facts.append(Fact(name: name, value: words))
    }
  }
}

extension JSONValue {
  /// The value in words: text unchanged, `yes` and `no`, a list in one line, anything deeper as JSON. Nil for null.
  package var words: String? {
    if self == .null { return nil }
    if let flag { return flag ? "yes" : "no" }
    if let text { return text.readableTime ?? text }
    if isArray { return Self.words(of: elements) }
    return isObject ? segmentText ?? json : json
  }

  /// The text of a segment or list item: the member `text` of an object that otherwise has only ids and types; nil for others.
  fileprivate var segmentText: String? {
    guard isObject, let text = self["text"] else { return nil }
    let others: Set<String> = [
      "text", "type", "id", "href", "user_id", "document_id", "language", "collapsed",
    ]
    guard members.allSatisfy({ others.contains($0.name) }) else { return nil }
    return text.words
  }

  private static func words(of elements: [JSONValue]) -> String {
    let words = elements.prefix(100).compactMap { $0.words }
    // The segments of a text are joined without anything between.
    let isText =
      elements.contains { $0["type"]?.text != nil && $0["text"] != nil }
      && elements.allSatisfy { $0.text != nil || $0["text"] != nil }
    let rest = elements.count > 100 ? ", … \(elements.count - 100) more" : ""
    return words.joined(separator: isText ? "" : ", ") + rest
  }
}

extension String {
  /// The name with spaces instead of underscores.
  package var spaced: String {
    String(decoding: utf8.map { $0 == UInt8(ascii: "_") ? UInt8(ascii: " ") : $0 }, as: UTF8.self)
  }

  /// An ISO 8601 time with a space in place of the `T`; nil for anything else.
  fileprivate var readableTime: String? {
    guard utf8.count == 19, Timestamp(self) != nil else { return nil }
    return replacing("T", with: " ")
  }
}
