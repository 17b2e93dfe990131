internal import Frames

/// Chooses the lines of a measured text: as full as they get, then as even as the same number of lines allows. The
/// text's segments are narrow enough for a line already.
struct LineFinisher {
  /// No line is wider.
  let maxWidth: Int32
  /// Balancing must narrow the text by this much to be done.
  let leastSaving: Int32

  /// What filling lines to some width comes to.
  private struct Fill {
    var lines = 0
    /// The widest line.
    var widest: Int32 = 0
    /// The least width that would fill some line differently.
    var nextWidth = Int32.max
  }

  /// Appends the lines to `lines`.
  func choose(from text: MeasuredText, balancing: Bool, into lines: inout [TextLine]) {
    if chooseOfOne(from: text, balancing: balancing, into: &lines) { return }
    var greedy = Fill()
    for paragraph in text.paragraphs { fill(paragraph, of: text, width: maxWidth, &greedy) }
    lines.reserveCapacity(greedy.lines)
    var width = maxWidth
    if balancing, greedy.lines > text.paragraphs.count {
      let narrow = narrowest(text.paragraphs, of: text, like: greedy)
      if narrow + leastSaving <= greedy.widest { width = narrow }
    }
    for (place, paragraph) in text.paragraphs.enumerated() {
      let isLast = place == text.paragraphs.count - 1
      let first = lines.count
      let lastStart = append(
        paragraph, of: text, width: width, ending: isLast ? .end : .newline, to: &lines)
      // The last line shall be more than one word, if the number of lines allows that.
      guard balancing, lines.count > first + 1, lastStart == paragraph.segments.upperBound - 1 else {
        continue
      }
      lines.removeSubrange(first...)
      var fill = Fill()
      self.fill(paragraph, of: text, width: width, &fill)
      append(
        paragraph, of: text, width: narrowest([paragraph], of: text, like: fill),
        ending: isLast ? .end : .newline, to: &lines)
    }
  }

  /// Appends the lines of a text that is one paragraph of not too many lines, as most are; false if it is not, or if
  /// its lines are not measured by sums alone.
  private func chooseOfOne(
    from text: MeasuredText, balancing: Bool, into lines: inout [TextLine]
  ) -> Bool {
    guard text.paragraphs.count == 1, text.tabStop == 0, !text.hasHyphens, !text.segments.isEmpty else {
      return false
    }
    let (segments, paragraph) = (text.segments.span, text.paragraphs[0])
    let whole = text.lineWidth(from: segments[0], to: segments[segments.count - 1])
    if whole <= maxWidth {
      lines.append(
        TextLine(start: paragraph.start, end: paragraph.end, width: LayoutUnit(raw: whole), ending: .end))
      return true
    }
    guard let greedy = ends(of: text) else { return false }
    var ends = greedy.ends
    if balancing, ends.count > 1 {
      let narrow = narrowest(of: text, like: greedy)
      // The last line shall be more than one word, if the number of lines allows that.
      let isLastOneWord = ends[ends.count - 2] == segments.count - 1
      if isLastOneWord || narrow.width + leastSaving <= greedy.fill.widest { ends = narrow.ends }
    }
    append(ends, of: text, to: &lines)
    return true
  }

  /// Lines that are as full as they get; nil if there are too many of them.
  private func ends(of text: MeasuredText) -> (ends: LineEnds, fill: Fill)? {
    let segments = text.segments.span
    var (ends, fill) = (LineEnds(), Fill())
    var place = 0
    while place < segments.count {
      if ends.count == LineEnds.most { return nil }
      let first = segments[place]
      place += 1
      while place < segments.count, text.lineWidth(from: first, to: segments[place]) <= maxWidth {
        place += 1
      }
      fill.widest = max(fill.widest, text.lineWidth(from: first, to: segments[place - 1]))
      ends.append(place)
    }
    fill.lines = ends.count
    return (ends, fill)
  }

