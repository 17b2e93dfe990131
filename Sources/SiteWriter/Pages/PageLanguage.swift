public import Frames
public import Phrases

/// The language of a page.
public struct PageLanguage: Sendable, Equatable {
  /// Its BCP 47 tag.
  public var tag: String
  /// The direction of the page's furniture.
  public var direction: TextDirection
  /// The words of the furniture.
  public var phrases: Phrases

  /// Creates a language.
  public init(tag: String = "en", direction: TextDirection = .leftToRight, phrases: Phrases) {
    (self.tag, self.direction, self.phrases) = (tag, direction, phrases)
  }

  /// The values that templates of pages name.
  var values: [String: Any] {
    ["language": tag, "direction": direction.attribute, NamedPhrases.key: NamedPhrases(phrases)]
  }
}
