import Storage

/// Cheap tests on Markdown source that avoid parsing most of it.
enum MarkdownLines {
  /// True if the text is one paragraph that is displayed exactly as written: no inline markup, no line that
  /// starts another block, nothing that Markdown would strip.
  static func areOneParagraph(_ text: Span<UInt8>, seen: MarkupByteClass) -> Bool {
    guard seen.isDisjoint(with: [.markup, .oddSpace]) else { return false }
    // CommonMark §2.5: a character reference needs both.
    guard !seen.contains([.ampersand, .semicolon]) else { return false }
    if seen.contains(.tilde), Strikethrough.mayBe(in: text) { return false }
    guard seen.contains(.newline) else { return isParagraphLine(text, from: 0, to: text.count) }
    var start = 0
    for index in text.indices where text[index] == 0x0A {
      guard isParagraphLine(text, from: start, to: index) else { return false }
      start = index + 1
    }
    return isParagraphLine(text, from: start, to: text.count)
  }

  /// True if a line without inline markup can only start or continue a paragraph (CommonMark §4, §5).
  private static func isParagraphLine(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    guard start < end, text[start] != 0x20, text[end - 1] != 0x20 else { return false }
    var next = start + 1
    if isRowOfDashes(text, from: start, to: end) { return false }
    func endsMarker(_ index: Int) -> Bool { index >= end || text[index] == 0x20 }
    switch text[start] {
    case UInt8(ascii: ">"), UInt8(ascii: "="): return false
    case UInt8(ascii: "#"):
      while next < end, text[next] == UInt8(ascii: "#") { next += 1 }
      return !endsMarker(next)
    case UInt8(ascii: "-"), UInt8(ascii: "~"): return !endsMarker(next) && text[next] != text[start]
    case UInt8(ascii: "+"): return !endsMarker(next)
    case 0x30...0x39:
      while next < end, ASCII.isDigit(text[next]) { next += 1 }
      guard next < end, text[next] == UInt8(ascii: ".") || text[next] == UInt8(ascii: ")") else {
        return true
      }
      return !endsMarker(next + 1)
    default: return true
    }
  }

  /// True if a line could be the delimiter row of a table (GFM §4.10): only dashes, pipes and colons.
  private static func isRowOfDashes(_ text: Span<UInt8>, from start: Int, to end: Int) -> Bool {
    var index = start
    while index < end {
      switch text[index] {
      case 0x20, 0x09, UInt8(ascii: "-"), UInt8(ascii: ":"), UInt8(ascii: "|"): index += 1
      default: return false
      }
    }
    return true
  }

  /// Returns the faces that Markdown text may need: bold and italic for stars and underscores, bold for headings, code for
  /// fences, spans and indents.
  static func possibleSlots(of text: Span<UInt8>) -> (bold: Bool, italic: Bool, code: Bool) {
    var slots = (bold: false, italic: false, code: false)
    guard mayNeedSlots(text) else { return slots }
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "*"), UInt8(ascii: "_"): (slots.bold, slots.italic) = (true, true)
      case UInt8(ascii: "#"): slots.bold = true
      case UInt8(ascii: "-"), UInt8(ascii: "="):
        // A setext heading's underline starts its line, after spaces or container marks.
        let before = text.byte(index - 1)
        let startsLine = before == 0x0A || before == 0x0D || before == 0x20 || before == 0x3E
        // In a table's delimiter row, pipes and colons come before dashes.
        if index > 0, startsLine || before == 0x7C || before == 0x3A {
          slots.bold = true
        }
      case UInt8(ascii: "`"), 0x09: slots.code = true
      case UInt8(ascii: "~"): if text.byte(index + 1) == UInt8(ascii: "~") { slots.code = true }
      case 0x20:
        if text.byte(index + 1) == 0x20, text.byte(index + 2) == 0x20, text.byte(index + 3) == 0x20 {
          slots.code = true
        }
      default: break
      }
    }
    return slots
  }

  /// True if the text may have a character that `possibleSlots` tests. Most texts have none.
  private static func mayNeedSlots(_ text: Span<UInt8>) -> Bool {
    // Words overlap by a byte, so that any two spaces in a row are in one word.
    hasWord(in: text, step: 7) { $0.mayNeedSlots }
  }

  /// True if a text has a character reference, the target of a link, or of several (`]:`), or a task's box, which are displayed differently from their
  /// source.
  ///
  /// May be true for other texts too, but is never false for these.
  static func mayShowOtherText(_ text: Span<UInt8>) -> Bool {
    guard hasWord(in: text, step: 8, where: { $0.hasAmpersandOrBracket }) else { return false }
    var hasAmpersand = false
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "&"): hasAmpersand = true
      // CommonMark §2.5: a character reference ends with a semicolon.
      case UInt8(ascii: ";") where hasAmpersand: return true
      case UInt8(ascii: "]")
      where text.byte(index + 1) == UInt8(ascii: "(") || text.byte(index + 1) == UInt8(ascii: ":"):
        return true
      // A task's box is shown as a sign.
      case UInt8(ascii: "]")
      where text.byte(index - 2) == UInt8(ascii: "[") && ASCII.isWhitespace(text.byte(index - 3))
        && ASCII.isWhitespace(text.byte(index + 1)):
        return true
      default: break
      }
    }
    return false
  }

  /// True if `test` returns true for one of the text's words of eight bytes, which begin `step` bytes apart, or if there are none.
  @inline(__always)
  private static func hasWord(in text: Span<UInt8>, step: Int, where test: (UInt64) -> Bool) -> Bool {
    guard text.count >= 8 else { return true }
    var offset = 0
    while offset < text.count &- 8 {
      if test(text.word(at: offset)) { return true }
      offset &+= step
    }
    return test(text.word(at: text.count &- 8))
  }
}

extension UInt64 {
  /// True if any of eight bytes may select another face in Markdown, or is a space followed by another.
  @inline(__always)
  fileprivate var mayNeedSlots: Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    // XOR makes equal bytes 0; subtracting 1 then sets the high bit, as it does in bytes that had it set.
    let one: UInt64 = 0x0101_0101_0101_0101
    var found = (self ^ (one &* 0x09)) &- one
    found |= (self ^ (one &* 0x23)) &- one
    found |= (self ^ (one &* 0x2A)) &- one
    // 2D and 3D
    found |= ((self | (one &* 0x10)) ^ (one &* 0x3D)) &- one
    found |= (self ^ (one &* 0x5F)) &- one
    found |= (self ^ (one &* 0x60)) &- one
    found |= (self ^ (one &* 0x7E)) &- one
    let spaces = self ^ (one &* 0x20)
    // 0 at a space followed by another one.
    let pairs = spaces | spaces &>> 8 | 0xFF &<< 56
    return (found & ~self | (pairs &- one) & ~pairs) & high != 0
  }

  /// True if one of eight bytes is `&` or `]`. May be true for a byte after one of them.
  @inline(__always)
  fileprivate var hasAmpersandOrBracket: Bool {
    let one: UInt64 = 0x0101_0101_0101_0101
    let found = ((self ^ (one &* 0x26)) &- one) | ((self ^ (one &* 0x5D)) &- one)
    return found & ~self & (one &* 0x80) != 0
  }
}
