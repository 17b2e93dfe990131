internal import Frames

/// How far ``SimpleTextMeasurer`` has read a text, and what of it still matters.
struct SimpleTextCursor {
  /// Where the character stands that is read.
  var at: Int64 = 0
  /// Where the last one ends if nothing follows.
  private(set) var end: Int64 = 0
  /// The last one, an object for an emoji, and the one before it.
  private(set) var last: UInt32 = 0x0A
  private var beforeLast: UInt32 = 0
  private var info = CharacterInfo(bits: 0)
  /// Whether the last one is a letter.
  private(set) var hasLetter = false
  /// Its row in ``KerningCache``.
  var row = 0
  /// The script of what was read last (UAX #24).
  var script = CharacterProperties.latin
  private var hasBracket = false
  /// Up to where brackets have been looked for.
  private var bracketsEnd = 0
  private var paragraphStart = 0
  private var firstSegment = 0
  /// Where the segment starts, and where the spaces at its end do, each with its run.
  private var start: Int64 = 0
  private var startRun: Int32 = 0
  private var spaces: Int64 = 0
  private var spacesRun: Int32 = 0
  /// How many characters ago a digit was read.
  private var sinceDigit = 1000
  private var seen: PairBreak = []
  /// Whether a segment of a text of ASCII is wider than a line.
  private(set) var isWide = false

  /// Whether nothing of the paragraph has been read.
  var isAtStart: Bool { last == 0x0A }
  var isBehindEmoji: Bool { last == ICUBreakQuery.object }

  /// Whether ICU would see no break otherwise.
  var isSure: Bool { !seen.contains([.byRule, .atQuote]) }

  // MARK: Characters

  /// Reads the script of the letter at a byte, and says whether it is that of the last one; nil: it takes more than that,
  /// as where scripts change, a bracket may belong to another one than what is before it.
  @inline(__always)
  mutating func follow(_ info: CharacterInfo, at byte: Int, in text: borrowing Span<UInt8>) -> Bool? {
    if info.isBracket { hasBracket = true }
    let isSame = info.script == script || info.script <= CharacterProperties.inherited
    if !isSame {
      if hasBracket || hasBracket(before: byte, in: text) { return nil }
      script = info.script
    }
    return info.isLimitedCommon && script != CharacterProperties.han ? nil : isSame
  }

  /// Looks for brackets of ASCII in what was read.
  private mutating func hasBracket(before byte: Int, in text: borrowing Span<UInt8>) -> Bool {
    while bracketsEnd < byte {
      switch text[bracketsEnd] {
      case 0x28, 0x29, 0x5B, 0x5D, 0x7B, 0x7D: hasBracket = true
      default: break
      }
      bracketsEnd += 1
    }
    return hasBracket
  }

  /// Goes behind a letter.
  @inline(__always)
  mutating func pass(_ scalar: UInt32, _ letter: CharacterAdvance, scale: Int64) {
    (beforeLast, last, info) = (last, scalar, letter.info)
    end = at + Int64(letter.advance) * scale
    hasLetter = true
    sinceDigit = letter.info.isDigit ? 0 : sinceDigit + 1
  }

