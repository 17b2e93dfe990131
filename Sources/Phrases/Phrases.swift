import ICU

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The program's phrases in one language.
///
/// Made once per conversation. A phrase missing in the language is in English.
public struct Phrases: Sendable {
  /// The language of the words.
  public let language: String

  private let table: Table
  private let plurals: PluralRules
  /// True if names in left-to-right scripts have to be isolated from the words around them (UAX #9).
  private let isRightToLeft: Bool

  /// The patterns, in one reference, because each page's model holds the phrases, and comparing pages compares them.
  private final class Table: Sendable {
    let patterns: [Phrase: Pattern]

    init(_ patterns: [Phrase: Pattern]) { self.patterns = patterns }
  }

  /// The phrases of a language's table, with English as the fallback.
  public init(language: String, table: PhraseTable, english: PhraseTable) {
    self.language = language
    plurals = PluralRules(locale: language)
    isRightToLeft = table.isRightToLeft
    self.table = Table(english.patterns.merging(table.patterns) { $1 })
  }

  /// A phrase with its placeholders filled.
  public func callAsFunction(_ phrase: Phrase, _ blanks: Blank...) -> String {
    fill(phrase, as: "other", blanks)
  }

  /// A phrase in the plural form for `count`, which is displayed as `shown`.
  public func callAsFunction(_ phrase: Phrase, count: Int, shown: String, _ blanks: Blank...) -> String {
    fill(phrase, as: plurals.category(of: count), blanks + [.count(shown)])
  }

  /// Returns a phrase with its placeholders unfilled, e.g. `Found: {count}`, for a script to fill.
  public func unfilled(_ phrase: Phrase) -> String {
    Self.unfilled(table.patterns[phrase]?.pieces(for: "other") ?? [])
  }

  private static func unfilled(_ pieces: [Pattern.PatternPiece]) -> String {
    pieces.reduce(into: "") { text, piece in
      switch piece {
      case .words(let words): text += words
      case .blank(let name): text += "{\(name)}"
      }
    }
  }

  /// Returns the forms of a phrase with its placeholders unfilled, by the plural category, for a script to choose from.
  public func unfilledForms(_ phrase: Phrase) -> [(category: String, text: String)] {
    guard let pattern = table.patterns[phrase] else { return [] }
    return pattern.categories.map { ($0, Self.unfilled(pattern.pieces(for: $0))) }
  }

  /// Returns the words of all phrases except some, for the fonts.
  public func words(without omitted: Set<Phrase> = []) -> [String] {
    Phrase.allCases.compactMap { omitted.contains($0) ? nil : table.patterns[$0]?.words }
  }

  private func fill(_ phrase: Phrase, as category: String, _ blanks: [Blank]) -> String {
    var text = ""
    for piece in table.patterns[phrase]?.pieces(for: category) ?? [] {
      switch piece {
      case .words(let words): text += words
      case .blank(let name):
        guard let blank = blanks.first(where: { $0.name == name }) else { continue }
        text += isRightToLeft && blank.isForeign ? "\u{2068}\(blank.text)\u{2069}" : blank.text
      }
    }
    return text
  }
}

extension Phrases: Equatable {
  /// Compares languages and wording.
  public static func == (one: Phrases, other: Phrases) -> Bool {
    one.language == other.language
      && (one.table === other.table || one.table.patterns == other.table.patterns)
  }
}

/// The text for a placeholder of a phrase.
public struct Blank: Sendable {
  let name: String
  let text: String
  /// True if the text comes from the input, is not a number, and is not isolated yet.
  let isForeign: Bool

  /// Words of the input.
  private init(foreign name: String, _ text: String) {
    (self.name, self.text) = (name, text)
    isForeign = !text.isEmpty && !text.hasPrefix("\u{2068}")
  }

  /// Our own words, or a number.
  private init(own name: String, _ text: String) { (self.name, self.text, isForeign) = (name, text, false) }