  /// Fills as many lines as `high` has, each to the same width, which is between those with which they end at `low`
  /// and at `high`.
  private func fill(
    _ text: MeasuredText, width: Int32, between low: LineEnds, and high: LineEnds
  ) -> (ends: LineEnds, fill: Fill) {
    let segments = text.segments.span
    var (ends, fill) = (LineEnds(), Fill())
    var place = 0
    for line in 0..<high.count where place < segments.count {
      let first = segments[place]
      place = max(place + 1, low[line])
      while place < high[line], text.lineWidth(from: first, to: segments[place]) <= width { place += 1 }
      fill.widest = max(fill.widest, text.lineWidth(from: first, to: segments[place - 1]))
      ends.append(place)
      if place < segments.count {
        fill.nextWidth = min(fill.nextWidth, text.lineWidth(from: first, to: segments[place]))
      }
    }
    fill.lines = place < segments.count ? high.count + 1 : high.count
    return (ends, fill)
  }

  /// The lines of the least width that are as many as those as full as they get.
  ///
  /// A binary search that moves each end to the next width at which anything changes.
  private func narrowest(
    of text: MeasuredText, like greedy: (ends: LineEnds, fill: Fill)
  ) -> (width: Int32, ends: LineEnds) {
    let paragraph = text.paragraphs[0]
    if greedy.ends.count == 2 {
      let width = narrowestPair(paragraph, of: text)
      if width >= maxWidth { return (maxWidth, greedy.ends) }
      return (width, fill(text, width: width, between: LineEnds(), and: greedy.ends).ends)
    }
    let segments = text.segments.span
    var least: Int32 = 0
    for place in segments.indices {
      least = max(least, text.lineWidth(from: segments[place], to: segments[place]))
    }
    // A cluster wider than a line leaves no choice.
    if least >= maxWidth { return (maxWidth, greedy.ends) }
    let byLength = leastByLength(paragraph, of: text, lines: greedy.ends.count)
    least = max(least, min(byLength, greedy.fill.widest))
    var (low, high) = (LineEnds(), greedy.ends)
    var (tooNarrow, enough) = (least - 1, min(greedy.fill.widest, maxWidth))
    while enough > tooNarrow + 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      let attempt = fill(text, width: middle, between: low, and: high)
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
  private func append(_ ends: LineEnds, of text: MeasuredText, to lines: inout [TextLine]) {
    let (segments, paragraph) = (text.segments.span, text.paragraphs[0])
    lines.reserveCapacity(ends.count)
    var (place, start) = (0, paragraph.start)
    for line in 0..<ends.count {
      let first = segments[place]
      place = ends[line]
      let width = text.lineWidth(from: first, to: segments[place - 1])
      let isLast = place == segments.count
      let ending: LineEnding =
        isLast
        ? .end
        : self.ending(
          from: first, before: place, of: text,
          couldBeLonger: text.lineWidth(from: first, to: segments[place]) <= maxWidth)
      let end = isLast ? paragraph.end : segments[place - 1].end
      lines.append(TextLine(start: start, end: end, width: LayoutUnit(raw: width), ending: ending))
      start = end
    }
  }

  /// The least width with as many lines as `fill`.
  ///
  /// A binary search that moves each end to the next width at which anything changes.
  private func narrowest(
    _ paragraphs: [MeasuredText.Paragraph], of text: MeasuredText, like fill: Fill
  ) -> Int32 {
    if paragraphs.count == 1, fill.lines == 2, !text.hasHyphens, text.tabStop == 0 {
      return min(maxWidth, narrowestPair(paragraphs[0], of: text))
    }
    var least: Int32 = 0
    let segments = text.segments.span
    for paragraph in paragraphs {
      for place in paragraph.segments {
        least = max(least, text.lineWidth(from: segments[place], to: segments[place]))
      }
    }
    // A cluster wider than a line leaves no choice.
    if least >= maxWidth { return maxWidth }
    if paragraphs.count == 1 {
      least = max(least, min(leastByLength(paragraphs[0], of: text, lines: fill.lines), fill.widest))
    }
    var (tooNarrow, enough) = (least - 1, min(fill.widest, maxWidth))
    while enough > tooNarrow + 1 {
      let middle = tooNarrow + (enough - tooNarrow) / 2
      var attempt = Fill()
      for paragraph in paragraphs {
        self.fill(paragraph, of: text, width: middle, most: fill.lines, &attempt)
      }
      if attempt.lines <= fill.lines {
        enough = min(middle, max(attempt.widest, least))
      } else {
        tooNarrow = max(middle, min(attempt.nextWidth, enough) - 1)
      }
    }
    return enough
  }

  /// The least width at which a paragraph takes two lines: that of the best of all places to divide it.
  ///
  /// With each segment more, the first line grows and the second shrinks, so the best place is where the first becomes
  /// the wider one, or just before.
  private func narrowestPair(_ paragraph: MeasuredText.Paragraph, of text: MeasuredText) -> Int32 {
    let segments = text.segments.span
    let (first, last) = (paragraph.segments.lowerBound, paragraph.segments.upperBound - 1)
    var (low, high) = (first, last - 1)
    while low < high {
      let middle = (low + high) / 2
      let isWider =
        text.lineWidth(from: segments[first], to: segments[middle])
        >= text.lineWidth(from: segments[middle + 1], to: segments[last])
      if isWider { high = middle } else { low = middle + 1 }
    }
    var best = Int32.max
    for place in max(first, low - 1)...low {
      let widest = max(
        text.lineWidth(from: segments[first], to: segments[place]),
        text.lineWidth(from: segments[place + 1], to: segments[last]))
      best = min(best, widest)
    }
    return best
  }

  /// A width below which a paragraph cannot have so few lines: together they are as wide as the text, less the spaces
  /// that may hang.
  private func leastByLength(
    _ paragraph: MeasuredText.Paragraph, of text: MeasuredText, lines: Int
  ) -> Int32 {
    let segments = text.segments.span
    let places = paragraph.segments
    guard !places.isEmpty, text.tabStop == 0 else { return 0 }
    var widestGap: Int64 = 0
    for place in places.lowerBound + 1..<places.upperBound {
      widestGap = max(widestGap, segments[place].start - segments[place - 1].content)
    }
    let whole = segments[places.upperBound - 1].content - segments[places.lowerBound].start
    let length = whole - widestGap * Int64(lines - 1)
    return MeasuredText.rounded(length / Int64(max(1, lines)))
  }

  /// Fills lines with segments, each with as many as fit. Lines beyond `most` need not be counted: whatever changes in
  /// them, those before stay too many.
  private func fill(
    _ paragraph: MeasuredText.Paragraph, of text: MeasuredText, width: Int32, most: Int = .max,
    _ fill: inout Fill
  ) {
    if text.isOneRun, !text.hasHyphens, !paragraph.segments.isEmpty {
      return fillRun(paragraph, of: text, width: width, most: most, &fill)
    }
    let segments = text.segments.span
    var place = paragraph.segments.lowerBound
    let end = paragraph.segments.upperBound
    if place == end { fill.lines += 1 }
    while place < end {
      let first = segments[place]
      var last = place
      place = text.reach(from: place, to: end, width: width)
      if place > last + 1 { last = place - 1 }
      while place < end {
        let longer = text.lineWidth(from: first, to: segments[place])
        if longer > width {
          fill.nextWidth = min(fill.nextWidth, longer)
          guard segments[place].ending == .hyphen,
            let whole = wordEnd(from: first, to: place, in: paragraph, of: text, width: width, &fill)
          else { break }
          place = whole
          continue
        }
        last = place
        place += 1
      }
      fill.lines += 1
      fill.widest = max(fill.widest, text.lineWidth(from: first, to: segments[last]))
    }
  }

  /// The same for text in one run, which most is: a subtraction and a comparison for each segment, but for those of the
  /// last line.
  private func fillRun(
    _ paragraph: MeasuredText.Paragraph, of text: MeasuredText, width: Int32, most: Int, _ fill: inout Fill
  ) {
    let segments = text.segments.span
    let room = Int64(width) << 16
    var place = paragraph.segments.lowerBound
    let end = paragraph.segments.upperBound
    let all = segments[end - 1].content
    while place < end, fill.lines <= most {
      let start = segments[place].start
      if all - start <= room {
        fill.lines += 1
        fill.widest = max(fill.widest, MeasuredText.rounded(all - start))
        return
      }
      var content = segments[place].content
      place += 1
      while place < end {
        let next = segments[place].content
        if next - start > room {
          fill.nextWidth = min(fill.nextWidth, MeasuredText.rounded(next - start))
          break
        }
        content = next
        place += 1
      }
      fill.lines += 1
      fill.widest = max(fill.widest, MeasuredText.rounded(content - start))
    }
  }

  /// The last segment of a word if the whole of it fits in the line although, with the hyphen, a part does not.
  private func wordEnd(
    from first: MeasuredText.Segment, to part: Int, in paragraph: MeasuredText.Paragraph,
    of text: MeasuredText, width: Int32, _ fill: inout Fill
  ) -> Int? {
    var place = part
    while place + 1 < paragraph.segments.upperBound, text.segments[place].ending == .hyphen {
      place += 1
      // Wherever the line ended from here on, it would be at least as wide as what stands before this.
      let least = text.lineWidth(from: first, before: text.segments[place])
      if least > width {
        fill.nextWidth = min(fill.nextWidth, least)
        return nil
      }
      let longer = text.lineWidth(from: first, to: text.segments[place])
      if longer <= width { return place }
      fill.nextWidth = min(fill.nextWidth, longer)
    }
    return nil
  }

  /// Why a line ends that was filled up to the segment before `place`.
  private func ending(
    from first: MeasuredText.Segment, before place: Int, of text: MeasuredText, couldBeLonger: Bool
  ) -> LineEnding {
    let own = text.segments[place - 1].ending
    guard own == .opportunity else { return own }
    if couldBeLonger { return .balance }
    guard let kept = text.keptNumber(inSegment: place) else { return own }
    let part = MeasuredText.Segment(
      start: kept.content, startRun: kept.contentRun, content: kept.content, contentRun: kept.contentRun,
      end: text.segments[place].end)
    return text.lineWidth(from: first, to: part) <= maxWidth ? .number : own
  }

  /// Appends a paragraph's lines, and returns the first segment of the last.
  @discardableResult
  private func append(
    _ paragraph: MeasuredText.Paragraph, of text: MeasuredText, width: Int32, ending: LineEnding,
    to lines: inout [TextLine]
  ) -> Int {
    var lastStart = paragraph.segments.lowerBound
    var place = paragraph.segments.lowerBound
    let end = paragraph.segments.upperBound
    var start = paragraph.start
    if place == end {
      lines.append(TextLine(start: start, end: paragraph.end, width: .zero, ending: ending))
    }
    while place < end {
      let first = text.segments[place]
      lastStart = place
      var last = place
      place = text.reach(from: place, to: end, width: width)
      if place > last + 1 { last = place - 1 }
      var couldBeLonger = false
      while place < end {
        let longer = text.lineWidth(from: first, to: text.segments[place])
        if longer > width {
          var ignored = Fill()
          if text.segments[place].ending == .hyphen,
            let whole = wordEnd(
              from: first, to: place, in: paragraph, of: text, width: width, &ignored)
          {
            place = whole
            continue
          }
          couldBeLonger = longer <= maxWidth
          break
        }
        last = place
        place += 1
      }
      let lineWidth = text.lineWidth(from: first, to: text.segments[last])
      let lineEnding =
        place == end
        ? ending : self.ending(from: first, before: place, of: text, couldBeLonger: couldBeLonger)
      let lineEnd = place == end ? paragraph.end : text.segments[last].end
      lines.append(
        TextLine(start: start, end: lineEnd, width: LayoutUnit(raw: lineWidth), ending: lineEnding))
      start = lineEnd
    }
    return lastStart
  }
}
