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

  /// Creates a page's terms from what an earlier run took from ``senders``, ``inRows`` and ``sorted``.
  ///
  /// Nil if a term is empty or has a zero byte, which no term has.
  public init?(senders: [String], inRows: [UInt8]?, terms: [ArraySlice<UInt8>]) {
    self.init(of: nil, count: terms.count)
    (self.senders, self.inRows) = (senders, inRows)
    let seed = HashSeed.ofProcess
    for term in terms {
      guard !term.isEmpty, !term.contains(0) else { return nil }
      let start = groups.count
      PackedTerm.append(term.span, to: &groups)
      let hash = seed.hash(ofTerm: groups.span.extracting(start..<groups.count))
      self.terms.append(Term(end: UInt32(truncatingIfNeeded: groups.count), hash: hash))
    }
  }

  /// The terms in order of their bytes: an order that does not depend on the pages that were collected before.
  public var sorted: [[UInt8]] {
    // Most terms differ in their first eight bytes, so that one comparison of numbers decides.
    let keys = terms.indices.map { index in
      let start = self.start(ofTerm: index)
      return (key: groups[start].byteSwapped, start: start, end: Int(terms[index].end))
    }
    let order = keys.sorted { one, other in
      if one.key != other.key { return one.key < other.key }
      let (rest, others) = (
        groups[one.start..<one.end].dropFirst(), groups[other.start..<other.end].dropFirst()
      )
      return rest.lexicographicallyPrecedes(others) { $0.byteSwapped < $1.byteSwapped }
    }
    return order.map { term in
      var bytes: [UInt8] = []
      PackedTerm.appendBytes(of: groups.span.extracting(term.start..<term.end), to: &bytes)
      return bytes
    }
  }

  private func start(ofTerm index: Int) -> Int { index > 0 ? Int(terms[index - 1].end) : 0 }
}
