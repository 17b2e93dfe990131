import Storage

/// The postings of all terms (the pages that have each), in bounded memory: a table, and sorted runs spilled from it.
///
/// External merge sort: when the table reaches its limit, its terms are written to a temporary file in order, as a run,
/// and the table starts empty. At the end all runs are merged. Pages are added in order, so the postings of a term in a
/// later run all come after those in an earlier one, or start with its last page; merging is concatenation without
/// duplicates. Neither the order nor the encoding of the output depends on the limit.
struct PostingRuns: Sendable {
  /// Maximum size of the table in bytes.
  private let limit: Int
  private var table = PostingTable()
  private var ordinals = OrdinalCache()
  private var runs: [SpillingRecords] = []

  /// `limit` is the approximate maximum size of the table in bytes. The default holds the terms of about a million
  /// messages.
  init(limit: Int = 6 << 20) { self.limit = limit }

  /// Records that `term` is on page `number`, which is not less than any before.
  mutating func add(_ term: borrowing Span<UInt64>, hash: UInt32, on number: Int32) {
    if table.byteCount > limit { spill() }
    table.add(number, to: table.ordinal(of: term, hash: hash))
  }

  /// Records the terms of page `number`, which is not less than any before.
  mutating func add(_ page: borrowing PageTerms, on number: Int32) {
    if table.byteCount > limit { spill() }
    let groups = page.groups.span
    var ordinals = ordinals.take(of: page.vocabulary, count: Int(page.numbers.max() ?? 0) + 1)
    for (index, term) in page.terms.enumerated() {
      let start = index > 0 ? Int(page.terms[index - 1].end) : 0
      let cached = page.numbers.isEmpty ? 0 : ordinals[Int(page.numbers[index])]
      var ordinal = Int(cached) - 1
      if cached == 0 {
        ordinal = table.ordinal(of: groups.extracting(start..<Int(term.end)), hash: term.hash)
        if !page.numbers.isEmpty {
          ordinals[Int(page.numbers[index])] = UInt32(truncatingIfNeeded: ordinal + 1)
        }
      }
      table.add(number, to: ordinal)
    }
    self.ordinals.put(ordinals, of: page.vocabulary)
  }

  /// Calls `body` with each term and its encoded postings, in order of UTF-16 units, in which scripts compare strings.
  /// Empties the table and the runs.
  ///
  /// - Throws: the errors of `body`, or `StorageError` if a run cannot be read back.
  mutating func takeEach(
    _ body: (_ term: borrowing Span<UInt8>, _ numbers: borrowing Span<UInt8>) throws -> Void
  ) throws {
    if runs.isEmpty {
      let table = table
      self.table = PostingTable()
      return try Self.each(of: table, body)
    }
    spill()
    var readers = try runs.map { try PostingReader($0) }
    runs = []
    var merged: [UInt8] = []
    while let first = readers.compactMap(\.term).min(by: PostingTable.precedes) {
      let having = readers.indices.filter { readers[$0].term == first }
      if having.count == 1 {
        let numbers = readers[having[0]].numbers
        try body(first.span, numbers.span)
      } else {
        merged.removeAll(keepingCapacity: true)
        Self.merge(having.map { readers[$0].numbers }, to: &merged)
        try body(first.span, merged.span)
      }
      for index in having { try readers[index].advance() }
    }
  }

  /// Calls `body` with the terms of a table, in order.
  private static func each(
    of table: PostingTable, _ body: (borrowing Span<UInt8>, borrowing Span<UInt8>) throws -> Void
  ) rethrows {
    var (term, numbers): ([UInt8], [UInt8]) = ([], [])
    for ordinal in table.sorted() {
      term.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      table.appendTerm(ordinal, to: &term)
      table.appendNumbers(of: ordinal, to: &numbers)
      try body(term.span, numbers.span)
    }
  }

  /// Writes the table as a run and empties it.
  private mutating func spill() {
    var run = SpillingRecords()
    Self.each(of: table) { term, numbers in
      run.append(term)
      run.append(numbers)
    }
    runs.append(run)
    table = PostingTable()
    ordinals = OrdinalCache()
  }

  /// Encodes postings of several runs as one list. Each starts after the one before it, or with its last page.
  private static func merge(_ lists: [ArraySlice<UInt8>], to written: inout [UInt8]) {
    var all = PostingEncoding()
    for list in lists {
      var numbers = PostingDecoder(list)
      while let number = numbers.next() {
        all.add(Int32(truncatingIfNeeded: number)) { $0.append(to: &written) }
      }
    }
    all.end { $0.append(to: &written) }
  }
}

/// The ordinals in a table of terms with numbers in vocabularies, which saves looking them up for every page.
private struct OrdinalCache {
  /// Maximum number of vocabularies. Each worker has one, so this exceeds the cores of most machines.
  private static let most = 32

  /// By vocabulary: the ordinals by number, plus one; 0 if unknown.
  private var caches: [(vocabulary: Vocabulary.GenerationToken, ordinals: [UInt32])] = []

  /// Moves the ordinals of a vocabulary out of the cache, extended to at least `count` numbers.
  mutating func take(of vocabulary: Vocabulary.GenerationToken?, count: Int) -> [UInt32] {
    guard let vocabulary else { return [] }
    var found: [UInt32] = []
    if let index = caches.firstIndex(where: { $0.vocabulary === vocabulary }) {
      swap(&found, &caches[index].ordinals)
    }
    if found.count < count { found.append(contentsOf: repeatElement(0, count: count - found.count)) }
    return found
  }

  /// Moves the ordinals of a vocabulary back into the cache.
  mutating func put(_ found: [UInt32], of vocabulary: Vocabulary.GenerationToken?) {
    guard let vocabulary else { return }
    if let index = caches.firstIndex(where: { $0.vocabulary === vocabulary }) {
      caches[index].ordinals = found
    } else {
      // A generation referenced only here has ended: no page will have its numbers.
      for index in caches.indices.reversed() where isKnownUniquelyReferenced(&caches[index].vocabulary) {
        caches.remove(at: index)
      }
      if caches.count == Self.most { caches.removeFirst() }
      caches.append((vocabulary, found))
    }
  }
}

/// Reads a run, term by term.
private struct PostingReader {
  private var records: SpillingRecords.Reader
  /// The current term; nil at the end.
  private(set) var term: ArraySlice<UInt8>?
  private(set) var numbers: ArraySlice<UInt8> = []

  init(_ run: SpillingRecords) throws {
    records = SpillingRecords.Reader(run)
    try advance()
  }

  /// Reads the next term and its postings.
  mutating func advance() throws {
    term = try records.next()
    numbers = try records.next() ?? []
  }
}
