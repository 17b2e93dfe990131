extension String {
  /// The path of a file beside a page, from its address in the page, with `%20` as a space; nil for a web address and an empty one.
  package var pathBesidePage: String? {
    guard !isEmpty, range(of: "://") == nil, !hasPrefix("//"), !hasPrefix("#"), !hasPrefix("data:") else {
      return nil
    }
    return percentDecoded ?? self
  }

  /// The text with each `%` and two hexadecimal digits replaced by the byte they encode; nil if the result is no UTF-8.
  package var percentDecoded: String? {
    guard utf8.contains(UInt8(ascii: "%")) else { return self }
    let bytes = Array(utf8)
    var decoded: [UInt8] = []
    var next = 0
    while next < bytes.count {
      if bytes[next] == UInt8(ascii: "%"), next + 2 < bytes.count,
        let high = Self.hexDigit(bytes[next + 1]), let low = Self.hexDigit(bytes[next + 2])
      {
        decoded.append(high << 4 | low)
        next += 3
      } else {
        decoded.append(bytes[next])
        next += 1
      }
    }
    return String(validating: decoded, as: UTF8.self)
  }

  private static func hexDigit(_ byte: UInt8) -> UInt8? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
    default: nil
    }
  }
}
