import Frames

/// The words that a conversation shows in place of what is redacted, in its language.
public struct RedactionWords: Sendable {
  /// The text in place of anything without a text of its own.
  public var replacement: String
  /// Returns the invented name of the person with a number, counted from 1. A number, and no name, because a name could be somebody's
  /// in the conversation.
  public var person: @Sendable (Int) -> String
  /// The list of words that get bars in place; nil if other words are shown instead.
  var hidden: HiddenTexts?

  /// The words in English.
  public static let english = RedactionWords(replacement: "[redacted]") { "Person \($0)" }

  /// Creates words.
  public init(replacement: String, person: @escaping @Sendable (Int) -> String) {
    (self.replacement, self.person) = (replacement, person)
  }

  /// Returns the words of a kind of replacement.
  func text(_ shown: Replacement) -> String {
    switch shown {
    case .usual: replacement
    case .text(let text): text
    case .person(let number): person(number)
    }
  }
}

/// The text shown in place of a match, in no language yet.
enum Replacement: Sendable, Hashable {
  /// The usual one.
  case usual
  /// The one that a rule gives.
  case text(String)
  /// The invented name of the person with a number.
  case person(Int)

  /// Creates the replacement that a rule gives; nil for the usual one.
  init(_ text: String?) { self = text.map { .text($0) } ?? .usual }
}
