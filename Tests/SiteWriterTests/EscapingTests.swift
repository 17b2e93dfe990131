import Frames
import HTML
import SiteWriter
import Testing

@Suite struct EscapingTests {
  private func written(_ body: (inout HTMLWriter) -> Void) -> String {
    var html = HTMLWriter()
    body(&html)
    return String(decoding: html.bytes, as: UTF8.self)
  }

  /// The text that each ASCII character must become.
  private func expected(_ code: UInt8, inAttribute: Bool) -> String {
    switch Character(UnicodeScalar(code)) {
    case "&": "&amp;"
    case "<": "&lt;"
    case ">": "&gt;"
    case "\"" where inAttribute: "&quot;"
    case "'" where inAttribute: "&#39;"
    case "\t", "\n": String(UnicodeScalar(code))
    default:
      if code < 0x20 {
        String(UnicodeScalar(0x2400 + UInt32(code)) ?? "?")
      } else if code == 0x7F {
        "\u{2421}"
      } else {
        String(UnicodeScalar(code))
      }
    }
  }

  @Test("Each ASCII character comes out safe in text and in attributes", arguments: UInt8(0)..<128)
  func ascii(code: UInt8) {
    let string = String(UnicodeScalar(code))
    for context in ["", "a", "日本語 long enough to be copied in one piece "] {
      let text = context + string + context
      #expect(written { $0.text(text) } == context + expected(code, inAttribute: false) + context)
      #expect(written { $0.attribute(text) } == context + expected(code, inAttribute: true) + context)
    }
  }

  @Test("A character is escaped at every position among others, however many bytes are looked at at once")
  func everyPosition() {
    for byte in UInt8(0)..<128 {
      let character = String(Unicode.Scalar(byte))
      let (inText, inAttribute) = (written { $0.text(character) }, written { $0.attribute(character) })
      for position in 0..<20 {
        let (before, after) = (
          String(repeating: "x", count: position), String(repeating: "y", count: 19 - position)
        )
        #expect(written { $0.text(before + character + after) } == before + inText + after)
        #expect(written { $0.attribute(before + character + after) } == before + inAttribute + after)
      }
    }
  }

  @Test(
    "A character is escaped in texts of any length, also beside others that are",
    arguments: ["<", "&", "'", "\"", "\u{7F}", "\u{1}", "\t", "\u{2028}", "é"])
  func everyLength(character: String) {
    let (inText, inAttribute) = (written { $0.text(character) }, written { $0.attribute(character) })
    for length in 1..<24 {
      for position in 0..<length {
        let before = String(repeating: "x", count: position)
        let after = String(repeating: "y", count: length - 1 - position)
        #expect(written { $0.text(before + character + after) } == before + inText + after)
        #expect(written { $0.attribute(before + character + after) } == before + inAttribute + after)
      }
      #expect(
        written { $0.text(String(repeating: character, count: length)) }
          == String(repeating: inText, count: length))
    }
  }

  @Test("Each ASCII character in an address is itself or percent-encoded", arguments: UInt8(0)..<128)
  func addresses(code: UInt8) {
    let string = String(UnicodeScalar(code))
    let percent =
      "%" + String(code >> 4, radix: 16, uppercase: true) + String(code & 15, radix: 16, uppercase: true)
    let unreserved = string.contains(/[A-Za-z0-9._~\-]/)
    #expect(written { $0.path(string) } == (unreserved || string == "/" ? string : percent))
    let allowed = unreserved || string.contains(/[!#$%()*+,\/:;=?@\[\]]/)
    #expect(written { $0.url(string) } == (string == "&" ? "&amp;" : allowed ? string : percent))
  }

  @Test("Characters at which style sheets break lines are replaced, their neighbours are not")
  func lineSeparators() {
    #expect(
      written { $0.text("a\u{85}b\u{2028}c\u{2029}d\u{2027}\u{202A}\u{84}\u{C3}") }
        == "a\nb\nc\nd\u{2027}\u{202A}\u{84}\u{C3}")
    for position in 0..<20 {
      let (before, after) = (
        String(repeating: "x", count: position), String(repeating: "é", count: 19 - position)
      )
      for separator in ["\u{85}", "\u{2028}", "\u{2029}"] {
        #expect(written { $0.text(before + separator + after) } == before + "\n" + after)
      }
    }
  }

  @Test("A quotation mark with a combining accent is still escaped")
  func combiningQuote() {
    #expect(written { $0.attribute("\"\u{301}x") } == "&quot;\u{301}x")
    #expect(written { $0.text("<\u{301}b>\u{FE0F}") } == "&lt;\u{301}b&gt;\u{FE0F}")
  }

  @Test("A part of a text keeps to its offsets and never reads beyond the text")
  func parts() {
    #expect(written { $0.text("a<b>c", from: 1, to: 4) } == "&lt;b&gt;")
    #expect(written { $0.text("abc", from: 2, to: 99) } == "c")
    #expect(written { $0.text("abc", from: -5, to: 1) } == "a")
    #expect(written { $0.text("abc", from: 3, to: 2) } == "")
  }

  @Test(
    "Lengths are rem with at most four decimals and no needless zeros",
    arguments: [
      (0, "0"), (64 * 16, "1rem"), (64 * 8, ".5rem"), (64, ".0625rem"), (-64 * 24, "-1.5rem"), (1, ".001rem"),
      (64 * 390, "24.375rem"), (12345, "12.0557rem"), (-64, "-.0625rem"),
    ])
  func lengths(raw: Int, text: String) {
    #expect(written { $0.rem(LayoutUnit(raw: Int32(raw))) } == text)
  }

  @Test("A number in base 36", arguments: [0, 9, 10, 35, 36, 1295, 1296, 60_466_175, UInt32.max])
  func base36(number: UInt32) {
    #expect(written { $0.base36(number) } == String(number, radix: 36))
  }

  @Test("A whole number of px is a sixteenth as many rem, exactly")
  func wholePx() {
    for px in 1...4096 {
      let rem = written { $0.remNumber(LayoutUnit(px: px)) }
      #expect(Double(rem.first == "." ? "0" + rem : rem) == Double(px) / 16)
      #expect(!rem.contains(".") || rem.last != "0")
    }
  }

  @Test(
    "Whole numbers",
    arguments: [
      0, 7, 10, 99, 100, 999, 1_000, 9_999, 10_000, 65_535, -12, 1_000_000, 99_999_999, 100_000_000, .max,
      .min,
    ])
  func integers(value: Int) { #expect(written { $0.integer(value) } == String(value)) }

  @Test(
    "An anchor name becomes an id without white space, and comes back",
    arguments: [
      ("12", "m-12"), ("a b", "m-a~20b"), ("a~b", "m-a~7Eb"), ("a~20b", "m-a~7E20b"), ("é", "m-é"),
      ("\u{0}\n", "m-~00~0A"), ("\u{A0}", "m-~C2~A0"), ("\"><x", "m-\"><x"), ("", "m-"),
    ])
  func anchors(anchor: String, id: String) {
    #expect(AnchorName.id(anchor) == id)
    #expect(AnchorName.decoded(id) == anchor)
  }
}
