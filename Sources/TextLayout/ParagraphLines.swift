internal import Frames

/// How wide lines of a text are, from one segment to another.
protocol LineRuler {
  static func width(
    of text: MeasuredText, _ segments: borrowing Span<MeasuredText.Segment>, _ first: Int, _ last: Int
  ) -> Int32
}

/// Of text in one run, which most is: a subtraction.
enum OneRun: LineRuler {
  @inline(__always)
  static func width(
    of text: MeasuredText, _ segments: borrowing Span<MeasuredText.Segment>, _ first: Int, _ last: Int
  ) -> Int32 { MeasuredText.rounded(segments[last].content - segments[first].start) }
}

/// Of text in any runs.
enum ManyRuns: LineRuler {
  @inline(__always)
  static func width(
    of text: MeasuredText, _ segments: borrowing Span<MeasuredText.Segment>, _ first: Int, _ last: Int
  ) -> Int32 { text.lineWidth(from: segments[first], to: segments[last]) }
}

/// The lines of texts that are one paragraph without tabs and soft hyphens.
extension LineFinisher {
  /// Appends the lines of a text that is one paragraph of not too many lines, as most are; false if it is not, or if
  /// its lines are not measured by sums alone.
  func chooseOfOne<Ruler: LineRuler>(
    _ ruler: Ruler.Type, from text: MeasuredText, balancing: Bool, into lines: inout [TextLine]
  ) -> Bool {
    let (segments, paragraph) = (text.segments.span, text.paragraphs[0])
    let whole = Ruler.width(of: text, segments, 0, segments.count - 1)
    if whole <= maxWidth {
      lines.append(
        TextLine(start: paragraph.start, end: paragraph.end, width: LayoutUnit(raw: whole), ending: .end))
      return true
    }
    guard let greedy = ends(ruler, of: text) else { return false }
    var ends = greedy.ends
    if balancing, ends.count > 1 {
      let narrow = narrowest(ruler, of: text, like: greedy)
      // The last line shall be more than one word, if the number of lines allows that.
      let isLastOneWord = ends[ends.count - 2] == segments.count - 1
      if isLastOneWord || narrow.width + leastSaving <= greedy.fill.widest { ends = narrow.ends }
    }
    append(ruler, ends, of: text, to: &lines)
    return true
  }

  /// Lines that are as full as they get; nil if there are too many of them.
  fileprivate func ends<Ruler: LineRuler>(_ ruler: Ruler.Type, of text: MeasuredText) -> (
    ends: LineEnds, fill: Fill
  )? {
    let segments = text.segments.span
    var (ends, fill) = (LineEnds(), Fill())
    var place = 0
    while place < segments.count {
      if ends.count == LineEnds.most { return nil }
      let first = place
      place += 1
      while place < segments.count, Ruler.width(of: text, segments, first, place) <= maxWidth { place += 1 }
      fill.widest = max(fill.widest, Ruler.width(of: text, segments, first, place - 1))
      ends.append(place)
    }
    fill.lines = ends.count
    return (ends, fill)
  }

  /// Fills as many lines as `high` has, each to the same width, which is between those with which they end at `low`
  /// and at `high`.
  fileprivate func fill<Ruler: LineRuler>(
    _ ruler: Ruler.Type, _ text: MeasuredText, width: Int32, between low: LineEnds, and high: LineEnds
  ) -> (ends: LineEnds, fill: Fill) {
    let segments = text.segments.span
    var (ends, fill) = (LineEnds(), Fill())
    var place = 0
    for line in 0..<high.count where place < segments.count {
      let first = place
      place = max(place + 1, low[line])
      while place < high[line], Ruler.width(of: text, segments, first, place) <= width { place += 1 }
      fill.widest = max(fill.widest, Ruler.width(of: text, segments, first, place - 1))
      ends.append(place)
      if place < segments.count {
        fill.nextWidth = min(fill.nextWidth, Ruler.width(of: text, segments, first, place))
      }
    }
    fill.lines = place < segments.count ? high.count + 1 : high.count
    return (ends, fill)
  }

  /// The lines of the least width that are as many as those as full as they get.
  ///
  /// A binary search that moves each end to the next width at which anything changes.
  fileprivate func narrowest<Ruler: LineRuler>(
    _ ruler: Ruler.Type, of text: MeasuredText, like greedy: (ends: LineEnds, fill: Fill)
  ) -> (width: Int32, ends: LineEnds) {
    let paragraph = text.paragraphs[0]
    if greedy.ends.count == 2 {
      let width = narrowestPair(paragraph, of: text)
      if width >= maxWidth { return (maxWidth, greedy.ends) }
      return (width, fill(ruler, text, width: width, between: LineEnds(), and: greedy.ends).ends)
    }
    let segments = text.segments.span
    var least: Int32 = 0
    for place in segments.indices {
      least = max(least, Ruler.width(of: text, segments, place, place))
    }
    // A cluster wider than a line leaves no choice.
    if least >= maxWidth { return (maxWidth, greedy.ends) }
    let byLength = leastByLength(paragraph, of: text, lines: greedy.ends.count)
    least = max(least, min(byLength, greedy.fill.widest))
    var (low, high) = (LineEnds(), greedy.ends)
    var (tooNarrow, enough) = (least - 1, min(greedy.fill.widest, maxWidth))
    while enough > tooNarrow + 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      let attempt = fill(ruler, text, width: middle, between: low, and: high)
      if attempt.fill.lines <= greedy.ends.count {
        high = attempt.ends
        enough = min(middle, max(attempt.fill.widest, least))
      } else {
        low = attempt.ends
        tooNarrow = max(middle, min(attempt.fill.nextWidth, enough) - 1)
      }
    }
    return (enough, high)
  }

  /// Appends the lines of a text's only paragraph.
  fileprivate func append<Ruler: LineRuler>(
    _ ruler: Ruler.Type, _ ends: LineEnds, of text: MeasuredText, to lines: inout [TextLine]
  ) {
    let (segments, paragraph) = (text.segments.span, text.paragraphs[0])
    lines.reserveCapacity(ends.count)
    var (place, start) = (0, paragraph.start)
    for line in 0..<ends.count {
      let first = place
      place = ends[line]
      let width = Ruler.width(of: text, segments, first, place - 1)
      let isLast = place == segments.count
      let ending: LineEnding =
        isLast
        ? .end
        : self.ending(
          from: segments[first], before: place, of: text,
          couldBeLonger: Ruler.width(of: text, segments, first, place) <= maxWidth)
      let end = isLast ? paragraph.end : segments[place - 1].end
      lines.append(TextLine(start: start, end: end, width: LayoutUnit(raw: width), ending: ending))
      start = end
    }
  }
}
