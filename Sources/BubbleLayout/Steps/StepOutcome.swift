import ChatModel

/// The result of a step, as far as its text says it in a form that is known.
struct StepOutcome: Equatable {
  /// The numbers of tests that failed and passed, by the last line of a test runner; nil if it has none.
  var failed: Int?
  var passed: Int?

  /// The number of bytes at the end of a result in which a runner's summary is looked for.
  private static let tail = 4_000

  /// Reads the end of a result of tests.
  init(ofTests text: String) {
    let end = String(decoding: text.utf8.suffix(Self.tail), as: UTF8.self).lowercased()
    for line in end.split(whereSeparator: \.isNewline).reversed() {
      let words = line.split { !($0.isLetter || $0.isNumber) }
      if failed == nil {
        failed =
          Self.number(before: ["failed", "failures", "failure"], in: words)
          ?? Self.number(after: "failures", in: words)
      }
      if passed == nil { passed = Self.number(before: ["passed", "passing"], in: words) }
      if passed == nil, words.first == "ran" || words.first == "executed" {
        passed = Self.number(before: ["tests", "test"], in: words)
      }
      if passed != nil { break }
    }
    if let failed, let passed, end.contains("ran "), !end.contains("passed") {
      self.passed = max(0, passed - failed)
    }
  }

  private static func number(before names: Set<Substring>, in words: [Substring]) -> Int? {
    for index in words.indices.dropFirst() where names.contains(words[index]) {
      if let number = Int(words[index - 1]), (0..<1_000_000).contains(number) { return number }
    }
    return nil
  }

  private static func number(after name: Substring, in words: [Substring]) -> Int? {
    for index in words.indices.dropLast() where words[index] == name {
      if let number = Int(words[index + 1]), (0..<1_000_000).contains(number) { return number }
    }
    return nil
  }
}
