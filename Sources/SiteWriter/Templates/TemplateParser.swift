/// A piece of a template.
indirect enum TemplateNode: Sendable {
  /// Bytes that are copied to the page unchanged.
  case text([UInt8])
  /// The value of a name, escaped: `{{name}}`.
  case value(TemplateName)
  /// Nodes shown once for each value of a name, or if inverted when it has none: `{{#name}}…{{/name}}`, `{{^name}}…{{/name}}`.
  case section(TemplateName, isInverted: Bool, [TemplateNode])
}

/// A name in a template: `title`, or `phrase.search` with the words of a path. `.` is the value of the section itself.
struct TemplateName: Hashable, Sendable {
  let words: [String]

  init(_ source: String) {
    words =
      source == "." ? [] : source.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
  }
}

/// A template that cannot be read: the line of the mistake and a sentence about it.
struct TemplateError: Error, CustomStringConvertible {
  var line: Int
  var reason: String

  var description: String { "line \(line): \(reason)" }
}

/// Reads the template language: names, sections, inverted sections and comments of Mustache.
///
/// A tag without output that is alone on a line removes the whole line.
struct TemplateParser {
  private let bytes: [UInt8]
  /// The sections around the current offset, outermost first, each with the nodes read so far.
  private var sections: [Section] = []
  /// The nodes outside any section.
  private var nodes: [TemplateNode] = []

  private struct Section {
    var name: String
    var isInverted: Bool
    var start: Int
    var nodes: [TemplateNode] = []
  }

  /// Returns the nodes of a template.
  ///
  /// - Throws: ``TemplateError``.
  static func nodes(of source: String) throws(TemplateError) -> [TemplateNode] {
    var parser = TemplateParser(source)
    return try parser.parse()
  }

  private init(_ source: String) { bytes = Array(source.utf8) }

  private mutating func parse() throws(TemplateError) -> [TemplateNode] {
    var index = 0
    while let start = offset(ofPairOf: UInt8(ascii: "{"), from: index) {
      guard let end = offset(ofPairOf: UInt8(ascii: "}"), from: start + 2) else {
        throw error(at: start, "a tag is not closed by '}}'")
      }
      let content = String(decoding: bytes[start + 2..<end], as: UTF8.self)
      let sign = content.first
      let isSilent = sign.map { "#^/!".contains($0) } ?? false
      let tag = isSilent ? line(around: start..<end + 2) : start..<end + 2
      add(text: bytes[index..<tag.lowerBound])
      try take(sign, isSilent ? content.dropFirst() : content[...], at: start)
      index = tag.upperBound
    }
    add(text: bytes[index...])
    if let open = sections.last {
      throw error(at: open.start, "the section '\(open.name)' is not closed by '{{/\(open.name)}}'")
    }
    return nodes
  }

  /// Handles a tag: its sign, if any, and the content after it.
  private mutating func take(_ sign: Character?, _ content: Substring, at start: Int) throws(TemplateError) {
    if sign == "!" { return }
    let words = content.utf8.split { $0 <= UInt8(ascii: " ") }
    guard words.count == 1, let name = words.first.flatMap({ String($0) }),
      name.utf8.allSatisfy(Self.isOfName)
    else { throw error(at: start, "'\(content)' is not a name") }
    switch sign {
    case "#", "^": sections.append(Section(name: name, isInverted: sign == "^", start: start))
    case "/":
      guard let section = sections.popLast(), section.name == name else {
        throw error(at: start, "'{{/\(name)}}' closes no section that is open here")
      }
      add(.section(TemplateName(name), isInverted: section.isInverted, section.nodes))
    default: add(.value(TemplateName(name)))
    }
  }

  /// True if a byte is allowed in a name: an ASCII letter, a digit, a full stop or an underscore.
  private static func isOfName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"):
      true
    default: false
    }
  }

  private mutating func add(text: ArraySlice<UInt8>) {
    if !text.isEmpty { add(.text(Array(text))) }
  }

  private mutating func add(_ node: TemplateNode) {
    if sections.isEmpty { nodes.append(node) } else { sections[sections.count - 1].nodes.append(node) }
  }

  /// The offset of the first two equal bytes, or nil.
  private func offset(ofPairOf byte: UInt8, from start: Int) -> Int? {
    var index = start
    while index + 1 < bytes.count {
      if bytes[index] == byte, bytes[index + 1] == byte { return index }
      index += 1
    }
    return nil
  }

  /// The whole line around a tag if nothing else is on it, else the tag.
  private func line(around tag: Range<Int>) -> Range<Int> {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    let newline = UInt8(ascii: "\n")
    var start = tag.lowerBound
    while start > 0, isBlank(bytes[start - 1]) { start -= 1 }
    var end = tag.upperBound
    while end < bytes.count, isBlank(bytes[end]) || bytes[end] == UInt8(ascii: "\r") { end += 1 }
    guard start == 0 || bytes[start - 1] == newline, end == bytes.count || bytes[end] == newline else {
      return tag
    }
    return start..<min(end + 1, bytes.count)
  }

  private func error(at offset: Int, _ reason: String) -> TemplateError {
    TemplateError(line: bytes[..<offset].count { $0 == UInt8(ascii: "\n") } + 1, reason: reason)
  }
}
