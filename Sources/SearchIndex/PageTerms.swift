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
  var inRows: [UInt8]?
  /// Whether the files of its group are in their place and tell of it; `inRows` does not then.
  private(set) var isInPlace = false
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

  /// The same terms in messages of these people, of which `RowTermFiles` was told this, or has files that tell.
  public func written(by senders: [String], inRows: [UInt8]?, isInPlace: Bool = false) -> PageTerms {
    var terms = self
    (terms.senders, terms.inRows, terms.isInPlace) = (senders, inRows, isInPlace)
    return terms
  }
}
