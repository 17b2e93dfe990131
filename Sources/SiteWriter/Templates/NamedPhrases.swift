import Phrases

/// The phrases as a template names them: `{{phrase.search}}` is ``Phrase/search`` in the page's language.
///
/// A placeholder is not filled, as in `Found: {count}`, because the pages' scripts fill it.
struct NamedPhrases: Equatable, Sendable {
  /// The member of a page's values under which templates find the phrases.
  static let key = "phrase"

  private let phrases: Phrases

  init(_ phrases: Phrases) { self.phrases = phrases }

  /// Returns the phrase with a name, or nil.
  func phrase(named name: String) -> String? { Phrase(named: name).map(phrases.unfilled) }

  /// Returns the phrases that a template names, in order: `search` for `{{phrase.search}}` and `{{#phrase.search}}`.
  static func names(in nodes: [TemplateNode]) -> [String] {
    nodes.flatMap { node -> [String] in
      switch node {
      case .text: []
      case .value(let name): phrase(in: name)
      case .section(let name, _, let nodes): phrase(in: name) + names(in: nodes)
      }
    }
  }

  private static func phrase(in name: TemplateName) -> [String] {
    name.words.count == 2 && name.words[0] == key ? [name.words[1]] : []
  }
}
