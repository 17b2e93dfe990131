import Frames
import ICU

/// Divides a measured text at its breaks into the segments that lines are made of.
///
/// **Idea.** Every measurer has noted the positions of a text's characters and the characters before which a line may end
/// (``PositionedText``). From there on all texts take the same steps:
///
/// ```
/// breaks        |Donau  |https://a.example/path |5 km|⏎
/// segments      [Donau]··[https://a.example/path]·[5 km]      ·: hangs, no width at the end of a line
/// too wide?              [https://a.][example/][path]         at punctuation of a URL, else between clusters
/// number                                          5|km        noted: the line could have been fuller
/// ```
///
/// **Invariant.** The segments of a paragraph follow each other without a gap, each at least one cluster long, and each is
/// either no wider than a line or a single cluster. So ``LineFitter`` only adds them up.
struct SegmentBuilder {
  private let graphemes = TextBoundaries(.grapheme, locale: "")
  /// Finds where lines may break.
  var finder: BreakFinder

  /// A builder for texts of a locale. With `knowsIdeographs` false it asks ICU about ideographs too, to test
  /// that it need not.
  init(locale: String, knowsIdeographs: Bool = true) {
    finder = BreakFinder(locale: locale, knowsIdeographs: knowsIdeographs)
  }

  /// The limits by which a text is divided.
  struct Limits {
    /// The maximum width of a segment, except one of a single cluster.
    var maxWidth: Int32
    /// True if a URL wider than a line is divided after its punctuation.
    var breaksURLs: Bool
    /// True if numbers stay whole when they fit in a line.
    var keepsNumbers: Bool

    /// The limits of a width and a caller's options.
    init(maxWidth: Int32, _ options: LineOptions) {
      (self.maxWidth, breaksURLs, keepsNumbers) = (maxWidth, options.breakURLs, options.keepNumbers)
    }
  }

  /// The state of a division in the making.
  private struct LineProgress {
    /// The run of the last segment.
    var run = 0
    /// The token of the last segment that was too wide.
    var token = BreakRules.Token()
  }

  // MARK: All of a text

  /// Adds a text as one segment. Returns false if it is wider than a line or has newlines.
  func addLine(
    _ text: SimpleText, utf8: borrowing Span<UInt8>, maxWidth: Int32, shaper: inout Shaper,
    into measured: inout MeasuredText
  ) -> Bool {
    guard text.paragraphCount == 1 else { return false }
    var run = 0
    let line = Self.segment(0..<text.count, of: text, utf8: utf8, &shaper, &run)
    guard measured.fits(line, in: maxWidth) else { return false }
    measured.segments.append(line)
    measured.paragraphs.append(MeasuredText.MeasuredParagraph(segments: 0..<1, start: 0, end: line.end))
    return true
  }

  /// Divides `text` into paragraphs and segments; segments wider than a line are divided further: inside numbers kept whole,
  /// in URLs after punctuation, else between clusters. Returns false if a segment is too wide and the text's clusters are
  /// unknown.
  func divide<Text: PositionedText>(
    _ text: inout Text, utf8: borrowing Span<UInt8>, _ limits: Limits, shaper: inout Shaper,
    into measured: inout MeasuredText
  ) -> Bool {
    let (breaks, keptNumbers) = (text.breaks, text.keptNumbers)
    measured.segments.reserveCapacity(measured.segments.count + text.breakCount)
    var progress = LineProgress()
    var (start, kept, paragraphStart) = (0, 0, 0)
    var first = measured.segments.count
    for number in 0..<text.breakCount {
      let index = Int(breaks[number])
      let offset = text.offset(of: index)
      if index > start {
        let firstKept = kept
        while kept < keptNumbers.count, keptNumbers[kept] < index { kept += 1 }
        let isAdded = add(
          start..<index, keeping: firstKept..<kept, of: &text, utf8: utf8, limits, &shaper,
          &progress, &measured)
        if !isAdded { return false }
        start = index
      }
      guard offset == utf8.count || utf8[offset] == 0x0A else { continue }
      measured.paragraphs.append(
        MeasuredText.MeasuredParagraph(
          segments: first..<measured.segments.count, start: Int32(truncatingIfNeeded: paragraphStart),
          end: Int32(truncatingIfNeeded: offset)))
      first = measured.segments.count
      (start, paragraphStart) = (index + 1, offset + 1)
    }
    return true
  }

