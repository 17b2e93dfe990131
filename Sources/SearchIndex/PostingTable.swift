/// Which pages have which terms: an inverted index in the making.
///
/// Terms and the numbers of their pages lie in three arrays, so that a million terms are not a million objects; the two
/// that grow large never move, as both copies would be there while they do. Numbers come in ascending order, and are
/// written in the form in which the files have them.
struct PostingTable: Sendable {
  private struct Entry {
    var start: UInt32
    var hash: UInt32
    var numbers = NumberList()
    /// The first and last block of its written numbers.
    var head: Int32 = -1
    var tail: Int32 = -1
    /// The term's length.
    var count: UInt16
    /// How many bytes of the last block are in use.
    var used: UInt8 = 0
  }

  /// A block has so many bytes of numbers, and four more say which block follows.
  private static let blockSize = 12

  private var bytes: [UInt8] = []
  private var entries = ChunkedArray<Entry>()
  /// Entries by hash: their place plus one.
  private var slots = [UInt32](repeating: 0, count: 1 << 12)
  private var blocks = ChunkedArray<UInt8>()

  /// About how much memory it takes.
  var byteCount: Int {
    bytes.count + entries.count * MemoryLayout<Entry>.stride + slots.count * 4 + blocks.count
  }

  /// Notes that `term` is on page `number`, which is not less than any before.
  mutating func add(_ term: borrowing Span<UInt8>, hash: UInt32, on number: Int32) {
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if entries[place].hash == hash, equals(place, term) { return add(number, to: place) }
      slot = (slot + 1) & (slots.count - 1)
    }
    entries.append(
      Entry(
        start: UInt32(truncatingIfNeeded: bytes.count), hash: hash,
        count: UInt16(truncatingIfNeeded: term.count)))
    for index in term.indices { bytes.append(term[index]) }
    slots[slot] = UInt32(truncatingIfNeeded: entries.count)
    add(number, to: entries.count - 1)
    if entries.count * 2 > slots.count { grow() }
  }

  /// The terms' places, in the order in which scripts compare strings: by UTF-16 units.
  func sorted() -> [Int] {
    // Most are told apart by their first bytes.
    let keys = (0..<entries.count).map { (key: Self.key(of: term($0)), place: $0) }
    return keys.sorted { one, other in
      one.key != other.key ? one.key < other.key : Self.precedes(term(one.place), term(other.place))
    }.map(\.place)
  }

  func term(_ place: Int) -> ArraySlice<UInt8> {
    let start = Int(entries[place].start)
    return bytes[start..<start + Int(entries[place].count)]
  }

  /// Appends the pages of a term, as the files have them.
  func appendNumbers(of place: Int, to script: inout [UInt8]) {
    let entry = entries[place]
    var block = entry.head
    while block >= 0 {
      let start = Int(block) * (Self.blockSize + 4)
      let isLast = block == entry.tail
      for index in start..<start + (isLast ? Int(entry.used) : Self.blockSize) {
        script.append(blocks[index])
      }
      block = isLast ? -1 : next(of: start)
    }
    var numbers = entry.numbers
    numbers.end { script.append($0) }
  }
}

extension PostingTable {
  private func equals(_ place: Int, _ term: borrowing Span<UInt8>) -> Bool {
    guard Int(entries[place].count) == term.count else { return false }
    let start = Int(entries[place].start)
    for index in term.indices where bytes[start + index] != term[index] { return false }
    return true
  }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: slots.count * 2)
    for place in 0..<entries.count {
      var slot = Int(entries[place].hash) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = UInt32(truncatingIfNeeded: place + 1)
    }
  }

  private mutating func add(_ number: Int32, to place: Int) {
    var numbers = entries[place].numbers
    numbers.add(number) { append($0, to: place) }
    entries[place].numbers = numbers
  }

  private mutating func append(_ byte: UInt8, to place: Int) {
    if entries[place].tail < 0 || Int(entries[place].used) == Self.blockSize {
      let block = blocks.count / (Self.blockSize + 4)
      for _ in 0..<Self.blockSize + 4 { blocks.append(0) }
      if entries[place].tail < 0 {
        entries[place].head = Int32(truncatingIfNeeded: block)
      } else {
        let link = Int(entries[place].tail) * (Self.blockSize + 4) + Self.blockSize
        for index in 0..<4 { blocks[link + index] = UInt8(truncatingIfNeeded: block >> (index * 8)) }
      }
      entries[place].tail = Int32(truncatingIfNeeded: block)
      entries[place].used = 0
    }
    blocks[Int(entries[place].tail) * (Self.blockSize + 4) + Int(entries[place].used)] = byte
    entries[place].used += 1
  }

  private func next(of start: Int) -> Int32 {
    (0..<4).reduce(0) { $0 | Int32(blocks[start + Self.blockSize + $1]) << Int32($1 * 8) }
  }

  /// UTF-8 sorts by characters; UTF-16 has those beyond U+FFFF, which begin with F0 and more, before U+E000.
  private static func rank(_ byte: UInt8) -> UInt8 { byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte }

  private static func key(of term: ArraySlice<UInt8>) -> UInt64 {
    var key: UInt64 = 0
    for index in 0..<8 {
      let byte = index < term.count ? rank(term[term.startIndex + index]) : 0
      key = key << 8 | UInt64(byte)
    }
    return key
  }

  /// Whether scripts sort a term in front of another.
  static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.lexicographicallyPrecedes(other) { rank($0) < rank($1) }
  }
}
