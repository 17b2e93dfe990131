internal import Frames
internal import ICU

/// The stages of laying out a text, and the memory they share.
struct TextEngine {
  private let fonts: FontSet
  private let itemizer: Itemizer
  private var breaker: LineBreaker
  private var shaper: Shaper
  private var table = CharacterTable()
  private var analysis = TextAnalysis()
  private var measured = MeasuredText()
  /// The characters around a break that ``NumberRule`` is asked about.
  private var nearby: [UInt32] = []
  /// The width of "…" in each style asked for.
  private var ellipses: [TextStyle: LayoutUnit] = [:]

  /// Stages with no memory of any text.
  init(fonts: FontSet, locale: String, isCaching: Bool) {
    self.fonts = fonts
    itemizer = Itemizer(fonts: fonts)
    breaker = LineBreaker(locale: locale)
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
    var lines: [TextLine] = []
    if marks.isEmpty, options.direction != .rightToLeft, Self.mayBePlain(text.utf8.span),
      let pairs = fonts.faces[Int(fonts.slotFaces[Int(style.slot.rawValue)])].pairs,
      measurePlain(
        text.utf8.span, pairs: pairs, style: style, maxWidth: width, keepsNumbers: options.keepNumbers)
    {
      choose(width, style, options, &lines)
      return LaidOutText(block: TextBlock(text: text, role: role, lines: lines), style: style)
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

  private func choose(_ width: Int32, _ style: TextStyle, _ options: LineOptions, _ lines: inout [TextLine]) {
    let finisher = LineFinisher(text: measured, maxWidth: width, leastSaving: style.fontSize.raw / 2)
    finisher.choose(balancing: options.balance, into: &lines)
  }

  /// Measures and divides a text of printable ASCII and newlines in one face, with or without an ellipsis at its end;
  /// false if it is anything else, or has a word wider than a line.
  private mutating func measurePlain(
    _ text: borrowing Span<UInt8>, pairs: PairTable, style: TextStyle, maxWidth: Int32, keepsNumbers: Bool
  ) -> Bool {
    measured.clear()
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: pairs.unitsPerEm)
    let widest = Int64(maxWidth) << 16
    var segments: [MeasuredText.Segment] = []
    swap(&segments, &measured.segments)
    defer { swap(&segments, &measured.segments) }
    var at: Int64 = 0  // in font units, up to the character before
    var segmentStart: Int64 = 0
    var firstSegment = 0
    var paragraphStart = 0
    var row = PairTable.nothing  // of the character before in the paragraph
    var contentEnd: Int64 = 0  // where the text before the spaces ends
    let entries = pairs.entries.span

    var place = 0
    var seen: Int32 = 0  // the flags of all characters so far
    while true {
      while place < text.count {
        let current = text[place] &- 0x20
        guard current < UInt8(PairTable.count) else { break }
        let entry = entries[row + Int(current)]
        let next = at &+ Int64(entry >> PairTable.flagBits)
        // Most are letters between which no line breaks.
        if entry & (PairTable.mayBreak | PairTable.isSpace) != 0 {
          if current == 0, row != 0 { contentEnd = next }
          let hasDigits = (seen | entry) & PairTable.isDigit != 0
          if entry & PairTable.mayBreak != 0,
            !hasDigits || Self.mayBreak(text, before: place, from: paragraphStart)
          {
            let content =
              row == 0 ? contentEnd : at &+ Int64(entries[row + PairTable.count] >> PairTable.flagBits)
            if hasDigits, keepsNumbers, Self.mayTouchNumber(text, before: place),
              keepsNumber(text, before: place)
            {
              note(content * scale, inSegment: segments.count)
            } else {
              if (content - segmentStart) * scale > widest { return false }
              segments.append(Self.segment(segmentStart, content, at: place, scale))
              (segmentStart, contentEnd) = (next, next)
            }
          }
        }
        seen |= entry
        at = next
        row = Int(current) * PairTable.stride
        place += 1
      }
      if place < text.count, text[place] != 0x0A {
        guard let ellipsis = pairs.ellipsisAdvance, row != 0, row != PairTable.nothing,
          Self.isLastEllipsis(text, at: place)
        else { return false }
        at += Int64(entries[row + PairTable.ellipsis] >> PairTable.flagBits) + Int64(ellipsis)
        if (at - segmentStart) * scale > widest { return false }
        segments.append(Self.segment(segmentStart, at, at: text.count, scale))
        place = text.count
      } else if row != PairTable.nothing {
        let last = Int64(entries[row + PairTable.count] >> PairTable.flagBits)
        let content = row == 0 ? contentEnd : at + last
        if (content - segmentStart) * scale > widest { return false }
        at += last
        segments.append(Self.segment(segmentStart, content, at: place, scale))
      }
      measured.paragraphs.append(
        MeasuredText.Paragraph(
          segments: firstSegment..<segments.count, start: Int32(truncatingIfNeeded: paragraphStart),
          end: Int32(truncatingIfNeeded: place)))
      if place >= text.count { break }
      place += 1
      (firstSegment, paragraphStart, segmentStart, contentEnd) = (segments.count, place, at, at)
      row = PairTable.nothing
    }
    measured.runs.append(MeasuredText.Run(start: 0, end: at * scale, before: 0))
    return true
  }

  /// Whether a break the table allows is one: see ``ASCIIBreaks``.
  @inline(__always)
  private static func mayBreak(
    _ text: borrowing Span<UInt8>, before place: Int, from paragraphStart: Int
  ) -> Bool {
    guard place > 0, text[place - 1] == 0x2D, isDigit(text[place]) else { return true }
    return place - 2 >= paragraphStart && ASCIIBreaks.hyphenMayBreak(after: UInt32(text[place - 2]))
  }

  /// Whether a break in plain text has a digit beside it, or `12.` or `12th` before it: a cheap test.
  @inline(__always)
  private static func mayTouchNumber(_ text: borrowing Span<UInt8>, before place: Int) -> Bool {
    if place < 2 { return false }
    if isDigit(text[place]) { return true }
    if text[place - 1] != 0x20 { return false }
    if isDigit(text[place - 2]) || place >= 4 && isDigit(text[place - 4]) { return true }
    return place >= 3 && text[place - 2] == UInt8(ascii: ".") && isDigit(text[place - 3])
  }

  /// Asks ``NumberRule`` about a break in plain text.
  private mutating func keepsNumber(_ text: borrowing Span<UInt8>, before place: Int) -> Bool {
    let start = max(0, place - 40)
    nearby.removeAll(keepingCapacity: true)
    for near in start..<min(text.count, place + 20) { nearby.append(UInt32(text[near])) }
    return breaker.numbers.keeps(nearby, before: place - start)
  }

  /// Whether a text is ASCII, or may be but for an ellipsis at its end: a look at all bytes that costs less than to
  /// measure some in vain.
  private static func mayBePlain(_ text: borrowing Span<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for place in text.indices { bits |= text[place] }
    return bits < 0x80 || text.count >= 3 && isLastEllipsis(text, at: text.count - 3)
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

  @inline(__always)
  private static func segment(
    _ start: Int64, _ content: Int64, at end: Int, _ scale: Int64
  ) -> MeasuredText.Segment {
    MeasuredText.Segment(
      start: start * scale, startRun: 0, content: content * scale, contentRun: 0,
      end: Int32(truncatingIfNeeded: end))
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
    var tallest: Int32 = 0
    var previous = CharacterTable.latin
    for place in 0..<analysis.count where analysis[place].script != previous {
      previous = analysis[place].script
      tallest = max(tallest, TallScripts.lineHeight(of: table.scripts[Int(previous)]))
    }
    let needed = LayoutUnit(raw: style.fontSize.raw / 16 * tallest).ceilingPx
    return needed > style.lineHeight ? needed : nil
  }

  /// The runs of the text, or none when all of it is in the style's own face.
  private func runs(style: TextStyle) -> [TextRun] {
    let base = fonts.slotFaces[Int(style.slot.rawValue)]
    if analysis.runs.allSatisfy({ $0.face == base && $0.emoji < 0 }) { return [] }
    var runs: [TextRun] = []
    for run in analysis.runs {
      let (start, end) = (analysis[run.start].offset, analysis[run.end].offset)
      if run.emoji < 0, let last = runs.last, last.emoji < 0, last.face.index == run.face {
        runs[runs.count - 1].end = end
      } else {
        runs.append(
          TextRun(start: start, end: end, face: FaceID(index: run.face), emoji: max(-1, run.emoji)))
      }
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
      let whole = layOut(
        line, marks: [], role: role, style: style, maxWidth: .unlimited, options: options)
      if whole.width <= maxWidth { return whole }
    }

    // What fits beside the ellipsis, then shorter by a cluster until the whole line does fit.
    if let end = plainPrefix(of: line.utf8.span, style: style, maxWidth: room) {
      line = String(line[..<line.utf8.index(line.startIndex, offsetBy: end)])
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
    guard let pairs = fonts.faces[Int(fonts.slotFaces[Int(style.slot.rawValue)])].pairs else { return nil }
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: pairs.unitsPerEm)
    let widest = Int64(max(0, maxWidth.raw)) << 16
    let entries = pairs.entries.span
    var at: Int64 = 0
    var row = PairTable.nothing
    for place in 0..<text.count {
      let current = text[place] &- 0x20
      guard current < UInt8(PairTable.count) else { return nil }
      at += Int64(entries[row + Int(current)] >> PairTable.flagBits)
      row = Int(current) * PairTable.stride
      if current == 0 { continue }
      if (at + Int64(entries[row + PairTable.count] >> PairTable.flagBits)) * scale > widest { return place }
    }
    return text.count
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
    let face = fonts.faces[Int(fonts.slotFaces[Int(style.slot.rawValue)])]
    let maxWidth = LayoutUnit.unlimited.raw
    if let pairs = face.pairs,
      measurePlain(text, pairs: pairs, style: style, maxWidth: maxWidth, keepsNumbers: false)
    {
      return measuredLineWidth
    }
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
