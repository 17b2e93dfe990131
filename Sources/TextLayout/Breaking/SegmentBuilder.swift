internal import Frames
internal import ICU

/// Finds where lines may break and divides a measured text at those places.
struct SegmentBuilder {
  private let lines: TextBoundaries
  private let graphemes = TextBoundaries(.grapheme, locale: "")
  private var boundaries: [Int32] = []
  private var question: ICUBreakQuery
  /// See ``ICUBreakQuery``.
  var knowsIdeographs: Bool { question.knowsIdeographs }
  /// Where numbers stay whole; the fast way through plain text asks it too.
  var numbers: NumberRule

  /// A breaker for texts of a locale; it can be told to ask ICU about ideographs too, to test that it need not.
  init(locale: String, knowsIdeographs: Bool = true) {
    question = ICUBreakQuery(locale: locale, knowsIdeographs: knowsIdeographs)
    lines = TextBoundaries(.line, locale: question.locale)
    numbers = NumberRule(locale: locale)
  }

  // MARK: Opportunities

  /// Fills `mayBreak`: Chromium's table between two ASCII characters, always after spaces, ICU elsewhere, but not
  /// inside numbers if those are kept whole.
  mutating func findOpportunities(_ text: inout TextAnalysis, keepsNumbers: Bool) {
    if !text.isASCII { askICU(&text) }
    let scalars = text.scalars
    let mayKeep = keepsNumbers && text.infos.isDigit
    var kept: [Int] = []
    swap(&kept, &text.keptNumbers)
    var characters = text.characters.mutableSpan
    var previous: UInt32 = 0x0A
    var beforePrevious: UInt32 = 0
    var wasInsideWord = false
    for place in scalars.indices {
      let character = characters[place]
      let isInsideWord = character.info.isAlphabeticLB && character.emoji == -1 && !character.mayBreak
      if isInsideWord, wasInsideWord {
        (beforePrevious, previous) = (previous, character.scalar)
        continue
      }
      wasInsideWord = isInsideWord
      let scalar = character.emoji == -1 ? character.scalar : ICUBreakQuery.object
      var mayBreak: Bool
      if Self.isPrintable(previous), Self.isPrintable(scalar) {
        mayBreak = Self.mayBreak(beforePrevious, previous, scalar)
      } else if scalar == 0x09 {
        mayBreak = false
      } else if previous == 0x09 || previous == 0x20 {
        mayBreak = scalar != 0x20 && scalar != 0x0A
      } else {
        mayBreak =
          character.mayBreak
          || Self.isHebrewLetter(scalar) && Self.isAfterHebrewHyphen(place, characters.span)
      }
      // ICU's dictionary may divide letters that are written one under the other.
      if mayBreak, character.emoji == -2 || place > 0 && characters[place - 1].info.isInvisibleStacker {
        mayBreak = false
      }
      if mayKeep, mayBreak, NumberRule.mayKeep(previous, scalar), numbers.keeps(scalars, before: place) {
        mayBreak = false
        kept.append(place)
      }
      characters[place].mayBreak = mayBreak
      (beforePrevious, previous) = (previous, scalar)
    }
    swap(&kept, &text.keptNumbers)
  }

  /// Replaces `boundaries` with the places at which ICU would end lines of words, given in UTF-16 with spaces between them.
  func findBoundaries(in words: [UInt16], into boundaries: inout [Int32]) {
    lines.find(in: words, into: &boundaries)
  }

  private mutating func askICU(_ text: inout TextAnalysis) {
    question.ask(about: &text)
    if question.units.isEmpty { return }
    lines.find(in: question.units, into: &boundaries)
    var characters = text.characters.mutableSpan
    for boundary in boundaries where Int(boundary) < question.places.count {
      let place = Int(question.places[Int(boundary)])
      if place >= 0 { characters[place].mayBreak = true }
    }
  }

