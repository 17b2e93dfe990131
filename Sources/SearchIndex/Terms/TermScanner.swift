import Storage

/// Splits texts into folded terms: words, pairs of characters, signs.
///
/// Words are sequences of letters and digits. In scripts written without spaces, and in Hangul, every character forms a
/// term with the next one, and the last one a term by itself; so any sequence of characters is found by its pairs. A sign
/// (emoji, arrow) is a term by itself. `search.js` splits queries by the same rules (``SearchRules``).
///
/// Most text is ASCII words of up to eight letters. The scanner classifies 64 bytes at a time into bit masks
/// (``ASCIIBlock``), and takes such words out of them with a few instructions; anything else goes to `scanRest`.
struct TermScanner {
  /// Maximum number of characters of a word. Longer words become overlapping pieces of this length, `longStep` apart, so
  /// any `longStep` + 1 characters in a row are in one piece.
  static let longest = 32
  /// Distance between the starts of pieces.
  static let longStep = 16

  private var folding = TextFolding()
  private var word = TermBuilder()
  /// The first character of the next pair; `.none` if there is none.
  private var first = FoldedScalar.none

  /// Records every occurrence of a term in `text`.
  mutating func scan(_ text: String, to terms: inout FoundTerms) {
    let bytes = text.utf8.span
    var index = 0
    while index < bytes.count { index = scanBlock(bytes, at: index, to: &terms) }
  }

  /// Scans the block of 64 bytes at `index`, which is not inside a word, and returns the offset of the next block.
  private mutating func scanBlock(
    _ bytes: borrowing Span<UInt8>, at index: Int, to terms: inout FoundTerms
  ) -> Int {
    let block = ASCIIBlock(bytes, at: index)
    var left = block.inWords
    while left != 0 {
      let start = left.trailingZeroBitCount
      let length = (~(left &>> UInt64(start))).trailingZeroBitCount
      let end = start &+ length
      // A word that reaches into the next block is scanned from its start.
      if end == 64, index &+ 64 < bytes.count {
        return start > 0 ? index &+ start : scanRest(bytes, from: index, to: &terms)
      }
      // Most words are ASCII and fit one group.
      if length <= 8, (block.notASCII &>> UInt64(start)) & (1 &<< UInt64(length) &- 1) == 0 {
        terms.note(ASCIIWordScan.word(bytes.group(at: index &+ start), count: length))
      } else {
        _ = scanRest(bytes, from: index &+ start, to: &terms)
      }
      left = end < 64 ? left & (.max &<< UInt64(end)) : 0
    }
    return index &+ 64
  }

  /// Scans words and characters of any kind up to an ASCII byte between words, and returns its offset.
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

  /// Scans the non-ASCII character at `index`, with `group` the bytes there, and those that compose with it. Returns the
  /// offset of the next one.
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

  /// Returns a character with the following ones that compose with it, and their end.
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

  /// True if the first character of a group can compose with the one before it.
  @inline(__always)
  private static func continues(_ group: UInt64) -> Bool {
    // The lead bytes of `SearchRules.continuing`, which few characters have.
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

  /// Records the last character of a sequence of pairs as a term, so that every character starts one.
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
    // The offset of each character, and the end.
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

  /// Returns the first character of a group, which is not ASCII, and its length in bytes.
  @inline(__always)
  private static func scalar(_ group: UInt64) -> (UInt32, length: Int) {
    let bytes = UInt32(truncatingIfNeeded: group)
    let (second, third) = (bytes &>> 8 & 0x3F, bytes &>> 16 & 0x3F)
    if bytes & 0xFF < 0xE0 { return ((bytes & 0x1F) &<< 6 | second, 2) }
    if bytes & 0xFF < 0xF0 { return ((bytes & 0x0F) &<< 12 | second &<< 6 | third, 3) }
    return ((bytes & 0x07) &<< 18 | second &<< 12 | third &<< 6 | bytes &>> 24 & 0x3F, 4)
  }
}
