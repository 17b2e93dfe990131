/// The language near each message of a page, for texts that do not tell their own.
public enum NearbyLanguages {
  /// The number of texts on each side that are asked.
  private static let reach = 4

  /// Returns for each of the texts of a page, one for each message, the language that it tells itself or that most of the
  /// nearest texts tell; nil if none does.
  public static func find(in texts: [String]) -> [EastAsianLanguage?] {
    let evidence = texts.map { HanEvidence(of: $0.utf8.span) }
    let certain = evidence.map(\.certain)
    let told = certain.contains { $0 != nil } ? certain : evidence.map(\.probable)
    let tellers = told.indices.filter { told[$0] != nil }
    guard !tellers.isEmpty else { return Array(repeating: nil, count: texts.count) }
    var next = 0
    return told.indices.map { index in
      while next < tellers.count, tellers[next] < index { next += 1 }
      if let own = told[index] { return own }
      let before = tellers[max(0, next - reach)..<next].reversed()
      let behind = tellers[next..<min(tellers.count, next + reach)]
      return majority(of: (before + behind).compactMap { told[$0] })
    }
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
