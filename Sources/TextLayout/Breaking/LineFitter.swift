import Frames

/// Chooses the lines of a measured text: as full as they get, then as even as the same number of lines allows.
///
/// **Fitting** is greedy, as in browsers: each line takes as many segments as fit. That gives the fewest lines there are.
///
/// **Balancing** looks for the least width at which the greedy lines are no more than those. Their number never grows with the
/// width, so the least width lies between one known to be too narrow and one known to be enough:
///
/// ```
/// tooNarrow                  least                       enough
///     |---- more lines --------|------ as many lines -------|
///     ^ leastWidth − 1                                       ^ the widest greedy line
/// ```
///
/// Two facts make the steps few. A fill that is enough is also enough at its own widest line, and one that is not enough stays
/// so up to the next width at which any line would take one segment more. So each end jumps to such a width, and widths in
/// between are never tried.
///
/// **Where it is approximate, and why that is safe.** ``leastWidth(_:of:lines:widest:)`` and the lines of a narrower fill are
/// only bounds to start from: a bound that is too low costs a try, and neither is ever above the answer. With soft hyphens the
/// widths of a word's parts do not ascend, so such texts take the walk that measures each (``GreedyFill``).
///
/// Keeps its memory from text to text.
struct LineFitter {
  /// The rules by which lines are chosen.
  struct FitLimits {
    /// The maximum width of a line.
    var maxWidth: Int32
    /// Balancing must narrow the text by at least this much; nil: lines are not balanced.
    var leastSaving: Int32?
  }

  /// Lines that are filled to some width, each with as many segments as fit.
  fileprivate struct GreedyFill {
    /// The first ``count`` are the segments after the last one of each line.
    var ends: [Int] = []
    var count = 0
    /// The widest line.
    var widest: Int32 = 0
    /// The least width that would fill some line differently, or let the last one hold all the rest.
    var nextWidth = Int32.max

    /// Makes room for as many lines as a text can have, and forgets those there are.
    mutating func begin(_ text: borrowing MeasuredText) {
      (count, widest, nextWidth) = (0, 0, .max)
      let most = text.segments.count + text.paragraphs.count
      if ends.count < most { ends += repeatElement(0, count: most - ends.count) }
    }

    /// True if a line that is not the first has a single segment.
    func isLonely(line: Int) -> Bool { ends[line] == ends[line - 1] + 1 }

    /// The widest of some lines, of which the first starts a paragraph.
    func widest(_ lines: Range<Int>, of text: borrowing MeasuredText) -> Int32 {
      let segments = text.segments.span
      var widest: Int32 = 0
      var first = lines.lowerBound == 0 ? 0 : ends[lines.lowerBound - 1]
      for line in lines {
        widest = max(widest, text.lineWidth(from: segments[first], to: segments[ends[line] - 1]))
        first = ends[line]
      }
      return widest
    }
  }

  /// The lines that are chosen.
  private var chosen = GreedyFill()
  /// The lines of the least width that is known to be enough, and those of the greatest that is not.
  private var even = GreedyFill()
  private var tooMany = GreedyFill()
  private var attempt = GreedyFill()
  /// The segment ends of the text, known once it has more than one line.
  private var ends = SegmentEnds()
  private var knowsEnds = false

  /// Appends the lines of a text to `lines`. It may be the text of the call before, with other limits.
  mutating func choose(
    from text: borrowing MeasuredText, _ limits: FitLimits, isKnown: Bool, into lines: inout TextLines
  ) {
    if !isKnown { knowsEnds = false }
    let paragraphs = text.paragraphs.span
    tooMany.count = 0
    if !text.isOneLine(limits.maxWidth) && !knowsEnds {
      ends.note(text.segments.span)
      knowsEnds = true
    }
    chosen.fill(paragraphs.indices, of: text, width: limits.maxWidth, ends, from: tooMany)
    if let saving = limits.leastSaving, chosen.count > paragraphs.count {
      // The last line should have more than one word, if the number of lines allows that.
      let isLonely = paragraphs.count == 1 && chosen.isLonely(line: chosen.count - 1)
      if balance(
        paragraphs.indices, of: text, lines: chosen.count, widest: chosen.widest, limits.maxWidth,
        saving: isLonely ? 0 : saving)
      {
        swap(&chosen, &even)
      }
    }
    var first = 0
    for index in paragraphs.indices {
      var last = first
      while chosen.ends[last] < paragraphs[index].segments.upperBound { last += 1 }
      if limits.leastSaving != nil, paragraphs.count > 1, last > first, chosen.isLonely(line: last),
        balance(
          index..<index + 1, of: text, lines: last + 1 - first,
          widest: chosen.widest(first..<last + 1, of: text),
          limits.maxWidth, saving: 0)
      {
        append(index, of: text, even.ends.span.extracting(first: even.count), limits.maxWidth, to: &lines)
      } else {
        append(index, of: text, chosen.ends.span.extracting(first..<last + 1), limits.maxWidth, to: &lines)
      }
      first = last + 1
    }
  }

