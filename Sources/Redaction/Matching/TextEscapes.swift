/// Finds characters that a text writes as escapes: `%41` in links, `&#65;` in HTML and `\u0041` in JSON.
enum TextEscapes {

  /// Returns the character that an escape at `offset` writes, and the escape's length in bytes; nil if there is no escape.
  static func scalar(in bytes: Span<UInt8>, at offset: Int) -> (Unicode.Scalar, Int)? {
    switch bytes[offset] {
    case UInt8(ascii: "%"): percent(bytes, offset)
    case UInt8(ascii: "&"): reference(bytes, offset)
    case UInt8(ascii: "\\"): unicode(bytes, offset)
    default: nil
    }
  }

  /// The most times that a link in a link in a link escapes a character.
  private static let depthLimit = 4

  /// Returns the character of a URL's escape, of as many bytes as UTF-8 needs; without UTF-8, of one byte of Latin-1, or of the form
  /// `%u0041` of JavaScript.
  ///
  /// Links that lead through another address escape its escapes: `%2541` and `%252541` are `A` too. The deepest reading that is a
  /// character counts, so that `%25` before other text is a percent sign.
  private static func percent(_ bytes: Span<UInt8>, _ offset: Int) -> (Unicode.Scalar, Int)? {
    var depth = 0
    while depth < depthLimit, escapedByte(bytes, offset, depth: depth + 1) != nil { depth += 1 }
    for depth in stride(from: depth, through: 0, by: -1) {
      if let found = percent(bytes, offset, depth: depth) { return found }
    }
    if let byte = hexadecimal(bytes, offset + 1, count: 2), byte >= 0xA0 {
      return Unicode.Scalar(byte).map { ($0, 3) }
    }
    guard offset + 1 < bytes.count, bytes[offset + 1] | 0x20 == UInt8(ascii: "u"),
      let value = hexadecimal(bytes, offset + 2, count: 4)
    else { return nil }
    return Unicode.Scalar(value).map { ($0, 6) }
  }

  /// Returns the character whose bytes of UTF-8 are escaped `depth` times more than once.
  private static func percent(_ bytes: Span<UInt8>, _ offset: Int, depth: Int) -> (Unicode.Scalar, Int)? {
    guard let first = escapedByte(bytes, offset, depth: depth) else { return nil }
    let needed = first < 0x80 ? 1 : first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC2 ? 2 : 0
    guard needed > 0 else { return nil }
    let length = 3 + 2 * depth
    var encoded: [UInt8] = []
    for number in 0..<needed {
      guard let byte = escapedByte(bytes, offset + length * number, depth: depth) else { return nil }
      encoded.append(byte)
    }
    guard let text = String(validating: encoded, as: UTF8.self), let scalar = text.unicodeScalars.first else {
      return nil
    }
    return (scalar, length * needed)
  }

  /// Returns the byte of an escape whose percent sign is escaped `depth` times: `%41` with none, `%2541` with one.
  private static func escapedByte(_ bytes: Span<UInt8>, _ offset: Int, depth: Int) -> UInt8? {
    guard offset < bytes.count, bytes[offset] == UInt8(ascii: "%") else { return nil }
    for number in 0..<depth {
      guard hexadecimal(bytes, offset + 1 + 2 * number, count: 2) == 0x25 else { return nil }
    }
    return hexadecimal(bytes, offset + 1 + 2 * depth, count: 2).map { UInt8(truncatingIfNeeded: $0) }
  }

  /// Returns the character of an HTML reference: by number, or one of the names that occur inside of words.
  private static func reference(_ bytes: Span<UInt8>, _ offset: Int) -> (Unicode.Scalar, Int)? {
    var end = offset + 1
    while end < bytes.count, end < offset + 12, bytes[end] != UInt8(ascii: ";") { end += 1 }
    guard end < bytes.count, bytes[end] == UInt8(ascii: ";"), end > offset + 1 else { return nil }
    let name = String(decoding: (offset + 1..<end).map { bytes[$0] }, as: UTF8.self)
    let count = end + 1 - offset
    if name.hasPrefix("#") {
      let digits = name.dropFirst()
      let value = digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
      return value.flatMap(Unicode.Scalar.init).map { ($0, count) }
    }
    return names[name].map { ($0, count) }
  }

  private static let names: [String: Unicode.Scalar] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": "\u{A0}", "shy": "\u{AD}",
    "zwj": "\u{200D}",
    "zwnj": "\u{200C}",
  ]

  /// Returns the character of a JSON escape, also of two surrogates.
  private static func unicode(_ bytes: Span<UInt8>, _ offset: Int) -> (Unicode.Scalar, Int)? {
    guard let first = unit(bytes, offset) else { return nil }
    if let scalar = Unicode.Scalar(first) { return (scalar, 6) }
    guard 0xD800...0xDBFF ~= first, let second = unit(bytes, offset + 6), 0xDC00...0xDFFF ~= second else {
      return nil
    }
    let value = 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
    return Unicode.Scalar(value).map { ($0, 12) }
  }

  private static func unit(_ bytes: Span<UInt8>, _ offset: Int) -> UInt32? {
    guard offset + 6 <= bytes.count, bytes[offset] == UInt8(ascii: "\\"),
      bytes[offset + 1] == UInt8(ascii: "u")
    else { return nil }
    return hexadecimal(bytes, offset + 2, count: 4)
  }

  private static func hexadecimal(_ bytes: Span<UInt8>, _ offset: Int, count: Int) -> UInt32? {
    guard offset + count <= bytes.count else { return nil }
    var value: UInt32 = 0
    for index in offset..<offset + count {
      let digit: UInt8
      switch bytes[index] {
      case let byte where byte &- 0x30 < 10: digit = byte - 0x30
      case let byte where (byte | 0x20) &- 0x61 < 6: digit = (byte | 0x20) - 0x61 + 10
      default: return nil
      }
      value = value << 4 | UInt32(digit)
    }
    return value
  }
}
