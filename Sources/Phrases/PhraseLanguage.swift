/// The choice of a file of phrases by a locale.
public enum PhraseLanguage {
  /// Older codes of languages, still written by some sources.
  private static let olderCodes = ["iw": "he", "in": "id"]
  /// The regions that write Chinese in traditional characters (CLDR, likely subtags).
  private static let traditionalRegions: Set<String> = ["tw", "hk", "mo"]

  /// Returns the best of these languages with a file for a BCP 47 locale; English if none matches.
  ///
  /// A file of language and region or script comes before one of the language alone.
  public static func choose(for locale: String, among languages: [String]) -> String {
    let parts = locale.split { $0 == "-" || $0 == "_" }.map { $0.lowercased() }
    guard let first = parts.first else { return "en" }
    let language = olderCodes[first] ?? first
    var names = [([language] + parts.dropFirst().prefix(1)).joined(separator: "-")]
    if language == "zh" || language == "yue" { names.append(chinese(parts)) }
    names.append(language)
    for name in names {
      if let known = languages.first(where: { $0.lowercased() == name }) { return known }
    }
    return "en"
  }

  /// Returns Chinese in the script of a locale: simplified by default. Cantonese is written in traditional
  /// characters.
  private static func chinese(_ parts: [String]) -> String {
    if parts.contains("hant") { return "zh-hant" }
    if parts.contains("hans") || parts.contains("cn") { return "zh-hans" }
    let isTraditional = parts.first == "yue" || parts.contains(where: traditionalRegions.contains)
    return isTraditional ? "zh-hant" : "zh-hans"
  }
}
