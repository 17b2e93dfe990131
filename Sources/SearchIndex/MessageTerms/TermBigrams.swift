/// The pairs of terms that follow each other somewhere on a page, for phrase searches.
///
/// A pair is 16 bits too: the first bits of the first term's fingerprint, which select the part, and a mix of both terms.
/// Only pairs of common terms are recorded. For rarer terms the messages that have both are few enough to check.
struct TermBigrams: Sendable {
  /// The number of a page's messages that make a term common. `terms.js` has the same number.
  static let fewest = 4

  /// The ranges of the page's notes that are terms of one text.
  private var texts: [(start: Int32, end: Int32)] = []

  /// Records that the notes in this range follow each other.
  @inline(__always)
  mutating func note(_ range: Range<Int>) {
    if range.count < 2 { return }
    texts.append((Int32(truncatingIfNeeded: range.lowerBound), Int32(truncatingIfNeeded: range.upperBound)))
  }

  /// Removes all pairs.
  mutating func clear() { texts.removeAll(keepingCapacity: true) }

  /// Returns the 16 bits of a pair of fingerprints.
  @inline(__always)
  private static func bits(of first: UInt32, _ second: UInt32) -> UInt32 {
    let own = UInt32(1) << UInt32(TermFingerprint.ofTerm) - 1
    return first & ~own | (first &* 0x9E37 &+ second) & own
  }

  /// Returns the pairs of common terms. `notes` are fingerprints above message indices, in order of occurrence; `sorted` are
  /// the notes in order of fingerprint.
  func common(among notes: [UInt32], sorted: [UInt32]) -> BitSet {
    let isCommon = Self.common(among: sorted)
    let notes = notes.span
    var pairs = BitSet()
    for (start, end) in texts {
      var first = notes[Int(start)] &>> 16
      var isFirst = isCommon.bit(first)
      for index in Int(start) &+ 1..<Int(end) {
        let second = notes[index] &>> 16
        let isSecond = isCommon.bit(second)
        // No branch: it would be unpredictable.
        pairs.insert(Self.bits(of: first, second), if: isFirst & isSecond)
        (first, isFirst) = (second, isSecond)
      }
    }
    return pairs
  }

  /// Returns the terms in at least `fewest` messages. A message may occur twice.
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

/// A set of 16-bit numbers.
struct BitSet {
  /// An array and not an inline one, which would be copied for each access (8 KiB).
  private var words = [UInt64](repeating: 0, count: 1024)

  /// The empty set.
  init() {}

  /// Inserts a number if `bit` is 1, and does nothing if it is 0.
  @inline(__always)
  mutating func insert(_ number: UInt32, if bit: UInt64) {
    words[Int(number &>> 6 & 1023)] |= bit &<< UInt64(number & 63)
  }

  /// Returns 1 if the set has a number, else 0.
  @inline(__always)
  func bit(_ number: UInt32) -> UInt64 {
    words[Int(number &>> 6 & 1023)] &>> UInt64(number & 63) & 1
  }

  /// Calls `body` with each number whose first bits are `part`, without these bits, in ascending order.
  @inline(__always)
  func each(in part: Int, _ body: (UInt16) -> Void) {
    let count = 1 << Int(TermFingerprint.ofTerm) / 64
    for index in 0..<count {
      var word = words[part * count + index]
      while word != 0 {
        body(UInt16(truncatingIfNeeded: index << 6 | word.trailingZeroBitCount))
        word &= word - 1
      }
    }
  }
}
