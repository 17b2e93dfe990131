internal import Frames
internal import ICU

/// The stages of laying out a text, and the memory they share.
struct TextEngine {
  private let fonts: FontSet
  private let takesAllStages: Bool
  /// The ASCII advances of plain text in each slot, by the slot's number.
  private let pairs: [ASCIIAdvances?]
  private let itemizer: Itemizer
  private var breaker: SegmentBuilder
  private var shaper: Shaper
  private var table = CharacterProperties()
  private var analysis = TextAnalysis()
  private var measured = MeasuredText()
  private var plain = PlainScan()
  private var letters: SimpleTextMeasurer
  private var words: WordMeasurer
  private var finisher = LineFitter()
  /// The width of "…" in each style asked for.
  private var ellipses: [TextStyle: LayoutUnit] = [:]

  /// Stages with no memory of any text.
  ///
  /// It can be told to take all stages for every text, to test that leaving them out makes no difference.
  init(fonts: FontSet, locale: String, isCaching: Bool, takesAllStages: Bool = false) {
    self.fonts = fonts
    let ofFaces = fonts.pairTables()
    pairs = fonts.slotFaces.map { takesAllStages ? nil : ofFaces[Int($0)] }
    self.takesAllStages = takesAllStages
    itemizer = Itemizer(fonts: fonts)
    breaker = SegmentBuilder(locale: locale)
    letters = SimpleTextMeasurer(fonts: fonts, knowsIdeographs: breaker.knowsIdeographs)
    words = WordMeasurer(fonts: fonts)
    shaper = Shaper(fonts: fonts, isCaching: isCaching)
  }

  /// See ``TextLayouter/layOut(_:marks:role:style:maxWidth:options:)``.
  mutating func layOut(
    _ text: String, marks: [TextMark], role: TextRole, style: TextStyle, maxWidth: LayoutUnit,
    options: LineOptions
  ) -> LaidOutText {
    let width = max(0, maxWidth.raw)
    var (text, marks) = (text, marks)
    text.makeContiguousUTF8()
    var lines = TextLines()
    let isASCII = Self.isASCII(text.utf8.span)
    let isPlain = marks.isEmpty && (isASCII || Self.endsWithEllipsis(text.utf8.span))
    if isPlain, options.direction != .rightToLeft, let pairs = pairs[Int(style.slot.rawValue)],
      measurePlain(
        text.utf8.span, pairs: pairs, style: style, maxWidth: width, keepsNumbers: options.keepNumbers)
    {
      choose(width, style, options, &lines)
      return LaidOutText(block: TextBlock(text: text, role: role, lines: lines), style: style)
    }
    if !isASCII, marks.isEmpty, measureWords(text.utf8.span, style, maxWidth: width, options) {
      choose(width, style, options, &lines)
      let runs = TextRun.runs(
        [SimpleTextMeasurer.Run(start: 0, face: words.face, emoji: -1)], to: text.utf8.count,
        base: fonts.slotFaces[Int(style.slot.rawValue)])
      let block = TextBlock(
        text: text, role: role, direction: words.direction, lines: lines, runs: runs,
        lineHeight: Self.lineHeight(of: table.scripts[Int(words.script)], style: style))
      return LaidOutText(block: block, style: style)
    }
    if options.direction != .rightToLeft,
      measureLetters(
        text.utf8.span,
        SimpleTextMeasurer.Request(
          marks: marks, style: style, maxWidth: width, keepsNumbers: options.keepNumbers,
          breaksURLs: options.breakURLs, isASCII: isASCII))
    {
      choose(width, style, options, &lines)
      let runs = TextRun.runs(
        letters.runs, to: text.utf8.count, base: fonts.slotFaces[Int(style.slot.rawValue)])
      return LaidOutText(
        block: TextBlock(text: text, role: role, lines: lines, runs: runs, marks: marks), style: style)
    }
    analysis.decode(text.utf8.span, using: &table)
    if analysis.infos.isControl, ControlPictures.replace(in: &text, moving: &marks) {
      analysis.decode(text.utf8.span, using: &table)
    }
    let direction = measureDecoded(
      text.utf8.span, marks: marks, style: style, maxWidth: width, options: options)
    choose(width, style, options, &lines)
    let block = TextBlock(
      text: text, role: role, direction: direction, lines: lines, runs: runs(style: style), marks: marks,
      lineHeight: lineHeight(style: style))
    return LaidOutText(block: block, style: style)
  }