  /// Goes behind printable ASCII that stands behind such a letter in its face, in Latin text, and returns the place of
  /// the first byte that is anything else; nil: a segment is wider than a line. What is known of the last letter is to be
  /// told then (``tell(_:)``).
  mutating func passASCII(
    _ text: borrowing Span<UInt8>, from start: Int, to limit: Int, _ entries: borrowing Span<Int32>,
    scale: Int64, run: Int32, _ request: borrowing SimpleTextMeasurer.Request, _ numbers: inout NumberRule,
    _ measured: inout MeasuredText
  ) -> Int? {
    var row = (Int(last) - 0x20) * ASCIIAdvances.stride
    var (x, isSpace) = (at, last == 0x20)
    var digit = start - 1 - sinceDigit
    var place = start
    while place < limit {
      let current = text[place] &- 0x20
      guard current < UInt8(ASCIIAdvances.count) else { break }
      let entry = entries[row + Int(current)]
      let next = x + Int64(entry >> ASCIIAdvances.flagBits) * scale
      if current == 0 {
        if !isSpace { (spaces, spacesRun) = (next, run) }
      } else if entry & ASCIIAdvances.mayBreak != 0 {
        if place > start {
          (beforeLast, last) = (UInt32(text[place - 2]), UInt32(text[place - 1]))
          sinceDigit = place - 1 - digit
          end = x + Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits) * scale
        }
        at = next
        let isNarrow = divide(
          .allowed, before: UInt32(text[place]), at: place, run, text, request, &numbers, &measured)
        if !isNarrow { return nil }
      }
      if entry & ASCIIAdvances.isDigit != 0 { digit = place }
      (x, isSpace) = (next, current == 0)
      row = Int(current) * ASCIIAdvances.stride
      place += 1
    }
    if place > start {
      (beforeLast, last) = (UInt32(text[place - 2]), UInt32(text[place - 1]))
      sinceDigit = place - 1 - digit
      at = x
      end = x + Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits) * scale
    }
    return place
  }

  /// Goes behind ideographs and their punctuation that stand behind such a letter in its face, which does not kern, and
  /// returns the place of the first byte that is anything else; nil: one is wider than a line.
  mutating func passIdeographs(
    _ text: borrowing Span<UInt8>, from start: Int, to limit: Int, _ letters: borrowing LetterTable,
    context: Int,
    face: UInt16, scale: Int64, run: Int32, _ request: borrowing SimpleTextMeasurer.Request,
    _ measured: inout MeasuredText
  ) -> Int? {
    var place = start
    while place < limit, text[place] >= 0xE0 {
      var next = place
      let scalar = text.scalar(at: &next)
      let letter = letters.known(scalar, in: context)
      guard letter.kind == .letter, letter.face == face, letter.number == CharacterAdvance.unpaired,
        letter.info.isEastAsianAlone,
        letter.info.script == script || letter.info.script <= CharacterProperties.inherited,
        script == CharacterProperties.han || !letter.info.isLimitedCommon
      else { break }
      at = end
      // LB13, LB31: see ``PairBreak``.
      if letter.info.isWideClosing {
        seen.formUnion(.byRule)
      } else {
        seen.formUnion([.allowed, .byRule])
        guard endSegment(at: place, run, request, &measured) else { return nil }
        (self.start, startRun) = (at, run)
        (spaces, spacesRun) = (at, run)
      }
      pass(scalar, letter, scale: scale)
      place = next
    }
    return place
  }

  /// Takes in what is known of the last letter.
  mutating func tell(_ info: CharacterInfo) { self.info = info }

  /// Goes behind an emoji.
  mutating func passEmoji(advance: Int64) {
    (beforeLast, last, hasLetter) = (last, ICUBreakQuery.object, false)
    end = at + advance
    sinceDigit += 1
  }

  // MARK: Breaks

  /// What two letters tell about a break between them.
  func breaks(before scalar: UInt32, _ next: CharacterInfo, knowsIdeographs: Bool) -> PairBreak {
    if isAtStart { return [] }
    return hasLetter
      ? PairBreak(between: last, info, and: scalar, next, knowsIdeographs: knowsIdeographs)
      : PairBreak(behindEmojiBefore: scalar, next)
  }

  /// The same before an emoji.
  var breaksBeforeEmoji: PairBreak {
    if isAtStart { return [] }
    return hasLetter ? PairBreak(beforeEmojiBehind: last, info) : [.allowed, .byRule]
  }

  /// Ends the segment before a character if a line may end there; false if that cannot be told, or if the segment is wider
  /// than a line. The last character's run is given, and the next one's is open.
  mutating func divide(
    _ breaks: PairBreak, before scalar: UInt32, at byte: Int, _ lastRun: Int32,
    _ text: borrowing Span<UInt8>,
    _ request: borrowing SimpleTextMeasurer.Request, _ numbers: inout NumberRule,
    _ measured: inout MeasuredText
  ) -> Bool {
    if isAtStart {
      begin(run: measured)
      return true
    }
    if scalar == 0x20, last != 0x20 { (spaces, spacesRun) = (at, lastRun) }
    if breaks.contains(.undecided) { return false }
    seen.formUnion(breaks)
    guard breaks.contains(.allowed) else { return true }
    let isDigit = scalar &- 0x30 < 10
    if isDigit, last == 0x2D, !ASCIIBreaks.hyphenMayBreak(after: beforeLast) { return true }
    if request.keepsNumbers, isDigit || sinceDigit < 20, NumberRule.mayKeep(last, scalar),
      numbers.keeps(text, before: byte)
    {
      if measured.keptNumbers.last?.segment != measured.segments.count {
        let (content, run) = last == 0x20 ? (spaces, spacesRun) : (at, lastRun)
        measured.keptNumbers.append(
          MeasuredText.KeptNumber(segment: measured.segments.count, content: content, contentRun: run))
      }
      return true
    }
    guard endSegment(at: byte, lastRun, request, &measured) else { return false }
    begin(run: measured)
    return true
  }

  private mutating func begin(run measured: borrowing MeasuredText) {
    (start, startRun) = (at, Int32(truncatingIfNeeded: measured.runs.count - 1))
    (spaces, spacesRun) = (start, startRun)
  }

  private mutating func endSegment(
    at byte: Int, _ lastRun: Int32, _ request: borrowing SimpleTextMeasurer.Request,
    _ measured: inout MeasuredText
  ) -> Bool {
    // Spaces at the end of a line hang.
    let (content, run) = last == 0x20 ? (spaces, spacesRun) : (end, lastRun)
    let segment = MeasuredText.Segment(
      start: start, startRun: startRun, content: content, contentRun: run,
      end: Int32(truncatingIfNeeded: byte))
    measured.segments.append(segment)
    if measured.lineWidth(from: segment, to: segment) <= request.maxWidth { return true }
    isWide = true
    return request.isASCII
  }

  /// Goes to the end of the paragraph and behind the newline there; false if its last word is wider than a line.
  mutating func endParagraph(
    at byte: Int, _ lastRun: Int32, _ request: borrowing SimpleTextMeasurer.Request,
    _ measured: inout MeasuredText
  ) -> Bool {
    at = end
    if !isAtStart, !endSegment(at: byte, lastRun, request, &measured) { return false }
    measured.paragraphs.append(
      MeasuredText.Paragraph(
        segments: firstSegment..<measured.segments.count, start: Int32(truncatingIfNeeded: paragraphStart),
        end: Int32(truncatingIfNeeded: byte)))
    (paragraphStart, firstSegment) = (byte + 1, measured.segments.count)
    (beforeLast, last, hasLetter) = (last, 0x0A, false)
    sinceDigit += 1
    return true
  }
}
