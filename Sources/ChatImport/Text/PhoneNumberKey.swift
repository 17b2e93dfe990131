/// Keys of phone numbers, equal for all the ways in which people and phones write one.
enum PhoneNumberKey {
  /// The digits that are the same with and without the codes of country and trunk.
  private static let ownDigits = 9

  /// Returns a key that is equal for all spellings of a number: of a long one its last nine digits, of a short one its digits.
  /// Anything else, such as an e-mail address or a sender's name, is its own key in lower case.
  static func of(_ address: String) -> String {
    guard let digits = digits(address) else { return address.trimmingSpaces.lowercased() }
    return digits.utf8.count < ownDigits ? digits : "…" + digits.suffix(ownDigits)
  }

  /// The digits of what looks like a phone number, or nil: digits with spaces, hyphens, dots, brackets and a plus sign.
  static func digits(_ address: String) -> String? {
    var digits = ""
    for scalar in address.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.unicodeScalars.append(scalar)
      case "+", "-", ".", "(", ")", "/", " ", "\u{A0}", "\u{2011}", "\u{202F}", "\u{2013}": continue
      default:
        guard scalar.isDirectionMark else { return nil }
      }
    }
    return digits.utf8.count >= 2 ? digits : nil
  }
}
