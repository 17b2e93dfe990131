import Frames
import Testing

@Suite struct TextLinesTests {
  @Test("Lines are those appended, in that order, however many", arguments: 0..<12)
  func appended(count: Int32) {
    let lines = (0..<count).map { TextLine(start: $0, end: $0 + 1, width: 10, ending: .newline) }
    let kept = TextLines(lines)
    #expect(Array(kept) == lines)
    #expect(kept.count == lines.count && kept.last == lines.last)
    #expect(kept == TextLines(lines) && kept.hashValue == TextLines(lines).hashValue)
    #expect(kept != TextLines(lines + [TextLine(start: 0, end: 0, width: 0, ending: .end)]))
    if count > 0 {
      #expect(kept != TextLines(lines.dropLast() + [TextLine(start: 0, end: 0, width: 0, ending: .end)]))
    }
  }
}
