import ICU

/// Finds everything in a text that rules about texts redact: words, names, patterns, addresses of maps.
struct TextMatcher: Sendable {
  /// A pattern with the rule that it is of.
  struct Pattern: Sendable {
    var pattern: TextPattern
    var target: Term.Target
  }

  private var terms = TermTrie()
  /// Terms that may begin inside of a word.
  private var openTerms = TermTrie()
  private var patterns: [Pattern] = []

  /// The matches in a text.
  struct Result {
    var matches: [TextMatch] = []
    /// True if a pattern took too many steps, so that the whole text has to be redacted.
    var isGivenUp = false
  }

  /// True if nothing is looked for.
  var isEmpty: Bool { terms.isEmpty && openTerms.isEmpty && patterns.isEmpty }

  /// Adds a term.
  mutating func add(_ term: Term) {
    if term.startsOpen { openTerms.add(term) } else { terms.add(term) }
  }

  /// Adds a pattern.
  mutating func add(_ pattern: Pattern) { patterns.append(pattern) }

  /// Returns the matches in a text, in no order. They may overlap.
  func matches(in text: String) -> Result {
    var result = Result()
    guard !text.isEmpty else { return result }
    if !terms.isEmpty || !openTerms.isEmpty {
      let compared = ComparedText(text)
      // The end of the last word that an open term covers: a long word is not gone through again for each of its letters.
      var covered = 0
      for index in compared.units.indices {
        let unit = compared.units[index]
        guard unit.kind == .letter || unit.kind == .unspaced else { continue }
        if compared.isStart(index), let found = terms.longest(in: compared, at: index) {
          add(terms.terms[found.term].target, compared, index..<found.end, to: &result)
        }
        guard !openTerms.isEmpty, index >= covered, let found = openTerms.longest(in: compared, at: index)
        else {
          continue
        }
        covered = found.end
        var start = index
        while !compared.isStart(start) { start -= 1 }
        add(openTerms.terms[found.term].target, compared, start..<found.end, to: &result)
      }
    }
    guard !patterns.isEmpty else { return result }
    let plain = PatternText(text)
    for pattern in patterns {
      guard let found = pattern.pattern.matches(in: plain.units) else {
        result.isGivenUp = true
        continue
      }
      for range in found {
        result.matches.append(TextMatch(bytes: plain.bytes(of: range), target: pattern.target))
      }
    }
    return result
  }

  private func add(
    _ target: Term.Target, _ text: ComparedText, _ units: Range<Int>, to result: inout Result
  ) {
    result.matches.append(TextMatch(bytes: text.bytes(of: units), target: target))
  }
}
