import Fonts
import Frames
import ICU

/// The stages of laying out a text, and the memory they share.
struct TextEngine {
  let fonts: FontSet
  private let takesAllStages: Bool
  private var itemizer: Itemizer
  private var segments: SegmentBuilder
  private var shaper: Shaper
  private var analysis = TextAnalysis()
  private var measured = MeasuredText()
  private var simple: SimpleTextMeasurer
  private var words: WordMeasurer
  private var fitter = LineFitter()
  /// The width of "…" in each style used.
  var ellipses: [TextStyle: LayoutUnit] = [:]

  /// Stages with empty caches.
  ///
  /// With `takesAllStages`, every text takes all stages, to test that skipping them makes no difference.
  init(fonts: FontSet, locale: String, isCaching: Bool, takesAllStages: Bool = false) {
    let fonts = fonts.reading(locale)
    self.fonts = fonts
    self.takesAllStages = takesAllStages
    itemizer = Itemizer(fonts: fonts)
    segments = SegmentBuilder(locale: locale)
    simple = SimpleTextMeasurer(fonts: fonts, knowsIdeographs: segments.finder.knowsIdeographs)
    words = WordMeasurer(fonts: fonts)
    shaper = Shaper(fonts: fonts, isCaching: isCaching)
  }

  /// See ``TextLayouter/nearbyLanguage``.
  var nearbyLanguage: EastAsianLanguage? {
    get { itemizer.han.nearby }
    set { (itemizer.han.nearby, simple.han.nearby) = (newValue, newValue) }
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
    if !marks.isEmpty, marks.contains(where: \.isEmoji) {
      return layOut(text, emoji: marks, role: role, style: style, maxWidth: maxWidth, options: options)
    }
    let isASCII = Self.isASCII(text.utf8.span)
    if !isASCII, marks.isEmpty, measureWords(text.utf8.span, style, maxWidth: width, options) {
      choose(width, style, options, &lines)
      let runs = TextRun.runs(
        [SimpleText.SimpleRun(start: 0, face: words.face, emoji: -1)], to: text.utf8.count,
        base: fonts.slotFaces[Int(style.slot.rawValue)],
        in: fonts)
      let block = TextBlock(
        text: text, role: role, direction: words.direction, lines: lines, runs: runs,
        lineHeight: Self.lineHeight(of: shaper.properties.scripts[Int(words.script)], style: style))
      return LaidOutText(block: block, style: style)
    }
    if options.direction != .rightToLeft,
      measureSimple(
        text.utf8.span, SimpleTextMeasurer.Request(marks: marks, style: style, isASCII: isASCII),
        SegmentBuilder.Limits(maxWidth: width, options))
    {
      let runs = TextRun.runs(
        simple.text.runs, to: text.utf8.count, base: fonts.slotFaces[Int(style.slot.rawValue)],
        in: fonts)
      releaseCharacters(after: text.utf8.count)
      choose(width, style, options, &lines)
      return LaidOutText(
        block: TextBlock(text: text, role: role, lines: lines, runs: runs, marks: marks), style: style)
    }
    analysis.decode(text.utf8.span, using: &shaper.properties)
    let endsLine =
      analysis.infos.isControl
      && text.unicodeScalars.last.map { ControlPictures.isLineEnd($0.value) } ?? false
    if analysis.infos.isControl, ControlPictures.replace(in: &text, moving: &marks) {
      if endsLine { Self.removeLastNewlines(of: &text, &marks) }
      analysis.decode(text.utf8.span, using: &shaper.properties)
    }
    let direction = measureDecoded(
      text.utf8.span, marks: marks, style: style, maxWidth: width, options: options)
    return layOutMeasured(
      text, marks: marks, role: role, style: style, direction: direction, maxWidth: width, options: options)
  }

