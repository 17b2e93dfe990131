/// Which terms follow one another somewhere on a page, each known by its 16 bits, and a pair by 16 as well: the first of
/// the term that comes first, and others that depend on both.
///
/// Only pairs of terms that several messages have are told: of others it is known well enough which messages have both.
struct TermBigrams: Sendable {
  /// How many messages of a page a term has to be in, at least; `Public/terms.js` knows it.
  static let fewest = 4

  /// Where the terms of each text begin and end among the page's notes.
  private var texts: [(start: Int32, end: Int32)] = []

  /// Says that the notes in these places follow one another.
  @inline(__always)
  mutating func note(_ places: Range<Int>) {
    if places.count < 2 { return }
    texts.append((Int32(truncatingIfNeeded: places.lowerBound), Int32(truncatingIfNeeded: places.upperBound)))
  }

  mutating func clear() { texts.removeAll(keepingCapacity: true) }

  /// What a pair is known by.
  @inline(__always)
  private static func bits(of first: UInt32, _ second: UInt32) -> UInt32 {
    let own = UInt32(1) << UInt32(TermFingerprint.ofTerm) - 1
    return first & ~own | (first &* 0x9E37 &+ second) & own
  }

  /// The pairs' bits. `notes` are a term's bits above a message, as they were noted; `sorted` are the same in order.
  func common(among notes: [UInt32], sorted: [UInt32]) -> BitSet {
    let isCommon = Self.common(among: sorted)
    let notes = notes.span
    var pairs = BitSet()
    for (start, end) in texts {
      var first = notes[Int(start)] &>> 16
      var isFirst = isCommon.bit(first)
      for place in Int(start) &+ 1..<Int(end) {
        let second = notes[place] &>> 16
        let isSecond = isCommon.bit(second)
        // Whether both are common cannot be foreseen, so there is no branch.
        pairs.insert(Self.bits(of: first, second), if: isFirst & isSecond)
        (first, isFirst) = (second, isSecond)
      }
    }
    return pairs
  }

  /// The terms that enough messages have. A message may be there twice.
  private static func common(among notes: [UInt32]) -> BitSet {
    var isCommon = BitSet()
    var (term, messages, last) = (UInt32.max, 0 as UInt32, UInt32.max)
    for note in notes {
      messages = note &>> 16 == term ? messages &+ (note == last ? 0 : 1) : 1
      (term, last) = (note &>> 16, note)
      if messages == fewest { isCommon.insert(term, if: 1) }
    }
    return isCommon
  }
}

/// Numbers of 16 bits.
struct BitSet {
  /// An array: a value of this size would be copied to be looked into.
  private var words = [UInt64](repeating: 0, count: 1024)

  init() {}

  /// Inserts a number if `bit` is 1, and does nothing if it is 0.
  @inline(__always)
  mutating func insert(_ number: UInt32, if bit: UInt64) {
    words[Int(number &>> 6 & 1023)] |= bit &<< UInt64(number & 63)
  }

  /// 1 if it has a number, else 0.
  @inline(__always)
  func bit(_ number: UInt32) -> UInt64 {
    words[Int(number &>> 6 & 1023)] &>> UInt64(number & 63) & 1
  }

  /// Gives each that has `part` as its first bits, without them, in ascending order.
  @inline(__always)
  func each(in part: Int, _ body: (UInt16) -> Void) {
    let count = 1 << Int(TermFingerprint.ofTerm) / 64
    for place in 0..<count {
      var word = words[part * count + place]
      while word != 0 {
        body(UInt16(truncatingIfNeeded: place << 6 | word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
