import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct LineBreakerTests {
  @Test("An empty text is one empty line")
  func emptyText() throws {
    let result = try OneEm.layouter().layOut(
      "", marks: [], role: .body, style: OneEm.style, maxWidth: 100)
    #expect(result.block.lines == [TextLine(start: 0, end: 0, width: 0, ending: .end)])
    #expect(result.width == 0 && result.height == 20 && result.lastLineWidth == 0)
    #expect(result.block.runs.isEmpty)
  }

  @Test("Lines are filled with words, and spaces stay at the end of the line they end")
  func filling() throws {
    #expect(try OneEm.lines("aaa bbb ccc", fitting: 7) == ["aaa bbb ", "ccc"])
    #expect(try OneEm.lines("aaa  bbb", fitting: 3) == ["aaa  ", "bbb"])
  }

  @Test("Spaces at the end of a line hang: they add no width")
  func hangingSpaces() throws {
    let layouter = try OneEm.layouter()
    let result = layouter.layOut("aaa    b ", marks: [], role: .body, style: OneEm.style, maxWidth: 30)
    #expect(result.block.lines.map(\.width) == [30, 10])
    #expect(result.block.lines.map(\.end) == [7, 9])
    #expect(result.width == 30 && result.lastLineWidth == 10 && result.height == 40)
  }

  @Test("Spaces at the start of a text are kept and take room")
  func leadingSpaces() throws {
    let result = try OneEm.layouter().layOut(
      "  ab", marks: [], role: .body, style: OneEm.style, maxWidth: 100)
    #expect(result.width == 40)
  }

  @Test("A newline ends a line and lies between lines; blank lines are kept")
  func newlines() throws {
    let layouter = try OneEm.layouter()
    let result = layouter.layOut("a\n\nbb\n", marks: [], role: .body, style: OneEm.style, maxWidth: 100)
    #expect(
      result.block.lines == [
        TextLine(start: 0, end: 1, width: 10, ending: .newline),
        TextLine(start: 2, end: 2, width: 0, ending: .newline),
        TextLine(start: 3, end: 5, width: 20, ending: .newline),
        TextLine(start: 6, end: 6, width: 0, ending: .end),
      ])
    #expect(try OneEm.lines("\n\n\n", fitting: 5) == ["", "", "", ""])
  }

  @Test("A word wider than a line breaks between letters only")
  func emergency() throws {
    let result = try OneEm.layouter().layOut(
      "ab abcdefgh i", marks: [], role: .body, style: OneEm.style, maxWidth: 30,
      options: LineOptions(balance: false))
    #expect(result.block.lineTexts == ["ab ", "abc", "def", "gh ", "i"])
    #expect(result.block.lines.map(\.ending).prefix(3) == [.opportunity, .emergency, .emergency])
  }

  @Test("A line too narrow for a letter still gets one")
  func tooNarrow() throws {
    #expect(try OneEm.lines("abc", fitting: 0) == ["a", "b", "c"])
  }
}