  /// Lays out a text with the chat's own emoji. To all stages each of their names is one emoji of as many bytes.
  private mutating func layOut(
    _ text: String, emoji marks: [TextMark], role: TextRole, style: TextStyle, maxWidth: LayoutUnit,
    options: LineOptions
  ) -> LaidOutText {
    var (text, marks) = (text, marks)
    // Browsers show no line after newlines at the end.
    _ = ControlPictures.replace(in: &text, moving: &marks)
    Self.removeLastNewlines(of: &text, &marks)
    var shown = EmojiStandIn.text(for: text, marks)
    shown.makeContiguousUTF8()
    analysis.decode(shown.utf8.span, using: &shaper.properties)
    let direction = measureDecoded(
      shown.utf8.span, marks: marks, style: style, maxWidth: max(0, maxWidth.raw), options: options)
    return layOutMeasured(
      text, marks: marks, role: role, style: style, direction: direction, maxWidth: max(0, maxWidth.raw),
      options: options)
  }

  /// Chooses the lines of the text analysed and measured last.
  private mutating func layOutMeasured(
    _ text: String, marks: [TextMark], role: TextRole, style: TextStyle, direction: TextDirection,
    maxWidth: Int32, options: LineOptions
  ) -> LaidOutText {
    var runs = runs(style: style)
    let lineHeight = lineHeight(style: style)
    // The widths of tabs need the characters.
    if measured.tabStop == 0 { releaseCharacters(after: text.utf8.count) }
    var lines = TextLines()
    choose(maxWidth, style, options, &lines)
    if measured.tabStop > 0 { divide(&runs, atTabsOf: lines, style: style) }
    let block = TextBlock(
      text: text, role: role, direction: direction, lines: lines, runs: runs, marks: marks,
      lineHeight: lineHeight)
    return LaidOutText(block: block, style: style)
  }

  /// Lays the last block out again with lines up to `maxWidth` wide, which is more than before; nil if it has no soft
  /// break, or has to be measured again.
  mutating func layOutAgain(
    _ block: TextBlock, style: TextStyle, maxWidth: LayoutUnit, options: LineOptions
  ) -> LaidOutText? {
    guard block.hasSoftBreaks, !measured.isDividedForWidth else { return nil }
    var lines = TextLines()
    choose(max(0, maxWidth.raw), style, options, isKnown: true, &lines)
    var runs = block.runs
    if measured.tabStop > 0 {
      runs = self.runs(style: style)
      divide(&runs, atTabsOf: lines, style: style)
    }
    let wider = TextBlock(
      text: block.text, role: block.role, direction: block.direction, lines: lines, runs: runs,
      marks: block.marks, lineHeight: block.lineHeight)
    return LaidOutText(block: wider, style: style)
  }

  /// The most bytes of a text after which the stages keep their memory for the next one.
  private static let keptLength = 1 << 16

  /// Gives back the memory for the characters of a long text, which takes 12 to 36 bytes for each, once its segments are known.
  private mutating func releaseCharacters(after length: Int) {
    guard length > Self.keptLength else { return }
    analysis = TextAnalysis()
    simple.text = SimpleText(fonts: fonts)
  }

  /// Releases the memory of a long text, once it is laid out in all widths.
  mutating func release(after length: Int) {
    guard length > Self.keptLength else { return }
    releaseCharacters(after: length)
    measured = MeasuredText()
    fitter = LineFitter()
  }

  /// Removes newlines at the end of a text that has other content: browsers show no line after them.
  private static func removeLastNewlines(of text: inout String, _ marks: inout [TextMark]) {
    while text.utf8.count > 1, text.utf8.last == UInt8(ascii: "\n") { text.unicodeScalars.removeLast() }
    let count = Int32(text.utf8.count)
    for index in marks.indices {
      marks[index].start = min(marks[index].start, count)
      marks[index].end = min(marks[index].end, count)
    }
  }

  private mutating func choose(
    _ width: Int32, _ style: TextStyle, _ options: LineOptions, isKnown: Bool = false,
    _ lines: inout TextLines
  ) {
    let limits = LineFitter.FitLimits(
      maxWidth: width, leastSaving: options.balance ? style.fontSize.raw / 2 : nil)
    fitter.choose(from: measured, limits, isKnown: isKnown, into: &lines)
  }

