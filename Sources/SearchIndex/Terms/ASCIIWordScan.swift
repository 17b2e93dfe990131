internal import Storage

/// Eight bytes of a text, looked at together: which of them are letters and digits of ASCII, and which are none of ASCII.
struct ASCIIWordScan {
  /// The bytes, the first one lowest.
  private let bytes: UInt64
  /// The upper bit of each byte that is a letter or digit.
  private let words: UInt64
  /// The upper bit of each byte that is not ASCII.
  private let others: UInt64

  @inline(__always)
  init(_ bytes: UInt64) {
    self.bytes = bytes
    others = bytes & Self.tops
    // With this bit, letters of either case are small ones, and nothing else becomes one.
    let low = bytes & ~Self.tops
    words =
      (Self.bytes(of: low | 0x20 &* Self.ones, from: 0x61, through: 0x7A)
        | Self.bytes(of: low, from: 0x30, through: 0x39)) & ~others
  }

  /// How many letters and digits it begins with.
  @inline(__always)
  var length: Int { (~words & Self.tops).trailingZeroBitCount / 8 }

  /// A bit for each byte that is a letter, a digit or not ASCII.
  @inline(__always)
  var inWords: UInt64 { Self.bits(of: words | others) }

  /// A bit for each byte that is not ASCII.
  @inline(__always)
  var notASCII: UInt64 { Self.bits(of: others) }

  /// Letters and digits of ASCII, the first ones of `bytes`, with letters in upper case.
  @inline(__always)
  static func word(_ bytes: UInt64, count: Int) -> UInt64 {
    let word = bytes & (UInt64.max &>> UInt64((8 &- count) &* 8 & 63))
    return word ^ Self.bytes(of: word, from: 0x61, through: 0x7A) >> 2
  }

  private static var tops: UInt64 { 0x8080_8080_8080_8080 }
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The upper bit of each byte of ASCII in a range.
  @inline(__always)
  private static func bytes(of group: UInt64, from first: UInt64, through last: UInt64) -> UInt64 {
    (group &+ (0x80 &- first) &* ones) & ~(group &+ (0x7F &- last) &* ones) & tops
  }

  /// The upper bits of the bytes, one after the other.
  @inline(__always)
  private static func bits(of tops: UInt64) -> UInt64 { (tops &* 0x0002_0408_1020_4081) &>> 56 }
}

/// The same of 64 bytes.
struct ASCIIBlock {
  /// A bit for each byte that is a letter, a digit or not ASCII.
  private(set) var inWords: UInt64 = 0
  /// A bit for each byte that is not ASCII.
  private(set) var notASCII: UInt64 = 0

  /// Those from `start` on, of which there may be fewer.
  @inline(__always)
  init(_ bytes: borrowing Span<UInt8>, at start: Int) {
    let count = min(64, bytes.count &- start)
    var place = 0
    while place < count {
      let group = ASCIIWordScan(bytes.group(at: start &+ place))
      inWords |= group.inWords &<< UInt64(place)
      notASCII |= group.notASCII &<< UInt64(place)
      place &+= 8
    }
  }
}
