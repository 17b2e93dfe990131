internal import Storage

/// Cuts texts into the terms they are found by, folded: words, pairs of characters, signs.
///
/// `Public/search.js` cuts what is looked for in the same way.
struct TermScanner {
  /// How many characters a word can have; longer ones become pieces of so many, a new one at each `longStep`.
  ///
  /// So any `longStep` + 1 characters of a word stand together in a piece.
  static let longest = 32
  static let longStep = 16

  private var folding = TextFolding()
  private var word = TermBuilder()
  /// The character that the next one makes a pair with; without bytes where there is none.
  private var first = FoldedScalar.none

  /// Notes each term of `text`, as often as it occurs.
  mutating func scan(_ text: String, to terms: inout FoundTerms) {
    let bytes = text.utf8.span
    var index = 0
    while index < bytes.count { index = scanBlock(bytes, at: index, to: &terms) }
  }

  /// Scans what stands between bytes of ASCII that are between words, in a block that begins behind one, and returns where
  /// the next block is.
  private mutating func scanBlock(
    _ bytes: borrowing Span<UInt8>, at index: Int, to terms: inout FoundTerms
  ) -> Int {
    let block = ASCIIBlock(bytes, at: index)
    var left = block.inWords
    while left != 0 {
      let start = left.trailingZeroBitCount
      let length = (~(left &>> UInt64(start))).trailingZeroBitCount
      let end = start &+ length
      // What goes on in the next block is looked at from its beginning.
      if end == 64, index &+ 64 < bytes.count {
        return start > 0 ? index &+ start : scanRest(bytes, from: index, to: &terms)
      }
      // Most words are of ASCII alone, and no longer than a group.
      if length <= 8, (block.notASCII &>> UInt64(start)) & (1 &<< UInt64(length) &- 1) == 0 {
        terms.note(ASCIIWordScan.word(bytes.group(at: index &+ start), count: length))
      } else {
        _ = scanRest(bytes, from: index &+ start, to: &terms)
      }
      left = end < 64 ? left & (.max &<< UInt64(end)) : 0
    }
    return index &+ 64
  }

  /// Scans words of any length and characters up to a byte of ASCII that is between words, and returns where that is.
  private mutating func scanRest(
    _ bytes: borrowing Span<UInt8>, from start: Int, to terms: inout FoundTerms
  ) -> Int {
    var index = start
    while index < bytes.count {
      let next = bytes.group(at: index)
      if next & 0x80 != 0 {
        index = scanOther(bytes, next, at: index, to: &terms)
        continue
      }
      let group = ASCIIWordScan(next)
      let length = group.length
      if length == 0 { break }
      endPairs(to: &terms)
      word.append(ASCIIWordScan.word(next, count: length), count: length, characters: length)
      index &+= length
    }
    end(to: &terms)
    return index
  }

  /// Scans the character at `index`, where `group` is, which is not ASCII, with what composes with it, and returns where
  /// the next one is.
  private mutating func scanOther(
    _ bytes: borrowing Span<UInt8>, _ group: UInt64, at index: Int, to terms: inout FoundTerms
  ) -> Int {
    let (scalar, length) = Self.scalar(group)
    let next = index &+ length
    if Self.continues(group >> UInt64(length * 8)) {
      let (unit, end) = Self.unit(bytes, scalar, behind: next)
      for part in TextFolding.folded(unit) { add(part, to: &terms) }
      return end
    }
    let single = folding[scalar]
    if single.count > 0 {
      add(single, to: &terms)
    } else {
      for part in folding.fold(scalar) { add(part, to: &terms) }
    }
    return next
  }

  /// A character with those behind it that compose with it, and where they end.
  private static func unit(
    _ bytes: borrowing Span<UInt8>, _ scalar: UInt32, behind start: Int
  ) -> (String, end: Int) {
    var unit = String.UnicodeScalarView()
    unit.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
    var end = start
    while case let group = bytes.group(at: end), continues(group) {
      let (scalar, length) = Self.scalar(group)
      unit.append(Unicode.Scalar(scalar) ?? "\u{FFFD}")
      end += length
    }
    return (String(unit), end)
  }

  /// Whether the character that begins a group can compose with the one before it.
  @inline(__always)
  private static func continues(_ group: UInt64) -> Bool {
    // Most characters do not even begin with such a byte.
    let lead = group & 0xFF
    guard lead == 0xE1 || lead == 0xE3 || lead == 0xEF else { return false }
    return TextFolding.continues(scalar(group).0)
  }

  @inline(__always)
  private mutating func add(_ part: FoldedScalar, to terms: inout FoundTerms) {
    switch part.termClass {
    case .word:
      endPairs(to: &terms)
      word.append(UInt64(part.bytes), count: Int(part.count), characters: 1)
    case .pair:
      endWord(to: &terms)
      if first.count > 0 {
        terms.note(UInt64(first.bytes) | UInt64(part.bytes) << UInt64(first.count &* 8))
      }
      first = part
    case .sign:
      end(to: &terms)
      terms.note(UInt64(part.bytes))
    case .gap: end(to: &terms)
    }
  }

  @inline(__always)
  private mutating func end(to terms: inout FoundTerms) {
    endWord(to: &terms)
    endPairs(to: &terms)
  }

  /// The last character of a pair is a term too, so that every character begins one.
  @inline(__always)
  private mutating func endPairs(to terms: inout FoundTerms) {
    if first.count == 0 { return }
    terms.note(UInt64(first.bytes))
    first = .none
  }

  private mutating func endWord(to terms: inout FoundTerms) {
    if word.isEmpty { return }
    if word.characters > Self.longest {
      notePieces(to: &terms)
    } else if word.groups.isEmpty {
      terms.note(word.open)
    } else {
      word.close()
      terms.note(word.groups.span)
    }
    word.clear()
  }

  private mutating func notePieces(to terms: inout FoundTerms) {
    word.close()
    var bytes: [UInt8] = []
    PackedTerm.appendBytes(of: word.groups.span, to: &bytes)
    // Where each character begins, and where the last one ends.
    let starts = bytes.indices.filter { bytes[$0] & 0xC0 != 0x80 } + [bytes.count]
    let count = starts.count - 1
    var start = 0
    while start == 0 || start + Self.longest - Self.longStep < count {
      let piece = bytes[starts[start]..<starts[min(start + Self.longest, count)]]
      let groups = PackedTerm.of(piece.span)
      terms.note(groups.span)
      start += Self.longStep
    }
  }

  /// The character that begins a group and is not ASCII, and how many bytes it has.
  @inline(__always)
  private static func scalar(_ group: UInt64) -> (UInt32, length: Int) {
    let bytes = UInt32(truncatingIfNeeded: group)
    let (second, third) = (bytes &>> 8 & 0x3F, bytes &>> 16 & 0x3F)
    if bytes & 0xFF < 0xE0 { return ((bytes & 0x1F) &<< 6 | second, 2) }
    if bytes & 0xFF < 0xF0 { return ((bytes & 0x0F) &<< 12 | second &<< 6 | third, 3) }
    return ((bytes & 0x07) &<< 18 | second &<< 12 | third &<< 6 | bytes &>> 24 & 0x3F, 4)
  }
}
