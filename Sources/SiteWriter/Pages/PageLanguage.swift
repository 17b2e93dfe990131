public import Frames
public import Phrases

/// The language of a page.
public struct PageLanguage: Sendable, Equatable {
  /// Its BCP 47 tag.
  public var tag: String
  /// The tag by which scripts write dates, if it is a different one.
  public var dates: String?
  /// The direction of the page's own interface.
  public var direction: TextDirection
  /// The words of the interface.
  public var phrases: Phrases

  /// Creates a language.
  public init(
    tag: String = "en", dates: String? = nil, direction: TextDirection = .leftToRight, phrases: Phrases
  ) {
    (self.tag, self.dates, self.direction, self.phrases) = (tag, dates, direction, phrases)
  }

  /// The values that templates of pages use.
  var values: TemplateValues {
    [
      "language": .text(tag), "dateLanguage": .text(dates ?? ""), "direction": .text(direction.attribute),
      NamedPhrases.key: .phrases(NamedPhrases(phrases)),
    ]
  }
}