  /// Adds a range as one segment, or as several if it is wider than a line.
  @inline(__always)
  private func add<Text: PositionedText>(
    _ range: Range<Int>, keeping kept: Range<Int>, of text: inout Text, utf8: borrowing Span<UInt8>,
    _ limits: Limits, _ shaper: inout Shaper, _ progress: inout LineProgress,
    _ measured: inout MeasuredText
  ) -> Bool {
    let segment = Self.segment(range, of: text, utf8: utf8, &shaper, &progress.run)
    if segment.ending == .hyphen { measured.hasHyphens = true }
    if !measured.fits(segment, in: limits.maxWidth) {
      return addParts(
        of: segment, range, keeping: kept, of: &text, utf8: utf8, limits, &shaper, &progress, &measured
      )
    }
    if !kept.isEmpty {
      note(Int(text.keptNumbers[kept.lowerBound]), of: text, utf8: utf8, segment, &measured)
    }
    measured.segments.append(segment)
    return true
  }

  /// Adds a range that is wider than a line: cut at the numbers in it if there are any, because they do not fit,
  /// else like ``split(_:of:utf8:_:isURL:_:_:firstRun:_:)``.
  private func addParts<Text: PositionedText>(
    of segment: MeasuredText.Segment, _ range: Range<Int>, keeping kept: Range<Int>,
    of text: inout Text, utf8: borrowing Span<UInt8>, _ limits: Limits, _ shaper: inout Shaper,
    _ progress: inout LineProgress, _ measured: inout MeasuredText
  ) -> Bool {
    measured.isDividedForWidth = true
    if kept.isEmpty {
      return split(
        range, of: &text, utf8: utf8, limits, &shaper, firstRun: Int(segment.startRun), &progress,
        &measured)
    }
    progress.run = Int(segment.startRun)
    var start = range.lowerBound
    for end in text.keptNumbers[kept].map(Int.init) + [range.upperBound] {
      let part = Self.segment(start..<end, of: text, utf8: utf8, &shaper, &progress.run)
      if part.ending == .hyphen { measured.hasHyphens = true }
      if measured.fits(part, in: limits.maxWidth) {
        measured.segments.append(part)
      } else {
        let isSplit = split(
          start..<end, of: &text, utf8: utf8, limits, &shaper, firstRun: Int(part.startRun), &progress,
          &measured)
        if !isSplit { return false }
      }
      start = end
    }
    return true
  }

  /// Notes that the segment about to be added could have ended before `index`.
  private func note<Text: PositionedText>(
    _ index: Int, of text: Text, utf8: borrowing Span<UInt8>, _ segment: MeasuredText.Segment,
    _ measured: inout MeasuredText
  ) {
    let content =
      index - BreakRules.hangingCount(before: text.offset(of: index), from: 0, in: utf8, tabs: false)
    var run = Int(segment.startRun)
    while text.end(ofRun: run) < content { run += 1 }
    measured.keptNumbers.append(
      MeasuredText.KeptNumber(
        segment: measured.segments.count, contentEnd: text.position(of: content), contentRun: Int32(run)))
  }

