/// Which terms follow one another somewhere on a page, each known by its 16 bits, and a pair by 16 as well: the first of
/// the term that comes first, and others that depend on both.
///
/// Only pairs of terms that several messages have are told: of others it is known well enough which messages have both.
struct TermPairs: Sendable {
  /// How many messages of a page a term has to be in, at least; `Public/terms.js` knows it.
  static let fewest = 4

  /// One term above the one that follows it.
  private var found: [UInt32] = []

  /// Notes that a term follows another.
  @inline(__always)
  mutating func note(_ first: UInt32, _ second: UInt32) { found.append(first << 16 | second) }

  mutating func clear() { found.removeAll(keepingCapacity: true) }

  /// What a pair is known by.
  private static func bits(of pair: UInt32) -> UInt32 {
    let (first, own) = (pair >> 16, UInt32(1) << UInt32(TermBits.ofTerm) - 1)
    return first & ~own | (first &* 0x9E37 &+ pair) & own
  }

  /// The pairs' bits. The page's notes are sorted: a term's bits above a message, and may be there twice.
  func common(among notes: [UInt32]) -> BitSet {
    var isCommon = BitSet()
    var (term, messages, last) = (UInt32.max, 0, UInt32.max)
    for note in notes where note != last {
      last = note
      if note >> 16 != term { (term, messages) = (note >> 16, 0) }
      messages += 1
      if messages == Self.fewest { isCommon.insert(term) }
    }
    var pairs = BitSet()
    for pair in found where isCommon.contains(pair >> 16) && isCommon.contains(pair & 0xFFFF) {
      pairs.insert(Self.bits(of: pair))
    }
    return pairs
  }
}

/// Numbers of 16 bits.
struct BitSet {
  /// An array: a value of this size would be copied to be looked into.
  private var words = [UInt64](repeating: 0, count: 1024)

  init() {}

  mutating func insert(_ number: UInt32) {
    words[Int(number >> 6 & 1023)] |= 1 << UInt64(number & 63)
  }

  func contains(_ number: UInt32) -> Bool {
    words[Int(number >> 6 & 1023)] >> UInt64(number & 63) & 1 == 1
  }

  /// Gives each that has `part` as its first bits, without them, in ascending order.
  func each(in part: Int, _ body: (UInt16) -> Void) {
    let count = 1 << Int(TermBits.ofTerm) / 64
    for place in 0..<count {
      var word = words[part * count + place]
      while word != 0 {
        body(UInt16(truncatingIfNeeded: place << 6 | word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
