/// The kinds of markup and links that a byte can start. For most messages nothing else has to be computed.
struct MarkupByteClass: OptionSet {
  var rawValue: UInt8

  /// Starts inline markup anywhere in Markdown, or is replaced by it (NUL): CommonMark §6.
  static let markup = MarkupByteClass(rawValue: 1)
  static let newline = MarkupByteClass(rawValue: 2)
  /// White space that Markdown may strip, other than spaces and newlines.
  static let oddSpace = MarkupByteClass(rawValue: 4)
  /// Occurs in every link, telephone number, mention or hashtag.
  static let link = MarkupByteClass(rawValue: 8)
  static let carriageReturn = MarkupByteClass(rawValue: 16)
  /// `&`, which is markup if a semicolon ends a character reference.
  static let ampersand = MarkupByteClass(rawValue: 32)
  static let semicolon = MarkupByteClass(rawValue: 64)
  /// `~`, which is markup if another one follows.
  static let tilde = MarkupByteClass(rawValue: 128)

  /// Returns the classes of a byte.
  @inline(__always)
  static func of(_ byte: UInt8) -> MarkupByteClass { MarkupByteClass(rawValue: table[Int(byte)]) }

  private static func bits(of byte: UInt8) -> UInt8 {
    switch byte {
    case 0x00, 0x2A, 0x3C, 0x5B, 0x5C, 0x5F, 0x60: 1
    case 0x0A: 2
    case 0x0D: 16 | 4
    case 0x26: 32
    case 0x3B: 64
    case 0x7E: 128
    case 0x09, 0x0B, 0x0C: 4
    case 0x23, 0x2B, 0x2E, 0x3A, 0x40: 8
    default: 0
    }
  }

  /// The classes of each byte.
  private static let table = InlineArray<256, UInt8> { bits(of: UInt8($0)) }

  /// Returns all classes that occur in the text. A table look-up per byte, without branches, which would be unpredictable.
  static func union(of text: Span<UInt8>) -> MarkupByteClass {
    var seen: UInt8 = 0
    for index in text.indices { seen |= table[Int(text[index])] }
    return MarkupByteClass(rawValue: seen)
  }
}

/// Tests on ASCII bytes.
enum ASCII {
  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  @inline(__always) static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
  @inline(__always) static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }
  @inline(__always) static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
  /// Returns the lower-case form of a letter; other bytes are unchanged.
  @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
