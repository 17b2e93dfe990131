/// The words by which texts name a person: the names, each part of them, phone numbers and addresses.
enum NameTerms {
  /// Parts of names that are words of languages, or titles.
  private static let small: Set<String> = [
    "al", "and", "bin", "bint", "da", "das", "de", "del", "den", "der", "des", "di", "do", "dos", "dr", "du",
    "el", "ibn", "la",
    "le", "les", "los", "mr", "mrs", "ms", "of", "prof", "san", "st", "ter", "the", "van", "und", "von",
    "vor", "y", "zu",
  ]
  /// Words that apps show in place of names, and that texts are full of.
  private static let roles: Set<String> = [
    "account", "admin", "assistant", "bot", "i", "me", "system", "unknown", "user", "you", "du", "ich", "moi",
    "tu", "vous", "yo", "io",
    "eu", "вы", "ты", "я",
  ]

  /// True if a name is no one's in particular.
  static func isRole(_ name: String) -> Bool { roles.contains(name.lowercased()) }

  /// The fewest digits of a number that is a phone's, and the digits at its end that are written with and without the country's code.
  private static let (phoneDigits, localDigits) = (7, 9)
  /// The fewest characters of a user name that texts have as one: shorter keys, such as `p1`, are words in many.
  private static let shortestUserName = 3

  /// The signs between parts of names. Middle dots are between the parts of foreign names in Chinese and Japanese.
  private static let separators: Set<Character> = [",", "(", ")", "·", "‧", "・", "･"]

  /// Returns the terms of a person's names, the whole ones first.
  static func names(_ names: [String]) -> [String] {
    var terms: [String] = []
    for name in names where Term.isUsable(name) { terms.append(name) }
    for name in names {
      for part in name.split(whereSeparator: { $0.isWhitespace || separators.contains($0) }) {
        let part = String(part)
        guard part != name, Term.isUsable(part), !small.contains(part.lowercased().filter { $0 != "." }),
          !part.allSatisfy({ $0.isNumber || $0.isPunctuation })
        else { continue }
        terms.append(part)
      }
    }
    return terms
  }

  /// Returns the terms of a person's key in the source: an address, phone number, user name or long id. A short number has none.
  static func key(_ key: String) -> [String] {
    let digits = key.prefix { $0 != "@" }.filter { $0.isASCII && $0.isNumber }
    let isPhone =
      digits.count >= phoneDigits && digits.count <= 15
      && key.prefix { $0 != "@" }.allSatisfy { $0.isNumber || " +-().".contains($0) }
    var terms = key.contains("@") ? [key] : []
    if isPhone {
      terms.append(spaced(digits))
      if digits.count > localDigits { terms.append("*" + spaced(digits.suffix(localDigits))) }
    } else if terms.isEmpty, Term.isUsable(key), !isRole(key), !small.contains(key.lowercased()),
      key.count >= phoneDigits || key.count >= shortestUserName && key.contains(where: \.isLetter)
    {
      terms.append(key)
    }
    return terms
  }

  /// Returns the terms by which ids of messages and conversations name a person, such as `1740816000000-otto`. Terms of four letters or
  /// digits and more may also be within a longer word.
  static func ids(_ words: [String]) -> [String] {
    words.map { word in
      let word = word.trimmingStars
      return ComparedText(word).letters.count >= 4 ? "*\(word)*" : word
    }
  }

  /// Returns digits as a phrase, which has any space and punctuation between them or none, as phone numbers are written.
  private static func spaced(_ digits: some Collection<Character>) -> String {
    digits.map { String($0) }.joined(separator: " ")
  }

  /// Returns the last digits of a phone number, which are equal with and without the country's code; nil for anything else.
  static func phone(_ text: String) -> [UInt32]? {
    let letters = ComparedText(String(text.prefix { $0 != "@" })).letters
    guard letters.count >= localDigits, letters.allSatisfy({ 0x30...0x39 ~= $0 }) else { return nil }
    return Array(letters.suffix(localDigits))
  }
}

extension String {
  /// The text without the stars at its ends, which mean the rest of a word.
  fileprivate var trimmingStars: String {
    var text = self[...]
    while text.hasPrefix("*") { text.removeFirst() }
    while text.hasSuffix("*") { text.removeLast() }
    return String(text)
  }
}