  /// The block laid out last with lines up to `maxWidth` wide, which is more than it was; nil where it has no soft break,
  /// or has to be measured again.
  mutating func layOutAgain(
    _ block: TextBlock, style: TextStyle, maxWidth: LayoutUnit, options: LineOptions
  ) -> LaidOutText? {
    guard block.hasSoftBreaks, !measured.isDividedForWidth else { return nil }
    var lines = TextLines()
    choose(max(0, maxWidth.raw), style, options, isKnown: true, &lines)
    let wider = TextBlock(
      text: block.text, role: block.role, direction: block.direction, lines: lines, runs: block.runs,
      marks: block.marks, lineHeight: block.lineHeight)
    return LaidOutText(block: wider, style: style)
  }

  private mutating func choose(
    _ width: Int32, _ style: TextStyle, _ options: LineOptions, isKnown: Bool = false,
    _ lines: inout TextLines
  ) {
    let limits = LineFitter.Limits(
      maxWidth: width, leastSaving: options.balance ? style.fontSize.raw / 2 : nil)
    finisher.choose(from: measured, limits, isKnown: isKnown, into: &lines)
  }

  /// Measures and divides a text of printable ASCII and newlines in one face, with or without an ellipsis at its end;
  /// false if it is anything else, or has a word wider than a line.
  private mutating func measurePlain(
    _ text: borrowing Span<UInt8>, pairs: ASCIIAdvances, style: TextStyle, maxWidth: Int32, keepsNumbers: Bool
  ) -> Bool {
    measured.clear()
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: pairs.unitsPerEm)
    let entries = pairs.entries.span
    var scan = PlainScan()
    swap(&scan, &plain)
    defer { swap(&scan, &plain) }
    scan.begin(count: text.count)
    var start = 0
    while true {
      let end = scan.measure(text, from: start, entries)
      let firstSegment = measured.segments.count
      if start == 0, end == text.count, end > 0, text[end - 1] != 0x20,
        scan.at &* scale <= Int64(maxWidth) << 16
      {
        measured.setLine(content: scan.at &* scale, end: Int32(truncatingIfNeeded: end))
        return true
      }
      if end > start {
        let isDivided = divide(
          text, start..<end, scan, entries, scale: scale, widest: Int64(maxWidth) << 16,
          keepsNumbers: keepsNumbers)
        if !isDivided { return false }
      }
      var paragraphEnd = end
      if end < text.count, text[end] != 0x0A {
        guard end > start, let ellipsis = pairs.ellipsisAdvance, Self.isLastEllipsis(text, at: end) else {
          return false
        }
        // What was taken for the end of the last word is in the middle of it.
        let row = (Int(text[end - 1]) - 0x20) * ASCIIAdvances.stride
        if row == 0 { return false }
        scan.at =
          scan.positions[end - 1] + Int64(entries[row + ASCIIAdvances.ellipsis] >> ASCIIAdvances.flagBits)
          + Int64(ellipsis)
        let last = measured.segments.count - 1
        measured.segments[last].content = scan.at * scale
        measured.segments[last].end = Int32(truncatingIfNeeded: text.count)
        if measured.segments[last].content - measured.segments[last].start > Int64(maxWidth) << 16 {
          return false
        }
        paragraphEnd = text.count
      }
      measured.paragraphs.append(
        MeasuredText.Paragraph(
          segments: firstSegment..<measured.segments.count, start: Int32(truncatingIfNeeded: start),
          end: Int32(truncatingIfNeeded: paragraphEnd)))
      if paragraphEnd >= text.count { break }
      start = paragraphEnd + 1
    }
    measured.runs.append(MeasuredText.Run(start: 0, end: scan.at * scale, before: 0))
    return true
  }

  /// Divides a paragraph of plain text, whose breaks were found, into segments; false if one is wider than a line.
  private mutating func divide(
    _ text: borrowing Span<UInt8>, _ paragraph: Range<Int>, _ scan: borrowing PlainScan,
    _ entries: borrowing Span<Int32>, scale: Int64, widest: Int64, keepsNumbers: Bool
  ) -> Bool {
    let hasDigits = scan.hasDigits
    let positions = scan.positions.span
    let breaks = scan.breaks.span
    var segments: [MeasuredText.Segment] = []
    swap(&segments, &measured.segments)
    defer { swap(&segments, &measured.segments) }
    var isNarrow = true
    let before = segments.count
    segments.append(addingCapacity: scan.breakCount + 1) { segments in
      var start = paragraph.lowerBound
      var at = positions[start] &* scale
      for number in 0...scan.breakCount {
        let isEnd = number == scan.breakCount
        let place = isEnd ? paragraph.upperBound : Int(breaks[number])
        if hasDigits, !isEnd, !Self.mayBreak(text, before: place, from: paragraph.lowerBound) { continue }
        // Spaces at the end of a line hang.
        var content = place
        while content > start, text[content - 1] == 0x20 { content -= 1 }
        var reach: Int64
        if content < place {
          reach = positions[content]
        } else {
          let row = (Int(text[place - 1]) - 0x20) * ASCIIAdvances.stride
          reach = positions[place - 1] &+ Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits)
        }
        reach &*= scale
        if hasDigits, keepsNumbers, !isEnd, Self.mayTouchNumber(text, before: place),
          breaker.numbers.keeps(text, before: place)
        {
          note(positions[content] &* scale, inSegment: before + segments.count)
          continue
        }
        if reach &- at > widest { isNarrow = false }
        segments.append(
          MeasuredText.Segment(
            start: at, startRun: 0, content: reach, contentRun: 0, end: Int32(truncatingIfNeeded: place)))
        if isEnd { break }
        start = place
        at = positions[place] &* scale
      }
    }
    return isNarrow
  }

  /// Whether a break the table allows is one: see ``ASCIIBreaks``.
  @inline(__always)
  private static func mayBreak(
    _ text: borrowing Span<UInt8>, before place: Int, from paragraphStart: Int
  ) -> Bool {
    guard place > 0, text[place - 1] == 0x2D, isDigit(text[place]) else { return true }
    return place - 2 >= paragraphStart && ASCIIBreaks.hyphenMayBreak(after: UInt32(text[place - 2]))
  }

  /// Whether a break in plain text has a digit beside it, or `12.` or `12th` before it: a cheap test, without which
  /// ``NumberRule`` keeps nothing.
  @inline(__always)
  private static func mayTouchNumber(_ text: borrowing Span<UInt8>, before place: Int) -> Bool {
    if place < 2 { return false }
    if isDigit(text[place]) { return true }
    if text[place - 1] != 0x20 { return false }
    var end = place - 1
    while end > 0, place - end <= 16, text[end - 1] == UInt8(ascii: ".") { end -= 1 }
    return end >= 1 && isDigit(text[end - 1]) || end >= 3 && isDigit(text[end - 3])
  }

  /// A look at all bytes that costs less than to measure some in vain.
  private static func isASCII(_ text: borrowing Span<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for place in text.indices { bits |= text[place] }
    return bits < 0x80
  }

  private static func endsWithEllipsis(_ text: borrowing Span<UInt8>) -> Bool {
    text.count >= 3 && isLastEllipsis(text, at: text.count - 3)
  }

  /// Whether a text ends with an ellipsis that starts at `place`.
  private static func isLastEllipsis(_ text: borrowing Span<UInt8>, at place: Int) -> Bool {
    place + 3 == text.count && text[place] == 0xE2 && text[place + 1] == 0x80 && text[place + 2] == 0xA6
  }

  @inline(__always)
  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Notes the first break that a segment of plain text leaves unused.
  private mutating func note(_ content: Int64, inSegment segment: Int) {
    if measured.keptNumbers.last?.segment == segment { return }
    measured.keptNumbers.append(MeasuredText.KeptNumber(segment: segment, content: content, contentRun: 0))
  }

  /// Measures and divides a text of letters and emoji in one pass; false if it is anything else.
  private mutating func measureLetters(_ text: borrowing Span<UInt8>, _ request: SimpleTextMeasurer.Request)
    -> Bool
  {
    !takesAllStages
      && letters.measure(
        text, request, table: &table, shaper: &shaper, numbers: &breaker.numbers, into: &measured)
  }

  /// Measures and divides a text of words that are shaped as a whole; false if it is anything else.
  private mutating func measureWords(
    _ text: borrowing Span<UInt8>, _ style: TextStyle, maxWidth: Int32, _ options: LineOptions
  ) -> Bool {
    !takesAllStages
      && words.measure(
        text, style: style, maxWidth: maxWidth, direction: options.direction, table: &table, shaper: &shaper,
        breaker: breaker, into: &measured)
  }

  /// Measures and divides the text that was taken apart last, and returns its direction.
  private mutating func measureDecoded(
    _ text: borrowing Span<UInt8>, marks: [TextMark], style: TextStyle, maxWidth: Int32, options: LineOptions
  ) -> TextDirection {
    measured.clear()
    let direction = itemizer.itemize(
      &analysis, marks: marks, slot: style.slot, direction: options.direction, table: table)
    breaker.findOpportunities(&analysis, keepsNumbers: options.keepNumbers)
    shaper.measure(&analysis, utf8: text, style: style, table: table, into: &measured)
    breaker.divide(
      &analysis, utf8: text, shaper: &shaper, maxWidth: maxWidth,
      breaksURLs: options.breakURLs, table: table, into: &measured)
    return direction
  }

  /// The height the lines need for the scripts of the text; nil: the style's own is enough.
  private func lineHeight(style: TextStyle) -> LayoutUnit? {
    if analysis.isASCII || analysis.infos.isAllLatin && !analysis.infos.isLimitedCommon { return nil }
    var tallest: LayoutUnit?
    var previous = CharacterProperties.latin
    for place in 0..<analysis.count where analysis[place].script != previous {
      previous = analysis[place].script
      if let height = Self.lineHeight(of: table.scripts[Int(previous)], style: style) {
        tallest = max(tallest ?? height, height)
      }
    }
    return tallest
  }

  /// The height that lines need for one script.
  private static func lineHeight(of script: Script, style: TextStyle) -> LayoutUnit? {
    let needed = LayoutUnit(raw: style.fontSize.raw / 16 * TallScripts.lineHeight(of: script)).ceilingPx
    return needed > style.lineHeight ? needed : nil
  }

  /// The runs of the text, or none when all of it is in the style's own face.
  private func runs(style: TextStyle) -> [TextRun] {
    TextRun.runs(
      analysis.runs.map {
        SimpleTextMeasurer.Run(start: analysis[$0.start].offset, face: $0.face, emoji: max(-1, $0.emoji))
      }, to: Int(analysis[analysis.count].offset), base: fonts.slotFaces[Int(style.slot.rawValue)])
  }
}

