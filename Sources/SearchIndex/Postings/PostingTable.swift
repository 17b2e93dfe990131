/// An inverted index under construction: a hash table of terms with their postings (the numbers of their pages).
///
/// A term and its last few postings share one entry, so a term of few pages takes no other memory, and a million terms are
/// not a million objects. Longer postings continue in a linked list of eight-byte blocks. Entries and blocks are in chunked
/// arrays, which never move: a growing array would need both copies at the peak. Postings arrive in ascending order and
/// are stored in the encoding of the files.
struct PostingTable: Sendable {
  private struct Posting: BitwiseCopyable {
    /// The term's first group (``PackedTerm``).
    var first: UInt64
    /// The last encoded postings, less than eight bytes.
    var open = PostingEncoding.Digits(bytes: 0, count: 0)
    /// Index in `groups` of the term's second group.
    var start: UInt32
    /// Index of the first block of postings before `open`, −1 without any.
    var head: Int32 = -1
    /// Index of the last block.
    var tail: Int32 = -1
    var numbers = PostingEncoding()
    /// Number of the term's groups.
    var count: UInt32
  }

  /// Eight bytes of encoded postings, and the index of the next block.
  private struct Block: BitwiseCopyable {
    var bytes: UInt64
    var next: Int32 = -1
  }

  /// The groups of all terms but the first of each.
  private var groups: [UInt64] = []
  private var entries = ChunkedArray<Posting>()
  /// Open addressing by hash: the upper 32 bits are the hash, the lower the entry's ordinal plus one; 0 is empty.
  private var slots = [UInt64](repeating: 0, count: 1 << 12)
  private var blocks = ChunkedArray<Block>()

  /// Approximate size in memory.
  var byteCount: Int {
    entries.count * MemoryLayout<Posting>.stride + blocks.count * MemoryLayout<Block>.stride
      + (groups.count + slots.count) * 8
  }

  /// Number of terms.
  var count: Int { entries.count }

  /// Returns the ordinal of a term, and adds the term if it is new.
  mutating func ordinal(of term: borrowing Span<UInt64>, hash: UInt32) -> Int {
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while slots[slot] != 0 {
      if UInt32(truncatingIfNeeded: slots[slot] &>> 32) == hash {
        let ordinal = Int(slots[slot] & 0xFFFF_FFFF) &- 1
        if equals(entries[ordinal], term) { return ordinal }
      }
      slot = (slot &+ 1) & mask
    }
    entries.append(
      Posting(
        first: term.isEmpty ? 0 : term[0], start: UInt32(truncatingIfNeeded: groups.count),
        count: UInt32(truncatingIfNeeded: term.count)))
    for index in term.indices.dropFirst() { groups.append(term[index]) }
    slots[slot] = UInt64(hash) << 32 | UInt64(entries.count)
    if entries.count * 2 > slots.count { grow() }
    return entries.count - 1
  }

  /// Records that a term is on page `number`, which is not less than any before.
  @inline(__always)
  mutating func add(_ number: Int32, to ordinal: Int) { Self.add(number, to: &entries[ordinal], &blocks) }

  /// Returns the terms' ordinals in order of UTF-16 units, in which scripts compare strings.
  func sorted() -> [Int] {
    // Most terms differ in their first eight bytes.
    let keys = (0..<entries.count).map { (key: Self.key(of: entries[$0].first), ordinal: $0) }
    return keys.sorted { one, other in
      one.key != other.key ? one.key < other.key : precedes(entries[one.ordinal], entries[other.ordinal])
    }.map(\.ordinal)
  }

  /// Appends the bytes of a term.
  func appendTerm(_ ordinal: Int, to bytes: inout [UInt8]) {
    let entry = entries[ordinal]
    PackedTerm.appendBytes(of: entry.first, to: &bytes)
    for index in others(of: entry) { PackedTerm.appendBytes(of: groups[index], to: &bytes) }
  }

  /// Appends the encoded postings of a term.
  func appendNumbers(of ordinal: Int, to script: inout [UInt8]) {
    let entry = entries[ordinal]
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
  /// Returns the indices of a term's groups after the first.
  private func others(of entry: Posting) -> Range<Int> {
    Int(entry.start)..<Int(entry.start) + max(0, Int(entry.count) - 1)
  }

  @inline(__always)
  private func equals(_ entry: Posting, _ term: borrowing Span<UInt64>) -> Bool {
    guard Int(entry.count) == term.count else { return false }
    if term.count == 1 { return entry.first == term[0] }
    for index in term.indices
    where term[index] != (index == 0 ? entry.first : groups[Int(entry.start) + index - 1]) { return false }
    return true
  }

  private mutating func grow() {
    let old = slots
    slots = [UInt64](repeating: 0, count: old.count * 2)
    for entry in old where entry != 0 {
      var slot = Int(entry >> 32) & (slots.count - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }

  @inline(__always)
  private static func add(_ number: Int32, to entry: inout Posting, _ blocks: inout ChunkedArray<Block>) {
    var numbers = entry.numbers
    numbers.add(number) { append($0, to: &entry, &blocks) }
    entry.numbers = numbers
  }

  private static func append(
    _ digits: PostingEncoding.Digits, to entry: inout Posting, _ blocks: inout ChunkedArray<Block>
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

  private func precedes(_ one: Posting, _ other: Posting) -> Bool {
    for (index, otherIndex) in zip(others(of: one), others(of: other))
    where groups[index] != groups[otherIndex] {
      return Self.key(of: groups[index]) < Self.key(of: groups[otherIndex])
    }
    return one.count < other.count
  }

  /// Returns a lead byte in UTF-16 order: surrogates sort code points above U+FFFF (F0 and higher) before U+E000 (EE, EF).
  private static func rank(_ byte: UInt8) -> UInt8 { byte == 0xEE || byte == 0xEF ? byte + 0x10 : byte }

  /// Returns a group as a number in UTF-16 order.
  private static func key(of group: UInt64) -> UInt64 {
    if group & 0x8080_8080_8080_8080 == 0 { return group.byteSwapped }
    var key: UInt64 = 0
    for shift in stride(from: 0 as UInt64, to: 64, by: 8) {
      key = key << 8 | UInt64(rank(UInt8(truncatingIfNeeded: group >> shift)))
    }
    return key
  }

  /// True if a term is before another in UTF-16 order.
  static func precedes(_ one: ArraySlice<UInt8>, _ other: ArraySlice<UInt8>) -> Bool {
    one.lexicographicallyPrecedes(other) { rank($0) < rank($1) }
  }
}
