import ImportKit

/// The text of an answer, in which the program writes thoughts, uses of tools and code as `<details type="…">` elements.
struct OpenWebUIText {
  enum TextPart: Equatable {
    case text(String)
    case thinking(String)
    case tool(name: String, input: String, output: String)
  }

  /// Returns the parts of a text in order. Elements of other types are text.
  static func parts(of text: String) -> [TextPart] {
    guard text.range(of: mark) != nil else { return text.isBlank ? [] : [.text(text)] }
    var (parts, own, rest) = ([TextPart](), "", text[...])
    func endText() {
      if !own.isBlank { parts.append(.text(own.trimmingSpaces)) }
      own = ""
    }
    while let start = rest.range(of: mark) {
      // An element begins a line.
      let isAtStart =
        start.lowerBound == text.startIndex || text[..<start.lowerBound].utf8.last == UInt8(ascii: "\n")
      guard isAtStart else {
        own += rest[..<start.upperBound]
        rest = rest[start.upperBound...]
        continue
      }
      // After an element without an end everything is text: looking further would take the square of the text's size.
      guard let tag = endOfTag(in: rest[start.lowerBound...]), let end = endOfElement(in: rest[tag...]) else {
        break
      }
      guard let part = part(rest[start.lowerBound..<tag], rest[tag..<end.lowerBound]) else {
        own += rest[..<end.upperBound]
        rest = rest[end.upperBound...]
        continue
      }
      own += rest[..<start.lowerBound]
      endText()
      parts.append(part)
      rest = rest[end.upperBound...]
    }
    own += rest
    endText()
    return parts
  }

  private static let mark = "<details type=\""
  private static let (opening, closing) = ("<details", "</details>")
  /// The most elements within an element.
  private static let nestingLimit = 100

  /// Returns the index after the tag that begins a text, or nil if it has no end.
  private static func endOfTag(in text: Substring) -> String.Index? {
    var isQuoted = false
    for index in text.utf8.indices {
      if text.utf8[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      if text.utf8[index] == UInt8(ascii: ">"), !isQuoted { return text.utf8.index(after: index) }
    }
    return nil
  }

  /// Returns the range of the closing tag of the element whose content begins a text, or nil.
  private static func endOfElement(in text: Substring) -> Range<String.Index>? {
    var (rest, depth) = (text, 1)
    for _ in 0..<nestingLimit {
      guard let close = rest.range(of: closing) else { return nil }
      var inner = rest[..<close.lowerBound]
      while let open = inner.range(of: opening) {
        depth += 1
        inner = inner[open.upperBound...]
      }
      depth -= 1
      if depth == 0 { return close }
      rest = rest[close.upperBound...]
    }
    return nil
  }

  /// Returns the part that an element is, or nil for one of another type.
  private static func part(_ tag: Substring, _ content: Substring) -> TextPart? {
    var body = String(content)
    if let start = body.range(of: "<summary>"), let end = body.range(of: "</summary>"),
      start.upperBound <= end.lowerBound
    {
      body = String(body[end.upperBound...])
    }
    body = body.trimmingSpaces
    switch attribute("type", of: tag) {
    case "reasoning":
      let lines = body.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        line.hasPrefix("> ") ? line.dropFirst(2) : line == ">" ? "" : line
      }
      return .thinking(unescaped(lines.joined(separator: "\n")))
    case "tool_calls":
      let (input, output) = (
        attribute("arguments", of: tag) ?? "", attribute("result", of: tag) ?? unescaped(body)
      )
      return .tool(
        name: attribute("name", of: tag) ?? "tool", input: value(input), output: value(output))
    case "code_interpreter":
      return .tool(name: "code_interpreter", input: body, output: value(attribute("output", of: tag) ?? ""))
    default: return nil
    }
  }

  /// Returns the words of a value that is JSON in a text, or JSON in JSON.
  private static func value(_ text: String) -> String {
    guard var value = JSONValue(parsing: text) else { return text }
    if let inner = value.text {
      guard let parsed = AssistantWords.json(in: inner) else { return inner }
      value = parsed
    }
    return ToolText.text(ofInput: value)
  }

  private static func attribute(_ name: String, of tag: Substring) -> String? {
    guard let start = tag.range(of: " \(name)=\""), let end = tag[start.upperBound...].range(of: "\"") else {
      return nil
    }
    return unescaped(String(tag[start.upperBound..<end.lowerBound]))
  }

  private static let references = [
    ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&#39;", "'"), ("&amp;", "&"),
  ]

  /// Returns the text without the references that Python's `html.escape` writes.
  private static func unescaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    return references.reduce(text) { $0.replacing($1.0, with: $1.1) }
  }
}