  /// Unicode 16, LB21a: a hyphen or maqaf between Hebrew letters ends a line, as between others.
  private static func isAfterHebrewHyphen(
    _ place: Int, _ characters: borrowing Span<TextCharacter>
  ) -> Bool {
    guard place > 1 else { return false }
    switch characters[place - 1].scalar {
    case 0x2D, 0x05BE, 0x2010, 0x2013: break
    default: return false
    }
    var before = place - 2
    while before > 0, characters[before].info.isMark { before -= 1 }
    return isHebrewLetter(characters[before].scalar)
  }

  private static func isHebrewLetter(_ scalar: UInt32) -> Bool {
    (0x05D0...0x05F2).contains(scalar) || (0xFB1D...0xFB4F).contains(scalar)
  }

  private static func isPrintable(_ scalar: UInt32) -> Bool { scalar >= 0x20 && scalar < 0x7F }

  private static func mayBreak(_ before: UInt32, _ first: UInt32, _ second: UInt32) -> Bool {
    guard ASCIIBreaks.mayBreak(UInt8(first), UInt8(second)) else { return false }
    let isHyphenBeforeDigit = first == 0x2D && (0x30...0x39).contains(second)
    return !isHyphenBeforeDigit || ASCIIBreaks.hyphenMayBreak(after: before)
  }

  /// Fills `startsCluster` (UAX #29).
  private mutating func findClusters(_ text: inout TextAnalysis) {
    guard !text.knowsClusters else { return }
    text.knowsClusters = true
    if text.isASCII { return }
    text.encodeUnits()
    graphemes.find(in: text.units, into: &boundaries)
    let count = text.count
    var characters = text.characters.mutableSpan
    var unit: Int32 = 0
    var next = 0
    for place in 0..<count {
      while next < boundaries.count, boundaries[next] < unit { next += 1 }
      characters[place].startsCluster =
        place == 0
        || next < boundaries.count && boundaries[next] == unit && characters[place].emoji != -2
          && !characters[place - 1].info.isInvisibleStacker
      unit += characters[place].scalar < 0x1_0000 ? 1 : 2
    }
  }

  // MARK: Segments

  /// Divides `text` into paragraphs and segments; segments wider than `maxWidth` are divided further: inside
  /// numbers kept whole, in URLs after punctuation, else between clusters.
  mutating func divide(
    _ text: inout TextAnalysis, utf8: borrowing Span<UInt8>, shaper: inout Shaper,
    maxWidth: Int32, breaksURLs: Bool, table: CharacterProperties,
    into measured: inout MeasuredText
  ) {
    var run = 0
    var kept = 0
    var token: (range: Range<Int>, isURL: Bool) = (0..<0, false)
    var start = 0
    while true {
      var end = start
      let first = measured.segments.count
      var segmentStart = start
      while end < text.count, text[end].scalar != 0x0A {
        end = Self.nextBreak(after: end, text.characters.span)
        let firstRun = run
        let segment = Self.segment(segmentStart..<end, text, utf8: utf8, &shaper, table, &run)
        if segment.ending == .hyphen { measured.hasHyphens = true }
        while kept < text.keptNumbers.count, text.keptNumbers[kept] <= segmentStart { kept += 1 }
        let hasKept = kept < text.keptNumbers.count && text.keptNumbers[kept] < end
        let isTooWide = measured.lineWidth(from: segment, to: segment) > maxWidth
        if isTooWide { measured.isDividedForWidth = true }
        if isTooWide, hasKept {
          // The number does not fit: its parts are segments after all.
          for place in text.keptNumbers[kept...].prefix(while: { $0 < end }) {
            text.characters[place].mayBreak = true
          }
          (end, run) = (segmentStart, firstRun)
          kept += text.keptNumbers[kept...].prefix { text[$0].mayBreak }.count
        } else if isTooWide {
          findClusters(&text)
          Self.locate(segmentStart..<end, in: &text, utf8: utf8, &shaper, table)
          if !token.range.contains(segmentStart) { token = Self.token(around: segmentStart, text) }
          Self.split(
            segmentStart..<end, text, utf8: utf8, &shaper, table, maxWidth,
            isURL: token.isURL && breaksURLs, firstRun: Int(segment.startRun), &measured)
        } else {
          if hasKept { Self.note(text.keptNumbers[kept], text, segment, &measured) }
          measured.segments.append(segment)
        }
        segmentStart = end
      }
      measured.paragraphs.append(
        MeasuredText.Paragraph(
          segments: first..<measured.segments.count, start: text[start].offset, end: text[end].offset))
      if end == text.count { return }
      start = end + 1
    }
  }

