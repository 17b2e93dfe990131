import Frames

/// A text measured and divided at possible line breaks: all input of ``LineFitter``.
///
/// Positions along the text are sums of advances in 1/65536 of a ``LayoutUnit``; a line rounds each of its runs up to
/// a whole unit, as Chromium does.
struct MeasuredText {
  /// A stretch in one face and direction.
  struct MeasuredRun {
    /// The positions of the run's start and end.
    var start: Int64
    var end: Int64
    /// The sum of the rounded widths of all runs before it.
    var before: Int64

    /// The rounded width of the whole run.
    var width: Int64 { MeasuredText.units(end - start) }
  }

  /// Text between two break opportunities, with the spaces after it.
  struct Segment {
    /// The position of its start, and the run there.
    var start: Int64
    var startRun: Int32
    /// The run in which it ends, and the position, if a line ends with it: spaces left out.
    var contentRun: Int32
    var contentEnd: Int64
    /// The byte after its spaces.
    var end: Int32
    /// The ending of a line that ends here.
    var ending: LineEnding

    init(
      start: Int64, startRun: Int32, contentEnd: Int64, contentRun: Int32, end: Int32,
      ending: LineEnding = .opportunity
    ) {
      (self.start, self.startRun, self.contentEnd, self.contentRun) = (
        start, startRun, contentEnd, contentRun
      )
      (self.end, self.ending) = (end, ending)
    }
  }

  /// A break opportunity left unused inside a segment, so that a number stays whole.
  struct KeptNumber {
    /// The segment's index.
    var segment: Int
    /// The position at which a line would have ended, and the run there.
    var contentEnd: Int64
    var contentRun: Int32
  }

  /// Text between two newlines.
  struct MeasuredParagraph {
    /// Its segments.
    var segments: Range<Int>
    /// Its first byte, and the byte after its last.
    var start: Int32
    var end: Int32
  }

  var runs: [MeasuredRun] = []
  /// The indexes of the runs that are tabs, as wide as it takes to the next stop; ascending.
  var tabs: [Int32] = []
  var segments: [Segment] = []
  var paragraphs: [MeasuredParagraph] = []
  /// The first unused opportunity of each segment that has any, ascending.
  var keptNumbers: [KeptNumber] = []
  /// The distance of tab stops; 0 if the text has no tab.
  var tabStop: Int32 = 0
  /// True if a segment ends with a soft hyphen, which is as wide as a hyphen at the end of a line only.
  var hasHyphens = false
  /// True if a segment was divided because it is wider than a line: more room would give other segments.
  var isDividedForWidth = false

  /// True if the width of a line is the plain sum of its advances.
  var isOneRun: Bool { runs.count <= 1 && tabStop == 0 }

  /// True if the whole text fits in a line of this width.
  func isOneLine(_ width: Int32) -> Bool {
    guard isOneRun, paragraphs.count == 1, let first = segments.first, let last = segments.last else {
      return false
    }
    return last.contentEnd - first.start <= Int64(width) << 16
  }

  /// Forgets the last text.
  mutating func clear() {
    // Most texts have one of each, for which emptying an array takes longer.
    while runs.popLast() != nil {}
    while paragraphs.popLast() != nil {}
    if !tabs.isEmpty { tabs.removeAll(keepingCapacity: true) }
    segments.removeAll(keepingCapacity: true)
    if !keptNumbers.isEmpty { keptNumbers.removeAll(keepingCapacity: true) }
    (tabStop, hasHyphens, isDividedForWidth) = (0, false, false)
  }

  /// The first break opportunity that a segment leaves unused.
  func keptNumber(inSegment segment: Int) -> KeptNumber? {
    let low = keptNumbers.partitionIndex { $0.segment < segment }
    return low < keptNumbers.count && keptNumbers[low].segment == segment ? keptNumbers[low] : nil
  }

  /// A sum of advances as a whole number of units, rounded up.
  @inline(__always)
  private static func units(_ advance: Int64) -> Int64 { (advance + 0xFFFF) >> 16 }

  /// A sum of advances in whole units, rounded up and limited to a length beyond any line: a single cluster
  /// can be as wide as a text is long.
  @inline(__always)
  static func rounded(_ advance: Int64) -> Int32 { length(units(advance)) }

  @inline(__always)
  private static func length(_ units: Int64) -> Int32 {
    Int32(truncatingIfNeeded: min(units, Int64(LayoutUnit.unlimited.raw)))
  }

  /// The width of a line from one segment to another, without the spaces at its end.
  @inline(__always)
  func lineWidth(from first: Segment, to last: Segment) -> Int32 {
    if first.startRun == last.contentRun, tabStop == 0 { return Self.rounded(last.contentEnd - first.start) }
    return widthAcrossRuns(from: first, to: last)
  }

