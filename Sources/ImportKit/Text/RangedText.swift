package import ChatModel

/// A text with ranges in UTF-16 code units, as many apps store them, for conversion to spans.
///
/// Ranges may cross one another, but spans may not: the later one is divided at the end of the earlier one.
package struct RangedText {
  /// A range with its meaning, in UTF-16 code units.
  package struct Mark {
    package var start: Int
    package var length: Int
    package var kind: SourceSpan.Kind
    /// The replacement of the range's text, such as the name of a mentioned person; nil keeps the text.
    package var replacement: String?

    package init(start: Int, length: Int, kind: SourceSpan.Kind, replacement: String? = nil) {
      (self.start, self.length, self.kind, self.replacement) = (start, length, kind, replacement)
    }
  }

  private let text: String
  private let ranges: [Mark]

  package init(_ text: String, _ ranges: [Mark]) { (self.text, self.ranges) = (text, ranges) }

  /// The text with spans. Ranges outside of it are left out.
  package var message: MessageText {
    let units = Array(text.utf16)
    let valid = ranges.filter { range in
      range.start >= 0 && range.length > 0 && range.start < units.count
        && range.length <= units.count - range.start
    }
    guard !valid.isEmpty else { return MessageText(text, markup: .plain) }
    let (string, offsets) = replaced(units, valid)
    var spans = valid.compactMap { range -> SourceSpan? in
      let (start, end) = (offsets[range.start], offsets[range.start + range.length])
      return start < end ? SourceSpan(start: start, end: end, kind: range.kind) : nil
    }
    spans = Self.nested(spans)
    return MessageText(string, markup: spans.isEmpty ? .plain : .spans(spans))
  }

  /// Returns the text with replacements, and the offset in its UTF-8 of each code unit of the old text, and of its end.
  private func replaced(_ units: [UInt16], _ ranges: [Mark]) -> (string: String, offsets: [Int]) {
    var replacements: [Int: Mark] = [:]
    for range in ranges where range.replacement != nil { replacements[range.start] = range }
    var (string, offsets) = ("", [Int](repeating: 0, count: units.count + 1))
    var index = 0
    while index < units.count {
      if let range = replacements[index] {
        for inside in index..<index + range.length { offsets[inside] = string.utf8.count }
        string += range.replacement ?? ""
        index += range.length
        continue
      }
      offsets[index] = string.utf8.count
      let isPair =
        UTF16.isLeadSurrogate(units[index]) && index + 1 < units.count
        && UTF16.isTrailSurrogate(units[index + 1])
      string += String(decoding: units[index..<index + (isPair ? 2 : 1)], as: UTF16.self)
      // A range that divides a character starts at its beginning.
      if isPair { offsets[index + 1] = offsets[index] }
      index += isPair ? 2 : 1
    }
    offsets[units.count] = string.utf8.count
    return (string, offsets)
  }

  /// Returns spans in order of their starts, longer ones first, none of which crosses another.
  package static func nested(_ spans: [SourceSpan]) -> [SourceSpan] {
    // The first span is the last element. In place, `reverse()` was not compiled to the same code each time.
    var rest = Array(spans.sorted { ($0.start, -$0.end) < ($1.start, -$1.end) }.reversed())
    var (result, open) = ([SourceSpan](), [Int]())
    // Each division adds one; hostile input could cross every span with every other.
    var divisions = 4 * spans.count
    while var span = rest.popLast() {
      while let end = open.last, end <= span.start { open.removeLast() }
      if let end = open.last, end < span.end {
        if divisions > 0 {
          divisions -= 1
          let remainder = SourceSpan(start: end, end: span.end, kind: span.kind)
          let index = rest.lastIndex { ($0.start, -$0.end) >= (remainder.start, -remainder.end) } ?? -1
          rest.insert(remainder, at: index + 1)
        }
        span.end = end
      }
      guard span.start < span.end else { continue }
      open.append(span.end)
      result.append(span)
    }
    return result
  }
}