  /// The end of the paragraph, or where a line may break before that.
  private static func nextBreak(after place: Int, _ characters: borrowing Span<TextCharacter>) -> Int {
    var end = place + 1
    while end < characters.count - 1, !characters[end].mayBreak, characters[end].scalar != 0x0A { end += 1 }
    return end
  }

  /// Notes that the segment about to be added could have ended before `place`.
  private static func note(
    _ place: Int, _ text: TextAnalysis, _ segment: MeasuredText.Segment, _ measured: inout MeasuredText
  ) {
    var content = place
    while content > 0, text[content - 1].scalar == 0x20 { content -= 1 }
    var run = Int(segment.startRun)
    while text.runs[run].end < content { run += 1 }
    measured.keptNumbers.append(
      MeasuredText.KeptNumber(
        segment: measured.segments.count, content: text[content].position, contentRun: Int32(run)))
  }

  /// The segment of some characters. `run` is the run of an earlier character, and becomes the last one's.
  private static func segment(
    _ range: Range<Int>, _ text: TextAnalysis, utf8: borrowing Span<UInt8>, _ shaper: inout Shaper,
    _ table: CharacterProperties, _ run: inout Int
  ) -> MeasuredText.Segment {
    while text.runs[run].end <= range.lowerBound { run += 1 }
    let startRun = run
    var contentEnd = range.upperBound
    while contentEnd > range.lowerBound,
      text[contentEnd - 1].scalar == 0x20 || text[contentEnd - 1].scalar == 0x09
    {
      contentEnd -= 1
    }
    let start = text[range.lowerBound].position
    var content = start
    if contentEnd > range.lowerBound {
      while text.runs[run].end < contentEnd { run += 1 }
      content =
        contentEnd < range.upperBound
        ? text[contentEnd].position
        : text[contentEnd - 1].position
          + shaper.lastAdvance(
            contentEnd - 1, run: text.runs[run], in: text, utf8: utf8, table: table)
    }
    let hasHyphen = Self.hasHyphen(range.upperBound, text)
    if hasHyphen {
      content += shaper.hyphenAdvance(contentEnd - 1, run: text.runs[run], in: text)
    }
    return MeasuredText.Segment(
      start: start, startRun: Int32(startRun), content: content, contentRun: Int32(run),
      end: text[range.upperBound].offset, ending: hasHyphen ? .hyphen : .opportunity)
  }

  /// Whether a soft hyphen shows when a line ends before `place`.
  private static func hasHyphen(_ place: Int, _ text: TextAnalysis) -> Bool {
    place > 0 && place < text.count && text[place - 1].scalar == 0xAD && text[place].scalar != 0x0A
  }

  // MARK: Segments wider than a line

  /// Fills the positions inside all pieces that touch a range.
  private static func locate(
    _ range: Range<Int>, in text: inout TextAnalysis, utf8: borrowing Span<UInt8>, _ shaper: inout Shaper,
    _ table: CharacterProperties
  ) {
    var (low, high) = (0, text.pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if text.pieces[middle].end <= range.lowerBound { low = middle + 1 } else { high = middle }
    }
    while low < text.pieces.count, text.pieces[low].start < range.upperBound {
      shaper.locate(text.pieces[low], in: &text, utf8: utf8, table: table)
      low += 1
    }
  }

