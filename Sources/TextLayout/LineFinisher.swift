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
