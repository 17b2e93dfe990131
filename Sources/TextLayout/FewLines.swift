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

/// The lines of texts without tabs and soft hyphens, if they are not too many.
extension LineFinisher {
  /// Appends the lines of a text; false if that has to be done without ``LineEnds``.
  func chooseFew<Ruler: LineRuler>(
    _ ruler: Ruler.Type, from text: MeasuredText, balancing: Bool, into lines: inout [TextLine]
  ) -> Bool {
    let (segments, paragraphs) = (text.segments.span, text.paragraphs.span)
    guard Self.areAscending(segments) else { return false }
    if paragraphs.count == 1, !segments.isEmpty {
      let whole = Ruler.width(of: text, segments, 0, segments.count - 1)
      if whole <= maxWidth {
        lines.append(
          TextLine(
            start: paragraphs[0].start, end: paragraphs[0].end, width: LayoutUnit(raw: whole), ending: .end))
        return true
      }
    }
    guard let greedy = fillUp(ruler, text) else { return false }
    var ends = greedy.ends
    if balancing, ends.count > paragraphs.count {
      let narrow = narrowest(ruler, of: text, like: greedy)
      if narrow.width + leastSaving <= greedy.fill.widest { ends = narrow.ends }
      // The last line shall be more than one word, if the number of lines allows that.
      if hasLonelyWord(ends) {
        if paragraphs.count > 1 { return false }
        ends = narrow.ends
      }
    }
    append(ruler, ends, of: text, to: &lines)
    return true
  }

  /// Whether each segment starts and ends no earlier than the one before: longer lines are wider then. What is kerned with
  /// something that has no width may end later than that.
  private static func areAscending(_ segments: borrowing Span<MeasuredText.Segment>) -> Bool {
    var steps: Int64 = 0
    var (start, content) = (Int64(0), Int64(0))
    for place in segments.indices {
      steps |= (segments[place].start - start) | (segments[place].content - content)
      (start, content) = (segments[place].start, segments[place].content)
    }
    return steps >= 0
  }

  /// Whether a paragraph of more lines than one ends with one of a single segment.
  private func hasLonelyWord(_ ends: LineEnds) -> Bool {
    for line in 1..<ends.count where ends.endsParagraph(line) && !ends.endsParagraph(line - 1) {
      if ends[line] == ends[line - 1] + 1 { return true }
    }
    return false
  }

  /// Lines that are as full as they get; nil if there are too many of them.
  private func fillUp<Ruler: LineRuler>(
    _ ruler: Ruler.Type, _ text: MeasuredText
  ) -> (ends: LineEnds, fill: Fill)? {
    let (segments, paragraphs) = (text.segments.span, text.paragraphs.span)
    var (ends, fill) = (LineEnds(), Fill())
    for paragraph in paragraphs.indices {
      var place = paragraphs[paragraph].segments.lowerBound
      let end = paragraphs[paragraph].segments.upperBound
      // Most lines have about as many segments as the one before.
      var usual = 1
      repeat {
        if ends.count == LineEnds.most { return nil }
        let first = place
        if first < end {
          place = min(end, first + usual)
          var reach = Ruler.width(of: text, segments, first, place - 1)
          while place > first + 1, reach > maxWidth {
            place -= 1
            reach = Ruler.width(of: text, segments, first, place - 1)
          }
          while place < end {
            let longer = Ruler.width(of: text, segments, first, place)
            if longer > maxWidth { break }
            reach = longer
            place += 1
          }
          usual = place - first
          fill.widest = max(fill.widest, reach)
        }
        ends.append(place, endsParagraph: place == end)
      } while place < end
    }
    fill.lines = ends.count
    return (ends, fill)
  }

  /// Fills as many lines as `high` has, each to the same width, which is between those with which they end at `low`
  /// and at `high`.
  private func fill<Ruler: LineRuler>(
    _ ruler: Ruler.Type, _ text: MeasuredText, width: Int32, between low: LineEnds, and high: LineEnds
  ) -> (ends: LineEnds, fill: Fill) {
    let segments = text.segments.span
    var (ends, fill) = (LineEnds(), Fill())
    fill.lines = high.count
    var first = 0
    for line in 0..<high.count {
      let (last, endsParagraph) = (high[line], high.endsParagraph(line))
      var place = last
      // A paragraph may be empty.
      if first < last {
        let least = max(first + 1, low[line])
        var reach = Ruler.width(of: text, segments, first, place - 1)
        while place > least, reach > width {
          place -= 1
          fill.nextWidth = min(fill.nextWidth, reach)
          reach = Ruler.width(of: text, segments, first, place - 1)
        }
        fill.widest = max(fill.widest, reach)
        if place == last, !endsParagraph {
          fill.nextWidth = min(fill.nextWidth, Ruler.width(of: text, segments, first, place))
        }
        if place < last, endsParagraph { fill.lines = high.count + 1 }
      }
      ends.append(place, endsParagraph: endsParagraph)
      first = endsParagraph ? last : place
    }
    return (ends, fill)
  }

  /// The lines of the least width that are as many as those as full as they get.
  ///
  /// A binary search that moves each end to the next width at which anything changes.
  private func narrowest<Ruler: LineRuler>(
    _ ruler: Ruler.Type, of text: MeasuredText, like greedy: (ends: LineEnds, fill: Fill)
  ) -> (width: Int32, ends: LineEnds) {
    let (segments, paragraphs) = (text.segments.span, text.paragraphs.span)
    if greedy.ends.count == 2, paragraphs.count == 1 {
      let width = narrowestPair(paragraphs[0], of: text)
      if width >= maxWidth { return (maxWidth, greedy.ends) }
      return (width, fill(ruler, text, width: width, between: LineEnds(), and: greedy.ends).ends)
    }
    var least: Int32 = 0
    for place in segments.indices { least = max(least, Ruler.width(of: text, segments, place, place)) }
    // A cluster wider than a line leaves no choice.
    if least >= maxWidth { return (maxWidth, greedy.ends) }
    if paragraphs.count == 1 {
      let byLength = leastByLength(paragraphs[0], of: text, lines: greedy.ends.count)
      least = max(least, min(byLength, greedy.fill.widest))
    }
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

  /// Appends the lines of a text.
  private func append<Ruler: LineRuler>(
    _ ruler: Ruler.Type, _ ends: LineEnds, of text: MeasuredText, to lines: inout [TextLine]
  ) {
    let (segments, paragraphs) = (text.segments.span, text.paragraphs.span)
    lines.reserveCapacity(ends.count)
    var (paragraph, first) = (0, 0)
    var start = paragraphs[0].start
    for line in 0..<ends.count {
      let place = ends[line]
      let width = place > first ? Ruler.width(of: text, segments, first, place - 1) : 0
      if ends.endsParagraph(line) {
        let isLast = paragraph == paragraphs.count - 1
        lines.append(
          TextLine(
            start: start, end: paragraphs[paragraph].end, width: LayoutUnit(raw: width),
            ending: isLast ? .end : .newline))
        paragraph += 1
        if !isLast { start = paragraphs[paragraph].start }
      } else {
        let ending = self.ending(
          from: segments[first], before: place, of: text,
          couldBeLonger: Ruler.width(of: text, segments, first, place) <= maxWidth)
        let end = segments[place - 1].end
        lines.append(TextLine(start: start, end: end, width: LayoutUnit(raw: width), ending: ending))
        start = end
      }
      first = place
    }
  }
}
