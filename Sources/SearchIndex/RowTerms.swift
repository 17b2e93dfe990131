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

  /// A term's bits above the message's place on the page, in the order in which they were noted.
  private var notes: [UInt32] = []
  /// The same, sorted.
  private var sorted: [UInt32] = []
  private var room: [UInt32] = []
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
  @inline(__always)
  mutating func join(from start: Int) { pairs.note(start..<max(start, notes.count)) }

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
    Self.sort(notes, by: 16, to: &room)
    Self.sort(room, by: 24, to: &sorted)
    let following = pairs.common(among: notes.span, sorted: sorted.span)
    var script = ScriptBytes(capacity: notes.count * 4)
    let (notes, rows) = (sorted.span, UInt32(truncatingIfNeeded: rows))
    var place = 0
    for part in 0..<Self.parts {
      if part > 0 { script.append(UInt8(ascii: "|")) }
      let start = UInt32(truncatingIfNeeded: part << Int(TermBits.ofTerm))
      var numbers = NumberList()
      while place < notes.count, Int(notes[place] &>> (16 + UInt32(TermBits.ofTerm))) == part {
        let number = (notes[place] &>> 16 &- start) &* rows &+ notes[place] & 0xFFFF &+ 1
        numbers.add(Int32(bitPattern: number)) { script.append($0) }
        place &+= 1
      }
      numbers.end { script.append($0) }
      script.append(UInt8(ascii: " "))
      numbers = NumberList()
      following.each(in: part) { number in numbers.add(Int32(number) &+ 1) { script.append($0) } }
      numbers.end { script.append($0) }
    }
    return script.finish()
  }

  /// Sorts by the eight bits from `shift` on; what is alike in them stays in order.
  private static func sort(_ unsorted: [UInt32], by shift: UInt32, to sorted: inout [UInt32]) {
    let notes = unsorted.span
    var places = InlineArray<257, UInt32>(repeating: 0)
    for place in notes.indices { places[Int(notes[place] &>> shift & 0xFF) &+ 1] &+= 1 }
    for digit in 0..<256 { places[digit &+ 1] &+= places[digit] }
    if sorted.count < notes.count {
      sorted.append(contentsOf: repeatElement(0, count: notes.count - sorted.count))
    } else {
      sorted.removeLast(sorted.count - notes.count)
    }
    var room = sorted.mutableSpan
    for place in notes.indices {
      let digit = Int(notes[place] &>> shift & 0xFF)
      room[Int(places[digit])] = notes[place]
      places[digit] &+= 1
    }
  }
}
