import Foundation
import ICU
import SiteFiles
import SiteWriter
import TestSupport
import Testing

@testable import Phrases

@Suite struct PhrasesTests {
  static let languages = [
    "ar", "de", "en", "es", "fa", "fr", "he", "hi", "id", "it", "ja", "ko", "nl", "pl", "pt", "ru", "tr",
    "uk", "ur", "vi",
    "zh-Hans", "zh-Hant",
  ]

  private static func table(_ language: String) throws -> PhraseTable {
    try PhraseTable(SiteAssets().phrases(of: language), file: language + ".json")
  }

  private static func phrases(_ language: String) throws -> Phrases {
    Phrases(language: language, table: try table(language), english: try table("en"))
  }

  @Test("English has every phrase, and no file has one that is not asked for")
  func complete() throws {
    #expect(try SiteAssets().languages == Self.languages)
    #expect(try Self.table("en").missing == [])
    for language in Self.languages { #expect(try Self.table(language).unknown == [], "\(language).json") }
  }

  @Test("docs/languages.md and the help of --locale list every language")
  func listed() throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try String(contentsOf: root.appending(path: "docs/languages.md"), encoding: .utf8)
    let options = try String(
      contentsOf: root.appending(path: "Sources/chatexport/UsualOptions.swift"), encoding: .utf8)
    for language in Self.languages {
      #expect(page.contains("| `\(language)` |"), "\(language)")
      #expect(options.contains("\"\(language)\","), "\(language)")
    }
  }

