import Storage

/// The distinct terms of one page, the input of ``SearchIndex``.
///
/// Collected by the worker that lays the page out (``TermCollector``), in parallel; only merging is left for the index. They
/// are in order of their first occurrence, which depends on nothing but the page.
public struct PageTerms: Sendable {
  /// A term: the end of its groups, and its hash, which differs from run to run (`HashSeed`).
  struct Term: BitwiseCopyable {
    var end: UInt32
    var hash: UInt32
  }

  /// The packed terms (`PackedTerm`), concatenated.
  private(set) var groups: [UInt64] = []
  private(set) var terms: [Term] = []
  /// The terms' numbers in a vocabulary, which identify them on the next page; empty without a vocabulary.
  private(set) var numbers: [UInt32] = []
  let vocabulary: Vocabulary.GenerationToken?
  /// The terms of each message, in the form of `RowTermFiles`; nil if pages have too many messages for it.
  public internal(set) var inRows: [UInt8]?
  /// The distinct names of the messages' senders.
  public internal(set) var senders: [String] = []

  /// No terms.
  public init() { vocabulary = nil }

  /// No terms yet, with capacity for `count`, which have numbers if there is a vocabulary.
  init(of vocabulary: Vocabulary.GenerationToken?, count: Int) {
    self.vocabulary = vocabulary
    groups.reserveCapacity(count * 2)
    terms.reserveCapacity(count)
    if vocabulary != nil { numbers.reserveCapacity(count) }
  }

  /// Adds a term that is not in the list yet.
  @inline(__always)
  mutating func append(_ term: borrowing Span<UInt64>, hash: UInt32, number: Int? = nil) {
    for index in term.indices { groups.append(term[index]) }
    terms.append(Term(end: UInt32(truncatingIfNeeded: groups.count), hash: hash))
    if let number { numbers.append(UInt32(truncatingIfNeeded: number)) }
  }

  /// Creates a page's terms from an earlier run's ``senders``, ``inRows`` and ``packed``.
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

  /// The terms in their order, each after its length in seven bits a byte: for the next export.
  public var packed: [UInt8] {
    var bytes = [UInt8](repeating: 0, count: groups.count * 8 + terms.count * 4)
    let count = bytes.withMutableRawSpan { bytes in
      var (start, count) = (0, 0)
      for term in terms {
        write(start..<Int(term.end), to: &bytes, at: &count)
        start = Int(term.end)
      }
      return count
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  private func write(_ term: Range<Int>, to bytes: inout MutableRawSpan, at offset: inout Int) {
    var length = (term.count - 1) * 8 + PackedTerm.count(in: groups[term.upperBound - 1])
    while length >= 0x80 {
      bytes.storeBytes(of: UInt8(truncatingIfNeeded: length) | 0x80, toByteOffset: offset, as: UInt8.self)
      length >>= 7
      offset += 1
    }
    bytes.storeBytes(of: UInt8(truncatingIfNeeded: length), toByteOffset: offset, as: UInt8.self)
    offset += 1
    // All eight bytes of a group, because the next write overwrites the bytes after a term's end.
    for index in term {
      bytes.storeBytes(of: groups[index].littleEndian, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    offset -= 8 - PackedTerm.count(in: groups[term.upperBound - 1])
  }
}
