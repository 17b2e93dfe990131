/// An international telephone number found in text, such as `+351 210 000 000` or `+44 (0)20 7946 0000`.
///
/// Only numbers with `+` and an assigned country code count, because others look like any number and cannot be
/// dialled from abroad.
struct PhoneNumber {
  /// Offset after the last digit.
  var end: Int
  /// The number to dial: `+` and digits.
  var dialled: String

  /// Maximum number of digits (ITU-T E.164 §6.1).
  private static let mostDigits = 15
  /// Minimum number of digits; shorter ones are more often scores or sums.
  private static let fewestDigits = 9

  /// Reads the number whose `+` is at `start`; nil if it is not a telephone number.
  init?(in text: Span<UInt8>, from start: Int) {
    var digits: [UInt8] = []
    var index = start + 1
    var end = index
    var groupOpened: Int?
    scan: while index < text.count, digits.count <= Self.mostDigits {
      switch text[index] {
      case let byte where ASCII.isDigit(byte): digits.append(byte)
      case UInt8(ascii: "("):
        guard groupOpened == nil else { break scan }
        groupOpened = digits.count
      case UInt8(ascii: ")"):
        guard let opened = groupOpened, digits.count > opened else { break scan }
        // `(0)` is dialled only inside the country.
        if digits[opened...].elementsEqual([UInt8(ascii: "0")]) { digits.removeLast() }
        groupOpened = nil
      case UInt8(ascii: " "), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "/"):
        let before = text.byte(index - 1)
        guard ASCII.isDigit(before) || before == UInt8(ascii: ")") else { break scan }
      case 0xC2 where text.byte(index + 1) == 0xA0: index += 1
      default: break scan
      }
      index += 1
      if groupOpened == nil, ASCII.isDigit(text[index - 1]) { end = index }
    }
    guard (Self.fewestDigits...Self.mostDigits).contains(digits.count), Self.isAssigned(digits) else {
      return nil
    }
    let next = text.byte(end)
    guard !ASCII.isLetter(next), next != UInt8(ascii: "_"), next < 0x80 || end == text.count,
      !(next == UInt8(ascii: ",") && ASCII.isDigit(text.byte(end + 1)))
    else { return nil }
    self.end = end
    dialled = "+" + String(decoding: digits, as: UTF8.self)
  }

  /// True if the number starts with an assigned country code (ITU-T E.164) and has a valid next digit.
  private static func isAssigned(_ digits: [UInt8]) -> Bool {
    let value = digits.prefix(3).reduce(0) { $0 * 10 + Int($1 & 15) }
    switch value / 10 {
    // North America: ten digits; the first and the fourth are neither 0 nor 1.
    case 10...19: return digits.count == 11 && digits[1] > 0x31 && digits[4] > 0x31
    case 70...79: return digits.count == 11
    case 20, 27, 30...34, 36, 39, 40, 41, 43...49, 51...58, 60...66, 81, 82, 84, 86, 90...95, 98:
      return digits[2] != 0x30 || digits[3] != 0x30
    default: break
    }
    switch value {
    case 211...213, 216, 218, 220...269, 290, 291, 297...299, 350...359, 370...389, 420, 421, 423, 500...509,
      590...599, 670, 672...692, 800, 808, 850, 852, 853, 855, 856, 870, 878, 880...883, 886, 888, 960...968,
      970...979, 992...996, 998:
      return digits[3] != 0x30 || digits[4] != 0x30
    default: return false
    }
  }
}
