/// A colour of the style sheet: sRGB with an opacity, all in 0…255.
///
/// The only form in which a colour reaches a style sheet, so that nothing else can.
public struct Colour: Hashable, Sendable {
  /// The red part.
  public var red: UInt8
  /// The green part.
  public var green: UInt8
  /// The blue part.
  public var blue: UInt8
  /// The opacity; 255 is opaque.
  public var alpha: UInt8

  /// Creates a colour, opaque by default.
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

extension Colour {
  /// Returns the colour seen when this one is drawn over an opaque one.
  public func over(_ ground: Colour) -> Colour {
    var opaque = self
    opaque.alpha = 255
    return ground.mixed(with: opaque, share: Double(alpha) / 255)
  }

  /// Returns a mixture of sRGB values; `share` is the other colour's part.
  public func mixed(with other: Colour, share: Double) -> Colour {
    func part(_ one: UInt8, _ other: UInt8) -> UInt8 {
      UInt8((Double(one) * (1 - share) + Double(other) * share).rounded())
    }
    return Colour(
      red: part(red, other.red), green: part(green, other.green), blue: part(blue, other.blue), alpha: alpha)
  }

  /// The relative luminance, 0 for black to 1 for white (WCAG 2.2).
  var luminance: Double {
    0.2126 * Self.linear[Int(red)] + 0.7152 * Self.linear[Int(green)] + 0.0722 * Self.linear[Int(blue)]
  }

  /// The linear value of each value in sRGB.
  private static let linear = (0...255).map { part in
    let value = Double(part) / 255
    guard value > 0.04045 else { return value / 12.92 }
    // x^2.4 is x² times the fifth root of x² (Newton's method), because the last digits of mathematics
    // libraries differ.
    let square = (value + 0.055) / 1.055 * ((value + 0.055) / 1.055)
    var root = square.squareRoot()
    for _ in 0..<20 { root -= (root - square / (root * root * root * root)) / 5 }
    return square * root
  }

  /// Returns the contrast ratio to another colour, 1 to 21 (WCAG 2.2). Opacity is ignored.
  func contrast(to other: Colour) -> Double {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }
}
