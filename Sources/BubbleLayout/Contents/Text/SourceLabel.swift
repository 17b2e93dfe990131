import ChatModel

/// The names of languages whose code is the source of a picture, such as a diagram, which the page shows as it is.
enum SourceLabel {
  private static let names = [
    "mermaid": "Mermaid", "latex": "LaTeX", "tex": "LaTeX", "math": "LaTeX", "katex": "LaTeX",
    "plantuml": "PlantUML",
    "puml": "PlantUML", "dot": "Graphviz", "graphviz": "Graphviz",
  ]

  /// Returns the name to show above code in this language, or nil for code that is read as code.
  static func name(of language: String) -> String? {
    language.isEmpty || language.utf8.count > 10 ? nil : names[language.lowercased()]
  }

  /// Calls `body` with the names that the blocks of code in a text may have above them.
  static func forEachName(in text: MessageText, _ body: (String) -> Void) {
    switch text.markup {
    case .plain: return
    case .spans(let spans):
      for span in spans {
        if case .codeBlock(let language) = span.kind, let name = name(of: language) { body(name) }
      }
    case .markdown:
      guard text.string.utf8.contains(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }) else {
        return
      }
      // The word behind a fence, wherever it stands.
      var rest = text.string.utf8[...]
      while let start = rest.firstIndex(where: { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }) {
        let behind = rest[start...].drop { $0 == UInt8(ascii: "`") || $0 == UInt8(ascii: "~") }
        let isFence = rest.distance(from: start, to: behind.startIndex) >= 3
        rest = behind
        guard isFence, let word = String(behind.drop { $0 == 0x20 }.prefix { 0x41...0x5A ~= $0 & 0xDF })
        else { continue }
        if let name = name(of: word) { body(name) }
      }
    }
  }
}
