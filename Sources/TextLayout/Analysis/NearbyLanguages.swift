public import Fonts

/// The language near each message of a page, for texts that do not tell their own.
public enum NearbyLanguages {
  /// The number of texts on each side that are asked.
  private static let reach = 4

  /// Returns for each of the texts of a page, one for each message, the language that it tells itself or that most of the
  /// nearest texts tell; nil if none does.
  public static func find(in texts: [String]) -> [EastAsianLanguage?] {
    // Strings know if they are ASCII, which is evidence of nothing.
    let evidence = texts.map { $0.utf8Span.isKnownASCII ? HanEvidence() : HanEvidence(of: $0.utf8.span) }
    let isSure = evidence.contains { $0.certain != nil }
    let told = evidence.map { isSure ? $0.certain : $0.probable }
    let tellers = told.indices.filter { told[$0] != nil }
    guard !tellers.isEmpty else { return told }
    var languages = told
    // All messages between two that tell have the same ones near.
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

  /// Returns the language that comes most often, of several the first.
  private static func majority(of languages: [EastAsianLanguage]) -> EastAsianLanguage? {
    var best: (language: EastAsianLanguage, count: Int)?
    for language in languages {
      let count = languages.count { $0 == language }
      if count > best?.count ?? 0 { best = (language, count) }
    }
    return best?.language
  }
}
