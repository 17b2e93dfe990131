import Frames
import Testing

@Suite struct ControlPicturesTests {
  @Test(
    "findings B5: what has no shape gets a picture, what ends a line is a newline, and nothing else changes",
    arguments: [
      ("", ""), ("plain\ttab\nline", "plain\ttab\nline"), ("\u{0}\u{1F}\u{7F}", "␀␟␡"),
      ("a\u{1B}[31mb", "a␛[31mb"),
      ("\u{85}\u{2028}x\u{2029}", "\n\nx\n"), ("a\r\nb\rc\n\rd\r\r\n", "a\nb\nc\n\nd\n\n"),
      ("“é” …\u{2027}\u{202A}\u{84}\u{86}\u{A0}", "“é” …\u{2027}\u{202A}\u{84}\u{86}\u{A0}"),
      ("\u{7}\u{301}👩‍👧", "␇\u{301}👩‍👧"),
    ])
  func pictures(text: String, shown: String) {
    // Not as strings: those are equal where their bytes are not.
    #expect(Array(ControlPictures.shown(text).utf8) == Array(shown.utf8))
  }

  @Test("Marks hold the same characters as before, as they are shown")
  func marks() {
    let text = "a\u{7}b\u{2028}\u{85}é\r\ncd\u{7F}"
    let bytes = Array(text.utf8)
    // Between all characters, but not between CR and LF.
    let offsets = (0...bytes.count).filter {
      $0 == bytes.count || bytes[$0] & 0xC0 != 0x80 && bytes[$0] != 0x0A
    }
    for start in offsets {
      for end in offsets where end > start {
        var (shown, marks) = (text, [TextMark(start: Int32(start), end: Int32(end), kind: .strong)])
        ControlPictures.replace(in: &shown, moving: &marks)
        let inside = ControlPictures.shown(String(decoding: bytes[start..<end], as: UTF8.self))
        #expect(Array(shown.utf8)[Int(marks[0].start)..<Int(marks[0].end)] == Array(inside.utf8)[...])
      }
    }
  }
}
