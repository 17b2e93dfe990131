internal import Frames

/// Divides segments of ASCII that are wider than a line, as ``SegmentBuilder`` does with any: in URLs after punctuation, else
/// between letters.
struct WideSegments {
  /// The ASCII advances of each face that has all of ASCII.
  let pairs: [ASCIIAdvances?]
  let maxWidth: Int32
  let breaksURLs: Bool

  /// Divides the segments of a measured text of ASCII; false if one of them is in several faces, or has a number in it that
  /// would be kept whole.
  func divide(
    _ text: borrowing Span<UInt8>, faces: borrowing [SimpleTextMeasurer.Run], scales: [Int64],
    in measured: inout MeasuredText
  ) -> Bool {
    var whole: [MeasuredText.Segment] = []
    swap(&whole, &measured.segments)
    measured.segments.reserveCapacity(whole.count + 8)
    measured.isDividedForWidth = true
    var (kept, token) = (0, Token())
    for paragraph in measured.paragraphs.indices {
      let segments = measured.paragraphs[paragraph].segments
      var start = Int(measured.paragraphs[paragraph].start)
      let first = measured.segments.count
      for number in segments {
        let segment = whole[number]
        let isKept = kept < measured.keptNumbers.count && measured.keptNumbers[kept].segment == number
        if measured.lineWidth(from: segment, to: segment) <= maxWidth {
          if isKept { measured.keptNumbers[kept].segment = measured.segments.count }
          measured.segments.append(segment)
        } else {
          let face = Int(faces[Int(segment.startRun)].face)
          guard !isKept, segment.startRun == segment.contentRun, face < scales.count, let pairs = pairs[face]
          else { return false }
          if start >= token.end { token = Token(in: text, around: start) }
          divide(
            segment, from: start, isURL: token.isURL && breaksURLs, text, pairs.entries.span,
            scale: scales[face], into: &measured.segments)
        }
        if isKept { kept += 1 }
        start = Int(segment.end)
      }
      measured.paragraphs[paragraph].segments = first..<measured.segments.count
    }
    return true
  }

  /// Divides one segment that starts at a byte.
  private func divide(
    _ segment: MeasuredText.Segment, from first: Int, isURL: Bool, _ text: borrowing Span<UInt8>,
    _ entries: borrowing Span<Int32>, scale: Int64, into segments: inout [MeasuredText.Segment]
  ) {
    var contentEnd = Int(segment.end)
    while contentEnd > first, text[contentEnd - 1] == 0x20 { contentEnd -= 1 }
    let widest = Int64(maxWidth) << 16
    // Where the part starts that becomes a segment, and where it was last seen that it could end.
    var (start, at) = (first, segment.start)
    while start < contentEnd {
      var (place, x) = (start, at)
      var (fitting, urlBreak) = (Place(at: x), Place(at: x))
      while place < contentEnd {
        let row = (Int(text[place]) - 0x20) * ASCIIAdvances.stride
        let end = place + 1
        let content =
          end == contentEnd
          ? segment.content : x + Int64(entries[row + ASCIIAdvances.count] >> ASCIIAdvances.flagBits) * scale
        if place > start, content - at > widest { break }
        if end < contentEnd {
          x += Int64(entries[row + Int(text[end]) - 0x20] >> ASCIIAdvances.flagBits) * scale
        }
        fitting = Place(byte: end, at: x, content: content)
        if isURL, end < contentEnd,
          SegmentBuilder.mayBreakURL(after: UInt32(text[place]), before: UInt32(text[end]))
        {
          urlBreak = fitting
        }
        place = end
      }
      if fitting.byte == contentEnd {
        var last = segment
        (last.start, last.content) = (at, fitting.content)
        segments.append(last)
        return
      }
      let end = urlBreak.byte > start ? urlBreak : fitting
      segments.append(
        MeasuredText.Segment(
          start: at, startRun: segment.startRun, content: end.content, contentRun: segment.contentRun,
          end: Int32(truncatingIfNeeded: end.byte), ending: end.byte == urlBreak.byte ? .url : .emergency))
      (start, at) = (end.byte, end.at)
    }
  }

  /// Where a part of a segment may end: the byte behind it, where what follows starts, and its own end.
  private struct Place {
    var byte = -1
    var at: Int64
    var content: Int64 = 0
  }

  /// See ``SegmentBuilder``.
  private struct Token {
    var end = 0
    var isURL = false

    init() {}

    /// The text between spaces around a byte.
    init(in text: borrowing Span<UInt8>, around place: Int) {
      var start = place
      end = place
      while start > 0, text[start - 1] > 0x20 { start -= 1 }
      while end < text.count, text[end] > 0x20 { end += 1 }
      isURL = Self.isURL(text, start..<end)
    }

    private static func isURL(_ text: borrowing Span<UInt8>, _ token: Range<Int>) -> Bool {
      var (hasDot, hasDivider) = (false, false)
      for place in token {
        switch text[place] {
        case 0x2E: hasDot = true
        case 0x2F, 0x40: hasDivider = true
        case 0x3A where place + 2 < token.upperBound && text[place + 1] == 0x2F && text[place + 2] == 0x2F:
          return true
        default: break
        }
      }
      if hasDot, hasDivider { return true }
      let start = token.lowerBound
      return token.count > 3 && text[start] == 0x77 && text[start + 1] == 0x77 && text[start + 2] == 0x77
        && text[start + 3] == 0x2E
    }
  }
}