  /// Returns the segment of a range. `run` is the run of an earlier character, and becomes the last one's.
  @inline(__always)
  private static func segment<Text: PositionedText>(
    _ range: Range<Int>, of text: Text, utf8: borrowing Span<UInt8>, _ shaper: inout Shaper, _ run: inout Int
  ) -> MeasuredText.Segment {
    let isOneRun = text.isOneRun
    if !isOneRun { while text.end(ofRun: run) <= range.lowerBound { run += 1 } }
    let startRun = run
    let end = text.offset(of: range.upperBound)
    let content =
      range.upperBound
      - BreakRules.hangingCount(before: end, from: text.offset(of: range.lowerBound), in: utf8, tabs: true)
    let start = text.position(of: range.lowerBound)
    var contentEnd = start
    if content > range.lowerBound {
      if !isOneRun { while text.end(ofRun: run) < content { run += 1 } }
      contentEnd =
        content < range.upperBound
        ? text.position(of: content)
        : text.lineEnd(before: content, run: run, utf8: utf8, shaper: &shaper)
    }
    let hyphen = text.hyphenAdvance(before: range.upperBound, run: run, shaper: &shaper)
    return MeasuredText.Segment(
      start: start, startRun: Int32(truncatingIfNeeded: startRun), contentEnd: contentEnd + (hyphen ?? 0),
      contentRun: Int32(truncatingIfNeeded: run), end: Int32(truncatingIfNeeded: end),
      ending: hyphen == nil ? .opportunity : .hyphen)
  }

  // MARK: Segments wider than a line

  /// Appends a range as segments that fit in a line or are a single cluster. Returns false if the text's clusters are
  /// unknown.
  ///
  /// Each segment takes as many clusters as fit, but ends at the last punctuation of a URL among them, if any.
  private func split<Text: PositionedText>(
    _ range: Range<Int>, of text: inout Text, utf8: borrowing Span<UInt8>, _ limits: Limits,
    _ shaper: inout Shaper, firstRun: Int, _ progress: inout LineProgress,
    _ measured: inout MeasuredText
  ) -> Bool {
    let hasClusters = text.findClusters(
      in: range, utf8: utf8, graphemes: graphemes, shaper: &shaper)
    guard hasClusters else { return false }
    let (first, last) = (text.offset(of: range.lowerBound), text.offset(of: range.upperBound))
    if !progress.token.range.contains(first) { progress.token = BreakRules.Token(around: first, in: utf8) }
    let isURL = progress.token.isURL && limits.breaksURLs
    let contentEnd =
      range.upperBound - BreakRules.hangingCount(before: last, from: first, in: utf8, tabs: false)
    var run = firstRun
    var start = range.lowerBound
    while start < range.upperBound {
      while text.end(ofRun: run) <= start { run += 1 }
      var line = MeasuredText.Segment(
        start: text.position(of: start), startRun: Int32(run), contentEnd: text.position(of: start),
        contentRun: Int32(run), end: 0)
      var fitting = start
      var urlBreak = start
      while fitting < contentEnd {
        var end = fitting + 1
        while end < contentEnd, !text.startsCluster(at: end) { end += 1 }
        while text.end(ofRun: run) < end { run += 1 }
        line.contentEnd =
          end == contentEnd && end < range.upperBound
          ? text.position(of: end)
          : text.lineEnd(before: end, run: run, utf8: utf8, shaper: &shaper)
        if end == range.upperBound {
          line.contentEnd += text.hyphenAdvance(before: end, run: run, shaper: &shaper) ?? 0
        }
        line.contentRun = Int32(run)
        if fitting > start, !measured.fits(line, in: limits.maxWidth) { break }
        fitting = end
        if isURL, end < contentEnd, BreakRules.mayBreakURL(before: text.offset(of: end), in: utf8) {
          urlBreak = end
        }
      }
      let isAll = fitting == contentEnd
      let end = isAll ? range.upperBound : urlBreak > start ? urlBreak : fitting
      run = Int(line.startRun)
      var last = Self.segment(start..<end, of: text, utf8: utf8, &shaper, &run)
      if !isAll { last.ending = end == urlBreak ? .url : .emergency }
      measured.segments.append(last)
      start = end
    }
    progress.run = run
    return true
  }
}
