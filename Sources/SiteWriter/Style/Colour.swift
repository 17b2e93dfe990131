/// A colour of the style sheet: sRGB with an opacity, all in 0…255.
///
/// The only form in which a colour reaches a style sheet; what is not one cannot get there.
public struct Colour: Hashable, Sendable {
  public var red: UInt8
  public var green: UInt8
  public var blue: UInt8
  public var alpha: UInt8

  public init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
    (self.red, self.green, self.blue, self.alpha) = (red, green, blue, alpha)
  }

  /// The colour written as `#rgb`, `#rrggbb` or `#rrggbbaa`; nil for anything else.
  public init?(hex text: String) {
    let bytes = Array(text.utf8.prefix(10))
    guard bytes.first == UInt8(ascii: "#") else { return nil }
    var digits: [UInt8] = []
    for byte in bytes.dropFirst() {
      guard let digit = Self.value(ofHexDigit: byte) else { return nil }
      digits.append(digit)
    }
    switch digits.count {
    case 3: self.init(red: digits[0] * 17, green: digits[1] * 17, blue: digits[2] * 17)
    case 6, 8:
      let parts = stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
      self.init(red: parts[0], green: parts[1], blue: parts[2], alpha: parts.count > 3 ? parts[3] : 255)
    default: return nil
    }
  }

  /// `#rrggbb`, or `#rrggbbaa` when it is not opaque.
  public var hex: String {
    var text = "#"
    for part in [red, green, blue] + (alpha < 255 ? [alpha] : []) {
      for digit in [part >> 4, part & 15] { text.append(Self.hexDigits[Int(digit)]) }
    }
    return text
  }

  private static let hexDigits = Array("0123456789abcdef")

  private static func value(ofHexDigit byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}
