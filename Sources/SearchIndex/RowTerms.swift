/// In which messages of a page its terms are: a file of its own for each page, small enough to be read before the page.
///
/// It has no terms, only 16 bits of their hashes: which terms a page has is the index's matter. Two of them may be mixed
/// up, which costs a look at a page and never a hit.
///
/// Words that many messages have say little by being in the same one. So the file also has which of the page's terms
/// follow one another somewhere in a text (`TermPairs`), for phrases.
struct RowTerms: Sendable {
  /// A page with more messages than that gets no file, and is looked at itself.
  static let mostRows = 32_767

  /// 16 bits of a term's hash above the message's place on the page, by place.
  private var notes: [UInt32] = []
  private var sorted: [UInt32] = []
  private var pairs = TermPairs()
  /// The message that terms are noted for.
  var row = 0

  /// What of a term's hash is kept.
  private static func bits(of hash: UInt32) -> UInt32 { (hash >> 16 ^ hash) & 0xFFFF }

  /// Notes that the message has a term.
  @inline(__always)
  mutating func note(_ hash: UInt32) {
    notes.append(Self.bits(of: hash) << 16 | UInt32(truncatingIfNeeded: row) & 0xFFFF)
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

  /// The script file `w<number>.js`: numbers that ascend, each `rows` times the bits of a hash, and the message's place
  /// from 1 on; behind a space those of the terms that follow one another. Nil when pages have too many messages.
  mutating func file(ofPage number: Int, rows: Int) -> [UInt8]? {
    guard rows <= Self.mostRows, row < rows else { return nil }
    sort(by: 16)
    sort(by: 24)
    var script = Array("chatexport(\"w\(number)\",\"".utf8)
    script.reserveCapacity(script.count + notes.count * 2)
    var numbers = NumberList()
    for note in notes {
      let number = Int32(bitPattern: note >> 16) &* Int32(truncatingIfNeeded: rows)
      numbers.add(number &+ Int32(bitPattern: note & 0xFFFF) &+ 1) { script.append($0) }
    }
    numbers.end { script.append($0) }
    script.append(UInt8(ascii: " "))
    pairs.write(among: notes, to: &script)
    script += Array("\")\n".utf8)
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
