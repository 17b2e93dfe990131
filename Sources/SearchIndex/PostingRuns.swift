internal import Scratch

/// Which pages have which terms, for as many terms as there are: a table, and runs of what was in it before.
///
/// When the table has grown to its limit, its terms are put aside in their order, as a run, and it begins anew. At the end
/// all runs are gone through at the same time. So memory does not grow with the conversation, and the order and the form of
/// what comes out do not depend on the limit.
struct PostingRuns: Sendable {
  /// Some million messages fill a table.
  private let limit: Int
  private var table = PostingTable()
  private var runs: [LongList<UInt8>] = []

  /// `limit` is about how many bytes the table may have.
  init(limit: Int = 8 << 20) { self.limit = limit }

  /// Notes that `term` is on page `number`, which is not less than any before.
  mutating func add(_ term: borrowing Span<UInt64>, hash: UInt32, on number: Int32) {
    if table.byteCount > limit { putAside() }
    table.add(term, hash: hash, on: number)
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
    var run = LongList<UInt8>()
    Self.each(of: table) { term, numbers in
      PostingReader.append(term, to: &run)
      PostingReader.append(numbers, to: &run)
    }
    runs.append(run)
    table = PostingTable()
  }

  /// Writes lists of pages as one; each begins behind the one before it, or with its last page.
  private static func merge(_ lists: [ArraySlice<UInt8>], to written: inout [UInt8]) {
    var all = NumberList()
    for list in lists {
      var numbers = PageNumbers(list)
      while let number = numbers.next() {
        all.add(Int32(truncatingIfNeeded: number)) { $0.append(to: &written) }
      }
    }
    all.end { $0.append(to: &written) }
  }
}

/// Goes through a run, term by term.
private struct PostingReader {
  private let run: LongList<UInt8>
  private var piece: [UInt8] = []
  /// Where in the run the piece begins, and how far it was read.
  private var start = 0
  private var place = 0
  /// Nil at the end.
  private(set) var term: ArraySlice<UInt8>? = []
  private(set) var numbers: ArraySlice<UInt8> = []

  init(_ run: LongList<UInt8>) throws {
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
  static func append(_ bytes: borrowing Span<UInt8>, to run: inout LongList<UInt8>) {
    appendLength(bytes.count, to: &run)
    for place in bytes.indices { run.append(bytes[place]) }
  }

  /// Seven bits in a byte, the lowest first; the last byte is below 128.
  private static func appendLength(_ length: Int, to run: inout LongList<UInt8>) {
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
