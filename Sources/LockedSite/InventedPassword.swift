/// A password that is easy to type and hard to guess: six words of four letters, consonants and vowels in turn, of the system's random
/// generator. Each word is one of 4,900, so there are 2^73 passwords.
public struct InventedPassword {
  /// The words with hyphens between them.
  public let text: String

  private static let consonants = Array("bdfghklmnprstv")
  private static let vowels = Array("aeiou")

  /// Invents a password.
  public init() {
    var generator = SystemRandomNumberGenerator()
    let words = (0..<6).map { _ in
      (0..<4).map { index in
        let letters = index.isMultiple(of: 2) ? Self.consonants : Self.vowels
        return String(letters[Int.random(in: letters.indices, using: &generator)])
      }.joined()
    }
    text = words.joined(separator: "-")
  }
}
