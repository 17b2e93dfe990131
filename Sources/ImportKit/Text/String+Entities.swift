extension String {
  /// The text with characters in place of HTML's entities: the five of XML, no-break spaces, and numbers. Others stay as they are.
  package var withoutEntities: String {
    guard utf8.contains(UInt8(ascii: "&")) else { return self }
    var (result, rest) = ("", self[...])
    while let start = rest.utf8.firstIndex(of: UInt8(ascii: "&")) {
      result += rest[..<start]
      let after = rest.utf8.index(after: start)
      let end = rest.utf8[after...].prefix(10).firstIndex(of: UInt8(ascii: ";"))
      if let end, let scalar = Self.scalar(ofEntity: rest[after..<end]) {
        result.unicodeScalars.append(scalar)
        rest = rest[rest.utf8.index(after: end)...]
      } else {
        result += "&"
        rest = rest[after...]
      }
    }
    return result + rest
  }

  private static func scalar(ofEntity name: Substring) -> Unicode.Scalar? {
    switch name {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    case "nbsp": return "\u{A0}"
    default: break
    }
    guard name.utf8.first == UInt8(ascii: "#") else { return nil }
    let digits = name.dropFirst()
    let isHex = digits.first == "x" || digits.first == "X"
    guard let number = isHex ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits), number > 0 else {
      return nil
    }
    return Unicode.Scalar(number)
  }
}