  /// The person who did something.
  public static func actor(_ text: String) -> Blank { Blank(foreign: "actor", text) }
  /// The days from the first to the last.
  public static func dates(_ text: String) -> Blank { Blank(own: "dates", text) }
  /// The first of a range, such as its first number.
  public static func first(_ text: String) -> Blank { Blank(own: "first", text) }
  /// The source's name for a kind of message.
  public static func kind(_ text: String) -> Blank { Blank(foreign: "kind", text) }
  /// A label that a name is written after.
  public static func label(_ text: String) -> Blank { Blank(own: "label", text) }
  /// The last of a range, such as its last number.
  public static func last(_ text: String) -> Blank { Blank(own: "last", text) }
  /// The medium of a call, in the source's words.
  public static func medium(_ text: String) -> Blank { Blank(foreign: "medium", text) }
  /// A number of messages with its noun.
  public static func messages(_ text: String) -> Blank { Blank(own: "messages", text) }
  /// A name.
  public static func name(_ text: String) -> Blank { Blank(foreign: "name", text) }
  /// Several names, joined.
  public static func names(_ text: String) -> Blank { Blank(foreign: "names", text) }
  /// A number or an amount, in the page's language.
  public static func number(_ text: String) -> Blank { Blank(own: "number", text) }
  /// A number of people with its noun.
  public static func people(_ text: String) -> Blank { Blank(own: "people", text) }
  /// A whole phrase that another one continues.
  public static func sentence(_ text: String) -> Blank { Blank(own: "sentence", text) }
  /// A length of time, such as a number of months.
  public static func span(_ text: String) -> Blank { Blank(own: "span", text) }
  /// The people it was done to, joined.
  public static func targets(_ text: String) -> Blank { Blank(foreign: "targets", text) }
  /// Text of the input, such as a title or a reason.
  public static func text(_ text: String) -> Blank { Blank(foreign: "text", text) }
  /// A date or time, in the page's language.
  public static func time(_ text: String) -> Blank { Blank(own: "time", text) }
  /// The size of a whole that a number is a part of.
  public static func total(_ text: String) -> Blank { Blank(own: "total", text) }
  static func count(_ text: String) -> Blank { Blank(own: "count", text) }
}

/// A mistake in a file of phrases.
public struct PhraseTableError: Error, Equatable, CustomStringConvertible {
  /// The path of the file.
  public var file: String
  /// The mistake.
  public var reason: String
  /// The sentence that names the file and the mistake.
  public var description: String { "the phrases \(file) cannot be used: \(reason)" }
}

/// A file of phrases, read: `"joined": "{actor} joined"`, and for counts `"votes": {"one": …, "other": …}`. Keys that begin
/// with `$` are remarks.
public struct PhraseTable: Sendable, Equatable {
  var patterns: [Phrase: Pattern] = [:]
  /// Keys that are not phrases.
  public private(set) var unknown: [String] = []

  /// Reads the file's bytes; `file` is its name, for messages.
  public init(_ bytes: [UInt8], file: String) throws(PhraseTableError) {
    let entries: [String: PhraseEntry]
    do {
      entries = try JSONDecoder().decode([String: PhraseEntry].self, from: Data(bytes))
    } catch {
      throw PhraseTableError(
        file: file,
        reason: "it must be a JSON object of strings, or of objects with plural forms that include 'other'")
    }
    // Remarks for those who read the file.
    for (key, entry) in entries where !key.hasPrefix("$") {
      guard let phrase = Phrase(named: key) else {
        unknown.append(key)
        continue
      }
      patterns[phrase] = entry.pattern
    }
    unknown.sort()
  }

  /// True if the words are of a script that is written from right to left.
  var isRightToLeft: Bool {
    patterns[.someone]?.words.unicodeScalars.first?.needsBidi ?? false
  }

  /// This table with its missing phrases taken from another.
  public func filled(from other: PhraseTable) -> PhraseTable {
    var table = self
    table.patterns.merge(other.patterns) { own, _ in own }
    return table
  }

  /// The phrases the table lacks.
  public var missing: [Phrase] { Phrase.allCases.filter { patterns[$0] == nil } }

  private struct PhraseEntry: Decodable {
    var pattern: Pattern

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let text = try? container.decode(String.self) {
        pattern = Pattern(text)
      } else if let pattern = Pattern(forms: try container.decode([String: String].self)) {
        self.pattern = pattern
      } else {
        throw DecodingError.dataCorruptedError(in: container, debugDescription: "the form 'other' is missing")
      }
    }
  }
}
