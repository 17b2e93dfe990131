public import Fonts

/// The language near each message of a page, for texts that do not reveal their own.
public enum NearbyLanguages {
  /// The number of texts on each side that are considered.
  private static let reach = 4

  /// Returns the language of each text of a page (one text for each message): its own if it can be detected, else the
  /// most common one of the nearest texts; nil if there is none.
  public static func find(in texts: [String]) -> [EastAsianLanguage?] {
    // Strings know whether they are ASCII, which is no evidence.
    let evidence = texts.map { $0.utf8Span.isKnownASCII ? HanEvidence() : HanEvidence(of: $0.utf8.span) }
    let isSure = evidence.contains { $0.certain != nil }
    let told = evidence.map { isSure ? $0.certain : $0.probable }
    let tellers = told.indices.filter { told[$0] != nil }
    guard !tellers.isEmpty else { return told }
    var languages = told
    // All messages between two texts of known language have equal neighbours.
    for next in 0...tellers.count {
      let start = next == 0 ? 0 : tellers[next - 1] + 1
      let end = next == tellers.count ? texts.count : tellers[next]
      guard start < end else { continue }
      let before = tellers[max(0, next - reach)..<next].reversed()
      let behind = tellers[next..<min(tellers.count, next + reach)]
      let common = majority(of: (before + behind).compactMap { told[$0] })
      for index in start..<end { languages[index] = common }
    }
    return languages
  }

  /// Returns the most common language, the first of several.
  private static func majority(of languages: [EastAsianLanguage]) -> EastAsianLanguage? {
    var best: (language: EastAsianLanguage, count: Int)?
    for language in languages {
      let count = languages.count { $0 == language }
      if count > best?.count ?? 0 { best = (language, count) }
    }
    return best?.language
  }
}
