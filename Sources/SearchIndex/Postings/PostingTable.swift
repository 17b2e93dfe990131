/// Which pages have which terms: an inverted index in the making.
///
/// A term and its last numbers lie in one entry, so that a million terms are not a million objects, and a term that few
/// pages have is nowhere else. What grows large never moves, as both copies would be there while it does. Numbers come
/// in ascending order, and are written in the form in which the files have them.
struct PostingTable: Sendable {
  private struct Entry: BitwiseCopyable {
    /// The term's first group (`PackedTerm`).
    var first: UInt64
    /// The last written numbers, of which `used` bytes are full.
    var open = PostingEncoding.Digits(bytes: 0, count: 0)
    /// Where its other groups are.
    var start: UInt32
    /// The first and last block of its written numbers before those.
    var head: Int32 = -1
    var tail: Int32 = -1
    var numbers = PostingEncoding()
    /// How many groups the term has.
    var count: UInt32
  }

  /// Eight bytes of numbers, and which block follows.
  private struct Block: BitwiseCopyable {
    var bytes: UInt64
    var next: Int32 = -1
  }

  /// The groups of all terms but the first of each.
  private var groups: [UInt64] = []
  private var entries = ChunkedArray<Entry>()
  /// Entries by hash: their place plus one, above it the hash.
  private var slots = [UInt64](repeating: 0, count: 1 << 12)
  private var blocks = ChunkedArray<Block>()

  /// About how much memory it takes.
  var byteCount: Int {
    entries.count * MemoryLayout<Entry>.stride + blocks.count * MemoryLayout<Block>.stride
      + (groups.count + slots.count) * 8
  }

  /// How many terms there are.
  var count: Int { entries.count }

  /// The place of a term, which is new if it is not there yet.
  mutating func place(of term: borrowing Span<UInt64>, hash: UInt32) -> Int {
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot] &>> 32) == hash {
        let place = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if equals(entries[place], term) { return place }
      }
      slot = (slot &+ 1) & mask
    }
    entries.append(
      Entry(
        first: term.isEmpty ? 0 : term[0], start: UInt32(truncatingIfNeeded: groups.count),
        count: UInt32(truncatingIfNeeded: term.count)))
    for place in term.indices.dropFirst() { groups.append(term[place]) }
    slots[slot] = UInt64(hash) << 32 | UInt64(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  /// Notes that the term at a place is on page `number`, which is not less than any before.
  @inline(__always)
  mutating func add(_ number: Int32, to place: Int) { Self.add(number, to: &entries[place], &blocks) }

  /// The terms' places, in the order in which scripts compare strings: by UTF-16 units.
  func sorted() -> [Int] {
    // Most are told apart by their first bytes.
    let keys = (0..<entries.count).map { (key: Self.key(of: entries[$0].first), place: $0) }
    return keys.sorted { one, other in
      one.key != other.key ? one.key < other.key : precedes(entries[one.place], entries[other.place])
    }.map(\.place)
  }

  /// Appends the bytes of a term.
  func appendTerm(_ place: Int, to bytes: inout [UInt8]) {
    let entry = entries[place]
    PackedTerm.appendBytes(of: entry.first, to: &bytes)
    for place in others(of: entry) { PackedTerm.appendBytes(of: groups[place], to: &bytes) }
  }

  /// Appends the pages of a term, as the files have them.
  func appendNumbers(of place: Int, to script: inout [UInt8]) {
    let entry = entries[place]
    var block = entry.head
    while block >= 0 {
      PostingEncoding.Digits(bytes: blocks[Int(block)].bytes, count: 8).append(to: &script)
      block = blocks[Int(block)].next
    }
    entry.open.append(to: &script)
    var numbers = entry.numbers
    numbers.end { $0.append(to: &script) }
  }
}

extension PostingTable {
  /// Where the term's groups but the first are.
  private func others(of entry: Entry) -> Range<Int> {
    Int(entry.start)..<Int(entry.start) + max(0, Int(entry.count) - 1)
  }

  @inline(__always)
  private func equals(_ entry: Entry, _ term: borrowing Span<UInt64>) -> Bool {
    guard Int(entry.count) == term.count else { return false }
    if term.count == 1 { return entry.first == term[0] }
    for place in term.indices
    where term[place] != (place == 0 ? entry.first : groups[Int(entry.start) + place - 1]) { return false }
    return true
  }

  private mutating func grow() {
    let known = slots
    slots = [UInt64](repeating: 0, count: known.count * 2)
    for entry in known where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  @inline(__always)
  private static func add(_ number: Int32, to entry: inout Entry, _ blocks: inout ChunkedArray<Block>) {
    var numbers = entry.numbers
    numbers.add(number) { append($0, to: &entry, &blocks) }
    entry.numbers = numbers
  }

  private static func append(
    _ digits: PostingEncoding.Digits, to entry: inout Entry, _ blocks: inout ChunkedArray<Block>
  ) {
    let used = entry.open.count
    entry.open.bytes |= digits.bytes &<< UInt64(used &* 8)
    entry.open.count = used &+ digits.count
    if entry.open.count < 8 { return }
    let block = Int32(truncatingIfNeeded: blocks.count)
    blocks.append(Block(bytes: entry.open.bytes))
    if entry.tail < 0 { entry.head = block } else { blocks[Int(entry.tail)].next = block }
    entry.tail = block
    entry.open.bytes = digits.bytes >> UInt64((8 &- used) &* 8)
    entry.open.count &-= 8
  }

  private func precedes(_ one: Entry, _ other: Entry) -> Bool {
    for (place, otherPlace) in zip(others(of: one), others(of: other))
    where groups[place] != groups[otherPlace] {
      return Self.key(of: groups[place]) < Self.key(of: groups[otherPlace])
    }
    return one.count < other.count
  }

  /// UTF-8 sorts by characters; UTF-16 has those beyond U+FFFF, which begin with F0 and more, before U+E000.
  private static func rank(_ byte: UInt8) -> UInt8 { byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte }

  /// A group as a number that sorts as scripts sort it.
  private static func key(of group: UInt64) -> UInt64 {
    if group & 0x8080_8080_8080_8080 == 0 { return group.byteSwapped }
    var key: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
      key = key << 8 | UInt64(rank(UInt8(truncatingIfNeeded: group >> shift)))
    }
    return key
  }

  /// Whether scripts sort a term in front of another.
  static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.lexicographicallyPrecedes(other) { rank($0) < rank($1) }
  }
}
