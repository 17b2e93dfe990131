/// Finds the word that was probably meant by a misspelt one.
public enum Spelling {
  /// The known word nearest to `word`, nil if none is near: at most a third of its letters differ, or two,
  /// for two transposed letters.
  public static func nearest(to word: String, among known: some Sequence<String>) -> String? {
    let letters = Array(word.lowercased().utf8.prefix(64))
    var best: (distance: Int, word: String)?
    for candidate in known {
      let distance = distance(letters, Array(candidate.lowercased().utf8))
      if distance <= max(2, candidate.utf8.count / 3), distance < min(best?.distance ?? .max, letters.count) {
        best = (distance, candidate)
      }
    }
    return best?.word
  }

  /// The number of letters that must be inserted, deleted or changed (Levenshtein).
  private static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
    var row = Array(0...b.count)
    for (i, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, other) in b.enumerated() {
        let above = row[j + 1]
        row[j + 1] = min(diagonal + (letter == other ? 0 : 1), above + 1, row[j] + 1)
        diagonal = above
      }
    }
    return row[b.count]
  }
}
