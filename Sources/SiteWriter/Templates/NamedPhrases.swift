internal import Phrases

/// The phrases as a template names them: `{{phrase.search}}` is ``Phrase/search`` in the page's language.
///
/// A blank stays as it is, `Found: {count}`: the pages' scripts fill it.
struct NamedPhrases {
  /// The member of a page's values under which templates find the phrases.
  static let key = "phrase"

  private let phrases: Phrases

  init(_ phrases: Phrases) { self.phrases = phrases }

  /// Returns the phrase with a name, or nil.
  func phrase(named name: String) -> String? { Phrase(rawValue: name).map(phrases.unfilled) }

  /// Returns what `source` names behind `phrase.`, in order: `search` for `{{phrase.search}}` and `{{#phrase.search}}`.
  static func names(in source: String) -> [String] {
    source.split(separator: "{{").dropFirst().compactMap { part in
      let tag = part.prefix { $0 != "}" }.drop { "#^/ ".contains($0) }
      let words = tag.split(separator: ".", omittingEmptySubsequences: false)
      return words.count == 2 && words[0] == key ? words[1].filter { $0 != " " } : nil
    }
  }
}
