import HTML
import Phrases
import SiteFiles
import Synchronization

/// A page around its content: a template from `Templates/`, filled with values that are escaped here.
///
/// The language is a part of Mustache (`TemplateParser`). Templates with unescaped values are refused.
struct Template: Sendable {
  private let nodes: [TemplateNode]
  private let inLanguages = NodesByLanguage()

  /// The template with this source. `name` is for error messages.
  init(_ source: String, name: String) throws(SiteAssetsError) {
    if let sign = Self.refusedSign(in: source) {
      throw .unusableTemplate(
        name: name, reason: "'{{\(sign)' is not allowed, because \(Self.refusal(of: sign))")
    }
    guard !source.utf8.contains(TemplateMark.byte) else {
      throw .unusableTemplate(name: name, reason: "it has the control character U+0001")
    }
    do {
      nodes = try TemplateParser.nodes(of: source)
    } catch {
      throw .unusableTemplate(name: name, reason: "\(error)")
    }
    for phrase in NamedPhrases.names(in: nodes) where Phrase(named: phrase) == nil {
      throw .unusableTemplate(
        name: name, reason: "there is no phrase '\(phrase)'; Public/phrases/en.json lists them")
    }
  }

  /// The sign after the braces of a tag for unescaped values or of a kind that the language does not have.
  private static func refusedSign(in source: String) -> Character? {
    let brace = UInt8(ascii: "{")
    var braces = 0
    for byte in source.utf8 {
      if braces >= 2, "{&%>=$<".utf8.contains(byte) { return Character(Unicode.Scalar(byte)) }
      braces = byte == brace ? braces + 1 : 0
    }
    return nil
  }

  private static func refusal(of sign: Character) -> String {
    sign == "{" || sign == "&"
      ? "every value must be escaped" : "templates have only names, sections and comments"
  }

  /// The shell rendered with the values; its marks are filled later.
  func form<Field: ShellField>(_ values: TemplateValues, of _: Field.Type) -> RenderedTemplate<Field> {
    var html = HTMLWriter(capacity: 1 << 14)
    write(values, to: &html) { $1.append(shell: $0.bytes.span) }
    return RenderedTemplate(html.bytes.span)
  }

  /// Writes the page with the values filled in, and marks by `fill`.
  func write(
    _ values: TemplateValues, to html: inout HTMLWriter,
    fill: (TemplateMark, inout HTMLWriter) -> Void = { _, _ in }
  ) {
    var filled = nodes
    if case .phrases(let phrases)? = values[NamedPhrases.key] {
      filled = inLanguages.nodes(nodes, with: phrases)
    }
    TemplateScope(values).write(filled, to: &html, fill: fill)
  }
}

/// The nodes of a template with the phrases of each language filled in.
///
/// Most values of our templates are phrases, and thousands of conversations have the language of few.
private final class NodesByLanguage: Sendable {
  private let known = Mutex<[(phrases: NamedPhrases, nodes: [TemplateNode])]>([])

  /// Returns `nodes` with phrases in place of their names; made once for each language.
  func nodes(_ nodes: [TemplateNode], with phrases: NamedPhrases) -> [TemplateNode] {
    known.withLock { known in
      if let found = known.first(where: { $0.phrases == phrases }) { return found.nodes }
      let filled = Self.filled(nodes, with: phrases)
      known.append((phrases, filled))
      return filled
    }
  }

  private static func filled(_ nodes: [TemplateNode], with phrases: NamedPhrases) -> [TemplateNode] {
    var filled: [TemplateNode] = []
    // Texts side by side become one.
    func append(_ text: [UInt8]) {
      if case .text(let before) = filled.last {
        filled[filled.count - 1] = .text(before + text)
      } else {
        filled.append(.text(text))
      }
    }
    for node in nodes {
      switch node {
      case .text(let text): append(text)
      case .value(let name):
        guard name.words.count == 2, name.words[0] == NamedPhrases.key,
          let phrase = phrases.phrase(named: name.words[1])
        else {
          filled.append(node)
          continue
        }
        var html = HTMLWriter(capacity: 64)
        html.attribute(phrase)
        append(html.bytes)
      case .section(let name, let isInverted, let body):
        filled.append(.section(name, isInverted: isInverted, Self.filled(body, with: phrases)))
      }
    }
    return filled
  }
}

extension SiteAssets {
  /// Returns the halves of a template before and after `marker`, the position of `what`.
  func shells(of name: String, around marker: String, for what: String) throws(SiteAssetsError)
    -> (before: Template, after: Template)
  {
    let parts = try template(named: name).split(separator: marker, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .unusableTemplate(
        name: name, reason: "it must have '\(marker)' once, where \(what) go")
    }
    // The line ends with the inserted content.
    let after = parts[1].hasPrefix("\n") ? parts[1].dropFirst() : parts[1]
    return (try Template(String(parts[0]), name: name), try Template(String(after), name: name))
  }
}
