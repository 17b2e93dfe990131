import SystemCalls

/// The value of an option that has spaces and lacks its quotes, so that its later words are taken for inputs:
/// `--me Ida Larsen`.
struct QuotedValue: Equatable {
  /// The option, as it was given.
  let option: String
  /// The whole value.
  let value: String
  /// Its second word.
  let input: String

  /// Options whose values may have spaces.
  private static let options: Set = [
    "--me", "--participant", "--out", "--output", "-o", "--alias", "--theme", "--fonts", "--report",
    "--map",
  ]

  /// Finds the first such option in `arguments`; nil if its second word exists as a file, or is none of the inputs.
  init?(
    missing inputs: [String], in arguments: [String], exists: (String) -> Bool = { SystemCall.exists($0) }
  ) {
    // A word with a dot or a slash is rather a file with another name.
    func isMissing(_ word: String) -> Bool {
      !word.contains { "./".contains($0) } && inputs.contains(word) && !exists(word)
    }
    for (index, option) in arguments.enumerated() where Self.options.contains(option) {
      let words = arguments[(index + 1)...].prefix { !$0.hasPrefix("-") }
      guard let first = words.first, let second = words.dropFirst().first, isMissing(second) else { continue }
      let rest = words.dropFirst().prefix { isMissing($0) }
      (self.option, value, input) = (option, ([first] + rest).joined(separator: " "), second)
      return
    }
    return nil
  }
}