  @Test("Every phrase is said by a template or by the program")
  func used() throws {
    let templates = try ["dialogs", "front", "gallery", "index", "last", "page", "statistics"].map {
      try SiteAssets().template(named: $0 + ".mustache")
    }
    var used = Set(
      templates.flatMap { $0.matches(of: #/\{\{phrase\.(\w+)\}\}/#).map { String($0.output.1) } })
    #expect(used.count > 60)
    for file in try Self.sources() where file.contains("import Phrases") {
      used.formUnion(file.matches(of: #/\.([a-z]\w*)/#).map { String($0.output.1) })
    }
    for phrase in Phrase.allCases { #expect(used.contains(phrase.rawValue), "\(phrase)") }
  }

  /// The program's sources that may ask for a phrase.
  private static func sources() throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources")
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return try (files?.allObjects ?? []).compactMap { $0 as? URL }
      .filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  @Test("The phrases that each language still says in English are listed")
  func missing() throws {
    var report = ""
    for language in Self.languages {
      let missing = try Self.table(language).missing.map(\.rawValue)
      report += "\(language): \(missing.isEmpty ? "complete" : missing.joined(separator: ", "))\n"
    }
    expectGolden(report, named: "missing.txt")
  }

  @Test("A translation fills the blanks that English has", arguments: languages)
  func blanks(language: String) throws {
    let (english, table) = (try Self.table("en"), try Self.table(language))
    for (phrase, pattern) in table.patterns {
      let expected = english.patterns[phrase]?.blanks ?? []
      // Some languages count without saying the number.
      #expect(
        pattern.blanks == expected || pattern.blanks.union(["count"]) == expected,
        "\(language) \(phrase.rawValue)")
    }
  }

  @Test("A counted phrase has the plural forms that its language has", arguments: languages)
  func plurals(language: String) throws {
    let rules = PluralRules(locale: language)
    // Spanish, French, Italian and Portuguese have a form of their own for millions.
    let categories = Set((Array(0...200) + [1_000_000]).map { rules.category(of: $0) })
    for (phrase, pattern) in try Self.table(language).patterns where pattern.categories != ["other"] {
      let known = Set(pattern.categories)
      #expect(known.isSubset(of: categories.union(["other"])), "\(language) \(phrase.rawValue)")
    }
  }

  @Test("A counted phrase has a form for every count", arguments: languages)
  func allForms(language: String) throws {
    let rules = PluralRules(locale: language)
    for (phrase, pattern) in try Self.table(language).patterns where pattern.categories.count > 1 {
      let missing = Set((1...200).map(rules.category)).subtracting(pattern.categories)
      #expect(missing.isEmpty, "\(language) \(phrase.rawValue) lacks \(missing.sorted())")
    }
  }

  @Test(
    "A locale has the file of its language, script or region",
    arguments: [
      ("pt-BR", "pt"), ("zh", "zh-Hans"), ("zh-CN", "zh-Hans"), ("zh-TW", "zh-Hant"),
      ("zh-Hant-HK", "zh-Hant"),
      ("zh-HK", "zh-Hant"), ("zh-Hans-SG", "zh-Hans"), ("yue", "zh-Hant"), ("iw", "he"), ("HE-IL", "he"),
      ("fa_IR", "fa"),
      ("cs", "en"), ("", "en"),
    ])
  func fileOfLocale(locale: String, language: String) {
    #expect(PhraseLanguage.choose(for: locale, among: Self.languages) == language)
  }

  @Test(
    "Counts take the form of their language",
    arguments: [
      ("en", 1, "1 vote"), ("en", 0, "0 votes"), ("de", 2, "2 Stimmen"), ("fr", 0, "0 vote"),
      ("pt", 2, "2 votos"),
      ("ja", 3, "3票"), ("ar", 0, "لا أصوات"), ("ar", 2, "صوتان"), ("ar", 3, "3 أصوات"), ("ar", 11, "11 صوتًا"),
      ("ar", 100, "100 صوت"), ("ru", 1, "1 голос"), ("ru", 3, "3 голоса"), ("ru", 11, "11 голосов"),
      ("uk", 22, "22 голоси"),
      ("pl", 5, "5 głosów"), ("pl", 22, "22 głosy"), ("he", 2, "שני קולות"), ("zh-Hant", 2, "2 票"),
      ("tr", 2, "2 oy"),
    ])
  func counted(language: String, count: Int, words: String) throws {
    #expect(try Self.phrases(language)(.votes, count: count, shown: "\(count)") == words)
  }

  @Test(
    "Spans of time are said in the case that the sentence asks for",
    arguments: [
      ("en", 1, "disappears after 1 day"), ("de", 7, "verschwindet nach 7 Tagen"),
      ("fr", 1, "disparaît après 1 jour"), ("es", 3, "desaparece tras 3 días"),
      ("pt", 1, "desaparece após 1 dia"), ("ja", 7, "7日で消えます"), ("ar", 2, "تختفي بعد يومين"),
      ("ar", 7, "تختفي بعد 7 أيام"), ("ar", 30, "تختفي بعد 30 يومًا"),
    ])
  func spans(language: String, count: Int, words: String) throws {
    #expect(try Self.phrases(language)(.disappearsAfterDays, count: count, shown: "\(count)") == words)
  }

  @Test("Blanks are filled, with whatever they are given")
  func filled() throws {
    let german = try Self.phrases("de")
    #expect(german(.added, .actor("{targets}"), .targets("Bo")) == "{targets} hat Bo hinzugefügt")
    #expect(german(.thinking) == "Überlegung")
  }

  @Test("Between words that read from right to left, names are isolated once; numbers are not")
  func isolated() throws {
    let arabic = try Self.phrases("ar")
    #expect(arabic(.joined, .actor("Bo (x)")) == "انضمّ \u{2068}Bo (x)\u{2069}")
    #expect(arabic(.joined, .actor("\u{2068}عمر\u{2069}")) == "انضمّ \u{2068}عمر\u{2069}")
    #expect(arabic(.votes, count: 3, shown: "3") == "3 أصوات")
  }

  @Test("What a language lacks is said in English; what is no table is refused with its name")
  func fallback() throws {
    let table = try PhraseTable(
      Array(#"{"joined": "{actor} ist da", "nonsense": "x"}"#.utf8), file: "xx.json")
    let phrases = Phrases(language: "xx", table: table, english: try Self.table("en"))
    #expect(phrases(.joined, .actor("Bo")) == "Bo ist da")
    #expect(phrases(.left, .actor("Bo")) == "Bo left")
    #expect(table.unknown == ["nonsense"])
    #expect(table.filled(from: try Self.table("en")).missing == [])
    for broken in ["", "[]", #"{"joined": 1}"#, #"{"votes": {"one": "x"}}"#] {
      #expect(throws: PhraseTableError.self) { try PhraseTable(Array(broken.utf8), file: "xx.json") }
    }
  }
}