  /// Finds the lines of the least width that are no more than `lines`, which are as wide as `widest`: in ``even``.
  /// False if they save too little width.
  ///
  /// The width of equally wide lines is often nearly enough, so a few tries go from there to the next width at which
  /// anything changes; then a binary search moves each end to the next such width.
  private mutating func balance(
    _ paragraphs: Range<Int>, of text: borrowing MeasuredText, lines: Int, widest: Int32, _ maxWidth: Int32,
    saving: Int32
  ) -> Bool {
    let least = leastWidth(paragraphs, of: text, lines: lines, widest: widest)
    // A cluster wider than a line leaves no choice.
    if least >= maxWidth { return false }
    var (tooNarrow, enough) = (least - 1, min(widest, maxWidth))
    var (tries, isFound) = (0, false)
    tooMany.count = 0
    while enough > tooNarrow + 1, tooNarrow + 1 + saving <= widest {
      tries += 1
      let isNear = tries <= 4 && paragraphs.count == 1
      let width = tooNarrow + (isNear ? 1 : (enough - tooNarrow) / 2)
      if attempt.fill(paragraphs, of: text, width: width, most: lines, ends, from: tooMany) {
        enough = min(width, max(attempt.widest, least))
        swap(&attempt, &even)
        isFound = true
      } else {
        tooNarrow = max(width, min(attempt.nextWidth, enough) - 1)
        swap(&attempt, &tooMany)
      }
    }
    return isFound && enough + saving <= widest
  }

  /// A width below which paragraphs cannot have so few lines: the widest segment, and in a single paragraph each line's
  /// share of its length, less the spaces that may hang.
  private func leastWidth(
    _ paragraphs: Range<Int>, of text: borrowing MeasuredText, lines: Int, widest: Int32
  ) -> Int32 {
    let segments = text.segments.span
    var least: Int32 = 0
    if text.isOneRun, paragraphs.count == text.paragraphs.count {
      least = MeasuredText.rounded(ends.widest)
    } else {
      for paragraph in paragraphs {
        for index in text.paragraphs[paragraph].segments {
          least = max(least, text.lineWidth(from: segments[index], to: segments[index]))
        }
      }
    }
    guard paragraphs.count == 1, text.tabStop == 0 else { return least }
    let range = text.paragraphs[paragraphs.lowerBound].segments
    guard !range.isEmpty else { return least }
    let whole = segments[range.upperBound - 1].contentEnd - segments[range.lowerBound].start
    let length = whole - ends.widestGap * Int64(lines - 1)
    return max(least, min(MeasuredText.rounded(length / Int64(max(1, lines))), widest))
  }

  /// Appends a paragraph's lines, which end before the segments `ends`.
  private func append(
    _ index: Int, of text: borrowing MeasuredText, _ ends: Span<Int>, _ maxWidth: Int32,
    to lines: inout TextLines
  ) {
    let (segments, paragraph) = (text.segments.span, text.paragraphs[index])
    var (first, start) = (paragraph.segments.lowerBound, paragraph.start)
    for line in 0..<ends.count - 1 {
      let next = ends[line]
      let end = segments[next - 1].end
      lines.append(
        TextLine(
          start: start, end: end,
          width: LayoutUnit(raw: text.lineWidth(from: segments[first], to: segments[next - 1])),
          ending: ending(from: first, before: next, of: text, maxWidth)))
      (first, start) = (next, end)
    }
    let last = paragraph.segments.upperBound - 1
    let width = last < first ? 0 : text.lineWidth(from: segments[first], to: segments[last])
    lines.append(
      TextLine(
        start: start, end: paragraph.end, width: LayoutUnit(raw: width),
        ending: index == text.paragraphs.count - 1 ? .end : .newline))
  }

  /// The reason that a line ends before the segment `next`.
  private func ending(
    from first: Int, before next: Int, of text: borrowing MeasuredText, _ maxWidth: Int32
  ) -> LineEnding {
    let segments = text.segments.span
    let own = segments[next - 1].ending
    guard own == .opportunity else { return own }
    if text.lineWidth(from: segments[first], to: segments[next]) <= maxWidth { return .balance }
    guard let kept = text.keptNumber(inSegment: next) else { return own }
    let part = MeasuredText.Segment(
      start: kept.contentEnd, startRun: kept.contentRun, contentEnd: kept.contentEnd,
      contentRun: kept.contentRun,
      end: segments[next].end)
    return text.lineWidth(from: segments[first], to: part) <= maxWidth ? .number : own
  }
}

