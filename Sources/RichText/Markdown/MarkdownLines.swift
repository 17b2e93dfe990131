internal import Storage

/// Cheap looks at Markdown that tell what need not be parsed.
enum MarkdownLines {
  /// Whether the text is one paragraph that says what it shows: no markup in it, no line that starts another
  /// block, nothing that Markdown would strip.
  static func areOneParagraph(_ text: Span<UInt8>, seen: MarkupByteClass) -> Bool {
    guard seen.isDisjoint(with: [.markup, .oddSpace]) else { return false }
    // CommonMark §2.5: a character reference needs both.
    guard !seen.contains([.ampersand, .semicolon]) else { return false }
    guard seen.contains(.newline) else { return isParagraphLine(text, from: 0, to: text.count) }
    var start = 0
    for index in text.indices where text[index] == 0x0A {
      guard isParagraphLine(text, from: start, to: index) else { return false }
      start = index + 1
    }
    return isParagraphLine(text, from: start, to: text.count)
  }

  /// Whether a line without inline markup can only go on or start a paragraph (CommonMark §4, §5).
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

  /// Whether a line could make the one above it the header of a table: nothing but dashes, pipes and colons.
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

  /// Which faces Markdown may need: stars and underlines for emphasis, headings for bold, fences, spans and
  /// indents for code.
  static func possibleSlots(of text: Span<UInt8>) -> (bold: Bool, italic: Bool, code: Bool) {
    var slots = (bold: false, italic: false, code: false)
    guard mayNeedSlots(text) else { return slots }
    for index in text.indices {
      switch text[index] {
      case UInt8(ascii: "*"), UInt8(ascii: "_"): (slots.bold, slots.italic) = (true, true)
      case UInt8(ascii: "#"): slots.bold = true
      case UInt8(ascii: "-"), UInt8(ascii: "="):
        // The underline of a heading starts a line, with up to three spaces or in containers.
        let before = text.byte(index - 1)
        let startsLine = before == 0x0A || before == 0x0D || before == 0x20 || before == 0x3E
        // In a table's row of dashes, pipes and colons stand before them.
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

  /// Whether there is anything in the text that `possibleSlots` looks at: most texts have nothing.
  private static func mayNeedSlots(_ text: Span<UInt8>) -> Bool {
    guard text.count >= 8 else { return true }
    var place = 0
    // Seven bytes further each time, so that two spaces stand in one word wherever they are.
    while place < text.count &- 8 {
      if text.word(at: place).mayNeedSlots { return true }
      place &+= 7
    }
    return text.word(at: text.count &- 8).mayNeedSlots
  }
}

extension UInt64 {
  /// Whether one of eight bytes asks for another face in Markdown, or two spaces stand among them.
  @inline(__always)
  fileprivate var mayNeedSlots: Bool {
    let high: UInt64 = 0x8080_8080_8080_8080
    // Taking 1 from a byte sets its high bit if it was 0, or had it set before.
    let one: UInt64 = 0x0101_0101_0101_0101
    var asks = (self ^ (one &* 0x09)) &- one
    asks |= (self ^ (one &* 0x23)) &- one
    asks |= (self ^ (one &* 0x2A)) &- one
    // 2D and 3D
    asks |= ((self | (one &* 0x10)) ^ (one &* 0x3D)) &- one
    asks |= (self ^ (one &* 0x5F)) &- one
    asks |= (self ^ (one &* 0x60)) &- one
    asks |= (self ^ (one &* 0x7E)) &- one
    let spaces = self ^ (one &* 0x20)
    // 0 where a space has another one behind it.
    let pairs = spaces | spaces &>> 8 | 0xFF &<< 56
    return (asks & ~self | (pairs &- one) & ~pairs) & high != 0
  }
}