  /// Reads all bytes, because that is cheaper than measuring some in vain.
  private static func isASCII(_ text: borrowing Span<UInt8>) -> Bool {
    var bits: UInt8 = 0
    for index in text.indices { bits |= text[index] }
    return bits < 0x80
  }

  /// Measures and divides a text of letters and emoji in one pass. Returns false for any other text.
  private mutating func measureSimple(
    _ text: borrowing Span<UInt8>, _ request: SimpleTextMeasurer.Request, _ limits: SegmentBuilder.Limits
  ) -> Bool {
    guard !takesAllStages,
      let areBreaksSure = simple.measure(text, request, shaper: &shaper, into: &measured)
    else { return false }
    if segments.addLine(
      simple.text, utf8: text, maxWidth: limits.maxWidth, shaper: &shaper, into: &measured)
    {
      return true
    }
    guard areBreaksSure else { return false }
    segments.finder.removeBreaks(
      atDigitsOf: &simple.text, utf8: text, keepsNumbers: limits.keepsNumbers)
    return segments.divide(
      &simple.text, utf8: text, limits, shaper: &shaper, into: &measured)
  }

  /// Measures and divides a text of words that are shaped as a whole. Returns false for any other text.
  private mutating func measureWords(
    _ text: borrowing Span<UInt8>, _ style: TextStyle, maxWidth: Int32, _ options: LineOptions
  ) -> Bool {
    !takesAllStages
      && words.measure(
        text, style: style, maxWidth: maxWidth, direction: options.direction, shaper: &shaper,
        finder: segments.finder, into: &measured)
  }

  /// Measures and divides the text analysed last, and returns its direction.
  private mutating func measureDecoded(
    _ text: borrowing Span<UInt8>, marks: [TextMark], style: TextStyle, maxWidth: Int32, options: LineOptions
  ) -> TextDirection {
    measured.clear()
    let direction = itemizer.itemize(
      &analysis, marks: marks, slot: style.slot, direction: options.direction, table: shaper.properties)
    let limits = SegmentBuilder.Limits(maxWidth: maxWidth, options)
    segments.finder.find(in: &analysis, utf8: text, keepsNumbers: limits.keepsNumbers)
    shaper.measure(&analysis, utf8: text, style: style, into: &measured)
    _ = segments.divide(&analysis, utf8: text, limits, shaper: &shaper, into: &measured)
    return direction
  }

  /// Returns the width of a text without newlines, set on one line.
  mutating func width(ofLine text: borrowing Span<UInt8>, style: TextStyle) -> LayoutUnit {
    let options = LineOptions.comparison
    let request = SimpleTextMeasurer.Request(marks: [], style: style, isASCII: Self.isASCII(text))
    let limits = SegmentBuilder.Limits(maxWidth: LayoutUnit.unlimited.raw, options)
    if !measureSimple(text, request, limits) {
      analysis.decode(text, using: &shaper.properties)
      _ = measureDecoded(text, marks: [], style: style, maxWidth: limits.maxWidth, options: options)
    }
    guard let first = measured.segments.first, let last = measured.segments.last else { return .zero }
    return LayoutUnit(raw: max(0, measured.lineWidth(from: first, to: last)))
  }

  /// Returns the length in bytes of the longest beginning of a line that, without the spaces at its end, is not wider than
  /// `maxWidth`; nil if there is anything but ASCII.
  mutating func asciiPrefix(of text: borrowing Span<UInt8>, style: TextStyle, maxWidth: LayoutUnit) -> Int? {
    takesAllStages
      ? nil
      : simple.asciiPrefix(of: text, style: style, maxWidth: max(0, maxWidth.raw), shaper: &shaper)
  }

  /// The height that lines need for the scripts of the text; nil if the style's own is enough.
  private func lineHeight(style: TextStyle) -> LayoutUnit? {
    if analysis.isASCII || analysis.infos.isAllLatin && !analysis.infos.isLimitedCommon { return nil }
    var tallest: LayoutUnit?
    var previous = CharacterProperties.latin
    for index in 0..<analysis.count where analysis[index].script != previous {
      previous = analysis[index].script
      if let height = Self.lineHeight(of: shaper.properties.scripts[Int(previous)], style: style) {
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
        SimpleText.SimpleRun(
          start: analysis[$0.start].offset, face: $0.face, emoji: max(-1, $0.emoji),
          isUnkerned: $0.isCommonInHebrew && shaper.kernsAsLatin($0, in: analysis))
      }, to: Int(analysis[analysis.count].offset), base: fonts.slotFaces[Int(style.slot.rawValue)],
      in: fonts)
  }
}

