internal import Storage

/// In which messages of a page its terms are: what `RowTermFiles` writes, for a page to be known before it is read.
///
/// It has no terms, only 16 bits of their hashes (`TermFingerprint`): which terms a page has is the index's matter. Two of them
/// may be mixed up, which costs a look at a page and never a hit.
///
/// Words that many messages have say little by being in the same one. So it is also told which of the page's terms
/// follow one another somewhere in a text (`TermBigrams`), for phrases.
struct RowTerms: Sendable {
  /// A page with more messages than that is not told of, and is looked at itself.
  static let mostRows = 32_767
  /// How many parts a page's terms are told in, by the first of their bits.
  static let parts = 1 << (16 - Int(TermFingerprint.ofTerm))

  /// The numbers of terms in the vocabulary, above their bits, above the messages' places on the page, in the order in
  /// which they were noted.
  private var found: [UInt64] = []
  private var pairs = TermBigrams()
  /// The message that terms are noted for.
  var row = 0
  /// What is made of those; the memory stays.
  private var notes: [UInt32] = []
  private var room: [UInt32] = []
  private var sorted: [UInt32] = []
  private var script: [UInt8] = []

  /// Notes that the message has the vocabulary's term with this number, which is known by these bits.
  @inline(__always)
  mutating func note(_ number: UInt32, _ bits: UInt16) {
    found.append(UInt64(number) &<< 32 | UInt64(bits) &<< 16 | UInt64(truncatingIfNeeded: row) & 0xFFFF)
  }

  /// Notes that somebody wrote the message who is known by these bits, which is no term.
  mutating func note(writer bits: UInt16) { note(.max, bits) }

  /// How many terms were noted.
  var count: Int { found.count }

  /// Says that the terms noted from there on follow one another in a text.
  @inline(__always)
  mutating func join(from start: Int) { pairs.note(start..<max(start, found.count)) }

  mutating func clear() {
    found.removeAll(keepingCapacity: true)
    pairs.clear()
    row = 0
  }

  /// Marks the numbers of the terms that were noted, each with its bit; there are as many bits as numbers.
  func mark(_ marks: inout [UInt64]) {
    var marks = marks.mutableSpan
    for note in found where note &>> 32 != UInt32.max {
      marks[Int(note &>> 38)] |= 1 &<< (note &>> 32 & 63)
    }
  }

  /// The page's ``parts``, with `|` between them. Each is numbers that ascend: `rows` times what the part has of a term's
  /// bits, and the message's place from 1 on; behind a space those of the terms that follow one another.
  ///
  /// Nil when pages have too many messages.
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
    var (place, count) = (0, 0)
    for part in 0..<UInt32(truncatingIfNeeded: parts) {
      if part > 0 { put(.one("|"), to: &bytes, at: &count) }
      var numbers = PostingEncoding()
      while place < notes.count, notes[place] &>> (16 &+ partBits) == part {
        let note = notes[place]
        let number = (note &>> 16 &- part &<< partBits) &* rows &+ note & 0xFFFF &+ 1
        numbers.add(Int32(bitPattern: number)) { put($0, to: &bytes, at: &count) }
        place &+= 1
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
    _ digits: PostingEncoding.Digits, to bytes: inout MutableRawSpan, at place: inout Int
  ) {
    bytes.storeBytes(of: digits.bytes.littleEndian, toByteOffset: place, as: UInt64.self)
    place &+= digits.count
  }

  /// Sorts what was found by bits; what is alike in them stays in order.
  private mutating func sort() {
    var (low, high) = (InlineArray<257, UInt32>(repeating: 0), InlineArray<257, UInt32>(repeating: 0))
    for place in found.indices {
      let note = UInt32(truncatingIfNeeded: found[place])
      notes[place] = note
      low[Int(note &>> 16 & 0xFF) &+ 1] &+= 1
      high[Int(note &>> 24) &+ 1] &+= 1
    }
    Self.move(notes, by: 16, starts: &low, to: &room)
    Self.move(room, by: 24, starts: &high, to: &sorted)
  }

  /// Moves each note to where those begin that have the same eight bits from `shift` on; at first, `starts` has how many
  /// have the bits before.
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
