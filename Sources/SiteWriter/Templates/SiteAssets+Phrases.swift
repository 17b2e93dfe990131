public import Phrases
public import SiteFiles

extension SiteAssets {
  /// Reads the phrases of a BCP 47 locale: those of `pt-BR` if there are any, else of `pt`, else English. Chinese has a file
  /// for each script, so `zh-TW` has that of `zh-Hant`.
  ///
  /// A phrase that the language lacks is said in English; one that a user's `en.json` lacks is the program's own.
  ///
  /// - Throws: ``SiteAssetsError`` if a file cannot be read, ``PhraseTableError`` if one is no table of phrases.
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
