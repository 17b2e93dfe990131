/// Decodes Base64 (RFC 4648), with `+/` or `-_`, with or without its padding.
enum Base64 {
  fileprivate static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    for (value, letter) in letters.utf8.enumerated() { values[Int(letter)] = UInt8(value) }
    values[Int(UInt8(ascii: "-"))] = 62
    values[Int(UInt8(ascii: "_"))] = 63
    return values
  }()

  /// Returns the bytes of `text` up to its padding. White space in it is skipped; nil for any other character.
  static func decode(_ text: Span<UInt8>) -> [UInt8]? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count / 4 * 3 + 3)
    var decoder = Base64Decoder()
    return decoder.decode(text, into: &bytes) == text.count ? bytes : nil
  }

  /// Returns the bytes of `text`, or nil.
  static func decode(_ text: String) -> [UInt8]? { decode(text.utf8Span.span) }
}

/// Decodes Base64 that arrives in pieces, which may end anywhere.
struct Base64Decoder {
  private let values = Base64.values
  private var (buffer, bits): (UInt32, UInt32) = (0, 0)
  private var isPadded = false

  /// Appends the bytes of the next piece to `bytes`. Returns the offset of the first character that no Base64 has, or the piece's
  /// length. What stands behind the padding is passed over.
  mutating func decode(_ text: Span<UInt8>, into bytes: inout [UInt8]) -> Int {
    for index in 0..<text.count {
      let letter = text[index]
      let value = values[Int(letter)]
      guard value < 64 else {
        if letter == UInt8(ascii: "=") {
          isPadded = true
        } else if letter > 0x20, !isPadded {
          return index
        }
        continue
      }
      if isPadded { continue }
      buffer = buffer << 6 | UInt32(value)
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> bits))
      }
    }
    return text.count
  }
}
