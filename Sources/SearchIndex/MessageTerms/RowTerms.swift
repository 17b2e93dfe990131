import Storage

/// The messages of a page that have each of its terms, in the form that ``RowTermFiles`` writes. It lets a search decide
/// which messages match without reading the page.
///
/// Terms are represented by 16-bit fingerprints (``TermFingerprint``); which terms a page has is in the term files. Two
/// terms may share a fingerprint: then a search opens a page in vain, but never misses a hit.
///
/// For common words, being in one message says little about a phrase. So the pairs of common terms that follow each other
/// anywhere on the page are recorded too (``TermBigrams``).
///
/// To sort cheaply, each occurrence is one number: the fingerprint above the message's index. Two passes of radix sort by
/// eight bits each order them by fingerprint, and keep the order of messages.
struct RowTerms: Sendable {
  /// Maximum number of messages on a page; longer pages have no notes, and searches read the pages themselves.
  static let mostRows = 32_767
  /// Number of parts that a page's notes are divided into, by the first bits of the fingerprint.
  static let parts = 1 << (16 - Int(TermFingerprint.ofTerm))

  /// The occurrences in order: number in the vocabulary (32 bits), fingerprint (16), index of the message (16).
  private var found: [UInt64] = []
  private var pairs = TermBigrams()
  /// Index on the page of the message that terms are recorded for.
  var row = 0
  /// Buffers, kept from page to page.
  private var notes: [UInt32] = []
  private var room: [UInt32] = []
  private var sorted: [UInt32] = []
  private var script: [UInt8] = []

  /// Records that the message has a term, by its number in the vocabulary and its fingerprint.
  @inline(__always)
  mutating func note(_ number: UInt32, _ bits: UInt16) {
    found.append(UInt64(number) &<< 32 | UInt64(bits) &<< 16 | UInt64(truncatingIfNeeded: row) & 0xFFFF)
  }

  /// Records the fingerprint of the message's sender, which is not a term.
  mutating func note(writer bits: UInt16) { note(.max, bits) }

  /// Number of occurrences recorded.
  var count: Int { found.count }

  /// Records that the occurrences from `start` on follow each other in a text.
  @inline(__always)
  mutating func join(from start: Int) { pairs.note(start..<max(start, found.count)) }

  /// Removes all occurrences.
  mutating func clear() {
    found.removeAll(keepingCapacity: true)
    pairs.clear()
    row = 0
  }

  /// Replaces `numbers` with the numbers in the vocabulary of the recorded terms, in order of their first occurrence.
  /// `marks` has a bit for each number, all of them 0.
  func collect(_ numbers: inout [UInt32], marking marks: inout [UInt64]) {
    numbers.removeAll(keepingCapacity: true)
    var marks = marks.mutableSpan
    for note in found where note &>> 32 != UInt32.max {
      let (word, bit) = (Int(note &>> 38), UInt64(1) &<< (note &>> 32 & 63))
      if marks[word] & bit != 0 { continue }
      marks[word] |= bit
      numbers.append(UInt32(truncatingIfNeeded: note &>> 32))
    }
  }

  /// Returns the page's ``parts``, separated by `|`, or nil if pages have too many messages.
  ///
  /// A part is ascending numbers (``PostingEncoding``): `rows` times the last bits of a fingerprint plus the message's
  /// index, from 1; then a space and the last bits of the bigrams.
  mutating func written(rows: Int) -> [UInt8]? {
    guard rows <= Self.mostRows, row < rows else { return nil }
    Self.resize(&notes, to: found.count)
    Self.resize(&room, to: found.count)
    Self.resize(&sorted, to: found.count)
    sort()
    let following = pairs.common(among: notes, sorted: sorted)
    // No number has more than seven digits.
    let most = (found.count * 2 + Self.parts) * 8 + 8
    if script.count < most { script = [UInt8](repeating: 0, count: most) }
    let notes = sorted
    let count = script.withMutableRawSpan { bytes in
      Self.write(notes, following, rows: UInt32(truncatingIfNeeded: rows), to: &bytes)
    }
    return Array(script[..<count])
  }
}

extension RowTerms {
  private static func write(
    _ sorted: [UInt32], _ following: BitSet, rows: UInt32, to bytes: inout MutableRawSpan
  ) -> Int {
    let notes = sorted.span
    let partBits = UInt32(TermFingerprint.ofTerm)
    var (index, count) = (0, 0)
    for part in 0..<UInt32(truncatingIfNeeded: parts) {
      if part > 0 { put(.one("|"), to: &bytes, at: &count) }
      var numbers = PostingEncoding()
      while index < notes.count, notes[index] &>> (16 &+ partBits) == part {
        let note = notes[index]
        let number = (note &>> 16 &- part &<< partBits) &* rows &+ note & 0xFFFF &+ 1
        numbers.add(Int32(bitPattern: number)) { put($0, to: &bytes, at: &count) }
        index &+= 1
      }
      numbers.end { put($0, to: &bytes, at: &count) }
      put(.one(" "), to: &bytes, at: &count)
      numbers = PostingEncoding()
      following.each(in: Int(part)) { number in
        numbers.add(Int32(number) &+ 1) { put($0, to: &bytes, at: &count) }
      }
      numbers.end { put($0, to: &bytes, at: &count) }
    }
    return count
  }

  @inline(__always)
  private static func put(
    _ digits: PostingEncoding.Digits, to bytes: inout MutableRawSpan, at offset: inout Int
  ) {
    bytes.storeBytes(of: digits.bytes.littleEndian, toByteOffset: offset, as: UInt64.self)
    offset &+= digits.count
  }

  /// Sorts the occurrences by fingerprint, stably: two passes of radix sort, from the low byte.
  private mutating func sort() {
    var (low, high) = (InlineArray<257, UInt32>(repeating: 0), InlineArray<257, UInt32>(repeating: 0))
    Self.take(found, to: &notes, counting: &low, &high)
    Self.move(notes, by: 16, starts: &low, to: &room)
    Self.move(room, by: 24, starts: &high, to: &sorted)
  }

  /// Copies the fingerprints and indices of occurrences, and counts each digit `d` of either byte at `d + 1`.
  private static func take(
    _ found: [UInt64], to notes: inout [UInt32], counting low: inout InlineArray<257, UInt32>,
    _ high: inout InlineArray<257, UInt32>
  ) {
    var notes = notes.mutableSpan
    for index in found.indices {
      let note = UInt32(truncatingIfNeeded: found[index])
      notes[index] = note
      low[Int(note &>> 16 & 0xFF) &+ 1] &+= 1
      high[Int(note &>> 24) &+ 1] &+= 1
    }
  }

  /// One pass of the sort, by the eight bits from `shift`. `starts[d + 1]` is the number of notes with the digit `d`.
  private static func move(
    _ notes: [UInt32], by shift: UInt32, starts: inout InlineArray<257, UInt32>, to sorted: inout [UInt32]
  ) {
    for digit in 0..<256 { starts[digit &+ 1] &+= starts[digit] }
    var room = sorted.mutableSpan
    for note in notes {
      let digit = Int(note &>> shift & 0xFF)
      room[Int(starts[digit])] = note
      starts[digit] &+= 1
    }
  }

  private static func resize(_ notes: inout [UInt32], to count: Int) {
    if notes.count < count {
      notes.append(contentsOf: repeatElement(0, count: count - notes.count))
    } else {
      notes.removeLast(notes.count - count)
    }
  }
}
