import ChatModel
import Storage

/// The names of languages above blocks of code.
enum SourceLabel {
  /// The names that differ from the word in the source.
  private static let names = [
    "mermaid": "Mermaid", "latex": "LaTeX", "tex": "LaTeX", "math": "LaTeX", "katex": "LaTeX",
    "plantuml": "PlantUML", "puml": "PlantUML", "dot": "Graphviz", "graphviz": "Graphviz",
    "js": "JavaScript", "javascript": "JavaScript", "ts": "TypeScript", "typescript": "TypeScript",
    "py": "Python", "rb": "Ruby", "rs": "Rust", "cpp": "C++", "csharp": "C#", "cs": "C#", "sh": "Shell",
    "md": "Markdown", "yml": "YAML", "objc": "Objective-C", "json": "JSON", "yaml": "YAML", "html": "HTML",
    "css": "CSS", "sql": "SQL", "xml": "XML", "php": "PHP", "toml": "TOML",
  ]

  /// Returns the name to show above code in this language, or nil if that is not a plain word.
  static func name(of language: String) -> String? {
    guard !language.isEmpty, language.utf8.count <= 20, language.utf8.allSatisfy({ 0x21...0x7E ~= $0 })
    else { return nil }
    if let name = names[language.lowercased()] { return name }
    return language.prefix(1).uppercased() + language.dropFirst()
  }

  /// Calls `body` with the names that may be shown above the code blocks of a text.
  static func forEachName(in text: MessageText, _ body: (String) -> Void) {
    switch text.markup {
    case .plain: return
    case .spans(let spans):
      for span in spans {
        if case .codeBlock(let language) = span.kind, let name = name(of: language) { body(name) }
      }
    case .markdown:
      let bytes = text.string.utf8.span
      guard bytes.contains(UInt8(ascii: "`")) || bytes.contains(UInt8(ascii: "~")) else { return }
      // The word after every fence, even within a line.
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
