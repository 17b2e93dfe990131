/// What a byte of text can start, as a set: the cheap look that most messages need only.
struct ByteClass: OptionSet {
  var rawValue: UInt8

  /// Starts inline markup anywhere in Markdown, or is replaced by it (NUL): CommonMark §6.
  static let markup = ByteClass(rawValue: 1)
  static let newline = ByteClass(rawValue: 2)
  /// White space that Markdown may strip, other than spaces and newlines.
  static let oddSpace = ByteClass(rawValue: 4)
  /// Stands in every link, telephone number, mention or hashtag.
  static let link = ByteClass(rawValue: 8)
  static let carriageReturn = ByteClass(rawValue: 16)
  /// `&`, which is markup when a semicolon ends a character reference.
  static let ampersand = ByteClass(rawValue: 32)
  static let semicolon = ByteClass(rawValue: 64)

  /// The classes of one byte; the compiler makes a table of it.
  @inline(__always) static func bits(of byte: UInt8) -> UInt8 {
    switch byte {
    case 0x00, 0x2A, 0x3C, 0x5B, 0x5C, 0x5F, 0x60: 1
    case 0x0A: 2
    case 0x0D: 16 | 4
    case 0x26: 32
    case 0x3B: 64
    case 0x09, 0x0B, 0x0C: 4
    case 0x23, 0x2B, 0x2E, 0x3A, 0x40: 8
    default: 0
    }
  }

  /// Every class that occurs in the text.
  static func union(of text: Span<UInt8>) -> ByteClass {
    var seen: UInt8 = 0
    var place = 0
    while place &+ 8 <= text.count {
      // Most bytes are letters and the spaces between them, which start nothing.
      let word = text.word(at: place)
      if !word.isLettersAndSpaces {
        for byte in 0..<8 { seen |= bits(of: UInt8(truncatingIfNeeded: word &>> UInt64(8 &* byte))) }
      }
      place &+= 8
    }
    while place < text.count {
      seen |= bits(of: text[place])
      place &+= 1
    }
    return ByteClass(rawValue: seen)
  }
}

extension UInt64 {
  /// Whether each of eight bytes is a letter of ASCII, a space, or a part of a character beyond ASCII.
  @inline(__always)
  fileprivate var isLettersAndSpaces: Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    let each: UInt64 = 0x0101_0101_0101_0101
    let low = self & ~high
    // No sum goes beyond its byte: the high bit says whether it reached 0x80.
    let folded = low | (each &* 0x20)
    let isLetter = (folded &+ (each &* 0x1F)) & ~(folded &+ (each &* 0x05))
    let isSpace = ~((low ^ (each &* 0x20)) &+ (each &* 0x7F))
    return (isLetter | isSpace | self) & high == high
  }
}

/// ASCII in tests on bytes.
enum ASCII {
  @inline(__always) static func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
  @inline(__always) static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  @inline(__always) static func isAlphanumeric(_ byte: UInt8) -> Bool { isDigit(byte) || isLetter(byte) }
  @inline(__always) static func isHexDigit(_ byte: UInt8) -> Bool {
    isDigit(byte) || (byte | 0x20) &- 0x61 < 6
  }
  @inline(__always) static func isWhitespace(_ byte: UInt8) -> Bool { byte == 0x20 || byte &- 0x09 < 5 }
  /// The lower-case form of a letter; other bytes unchanged.
  @inline(__always) static func lowercased(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }
}
