import ICU

/// A text as rules see it: letters without case and accents, each with the bytes of the text that it comes from.
///
/// Spellings that look alike are equal: composed or not, in full width, with invisible characters between letters, and with
/// escapes of links (`%41`), HTML (`&#65;`) and JSON (`\u0041`) and hosts in Punycode. Marks of Markdown may be between the letters of a
/// word.
struct ComparedText {
  /// The kind of a unit.
  enum Kind: UInt8 {
    /// A letter, digit or symbol.
    case letter
    /// A letter of a script without spaces between words, where a word may begin and end anywhere.
    case unspaced
    /// White space or punctuation.
    case gap
    /// Something that may be inside a word: an invisible character, or a mark of Markdown.
    case soft
  }

  /// A letter or other character.
  struct Unit {
    /// The folded character.
    var scalar: UInt32
    /// The first byte in the text.
    var start: Int32
    /// The offset after the last byte.
    var end: Int32
    var kind: Kind
  }

  private(set) var units: [Unit] = []
  /// The bytes of hosts' parts in Punycode, in their order. A match inside of one is a match of the whole.
  private var labels: [Range<Int>] = []

  /// Folds a text. A text of 2 GB or more has no units.
  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    let bytes = text.utf8Span.span
    guard bytes.count < Int(Int32.max) else { return }
    units.reserveCapacity(bytes.count)
    var scalars = text.unicodeScalars.makeIterator()
    var offset = 0
    while offset < bytes.count {
      if let label = PunycodeLabel(in: bytes, at: offset) {
        add(label, at: offset)
        for _ in 0..<label.count { _ = scalars.next() }
        offset += label.count
      } else if let (scalar, count) = TextEscapes.scalar(in: bytes, at: offset) {
        add(scalar, offset..<offset + count)
        let end = offset + count
        while offset < end, let next = scalars.next() { offset += UTF8.width(next) }
      } else if let scalar = scalars.next() {
        let end = offset + UTF8.width(scalar)
        add(scalar, offset..<end)
        offset = end
      } else {
        return
      }
    }
  }

  /// Adds the characters of a host's part. Each has a byte of its own, because the label is longer than they are; the last has the rest.
  private mutating func add(_ label: PunycodeLabel, at offset: Int) {
    labels.append(offset..<offset + label.count)
    for (number, scalar) in label.scalars.enumerated() {
      let start = offset + number
      add(scalar, start..<(number == label.scalars.count - 1 ? offset + label.count : start + 1))
    }
  }

  /// Returns the bytes of some units, with the whole of a host's part that they are in.
  func bytes(of range: Range<Int>) -> Range<Int> {
    let (start, end) = (Int(units[range.lowerBound].start), Int(units[range.upperBound - 1].end))
    guard !labels.isEmpty else { return start..<end }
    let first = label(around: start)?.lowerBound ?? start
    return first..<(label(around: end - 1)?.upperBound ?? end)
  }

  /// Returns the bytes of the host's part that has a byte, or nil.
  private func label(around offset: Int) -> Range<Int>? {
    var (low, high) = (0, labels.count)
    while low < high {
      let middle = (low + high) / 2
      if labels[middle].upperBound <= offset { low = middle + 1 } else { high = middle }
    }
    return low < labels.count && labels[low].contains(offset) ? labels[low] : nil
  }

  private mutating func add(_ scalar: Unicode.Scalar, _ range: Range<Int>) {
    let (start, end) = (
      Int32(truncatingIfNeeded: range.lowerBound), Int32(truncatingIfNeeded: range.upperBound)
    )
    if scalar.value < 0x80 {
      let folded = FoldedCharacter.ascii(UInt8(truncatingIfNeeded: scalar.value))
      units.append(Unit(scalar: folded.scalar, start: start, end: end, kind: folded.kind))
      return
    }
    let folded = FoldedCharacter.folding(scalar)
    if folded.isEmpty, let last = units.indices.last {
      // A mark belongs to its letter.
      units[last].end = end
    }
    for character in folded {
      units.append(Unit(scalar: character.scalar, start: start, end: end, kind: character.kind))
    }
  }

  /// The folded letters, without anything between them.
  var letters: [UInt32] { units.filter { $0.kind == .letter || $0.kind == .unspaced }.map(\.scalar) }

  /// True if a word may begin at a unit.
  func isStart(_ index: Int) -> Bool {
    guard index > 0, units[index].kind == .letter else { return true }
    guard units[index - 1].kind == .letter else { return true }
    // `\n` and its like in JSON are no letters.
    return index > 1 && units[index - 2].scalar == 0x5C && Self.escaped.contains(units[index - 1].scalar)
  }

  /// True if a word may end before a unit.
  func isEnd(_ index: Int) -> Bool {
    guard index < units.count else { return true }
    if index > 0, units[index].start < units[index - 1].end { return false }
    return units[index].kind != .letter || units[index - 1].kind == .unspaced
  }

  /// `b`, `f`, `n`, `r` and `t`, which may follow a backslash.
  private static let escaped: Set<UInt32> = [0x62, 0x66, 0x6E, 0x72, 0x74]
}