extension TextRun {
  /// The runs that a page tells apart, or none when all is in one face.
  fileprivate static func runs(_ measured: [SimpleTextMeasurer.Run], to end: Int, base: UInt16) -> [TextRun] {
    if measured.allSatisfy({ $0.face == base && $0.emoji < 0 }) { return [] }
    var runs: [TextRun] = []
    for run in measured {
      if let last = runs.last {
        if run.emoji < 0, last.emoji < 0, last.face.index == run.face { continue }
        runs[runs.count - 1].end = run.start
      }
      runs.append(
        TextRun(
          start: run.start, end: Int32(truncatingIfNeeded: end), face: FaceID(index: run.face),
          emoji: run.emoji))
    }
    return runs
  }
}

extension TextEngine {
  /// See ``TextLayouter/layOutLine(_:role:style:maxWidth:)``.
  mutating func layOutLine(
    _ text: String, role: TextRole, style: TextStyle, maxWidth: LayoutUnit
  ) -> LaidOutText {
    let options = LineOptions(balance: false)
    var (line, isCut) = Self.singleLine(text)
    line = ControlPictures.shown(line)
    line.makeContiguousUTF8()
    let room = max(.zero, maxWidth - ellipsisWidth(style))
    let fitting = plainPrefix(of: line.utf8.span, style: style, maxWidth: maxWidth)
    if !isCut, fitting == nil || fitting == line.utf8.count {
      if fitting != nil,
        let whole = plainLine(line, endsWithEllipsis: false, role: role, style: style, maxWidth: maxWidth)
      {
        return whole
      }
      let whole = layOut(
        line, marks: [], role: role, style: style, maxWidth: .unlimited, options: options)
      if whole.width <= maxWidth { return whole }
    }

    // What fits beside the ellipsis, then shorter by a cluster until the whole line does fit.
    if let end = plainPrefix(of: line.utf8.span, style: style, maxWidth: room) {
      line = String(line[..<line.utf8.index(line.startIndex, offsetBy: end)])
      while line.last == " " { line.removeLast() }
      if let cut = plainLine(line, endsWithEllipsis: true, role: role, style: style, maxWidth: maxWidth) {
        return cut
      }
    } else {
      let cut = layOut(
        line, marks: [], role: role, style: style, maxWidth: room,
        options: LineOptions(balance: false, breakURLs: false))
      line = clusters(of: line, inFirstLineOf: cut, style: style, room: room)
    }
    while true {
      while line.last == " " { line.removeLast() }
      let result = layOut(
        line + "…", marks: [], role: role, style: style, maxWidth: .unlimited, options: options)
      if result.width <= maxWidth || line.isEmpty { return result }
      line.removeLast()
    }
  }

