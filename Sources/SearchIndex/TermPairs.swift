/// Which terms follow one another somewhere on a page, each known by 16 bits, and a pair by 16 as well.
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
  private static func bits(of pair: UInt32) -> UInt32 { ((pair >> 16) &* 0x9E37 &+ pair) & 0xFFFF }

  /// Appends the pairs' bits, from 1 on, in ascending order. The page's notes are sorted: a term's bits above a message,
  /// and may be there twice.
  func write(among notes: [UInt32], to script: inout [UInt8]) {
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
    var numbers = NumberList()
    pairs.each { number in numbers.add(Int32(bitPattern: number) &+ 1) { script.append($0) } }
    numbers.end { script.append($0) }
  }
}

/// Numbers of 16 bits.
private struct BitSet {
  /// An array: a value of this size would be copied to be looked into.
  private var words = [UInt64](repeating: 0, count: 1024)

  mutating func insert(_ number: UInt32) {
    words[Int(number >> 6 & 1023)] |= 1 << UInt64(number & 63)
  }

  func contains(_ number: UInt32) -> Bool {
    words[Int(number >> 6 & 1023)] >> UInt64(number & 63) & 1 == 1
  }

  /// Gives each, in ascending order.
  func each(_ body: (UInt32) -> Void) {
    for place in words.indices {
      var word = words[place]
      while word != 0 {
        body(UInt32(truncatingIfNeeded: place << 6 | word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
