/// In which messages of a page its terms are: what `RowTermFiles` writes, for a page to be known before it is read.
///
/// It has no terms, only 16 bits of their hashes (`TermBits`): which terms a page has is the index's matter. Two of them
/// may be mixed up, which costs a look at a page and never a hit.
///
/// Words that many messages have say little by being in the same one. So it is also told which of the page's terms
/// follow one another somewhere in a text (`TermPairs`), for phrases.
struct RowTerms: Sendable {
  /// A page with more messages than that is not told of, and is looked at itself.
  static let mostRows = 32_767
  /// How many parts a page's terms are told in, by the first of their bits.
  static let parts = 1 << (16 - Int(TermBits.ofTerm))

  /// A term's bits above the message's place on the page, by place.
  private var notes: [UInt32] = []
  private var sorted: [UInt32] = []
  private var pairs = TermPairs()
  /// The message that terms are noted for.
  var row = 0

  /// Notes that the message has a term.
  @inline(__always)
  mutating func note(_ bits: UInt16) {
    notes.append(UInt32(bits) << 16 | UInt32(truncatingIfNeeded: row) & 0xFFFF)
  }

  /// How many terms were noted.
  var count: Int { notes.count }

  /// Says that the terms noted from there on follow one another in a text.
  mutating func join(from start: Int) {
    for place in start..<max(start, notes.count - 1) {
      pairs.note(notes[place] >> 16, notes[place + 1] >> 16)
    }
  }

  mutating func clear() {
    notes.removeAll(keepingCapacity: true)
    pairs.clear()
    row = 0
  }

  /// The page's ``parts``, with `|` between them. Each is numbers that ascend: `rows` times what the part has of a term's
  /// bits, and the message's place from 1 on; behind a space those of the terms that follow one another.
  ///
  /// Nil when pages have too many messages.
  mutating func written(rows: Int) -> [UInt8]? {
    guard rows <= Self.mostRows, row < rows else { return nil }
    sort(by: 16)
    sort(by: 24)
    let following = pairs.common(among: notes)
    var script: [UInt8] = []
    script.reserveCapacity(notes.count * 2)
    var place = 0
    for part in 0..<Self.parts {
      if part > 0 { script.append(UInt8(ascii: "|")) }
      let start = Int32(truncatingIfNeeded: part << Int(TermBits.ofTerm))
      var numbers = NumberList()
      while place < notes.count, notes[place] >> (16 + UInt32(TermBits.ofTerm)) == part {
        let number = (Int32(bitPattern: notes[place] >> 16) &- start) &* Int32(truncatingIfNeeded: rows)
        numbers.add(number &+ Int32(bitPattern: notes[place] & 0xFFFF) &+ 1) { script.append($0) }
        place += 1
      }
      numbers.end { script.append($0) }
      script.append(UInt8(ascii: " "))
      numbers = NumberList()
      following.each(in: part) { number in numbers.add(Int32(number) &+ 1) { script.append($0) } }
      numbers.end { script.append($0) }
    }
    return script
  }

  /// Sorts by the eight bits from `shift` on; what is alike in them stays in order.
  private mutating func sort(by shift: UInt32) {
    var places = InlineArray<257, UInt32>(repeating: 0)
    for note in notes { places[Int(note &>> shift & 0xFF) &+ 1] &+= 1 }
    for digit in 0..<256 { places[digit &+ 1] &+= places[digit] }
    var made: [UInt32] = []
    swap(&made, &sorted)
    made.removeAll(keepingCapacity: true)
    made.append(contentsOf: repeatElement(0, count: notes.count))
    var room = made.mutableSpan
    for note in notes {
      let digit = Int(note &>> shift & 0xFF)
      room[Int(places[digit])] = note
      places[digit] &+= 1
    }
    (sorted, notes) = (notes, made)
  }
}
