/// An SVG drawing that can only be displayed: no scripts, no handlers, no animation, no external content.
///
/// Browsers run no script of a drawing in an `img` (SVG 2 §2.7.1, secure static mode), but opening its file makes it a page of the
/// site. So the whole file is read, and everything that is not known to be harmless makes the drawing an active one, which is
/// treated like any other file.
struct PassiveDrawing {
  /// The size in px, if given in the drawing.
  private(set) var size: (width: Int, height: Int)?

  /// The largest file that is read, in bytes.
  static let limit = 4 << 20

  /// Nil if the bytes are not a drawing in UTF-8, or if it may be active.
  init?(_ bytes: [UInt8]) {
    guard bytes.count <= Self.limit, String(validating: bytes, as: UTF8.self) != nil else { return nil }
    var scanner = MarkupScanner(bytes)
    var isRoot = true
    while let tag = scanner.nextTag() {
      guard case .start(let name, let attributes) = tag else {
        if case .refused = tag { return nil }
        continue
      }
      guard Self.elements.contains(name), !isRoot || name == "svg" else { return nil }
      guard attributes.allSatisfy({ Self.isHarmless($0.name, $0.value) }) else { return nil }
      if isRoot {
        guard attributes.contains(where: { $0 == ("xmlns", Self.namespace) }) else { return nil }
        size = Self.size(attributes)
        isRoot = false
      }
    }
    guard !isRoot, !scanner.isBroken else { return nil }
    // Styles also occur between tags.
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    guard !text.contains("@import"), !text.contains("\\"), Self.referencesOnlyItself(text) else {
      return nil
    }
  }

  private static let namespace = "http://www.w3.org/2000/svg"

  /// Elements of SVG that draw, name, group or define. Not among them: scripts, links, animation, foreign content, and pictures.
  private static let elements: Set<String> = [
    "svg", "g", "defs", "symbol", "use", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon",
    "text",
    "tspan", "textPath", "title", "desc", "linearGradient", "radialGradient", "stop", "clipPath", "mask",
    "pattern",
    "marker", "style", "switch", "filter", "feGaussianBlur", "feOffset", "feMerge", "feMergeNode", "feBlend",
    "feColorMatrix", "feComposite", "feFlood", "feMorphology", "feDropShadow", "feTurbulence",
    "feComponentTransfer", "feFuncR", "feFuncG", "feFuncB", "feFuncA", "feTile", "feDisplacementMap",
    "feSpecularLighting", "feDiffuseLighting", "feDistantLight", "fePointLight", "feSpotLight",
  ]

  private static func isHarmless(_ name: String, _ value: String) -> Bool {
    let name = name.lowercased()
    if name.hasPrefix("on") || name == "xml:base" || name.hasSuffix(":base") { return false }
    if name == "href" || name.hasSuffix(":href") { return value.hasPrefix("#") }
    if name == "xmlns" { return value == namespace }
    if name.hasPrefix("xmlns:") {
      return value != namespace && !value.lowercased().contains("xhtml")
    }
    return !value.lowercased().contains("javascript:")
  }

  /// True if every `url(` of a text refers to a part of the drawing itself.
  private static func referencesOnlyItself(_ text: String) -> Bool {
    text.components(between: "url(").allSatisfy { rest in
      rest.drop { $0 == " " || $0 == "'" || $0 == "\"" || $0 == "\n" || $0 == "\t" }.first == "#"
        || rest.hasPrefix("&quot;#")
    }
  }

