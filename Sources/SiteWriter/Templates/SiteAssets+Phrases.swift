public import Phrases
public import SiteFiles

extension SiteAssets {
  /// Reads the phrases of a BCP 47 locale: for `pt-BR` its own if there are any, else those for `pt`, else English. Chinese
  /// has a file for each script, so `zh-TW` uses `zh-Hant`.
  ///
  /// A phrase missing in the language is in English; one missing in a user's `en.json` is the program's own.
  ///
  /// - Throws: ``SiteAssetsError`` if a file cannot be read, ``PhraseTableError`` if one is not a table of phrases.
  public func phrases(for locale: String) throws -> Phrases {
    let language = PhraseLanguage.choose(for: locale, among: languages)
    var english = try table(of: "en")
    if !replaced.isEmpty { english = english.filled(from: try SiteAssets().table(of: "en")) }
    let table = language == "en" ? english : try table(of: language)
    return Phrases(language: language, table: table, english: english)
  }

  private func table(of language: String) throws -> PhraseTable {
    try PhraseTable(try phrases(of: language), file: language + ".json")
  }
}
