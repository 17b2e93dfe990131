import Frames
import Testing

/// Texts have marks in place of hidden words, and only the list of hidden texts knows the words.
@Suite struct HiddenTextsTests {
  @Test("A mark has the words to show, and the hidden text in the list alone")
  func marks() throws {
    let hidden = HiddenTexts()
    let text =
      "a \(hidden.mark(for: "Ann Lee", showing: "[x]")) b \(hidden.mark(for: "Bö", showing: "[x]")) \(hidden.mark(for: "Ann Lee", showing: "[x]"))"
    #expect(!text.contains("Ann") && !text.contains("Bö"))
    #expect(hidden.texts == ["Ann Lee", "Bö"])
    let bytes = HiddenTexts.stripped(text.utf8.span, of: "page.html")
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == "a [x] b [x] [x]")
    let revealed = try #require(hidden.revealed(text))
    #expect(revealed.text == "a Ann Lee b Bö Ann Lee")
    #expect(revealed.hidden == [2..<9, 12..<15, 16..<23])
    let (edits, end) = (revealed.edits, text.utf8.count)
    #expect(edits.offset(of: 2, isEnd: false) == 2 && edits.offset(of: end, isEnd: true) == 23)
    // An offset inside of a mark is the start or end of its words.
    #expect(edits.offset(of: 5, isEnd: false) == 2 && edits.offset(of: 5, isEnd: true) == 9)
  }

  @Test("A text without marks has nothing to reveal or to strip")
  func plain() {
    #expect(HiddenTexts().revealed("a [redacted] b") == nil)
    #expect(HiddenTexts.stripped("a \u{FDFA} b \\ufdd".utf8.span, of: "a.js") == nil)
  }

  @Test("What is left of a cut mark reveals nothing")
  func cut() throws {
    let hidden = HiddenTexts()
    let mark = hidden.mark(for: "secret", showing: "[redacted]")
    var scalars = mark.unicodeScalars
    scalars.removeFirst()
    let revealed = try #require(hidden.revealed("x " + String(scalars)))
    #expect(revealed.text == "x [redacted]" && revealed.hidden.isEmpty)
  }

  @Test(
    "Escapes go from scripts, and escaped backslashes stay",
    arguments: [
      (#"{"a":"\ufdd0\uFDE0x\ufdd1"}"#, "all.js", #"{"a":"x"}"#),
      (#"{"a":"\\ufdd0"} \ufdd0"#, "export.json", #"{"a":"\\ufdd0"} "#),
      (#"<p>\ufdd0</p>"#, "1.html", nil),
    ])
  func escapes(text: String, path: String, expected: String?) {
    let bytes = HiddenTexts.stripped(text.utf8.span, of: path)
    #expect(bytes.map { String(decoding: $0, as: UTF8.self) } == expected)
  }
}