extension LineFitter.GreedyFill {
  /// Fills lines with segments, each with as many as fit; false once there would be more than `most`.
  ///
  /// For text in one run, the segments' ends must be known, unless it fits in a line; then a line reaches at least as far as
  /// the corresponding one of `narrower`.
  @discardableResult
  mutating func fill(
    _ paragraphs: Range<Int>, of text: borrowing MeasuredText, width: Int32, most: Int = .max,
    _ known: borrowing SegmentEnds, from narrower: borrowing LineFitter.GreedyFill
  ) -> Bool {
    begin(text)
    let isRun = text.isOneRun && !text.hasHyphens
    for paragraph in paragraphs {
      let range = text.paragraphs[paragraph].segments
      if range.isEmpty {
        if count == most { return false }
        add(lineBefore: range.upperBound, width: 0)
      } else if isRun {
        if !fillRun(range, of: text, width: width, most: most, known, from: narrower) { return false }
      } else {
        if !fillRuns(range, of: text, width: width, most: most) { return false }
      }
    }
    return true
  }

  /// Fills lines with a paragraph of text in one run, the usual case.
  private mutating func fillRun(
    _ paragraph: Range<Int>, of text: borrowing MeasuredText, width: Int32, most: Int,
    _ known: borrowing SegmentEnds, from narrower: borrowing LineFitter.GreedyFill
  ) -> Bool {
    let segments = text.segments.span
    let room = Int64(width) << 16
    let last = paragraph.upperBound - 1
    let all = segments[last].contentEnd
    var (index, line, widest, nextWidth) = (paragraph.lowerBound, count, widest, nextWidth)
    var lines = ends.mutableSpan
    var isEnough = false
    while line < most {
      let rest = all - segments[index].start
      if rest <= room || index == last {
        widest = max(widest, MeasuredText.rounded(rest))
        lines[line] = last + 1
        line += 1
        isEnough = true
        break
      }
      if line + 1 == most {
        nextWidth = min(nextWidth, MeasuredText.rounded(rest))
        break
      }
      let start = segments[index].start
      let least = line < narrower.count ? min(narrower.ends[line], last) : 0
      let next = known.first(from: max(index + 1, least), beyond: start + room)
      nextWidth = min(nextWidth, MeasuredText.rounded(segments[next].contentEnd - start))
      widest = max(widest, MeasuredText.rounded(segments[next - 1].contentEnd - start))
      lines[line] = next
      line += 1
      index = next
    }
    (count, self.widest, self.nextWidth) = (line, widest, nextWidth)
    return isEnough
  }

  /// Fills lines with a paragraph of text in any runs.
  private mutating func fillRuns(
    _ paragraph: Range<Int>, of text: borrowing MeasuredText, width: Int32, most: Int
  ) -> Bool {
    let segments = text.segments.span
    var index = paragraph.lowerBound
    let end = paragraph.upperBound
    while index < end {
      if count == most { return false }
      let first = index
      index = text.reach(from: first, to: end, width: width)
      while index < end {
        let longer = text.lineWidth(from: segments[first], to: segments[index])
        if longer > width {
          nextWidth = min(nextWidth, longer)
          guard segments[index].ending == .hyphen,
            let whole = Self.wordEnd(
              from: segments[first], to: index, before: end, of: text, width: width, &nextWidth)
          else { break }
          index = whole
          continue
        }
        index += 1
      }
      add(
        lineBefore: index, width: text.lineWidth(from: segments[first], to: segments[index - 1]))
    }
    return true
  }

  private mutating func add(lineBefore end: Int, width: Int32) {
    ends[count] = end
    count += 1
    widest = max(widest, width)
  }

  /// The last segment of a word if the whole word fits in the line although, with the hyphen, a part does not.
  private static func wordEnd(
    from first: MeasuredText.Segment, to part: Int, before end: Int, of text: borrowing MeasuredText,
    width: Int32, _ nextWidth: inout Int32
  ) -> Int? {
    var index = part
    while index + 1 < end, text.segments[index].ending == .hyphen {
      index += 1
      // Any later end of the line is at least as wide as the text before this segment.
      let least = text.lineWidth(from: first, before: text.segments[index])
      if least > width {
        nextWidth = min(nextWidth, least)
        return nil
      }
      let longer = text.lineWidth(from: first, to: text.segments[index])
      if longer <= width { return index }
      nextWidth = min(nextWidth, longer)
    }
    return nil
  }
}
