public import Frames

extension WrittenRow {
  /// A text of a row.
  public struct Text: Sendable, Equatable {
    public var role: TextRole
    public var text: String

    public init(_ role: TextRole, _ text: String) { (self.role, self.text) = (role, text) }
  }

  /// The texts of the row, as they were before they were written; nil when the markup does not tell for sure.
  public var texts: [Text]? {
    var reader = TextReader()
    let bytes = page.bytes
    let markup = bytes.span.extracting(place.markup)
    var index = 0
    while let next = reader.read(markup, at: index) {
      if next == markup.count { return reader.texts }
      index = next
    }
    return nil
  }
}

/// Reads back what `RowWriter` wrote as texts: `p` and `pre` elements, without the breaks and faces inside them.
private struct TextReader {
  private(set) var texts: [WrittenRow.Text] = []
  /// What the text is for that is open.
  private var role: TextRole?
  private var text: [UInt8] = []

  /// Reads what is next and returns where that ends; nil when it is not understood.
  mutating func read(_ markup: Span<UInt8>, at index: Int) -> Int? {
    guard index < markup.count else { return nil }
    if markup[index] == UInt8(ascii: "<") {
      guard let end = markup.firstIndex(of: UInt8(ascii: ">"), from: index),
        readTag(markup.extracting((index + 1)..<end))
      else { return nil }
      return end + 1
    }
    if role != nil { return readCharacter(markup, at: index) }
    return markup.firstIndex(of: UInt8(ascii: "<"), from: index) ?? markup.count
  }

  /// Reads a byte, or what is written for one.
  private mutating func readCharacter(_ markup: Span<UInt8>, at index: Int) -> Int? {
    switch markup[index] {
    case UInt8(ascii: "&"):
      for (entity, character) in Self.entities where markup.has(entity, at: index) {
        text.append(character)
        return index + entity.utf8CodeUnitCount
      }
      return nil
    default:
      text.append(markup[index])
      return index + 1
    }
  }

  private static let entities: [(StaticString, UInt8)] = [
    ("&amp;", UInt8(ascii: "&")), ("&lt;", UInt8(ascii: "<")), ("&gt;", UInt8(ascii: ">")),
    ("&quot;", UInt8(ascii: "\"")), ("&#39;", UInt8(ascii: "'")),
  ]

  /// Reads what stands between `<` and `>`.
  private mutating func readTag(_ tag: Span<UInt8>) -> Bool {
    if role == nil {
      guard tag.has("p ", at: 0) || tag.has("pre ", at: 0) else { return true }
      role = Self.role(ofTag: tag)
      return role != nil
    }
    if tag.has("/p", at: 0) { return end() }
    if tag.has("br", at: 0) { text.append(UInt8(ascii: "\n")) }
    return tag.has("img ", at: 0) ? readEmoji(tag) : true
  }

  private mutating func end() -> Bool {
    guard let role, let string = String(validating: text, as: UTF8.self) else { return false }
    texts.append(WrittenRow.Text(role, string))
    self.role = nil
    text.removeAll(keepingCapacity: true)
    return true
  }

  /// A picture stands for the characters that are its alternative text.
  private mutating func readEmoji(_ tag: Span<UInt8>) -> Bool {
    guard var index = tag.end(of: " alt=\"") else { return false }
    while index < tag.count, tag[index] != UInt8(ascii: "\"") {
      guard let next = readCharacter(tag, at: index) else { return false }
      index = next
    }
    return true
  }

  /// The role that a text's class tells; nil when it is none of ours.
  private static func role(ofTag tag: Span<UInt8>) -> TextRole? {
    guard let start = tag.end(of: " class=\"") else { return .body }
    return TextRole.allCases.first { role in
      let name = role.cssClass
      let end = start + name.utf8CodeUnitCount
      return role != .body && tag.has(name, at: start) && end < tag.count && tag[end] == UInt8(ascii: "\"")
    }
  }
}

extension Span<UInt8> {
  /// Where the first `markup` ends.
  fileprivate func end(of markup: StaticString) -> Int? {
    for start in indices where has(markup, at: start) { return start + markup.utf8CodeUnitCount }
    return nil
  }
}
