/// The encoding of lines that are not UTF-8, which most clients wrote before it.
enum Windows1252 {
  /// 0x80 to 0x9F; the five without a character are replacement characters. The rest is Latin-1.
  private static let upper: [Unicode.Scalar] = [
    "€", "\u{FFFD}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{FFFD}", "Ž", "\u{FFFD}",
    "\u{FFFD}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{FFFD}", "ž", "Ÿ",
  ]

  /// Returns the text in UTF-8.
  static func utf8(of raw: [UInt8]) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(raw.count + raw.count / 2)
    for byte in raw {
      switch byte {
      case ..<0x80: text.append(byte)
      case 0x80..<0xA0: text.append(contentsOf: String(upper[Int(byte) - 0x80]).utf8)
      default:
        text.append(0xC0 | byte >> 6)
        text.append(0x80 | byte & 0x3F)
      }
    }
    return text
  }
}