  /// The longest beginning of a line that is not wider than `maxWidth` without the spaces at its end, in bytes; nil if
  /// that takes more than a look at plain ASCII.
  private func plainPrefix(of text: borrowing Span<UInt8>, style: TextStyle, maxWidth: LayoutUnit) -> Int? {
    guard let pairs = pairs[Int(style.slot.rawValue)] else { return nil }
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: pairs.unitsPerEm)
    let widest = Int64(max(0, maxWidth.raw)) << 16
    let entries = pairs.entries.span
    var at: Int64 = 0
    var row = ASCIIAdvances.nothing
    for place in 0..<text.count {
      let current = text[place] &- 0x20
      guard current < UInt8(ASCIIAdvances.count) else { return nil }
      at += Int64(entries[row + Int(current)] >> ASCIIAdvances.flagBits)
      row = Int(current) * ASCIIAdvances.stride
      if current == 0 { continue }
      if (at + Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits)) * scale > widest {
        return place
      }
    }
    return text.count
  }

  /// A line of printable ASCII, which is not looked at again, with or without an ellipsis behind it; nil if it is empty or
  /// wider than `maxWidth`.
  private func plainLine(
    _ line: String, endsWithEllipsis: Bool, role: TextRole, style: TextStyle, maxWidth: LayoutUnit
  ) -> LaidOutText? {
    guard let pairs = pairs[Int(style.slot.rawValue)], let ellipsis = pairs.ellipsisAdvance else {
      return nil
    }
    let (text, entries) = (line.utf8.span, pairs.entries.span)
    // Spaces at the end of a line hang.
    var content = text.count
    while content > 0, text[content - 1] == 0x20 { content -= 1 }
    if content == 0 || endsWithEllipsis && content < text.count { return nil }
    var at: Int64 = 0
    var row = ASCIIAdvances.nothing
    for place in 0..<content {
      let current = Int(text[place] &- 0x20)
      at += Int64(entries[row + current] >> ASCIIAdvances.flagBits)
      row = current * ASCIIAdvances.stride
    }
    let next = endsWithEllipsis ? ASCIIAdvances.ellipsis : content < text.count ? 0 : ASCIIAdvances.count
    at += Int64(entries[row + next] >> ASCIIAdvances.flagBits) + (endsWithEllipsis ? Int64(ellipsis) : 0)
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: pairs.unitsPerEm)
    let width = LayoutUnit(raw: MeasuredText.rounded(at * scale))
    if width > maxWidth { return nil }
    let shown = endsWithEllipsis ? line + "…" : line
    let end = TextLine(
      start: 0, end: Int32(truncatingIfNeeded: shown.utf8.count), width: width, ending: .end)
    return LaidOutText(block: TextBlock(text: shown, role: role, lines: [end]), style: style)
  }

  /// The longest beginning of a line that is about `room` wide: its first line, and what fits of the next word.
  private mutating func clusters(
    of line: String, inFirstLineOf cut: LaidOutText, style: TextStyle, room: LayoutUnit
  ) -> String {
    guard let first = cut.block.lines.first else { return "" }
    var best = line.utf8.index(line.startIndex, offsetBy: Int(first.end))
    while best < line.endIndex {
      let longer = line.index(after: best)
      let end = line.utf8.distance(from: line.startIndex, to: longer)
      if width(ofLine: line.utf8.span.extracting(first: end), style: style) > room { break }
      best = longer
    }
    return String(line[..<best])
  }

  private mutating func ellipsisWidth(_ style: TextStyle) -> LayoutUnit {
    if let known = ellipses[style] { return known }
    let width = width(ofLine: "…".utf8.span, style: style)
    ellipses[style] = width
    return width
  }

  /// The width of a text without newlines, set on one line.
  private mutating func width(ofLine text: borrowing Span<UInt8>, style: TextStyle) -> LayoutUnit {
    let maxWidth = LayoutUnit.unlimited.raw
    if let pairs = pairs[Int(style.slot.rawValue)],
      measurePlain(text, pairs: pairs, style: style, maxWidth: maxWidth, keepsNumbers: false)
    {
      return measuredLineWidth
    }
    let request = SimpleTextMeasurer.Request(
      marks: [], style: style, maxWidth: maxWidth, keepsNumbers: false, breaksURLs: false, isASCII: false)
    if !Self.isASCII(text), measureLetters(text, request) { return measuredLineWidth }
    analysis.decode(text, using: &table)
    _ = measureDecoded(
      text, marks: [], style: style, maxWidth: maxWidth, options: LineOptions(balance: false))
    return measuredLineWidth
  }

  private var measuredLineWidth: LayoutUnit {
    guard let first = measured.segments.first, let last = measured.segments.last else { return .zero }
    return LayoutUnit(raw: max(0, measured.lineWidth(from: first, to: last)))
  }

  /// At most the first thousand characters, without line breaks and tabs, and whether there were more.
  private static func singleLine(_ text: String) -> (line: String, isCut: Bool) {
    let isLine = !text.utf8.contains { $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }
    if isLine, text.utf8.count <= 1000 { return (text, false) }
    var line = ""
    var count = 0
    for scalar in text.unicodeScalars {
      if count == 1000 { return (line, true) }
      line.unicodeScalars.append(scalar == "\n" || scalar == "\r" || scalar == "\t" ? " " : scalar)
      count += 1
    }
    return (line, false)
  }
}
