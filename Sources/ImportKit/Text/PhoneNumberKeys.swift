/// Keys of phone numbers, equal for all the ways in which people and phones write one.
///
/// A number with its country's code, written `+…` or `00…`, equals no other number. One without the code is taken for the only
/// noted number with a code that is dialled like this in its country; if there is none, or more than one, it is a number of its
/// own. All numbers are noted before the first key is requested, so keys do not depend on the order of messages.
package struct PhoneNumberKeys {
  /// The keys of numbers with a code by the digits dialled in their country; nil if two numbers are dialled alike.
  private var keys: [String: String?] = [:]

  package init() {}

  /// Notes a number. Anything else, and a number without its country's code, changes nothing.
  package mutating func note(_ address: String) {
    guard let number = PhoneNumber(address), number.hasCountryCode else { return }
    for dialled in number.dialled {
      if let known = keys[dialled] {
        if known != number.key { keys[dialled] = .some(nil) }
      } else {
        keys[dialled] = number.key
      }
    }
  }

  /// Returns the key of a number. Anything else, such as an e-mail address or a sender's name, is its own key in lower case.
  package func key(of address: String) -> String {
    guard let number = PhoneNumber(address) else { return address.trimmingSpaces.lowercased() }
    guard !number.hasCountryCode, let known = keys[number.key] else { return number.key }
    return known ?? number.key
  }
}

/// A text like a phone number: digits with spaces, hyphens, dots, brackets and a plus sign.
package struct PhoneNumber {
  /// The digits, without the `00` before a country's code.
  private let digits: Substring
  /// True if it is written `+…` or `00…`. Numbers that are too short to be dialled from abroad have no code.
  let hasCountryCode: Bool

  /// The least number of digits of an ordinary number, unlike a short one of a shop or a service.
  private static let leastDigits = 8

  /// Reads a number, or returns nil for anything else.
  package init?(_ address: String) {
    var digits = ""
    // The zero in `+49 (0)170` is only dialled within the country.
    let address = address.utf8.contains(UInt8(ascii: "+")) ? address.replacing("(0)", with: "") : address
    var hasPlus = false
    for scalar in address.unicodeScalars {
      switch scalar {
      case "0"..."9": digits.unicodeScalars.append(scalar)
      case "+": hasPlus = hasPlus || digits.isEmpty
      case "-", ".", "(", ")", "/", " ", "\u{A0}", "\u{2011}", "\u{202F}", "\u{2013}": continue
      default:
        guard scalar.isDirectionMark else { return nil }
      }
    }
    guard digits.utf8.count >= 2 else { return nil }
    let hasZeros = !hasPlus && digits.hasPrefix("00")
    let number = hasZeros ? digits.dropFirst(2) : digits[...]
    hasCountryCode = (hasPlus || hasZeros) && number.utf8.count >= Self.leastDigits
    self.digits = hasCountryCode ? number : digits[...]
  }

  /// The number without separators between its digits: `+491701234567`, `01701234567`.
  package var written: String { hasCountryCode ? "+\(digits)" : String(digits) }

  /// The key of the number by itself: with a code the number, otherwise the digits after a trunk prefix.
  package var key: String { hasCountryCode ? written : Self.withoutTrunk(digits) }

  /// The ways to dial a number with a code: the rest after the code, and all digits. Without trunk prefixes.
  var dialled: Set<String> {
    let rest = digits.dropFirst(Self.codeLength(digits))
    guard rest.utf8.count >= Self.leastDigits else { return [Self.withoutTrunk(digits)] }
    var dialled: Set = [Self.withoutTrunk(rest), Self.withoutTrunk(digits)]
    // Russia and Kazakhstan dial 8 first.
    if digits.hasPrefix("7") { dialled.insert(Self.withoutTrunk("8" + rest)) }
    return dialled
  }

  /// Returns a number without the prefix for calls within a country: 0, or in North America 1.
  private static func withoutTrunk(_ digits: Substring) -> String {
    guard digits.utf8.count > leastDigits else { return String(digits) }
    if digits.hasPrefix("0") { return String(digits.dropFirst()) }
    return isNorthAmerican(digits) ? String(digits.dropFirst()) : String(digits)
  }

  /// True for 1 and ten digits, of which neither the area nor the exchange begins with 0 or 1.
  private static func isNorthAmerican(_ digits: Substring) -> Bool {
    let bytes = Array(digits.utf8)
    let (two, nine) = (UInt8(ascii: "2"), UInt8(ascii: "9"))
    return bytes.count == 11 && bytes[0] == UInt8(ascii: "1") && two...nine ~= bytes[1]
      && two...nine ~= bytes[4]
  }

  /// The number of digits of the country's code (ITU-T E.164).
  private static func codeLength(_ digits: Substring) -> Int {
    if digits.hasPrefix("1") || digits.hasPrefix("7") { return 1 }
    return twoDigitCodes.contains(String(digits.prefix(2))) ? 2 : 3
  }

  private static let twoDigitCodes: Set<String> = [
    "20", "27", "30", "31", "32", "33", "34", "36", "39", "40", "41", "43", "44", "45", "46", "47", "48",
    "49", "51", "52", "53", "54", "55", "56", "57", "58", "60", "61", "62", "63", "64", "65", "66", "81",
    "82", "84", "86", "90", "91", "92", "93", "94", "95", "98",
  ]
}