  private static func size(_ attributes: [(name: String, value: String)]) -> (width: Int, height: Int)? {
    func value(_ name: String) -> String? { attributes.first { $0.name == name }?.value }
    func length(_ name: String) -> Double? {
      guard var text = value(name)?[...] else { return nil }
      if text.hasSuffix("px") { text = text.dropLast(2) }
      return Double(text)
    }
    var (width, height) = (length("width"), length("height"))
    if width == nil || height == nil, let box = value("viewBox") {
      let numbers = box.split { $0 == " " || $0 == "," || $0 == "\n" }.compactMap { Double($0) }
      if numbers.count == 4 {
        let ratio = numbers[3] > 0 ? numbers[2] / numbers[3] : 1
        (width, height) = (
          width ?? height.map { $0 * ratio } ?? numbers[2], height ?? width.map { $0 / ratio } ?? numbers[3]
        )
      }
    }
    guard let width, let height, width.isFinite, height.isFinite, width > 0, height > 0 else { return nil }
    let side = Double(MediaFile.sideLimit)
    return (Int(min(max(width.rounded(), 1), side)), Int(min(max(height.rounded(), 1), side)))
  }
}

/// Finds the tags of well-formed XML, and refuses features of other documents: internal subsets of a DTD, processing
/// instructions except the XML declaration.
private struct MarkupScanner {
  enum Tag {
    case start(String, [(name: String, value: String)])
    case end
    case refused
  }

  private let bytes: [UInt8]
  private var position = 0
  /// True if the markup ended within a tag.
  private(set) var isBroken = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the next tag; nil at the end.
  mutating func nextTag() -> Tag? {
    while let open = bytes[position...].firstIndex(of: UInt8(ascii: "<")) {
      position = open
      if starts(with: "<!--") {
        guard skip(behind: "-->") else { return nil }
      } else if starts(with: "<![CDATA[") {
        guard skip(behind: "]]>") else { return nil }
      } else if starts(with: "<?xml ") {
        guard open < 8, skip(behind: "?>") else { return .refused }
      } else if starts(with: "<!DOCTYPE") {
        guard let end = bytes[open...].firstIndex(of: UInt8(ascii: ">")),
          !bytes[open..<end].contains(UInt8(ascii: "["))
        else { return .refused }
        position = end + 1
      } else if starts(with: "</") {
        guard skip(behind: ">") else { return nil }
        return .end
      } else {
        return startTag()
      }
    }
    return nil
  }

  private mutating func startTag() -> Tag {
    position += 1
    let name = word()
    guard !name.isEmpty else { return .refused }
    var attributes: [(name: String, value: String)] = []
    while position < bytes.count {
      skipSpace()
      if starts(with: "/>") || starts(with: ">") {
        guard skip(behind: ">") else { return .refused }
        return .start(name, attributes)
      }
      let attribute = word()
      skipSpace()
      guard !attribute.isEmpty, starts(with: "=") else { return .refused }
      position += 1
      skipSpace()
      guard position < bytes.count,
        bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'"),
        let end = bytes[(position + 1)...].firstIndex(of: bytes[position])
      else { return .refused }
      let value = String(decoding: bytes[(position + 1)..<end], as: UTF8.self)
      // Entities could expand to anything.
      guard !value.contains("<"), !value.contains("&#"), attributes.count < 200 else { return .refused }
      attributes.append((attribute, value))
      position = end + 1
    }
    return .refused
  }

  /// Letters, digits and the few signs of names.
  private mutating func word() -> String {
    let start = position
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: ":"),
        UInt8(ascii: "."):
        position += 1
      default: return String(decoding: bytes[start..<position], as: UTF8.self)
      }
    }
    return ""
  }

  private mutating func skipSpace() {
    while position < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
  }

  private func starts(with text: String) -> Bool { bytes[position...].starts(with: text.utf8) }

  /// Moves to the end of the next occurrence of a text; false if there is none.
  private mutating func skip(behind text: String) -> Bool {
    let sought = Array(text.utf8)
    var index = position
    while index + sought.count <= bytes.count {
      if bytes[index...].starts(with: sought) {
        position = index + sought.count
        return true
      }
      index += 1
    }
    isBroken = true
    position = bytes.count
    return false
  }
}

extension String {
  /// The parts after each occurrence of a separator.
  fileprivate func components(between separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let found = rest.firstRange(of: separator) {
      rest = rest[found.upperBound...]
      parts.append(rest)
    }
    return parts
  }
}