  /// True if a segment by itself is no wider than a line.
  @inline(__always)
  func fits(_ segment: Segment, in width: Int32) -> Bool {
    if segment.startRun == segment.contentRun, tabStop == 0,
      segment.contentEnd - segment.start <= Int64(width) << 16
    {
      return true
    }
    return lineWidth(from: segment, to: segment) <= width
  }

  /// The width from one segment to the start of another one.
  func lineWidth(from first: Segment, before next: Segment) -> Int32 {
    var last = next
    (last.contentEnd, last.contentRun) = (next.start, next.startRun)
    return lineWidth(from: first, to: last)
  }

  /// The reach of a line from the segment at `first`: the index after the last segment of its run that fits,
  /// found with a sum and a comparison for each. From there on, use ``lineWidth(from:to:)``.
  @inline(__always)
  func reach(from first: Int, to end: Int, width: Int32) -> Int {
    let segments = segments.span
    var index = first + 1
    // With tabs each sum goes over all tabs of the line, which are few unless nothing ends the line.
    if tabStop > 0 { return width < LayoutUnit.unlimited.raw ? index : end }
    let run = segments[first].startRun
    let limit = segments[first].start + Int64(width) << 16
    // The last line of a text has no further limit.
    if isOneRun, !hasHyphens, segments[end - 1].contentEnd <= limit { return end }
    while index < end, segments[index].contentEnd <= limit, segments[index].contentRun == run { index += 1 }
    return index
  }

  private func widthAcrossRuns(from first: Segment, to last: Segment) -> Int32 {
    let (a, b) = (Int(first.startRun), Int(last.contentRun))
    guard b >= a else { return 0 }
    return tabStop > 0
      ? widthWithTabs(from: first, to: last) : width(from: first.start, in: a, to: last.contentEnd, in: b)
  }

  /// Returns the width between a position in run `a` and one in run `b`, which is not before it, without tabs.
  private func width(from start: Int64, in a: Int, to end: Int64, in b: Int) -> Int32 {
    if a == b { return max(0, Self.rounded(end - start)) }
    let (head, tail) = (Self.units(runs[a].end - start), Self.units(end - runs[b].start))
    return Self.length(head + (runs[b].before - runs[a].before - runs[a].width) + tail)
  }

  /// Returns the width of a tab that starts at a distance from its line's start.
  ///
  /// CSS Text 3 §4.2: a tab reaches to the next stop; one nearer than half a space is skipped, as in Chromium.
  private func tabWidth(at x: Int32) -> Int32 {
    let rest = tabStop - x % tabStop
    return rest < tabStop / (2 * Int32(Shaper.tabSize)) ? rest + tabStop : rest
  }

  /// Appends the widths of the tabs in `runs`, a line that starts at a position in the first of them.
  func addTabWidths(from start: Int64, in runs: Range<Int>, to widths: inout [LayoutUnit]) {
    var (run, start, x) = (runs.lowerBound, start, Int32(0))
    let first = tabs.partitionIndex { $0 < runs.lowerBound }
    for tab in tabs[first...].lazy.map(Int.init).prefix(while: { $0 < runs.upperBound }) {
      if tab > run { x += width(from: start, in: run, to: self.runs[tab - 1].end, in: tab - 1) }
      let width = tabWidth(at: x)
      widths.append(LayoutUnit(raw: width))
      x = min(x + width, LayoutUnit.unlimited.raw)
      run = tab + 1
      if run < self.runs.count { start = self.runs[run].start }
    }
  }

  private func widthWithTabs(from first: Segment, to last: Segment) -> Int32 {
    let lastRun = Int(last.contentRun)
    var (run, start) = (Int(first.startRun), first.start)
    var number = tabs.partitionIndex { $0 < first.startRun }
    var x: Int32 = 0
    while run <= lastRun {
      // A line has few tabs, because each has a width, but any number of runs: the text before the next tab is
      // one sum.
      let tab = number < tabs.count ? Int(tabs[number]) : runs.count
      let through = tab == run ? run : min(tab - 1, lastRun)
      let end = through == lastRun ? last.contentEnd : runs[through].end
      if tab != run {
        x += width(from: start, in: run, to: end, in: through)
      } else {
        number += 1
        if end > start { x += tabWidth(at: x) }
      }
      x = min(x, LayoutUnit.unlimited.raw)
      run = through + 1
      if run <= lastRun { start = runs[run].start }
    }
    return x
  }
}

extension Array {
  /// The index of the first element for which `comesBefore` is false, in a sorted array.
  fileprivate func partitionIndex(_ comesBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if comesBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
