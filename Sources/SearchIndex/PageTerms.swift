internal import Storage

/// The terms of one page's rows, each once: what the index is told of a page.
///
/// Made by whoever lays the page out (`TermCollector`), so that only merging is left for the one who has the index.
public struct PageTerms: Sendable {
  /// A term: where its groups end, and its place in tables; no two runs of the program have the same.
  struct Term: BitwiseCopyable {
    var end: UInt32
    var hash: UInt32
  }

  /// The terms' groups (`PackedTerm`), one after the other.
  private(set) var groups: [UInt64] = []
  private(set) var terms: [Term] = []
  /// The terms' numbers in a vocabulary, by which they are known again on the next page; none where there is no such.
  private(set) var numbers: [UInt32] = []
  let vocabulary: Vocabulary.GenerationToken?
  /// Which messages have which of them, as `RowTermFiles` has it; nil when pages have too many messages for it.
  public internal(set) var inRows: [UInt8]?
  /// Who wrote the page's messages, each once.
  public internal(set) var senders: [String] = []

  /// The terms of no row.
  public init() { vocabulary = nil }

  /// No terms yet, with room for so many, which have numbers if there is a vocabulary.
  init(of vocabulary: Vocabulary.GenerationToken?, count: Int) {
    self.vocabulary = vocabulary
    groups.reserveCapacity(count * 2)
    terms.reserveCapacity(count)
    if vocabulary != nil { numbers.reserveCapacity(count) }
  }

  /// Adds a term that is not among them.
  @inline(__always)
  mutating func append(_ term: borrowing Span<UInt64>, hash: UInt32, number: Int? = nil) {
    for place in term.indices { groups.append(term[place]) }
    terms.append(Term(end: UInt32(truncatingIfNeeded: groups.count), hash: hash))
    if let number { numbers.append(UInt32(truncatingIfNeeded: number)) }
  }

  /// Creates a page's terms from what an earlier run took from ``senders``, ``inRows`` and ``packed``.
  ///
  /// Nil if the bytes are not packed terms.
  public init?(senders: [String], inRows: [UInt8]?, packed: Span<UInt8>) {
    // A term has seven bytes and its length, on average.
    self.init(of: nil, count: packed.count / 8)
    (self.senders, self.inRows) = (senders, inRows)
    let seed = HashSeed.ofProcess
    var offset = 0
    while offset < packed.count {
      var (length, shift) = (0, 0)
      while offset < packed.count, packed[offset] >= 0x80, shift < 28 {
        length |= Int(packed[offset] & 0x7F) << shift
        (offset, shift) = (offset + 1, shift + 7)
      }
      guard offset < packed.count else { return nil }
      length |= Int(packed[offset]) << shift
      offset += 1
      guard length > 0, length <= packed.count - offset else { return nil }
      let term = packed.extracting(offset..<offset + length)
      for index in term.indices where term[index] == 0 { return nil }
      let start = groups.count
      PackedTerm.append(term, to: &groups)
      let hash = seed.hash(ofTerm: groups.span.extracting(start..<groups.count))
      terms.append(Term(end: UInt32(truncatingIfNeeded: groups.count), hash: hash))
      offset += length
    }
  }

  /// The terms in order of their bytes, each behind its length in seven bits a byte: for the next export.
  ///
  /// Their own order depends on the pages that were collected before, and so on the number of workers.
  public var packed: [UInt8] {
    // Most terms differ in their first eight bytes, so that one comparison of numbers decides.
    var keys: [(key: UInt64, start: UInt32, end: UInt32)] = []
    keys.reserveCapacity(terms.count)
    var start: UInt32 = 0
    for term in terms {
      keys.append((groups[Int(start)].byteSwapped, start, term.end))
      start = term.end
    }
    keys.sort { one, other in
      one.key != other.key ? one.key < other.key : precedes(one.start..<one.end, other.start..<other.end)
    }
    return Array(capacity: groups.count * 8 + terms.count * 4) { bytes in
      for key in keys { append(Int(key.start)..<Int(key.end), to: &bytes) }
    }
  }

  /// Compares the groups of two terms behind their first.
  private func precedes(_ one: Range<UInt32>, _ other: Range<UInt32>) -> Bool {
    let (rest, others) = (
      groups[Int(one.lowerBound)..<Int(one.upperBound)], groups[Int(other.lowerBound)..<Int(other.upperBound)]
    )
    return rest.dropFirst().lexicographicallyPrecedes(others.dropFirst()) { $0.byteSwapped < $1.byteSwapped }
  }

  private func append(_ term: Range<Int>, to bytes: inout OutputSpan<UInt8>) {
    var length = (term.count - 1) * 8 + PackedTerm.count(in: groups[term.upperBound - 1])
    while length >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: length) | 0x80)
      length >>= 7
    }
    bytes.append(UInt8(truncatingIfNeeded: length))
    for index in term {
      var left = groups[index]
      while left != 0 {
        bytes.append(UInt8(truncatingIfNeeded: left))
        left >>= 8
      }
    }
  }
}
