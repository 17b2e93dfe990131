import Fonts
import ICU
import Storage

/// The results of ``SimpleTextMeasurer`` for a text, by byte.
///
/// Keeps its memory from text to text.
struct SimpleText: PositionedText {
  /// The position of each character, by the byte it starts at; other bytes have meaningless entries.
  private(set) var positions: [Int64] = []
  private(set) var breaks: [Int32] = []
  private(set) var breakCount = 0
  private(set) var keptNumbers: [Int32] = []
  /// The stretches in one face, and each emoji.
  private(set) var runs: [SimpleRun] = []
  /// The number of bytes of the text.
  private(set) var count = 0
  /// True if the text is ASCII, so that each byte is a cluster.
  private(set) var isASCII = false
  /// The number of paragraphs that have been ended.
  private(set) var paragraphCount = 0
  /// True if the text has a digit (``NumberRule/isDigit(_:)``).
  var hasDigit = false
  /// True for each face with kerning.
  private let isKerned: [Bool]

  /// The start of a run, and its face or emoji.
  struct SimpleRun {
    /// Its first byte.
    var start: Int32
    /// Its face; meaningless for an emoji.
    var face: UInt16
    /// The emoji's ordinal in the set, −1 for letters.
    var emoji: Int32
    /// See ``TextRun/isUnkerned``.
    var isUnkerned = false
  }

  /// An empty text, to be set in these fonts.
  init(fonts: FontSet) { isKerned = fonts.faces.map(\.isKerned) }

  /// Forgets the last text and makes room for one of `count` bytes.
  mutating func begin(count: Int, isASCII: Bool) {
    (self.count, self.isASCII, hasDigit) = (count, isASCII, false)
    (breakCount, paragraphCount) = (0, 0)
    while runs.popLast() != nil {}
    if !keptNumbers.isEmpty { keptNumbers.removeAll(keepingCapacity: true) }
    if positions.count <= count {
      positions += repeatElement(0, count: count + 1 - positions.count)
      breaks += repeatElement(0, count: count + 1 - breaks.count)
    }
  }

  // MARK: Measuring

  /// Notes the position of a character.
  @inline(__always)
  mutating func set(_ position: Int64, at byte: Int) { positions[byte] = position }

  /// Notes that a line may end before a byte, which follows all bytes noted before.
  @inline(__always)
  mutating func addBreak(before byte: Int) {
    breaks[breakCount] = Int32(truncatingIfNeeded: byte)
    breakCount += 1
  }

  /// Ends a paragraph at a newline or the end of the text.
  mutating func endParagraph(at byte: Int, position: Int64) {
    set(position, at: byte)
    addBreak(before: byte)
    paragraphCount += 1
  }

  /// Adds a run, which ends the one before.
  mutating func addRun(at byte: Int, face: UInt16, emoji: Int32 = -1) {
    runs.append(SimpleRun(start: Int32(truncatingIfNeeded: byte), face: face, emoji: emoji))
  }

  /// Measures printable ASCII by a table of pairs, starting at a byte, and returns the first byte that is anything else, or
  /// `end`. `row` is the table's row of the previous character and `position` its position; both are updated to the last
  /// character measured.
  ///
  /// The only loop over pairs of ASCII, in which the time of most texts is spent. It has no branches, because the processor
  /// would mispredict the end of every word, and that costs more than writing unneeded entries. So every character is written
  /// to the list of breaks, and the list grows only where the table says so.
  @inline(never)
  mutating func measureASCII(
    _ text: borrowing Span<UInt8>, from start: Int, to end: Int, by advances: borrowing ASCIIAdvances,
    scale: Int64, row: inout Int, position: inout Int64
  ) -> Int {
    let entries = advances.entries.span
    var (x, previous, flags, count) = (position, row, Int32(0), breakCount)
    // Spans of two arrays of one value cannot be open at once.
    var list: [Int32] = []
    swap(&list, &self.breaks)
    defer { swap(&list, &self.breaks) }
    var breaks = list.mutableSpan
    var positions = positions.mutableSpan
    let end = min(end, text.count, positions.count)
    var byte = start
    while byte >= 0, byte < end {
      let current = text[byte] &- 0x20
      guard current < UInt8(ASCIIAdvances.count) else { break }
      let entry = entries[previous &+ Int(current)]
      x &+= Int64(entry >> ASCIIAdvances.flagBits) &* scale
      positions[byte] = x
      breaks[count] = Int32(truncatingIfNeeded: byte)
      count &+= Int(entry & ASCIIAdvances.mayBreak)
      flags |= entry
      previous = Int(current) &* ASCIIAdvances.stride
      byte &+= 1
    }
    (position, row, breakCount) = (x, previous, count)
    if flags & ASCIIAdvances.isDigit != 0 { hasDigit = true }
    return byte
  }

  // MARK: Breaks

  /// Removes the breaks that are not allowed because of a digit: at minus signs, and inside numbers if `numbers` is there to
  /// keep them whole.
  mutating func removeBreaks(
    atDigitsOf text: borrowing Span<UInt8>, _ numbers: inout NumberRule, isKeeping: Bool
  ) {
    var count = 0
    for number in 0..<breakCount {
      let byte = Int(breaks[number])
      if byte < self.count, text[byte] != 0x0A {
        if BreakRules.isMinusSign(before: byte, in: text) { continue }
        if isKeeping, numbers.keeps(text, before: byte) {
          keptNumbers.append(breaks[number])
          continue
        }
      }
      breaks[count] = breaks[number]
      count += 1
    }
    breakCount = count
  }

  // MARK: As a positioned text

  @inline(__always)
  func offset(of index: Int) -> Int { index }

  @inline(__always)
  func position(of index: Int) -> Int64 { positions[index] }

  var isOneRun: Bool { runs.count == 1 }

  @inline(__always)
  func end(ofRun run: Int) -> Int { run + 1 < runs.count ? Int(runs[run + 1].start) : count }

  @inline(__always)
  func lineEnd(
    before index: Int, run: Int, utf8: borrowing Span<UInt8>, shaper: inout Shaper
  ) -> Int64 {
    let face = Int(runs[run].face)
    guard runs[run].emoji < 0, face < isKerned.count, isKerned[face] else { return positions[index] }
    var start = index - 1
    while utf8[start] & 0xC0 == 0x80 { start -= 1 }
    var next = start
    let advance = shaper.advance(of: utf8.scalar(at: &next), face: runs[run].face)
    return positions[start] + Int64(advance) * shaper.scales[face]
  }

  /// None: a soft hyphen needs all stages.
  @inline(__always)
  func hyphenAdvance(before index: Int, run: Int, shaper: inout Shaper) -> Int64? { nil }

  func findClusters(
    in range: Range<Int>, utf8: borrowing Span<UInt8>, graphemes: TextBoundaries, shaper: inout Shaper
  ) -> Bool { isASCII }

  func startsCluster(at index: Int) -> Bool { true }
}
