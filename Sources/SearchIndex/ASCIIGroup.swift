/// Eight bytes of a text, looked at together: which of them are letters and digits of ASCII, and which are none of ASCII.
struct ASCIIGroup {
  /// The bytes, the first one lowest, with letters of ASCII in upper case.
  private let upper: UInt64
  /// The upper bit of each byte that is a letter or digit.
  private let words: UInt64
  /// The upper bit of each byte that is not ASCII.
  private let others: UInt64

  @inline(__always)
  init(_ bytes: UInt64) {
    others = bytes & Self.tops
    let low = bytes & ~Self.tops
    upper = bytes ^ (Self.bytes(of: low, from: 0x61, through: 0x7A) & ~others) >> 2
    let letters = upper & ~Self.tops
    words =
      (Self.bytes(of: letters, from: 0x41, through: 0x5A) | Self.bytes(of: letters, from: 0x30, through: 0x39))
      & ~others
  }

  /// How many letters and digits it begins with.
  @inline(__always)
  var length: Int { ends.trailingZeroBitCount / 8 }

  /// The letters and digits it begins with.
  @inline(__always)
  var word: UInt64 { upper & ((ends & (0 &- ends)) &>> 7 &- 1) }

  /// Whether there is a byte behind them that is between words.
  @inline(__always)
  var endsInGap: Bool { ends & (0 &- ends) & ~others != 0 }

  /// Where the first byte behind that one is that is not between words; 8 when there is none.
  @inline(__always)
  var next: Int {
    let end = ends & (0 &- ends)
    return ((words | others) & (0 &- end)).trailingZeroBitCount / 8
  }

  @inline(__always)
  private var ends: UInt64 { ~words & Self.tops }

  private static var tops: UInt64 { 0x8080_8080_8080_8080 }
  private static var ones: UInt64 { 0x0101_0101_0101_0101 }

  /// The upper bit of each byte of ASCII in a range.
  @inline(__always)
  private static func bytes(of group: UInt64, from first: UInt64, through last: UInt64) -> UInt64 {
    (group &+ (0x80 &- first) &* ones) & ~(group &+ (0x7F &- last) &* ones) & tops
  }
}
