internal import Storage

/// Which pages have which terms, for as many terms as there are: a table, and runs of what was in it before.
///
/// When the table has grown to its limit, its terms are put aside in their order, as a run, and it begins anew. At the end
/// all runs are gone through at the same time. So memory does not grow with the conversation, and the order and the form of
/// what comes out do not depend on the limit.
struct PostingRuns: Sendable {
  /// Some million messages fill a table.
  private let limit: Int
  private var table = PostingTable()
  private var places = KnownPlaces()
  private var runs: [SpillingArray<UInt8>] = []

  /// `limit` is about how many bytes the table may have.
  init(limit: Int = 6 << 20) { self.limit = limit }

  /// Notes that `term` is on page `number`, which is not less than any before.
  mutating func add(_ term: borrowing Span<UInt64>, hash: UInt32, on number: Int32) {
    if table.byteCount > limit { putAside() }
    table.add(number, to: table.place(of: term, hash: hash))
  }

  /// Notes that the terms of a page are on it; its `number` is not less than any before.
  mutating func add(_ page: borrowing PageTerms, on number: Int32) {
    if table.byteCount > limit { putAside() }
    let groups = page.groups.span
    var places = places.take(of: page.vocabulary, count: Int(page.numbers.last ?? 0) + 1)
    for (index, term) in page.terms.enumerated() {
      let start = index > 0 ? Int(page.terms[index - 1].end) : 0
      let known = page.numbers.isEmpty ? 0 : places[Int(page.numbers[index])]
      var place = Int(known) - 1
      if known == 0 {
        place = table.place(of: groups.extracting(start..<Int(term.end)), hash: term.hash)
        if !page.numbers.isEmpty { places[Int(page.numbers[index])] = UInt32(truncatingIfNeeded: place + 1) }
      }
      table.add(number, to: place)
    }
    self.places.put(places, of: page.vocabulary)
  }

  /// Gives each term with its pages, as the files have them, in the order in which scripts compare strings: by UTF-16
  /// units. Nothing is left then.
  mutating func takeEach(
    _ body: (_ term: borrowing Span<UInt8>, _ numbers: borrowing Span<UInt8>) throws -> Void
  ) throws {
    if runs.isEmpty {
      let table = table
      self.table = PostingTable()
      return try Self.each(of: table, body)
    }
    putAside()
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
      for place in having { try readers[place].advance() }
    }
  }

  /// Gives the terms of a table, in order.
  private static func each(
    of table: PostingTable, _ body: (borrowing Span<UInt8>, borrowing Span<UInt8>) throws -> Void
  ) rethrows {
    var (term, numbers): ([UInt8], [UInt8]) = ([], [])
    for place in table.sorted() {
      term.removeAll(keepingCapacity: true)
      numbers.removeAll(keepingCapacity: true)
      table.appendTerm(place, to: &term)
      table.appendNumbers(of: place, to: &numbers)
      try body(term.span, numbers.span)
    }
  }

  private mutating func putAside() {
    var run = SpillingArray<UInt8>()
    Self.each(of: table) { term, numbers in
      PostingReader.append(term, to: &run)
      PostingReader.append(numbers, to: &run)
    }
    runs.append(run)
    table = PostingTable()
    places = KnownPlaces()
  }

  /// Writes lists of pages as one; each begins behind the one before it, or with its last page.
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

/// Where terms are in a table that have numbers in vocabularies, for them not to be looked for again.
private struct KnownPlaces {
  /// More vocabularies than most machines have cores: each worker has one.
  private static let most = 32

  /// The places by number, plus one; 0 where none is known.
  private var places: [(vocabulary: Vocabulary.GenerationToken, places: [UInt32])] = []

  /// Gives the places of a vocabulary, for so many numbers at least; they are not here then.
  mutating func take(of vocabulary: Vocabulary.GenerationToken?, count: Int) -> [UInt32] {
    guard let vocabulary else { return [] }
    var found: [UInt32] = []
    if let place = places.firstIndex(where: { $0.vocabulary === vocabulary }) {
      swap(&found, &places[place].places)
    }
    if found.count < count { found.append(contentsOf: repeatElement(0, count: count - found.count)) }
    return found
  }

  mutating func put(_ found: [UInt32], of vocabulary: Vocabulary.GenerationToken?) {
    guard let vocabulary else { return }
    if let place = places.firstIndex(where: { $0.vocabulary === vocabulary }) {
      places[place].places = found
    } else {
      // Nobody has numbers of a vocabulary that nobody knows any more.
      for place in places.indices.reversed() where isKnownUniquelyReferenced(&places[place].vocabulary) {
        places.remove(at: place)
      }
      if places.count == Self.most { places.removeFirst() }
      places.append((vocabulary, found))
    }
  }
}

/// Goes through a run, term by term.
private struct PostingReader {
  private let run: SpillingArray<UInt8>
  private var piece: [UInt8] = []
  /// Where in the run the piece begins, and how far it was read.
  private var start = 0
  private var place = 0
  /// Nil at the end.
  private(set) var term: ArraySlice<UInt8>? = []
  private(set) var numbers: ArraySlice<UInt8> = []

  init(_ run: SpillingArray<UInt8>) throws {
    self.run = run
    try advance()
  }

  mutating func advance() throws {
    guard start + place < run.count else {
      term = nil
      return
    }
    term = try take(try length())
    numbers = try take(try length())
  }

  /// Appends bytes behind how many they are.
  static func append(_ bytes: borrowing Span<UInt8>, to run: inout SpillingArray<UInt8>) {
    appendLength(bytes.count, to: &run)
    for place in bytes.indices { run.append(bytes[place]) }
  }

  /// Seven bits in a byte, the lowest first; the last byte is below 128.
  private static func appendLength(_ length: Int, to run: inout SpillingArray<UInt8>) {
    var left = length
    while left >= 0x80 {
      run.append(UInt8(left & 0x7F | 0x80))
      left >>= 7
    }
    run.append(UInt8(left))
  }

  private mutating func length() throws -> Int {
    var length = 0
    var shift = 0
    while true {
      let byte = try take(1)
      length |= Int(byte[byte.startIndex] & 0x7F) << shift
      if byte[byte.startIndex] < 0x80 { return length }
      shift += 7
    }
  }

  private mutating func take(_ count: Int) throws -> ArraySlice<UInt8> {
    if count <= piece.count - place {
      place += count
      return piece[place - count..<place]
    }
    var taken: [UInt8] = []
    while taken.count < count {
      if place == piece.count {
        start += piece.count
        piece = try run.piece(at: start)
        place = 0
      }
      let more = min(count - taken.count, piece.count - place)
      taken += piece[place..<place + more]
      place += more
    }
    return taken[...]
  }
}