extension TextEngine {
  /// Makes each tab of the text measured last a run, with its width in these lines.
  ///
  /// Browsers differ about the end of a tab: Firefox skips a stop nearer than half a zero, Chromium one nearer than half a
  /// space, and each adds up its own roundings. So pages contain the width itself.
  private func divide(_ runs: inout [TextRun], atTabsOf lines: TextLines, style: TextStyle) {
    let length = analysis[analysis.count].offset
    if runs.isEmpty {
      runs = [TextRun(start: 0, end: length, face: FaceID(index: fonts.slotFaces[Int(style.slot.rawValue)]))]
    }
    let widths = tabWidths(in: lines)
    var divided: [TextRun] = []
    var tab = 0
    for whole in runs {
      var run = whole
      while tab < measured.tabs.count {
        let start = analysis[analysis.runs[Int(measured.tabs[tab])].start].offset
        guard start < run.end else { break }
        if run.start < start {
          divided.append(
            TextRun(start: run.start, end: start, face: run.face, isUnkerned: run.isUnkerned))
        }
        divided.append(TextRun(start: start, end: start + 1, face: run.face, tab: widths[tab]))
        run.start = start + 1
        tab += 1
      }
      if run.start < run.end { divided.append(run) }
    }
    runs = divided
  }

  /// Returns the width of each tab of the text measured last, in these lines.
  private func tabWidths(in lines: TextLines) -> [LayoutUnit] {
    var widths: [LayoutUnit] = []
    var (character, run) = (0, 0)
    for index in lines.indices {
      // A line ends with its spaces and tabs, which hang.
      let end = index + 1 < lines.count ? lines[index + 1].start : analysis[analysis.count].offset
      while character < analysis.count, analysis[character].offset < lines[index].start { character += 1 }
      while run < analysis.runs.count, analysis.runs[run].end <= character { run += 1 }
      var last = run
      while last < analysis.runs.count, analysis[analysis.runs[last].start].offset < end { last += 1 }
      guard run < last else { continue }
      measured.addTabWidths(from: analysis[character].position, in: run..<last, to: &widths)
    }
    return widths + repeatElement(.zero, count: max(0, measured.tabs.count - widths.count))
  }
}

extension TextRun {
  /// The runs that a page distinguishes, or none if all is in one face.
  fileprivate static func runs(
    _ measured: [SimpleText.SimpleRun], to end: Int, base: UInt16, in fonts: FontSet
  ) -> [TextRun] {
    if measured.allSatisfy({ $0.face == base && $0.emoji < 0 && !$0.isUnkerned }) { return [] }
    var runs: [TextRun] = []
    for run in measured {
      if let last = runs.last {
        if run.emoji < 0, last.emoji == nil, last.face.index == run.face, last.isUnkerned == run.isUnkerned {
          continue
        }
        runs[runs.count - 1].end = run.start
      }
      runs.append(
        TextRun(
          start: run.start, end: Int32(truncatingIfNeeded: end), face: FaceID(index: run.face),
          emoji: run.emoji < 0 ? nil : InlineEmoji(run.emoji, in: fonts),
          isUnkerned: run.isUnkerned))
    }
    return runs
  }
}

extension InlineEmoji {
  /// The drawing of the emoji with a number.
  fileprivate init(_ number: Int32, in fonts: FontSet) {
    guard number != Itemizer.ofMark else {
      self = .ofMark
      return
    }
    self = fonts.emoji[Int(number)].hasPicture ? .picture : .character
  }
}

extension TextMark {
  /// True for the mark of an emoji of the chat's own.
  var isEmoji: Bool { if case .emoji = kind { true } else { false } }
}