  /// The text between spaces around a place, and whether it is broken like a URL: with a scheme or `www.`, or with
  /// a dot and a slash or `@`.
  ///
  /// The text alone decides, so that looking for links or not gives the same lines.
  private static func token(
    around place: Int, _ text: TextAnalysis
  ) -> (range: Range<Int>, isURL: Bool) {
    var (start, end) = (place, place)
    while start > 0, text.scalars[start - 1] > 0x20 { start -= 1 }
    while end < text.count, text.scalars[end] > 0x20 { end += 1 }
    func isSign(_ index: Int, _ sign: UInt32) -> Bool { index < end && text.scalars[index] == sign }
    var (hasDot, hasDivider, hasScheme) = (false, false, false)
    for index in start..<end {
      switch text.scalars[index] {
      case 0x2E: hasDot = true
      case 0x2F, 0x40: hasDivider = true
      case 0x3A: hasScheme = hasScheme || (isSign(index + 1, 0x2F) && isSign(index + 2, 0x2F))
      default: break
      }
    }
    let isWeb = (0..<3).allSatisfy { isSign(start + $0, 0x77) } && isSign(start + 3, 0x2E)
    let isURL = hasScheme || isWeb || (hasDot && hasDivider)
    return (start..<max(end, place + 1), isURL)
  }

  /// Appends a range as segments of which each fits in a line, or is a single cluster.
  private static func split(
    _ range: Range<Int>, _ text: TextAnalysis, utf8: borrowing Span<UInt8>, _ shaper: inout Shaper,
    _ table: CharacterProperties, _ maxWidth: Int32, isURL: Bool, firstRun: Int,
    _ measured: inout MeasuredText
  ) {
    var contentEnd = range.upperBound
    while contentEnd > range.lowerBound, text[contentEnd - 1].scalar == 0x20 { contentEnd -= 1 }
    var run = firstRun
    var start = range.lowerBound
    while start < range.upperBound {
      while text.runs[run].end <= start { run += 1 }
      var line = MeasuredText.Segment(
        start: text[start].position, startRun: Int32(run), content: text[start].position,
        contentRun: Int32(run), end: text[start].offset)
      var fitting = start
      var urlBreak = start
      while fitting < contentEnd {
        var end = fitting + 1
        while end < contentEnd, !text[end].startsCluster { end += 1 }
        while text.runs[run].end < end { run += 1 }
        line.content =
          text[end - 1].position
          + (end == contentEnd && end < range.upperBound
            ? text[end].position - text[end - 1].position
            : shaper.lastAdvance(
              end - 1, run: text.runs[run], in: text, utf8: utf8, table: table))
        if end == range.upperBound, hasHyphen(end, text) {
          line.content += shaper.hyphenAdvance(end - 1, run: text.runs[run], in: text)
        }
        line.contentRun = Int32(run)
        if fitting > start, measured.lineWidth(from: line, to: line) > maxWidth { break }
        fitting = end
        if isURL, end < contentEnd, mayBreakURL(after: text[end - 1].scalar, before: text[end].scalar) {
          urlBreak = end
        }
      }
      let isAll = fitting == contentEnd
      let end = isAll ? range.upperBound : urlBreak > start ? urlBreak : fitting
      run = Int(line.startRun)
      var last = segment(start..<end, text, utf8: utf8, &shaper, table, &run)
      if !isAll { last.ending = end == urlBreak ? .url : .emergency }
      measured.segments.append(last)
      start = end
    }
  }

  /// After the punctuation that divides a URL, never between two of the same, as in `//`.
  static func mayBreakURL(after first: UInt32, before second: UInt32) -> Bool {
    switch first {
    case 0x2F, 0x3F, 0x26, 0x3D, 0x2D, 0x5F, 0x2E: first != second
    default: false
    }
  }
}
