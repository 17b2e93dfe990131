import Storage

/// Eight bytes of text, classified together into ASCII letters and digits, other ASCII, and non-ASCII.
struct ASCIIWordScan {
  /// The bytes, little-endian.
  private let bytes: UInt64
  /// The upper bit of each byte that is a letter or digit.
  private let words: UInt64
  /// The upper bit of each byte that is not ASCII.
  private let others: UInt64

  @inline(__always)
  init(_ bytes: UInt64) {
    self.bytes = bytes
    others = bytes & Self.tops
    // Bit 0x20 makes letters lower case, and no other ASCII character a letter.
    let low = bytes & ~Self.tops
    words =
      (Self.bytes(of: low | 0x20 &* Self.ones, from: 0x61, through: 0x7A)
        | Self.bytes(of: low, from: 0x30, through: 0x39)) & ~others
  }

  /// Number of letters and digits at the start.
  @inline(__always)
  var length: Int { (~words & Self.tops).trailingZeroBitCount / 8 }

  /// A bit for each byte that is a letter, a digit or not ASCII.
  @inline(__always)
  var inWords: UInt64 { Self.bits(of: words | others) }

  /// A bit for each byte that is not ASCII.
  @inline(__always)
  var notASCII: UInt64 { Self.bits(of: others) }

  /// Returns the first `count` bytes, which are ASCII letters and digits, in upper case.
  @inline(__always)
  static func word(_ bytes: UInt64, count: Int) -> UInt64 {
    let word = bytes & (UInt64.max &>> UInt64((8 &- count) &* 8 & 63))
    return word ^ Self.bytes(of: word, from: 0x61, through: 0x7A) >> 2
  }

  private static var tops: UInt64 { 0x8080_8080_8080_8080 }
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// Returns the upper bit of each ASCII byte in a range.
  @inline(__always)
  private static func bytes(of group: UInt64, from first: UInt64, through last: UInt64) -> UInt64 {
    (group &+ (0x80 &- first) &* ones) & ~(group &+ (0x7F &- last) &* ones) & tops
  }

  /// Returns the upper bits of the bytes as eight adjacent bits.
  @inline(__always)
  private static func bits(of tops: UInt64) -> UInt64 { (tops &* 0x0002_0408_1020_4081) &>> 56 }
}

/// The classes of up to 64 bytes of text, as bit masks.
struct ASCIIBlock {
  /// A bit for each byte that is a letter, a digit or not ASCII.
  private(set) var inWords: UInt64 = 0
  /// A bit for each byte that is not ASCII.
  private(set) var notASCII: UInt64 = 0

  /// The block at `start`, which may be shorter at the end of the text.
  @inline(__always)
  init(_ bytes: borrowing Span<UInt8>, at start: Int) {
    let count = min(64, bytes.count &- start)
    var offset = 0
    while offset < count {
      let group = ASCIIWordScan(bytes.group(at: start &+ offset))
      inWords |= group.inWords &<< UInt64(offset)
      notASCII |= group.notASCII &<< UInt64(offset)
      offset &+= 8
    }
  }
}
