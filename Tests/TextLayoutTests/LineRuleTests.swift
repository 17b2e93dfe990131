import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// The rules of ours that choose between break opportunities, and what shows at a break.
@Suite struct LineRuleTests {
  private func lines(_ text: String, fitting letters: Int, locale: String = "en") throws -> TextLines {
    TextLayouter(fonts: try OneEm.fonts(for: text, folders: []), locale: locale).layOut(
      text, marks: [], role: .body, style: OneEm.style, maxWidth: LayoutUnit(px: letters * 10),
      options: LineOptions(balance: false)
    ).block.lines
  }

  // MARK: Numbers

  @Test(
    "A number stays with its unit, its currency and its other digits, and dates stay whole",
    arguments: [
      ("walked 12 km", 9, ["walked ", "12 km"]), ("weighs 3.5 kg.", 11, ["weighs ", "3.5 kg."]),
      ("it cost 20 €", 10, ["it cost ", "20 €"]), ("it cost € 20", 10, ["it cost ", "€ 20"]),
      ("pay 20 EUR", 7, ["pay ", "20 EUR"]), ("at about 10 pm", 11, ["at about ", "10 pm"]),
      ("some 1 000 000", 11, ["some ", "1 000 000"]), ("from 2026-05-01", 10, ["from ", "2026-05-01"]),
      ("until 12 May", 8, ["until ", "12 May"]), ("until May 12", 9, ["until ", "May 12"]),
      ("on May 12, 2026", 13, ["on ", "May 12, 2026"]), ("on 1st May", 8, ["on ", "1st May"]),
      ("call 555-1234", 9, ["call ", "555-1234"]), ("room 12 is free", 7, ["room 12 ", "is free"]),
      ("30 people came", 4, ["30 ", "peop", "le ", "came"]), ("see § 12", 7, ["see ", "§ 12"]),
      ("so is 5?3", 8, ["so is 5?", "3"]),
    ])
  func numbers(text: String, letters: Int, expected: [String]) throws {
    #expect(try OneEm.lines(text, fitting: letters) == expected)
  }

  @Test("The same holds beside other letters, and without spaces in East Asian text")
  func numbersInOtherText() throws {
    #expect(try OneEm.lines("né à 12 km", fitting: 8) == ["né à ", "12 km"])
    #expect(try OneEm.lines("é 2026-05-01", fitting: 10) == ["é ", "2026-05-01"])
    #expect(try OneEm.lines("日本語日12月", fitting: 6) == ["日本語日", "12月"])
    #expect(try lines("le 12 février", fitting: 10, locale: "fr").map(\.end) == [3, 14])
  }

  @Test("A number too long for a line breaks where it could before")
  func tooLong() throws {
    #expect(try OneEm.lines("2026-05-01", fitting: 8) == ["2026-05-", "01"])
    #expect(try OneEm.lines("é 100 km", fitting: 4) == ["é ", "100 ", "km"])
    #expect(try OneEm.lines("1 000 000 000 000", fitting: 6) == ["1 000 ", "000 ", "000 ", "000"])
  }

  @Test("A line cut short for a number says so; without the rule the line is fuller")
  func ending() throws {
    #expect(try lines("walked 12 km", fitting: 9).map(\.ending) == [.number, .end])
    #expect(try lines("é walked 12 km", fitting: 11).map(\.ending) == [.number, .end])
    #expect(try lines("a walked 12 km", fitting: 8).map(\.ending) == [.opportunity, .end])
    let plain = try OneEm.layouter().layOut(
      "walked 12 km", marks: [], role: .body, style: OneEm.style, maxWidth: 90, options: .comparison)
    #expect(plain.block.lineTexts == ["walked 12 ", "km"])
  }

  @Test("Plain text and the same text with a letter beyond ASCII break alike")
  func fastAndSlowAgree() throws {
    let words = [
      "12", "km", "May", "1", "000", "2026-05-01", "€", "x", "EUR", "3.", "Sept", "2026", "20%", "1st",
    ]
    var random = SplitMix(seed: 9)
    for _ in 0..<300 {
      let text = (0..<12).map { _ in words[random.below(words.count)] }.joined(separator: " ")
        .replacing("€", with: "$")
      let letters = 4 + random.below(20)
      let fast = try lines(text, fitting: letters)
      let slow = try lines(text + " é", fitting: letters)
      #expect(fast.dropLast(2).map(\.end) == slow.prefix(max(0, fast.count - 2)).map(\.end), "\(text)")
      #expect(fast.dropLast(2).map(\.ending) == slow.prefix(max(0, fast.count - 2)).map(\.ending), "\(text)")
    }
  }

  // MARK: Soft hyphens

  @Test("A line that ends at a soft hyphen is wider by a hyphen; elsewhere it has no width")
  func softHyphen() throws {
    let text = "super\u{AD}cali\u{AD}frag"
    #expect(
      try lines(text, fitting: 6) == [
        TextLine(start: 0, end: 7, width: 60, ending: .hyphen),
        TextLine(start: 7, end: 13, width: 50, ending: .hyphen),
        TextLine(start: 13, end: 17, width: 40, ending: .end),
      ])
    #expect(try lines(text, fitting: 13).map(\.width) == [130])
    #expect(try lines(text, fitting: 10).map(\.width) == [100, 40])
  }

  @Test("No hyphen shows where the word ends, and none is needed where the whole word fits")
  func softHyphenAtEnd() throws {
    #expect(try lines("abc\u{AD}", fitting: 9).map(\.width) == [30])
    #expect(try lines("abc\u{AD}\nde", fitting: 9).map(\.ending) == [.newline, .end])
    // With its hyphen "abcd-" is too wide, the whole word is not.
    #expect(try lines("abcd\u{AD}", fitting: 4).map(\.width) == [40])
    #expect(try lines("é abc\u{AD}d ef", fitting: 6).map(\.width) == [60, 20])
  }

  @Test("A part too long for a line with its hyphen is broken so that the hyphen fits")
  func softHyphenAfterLongPart() throws {
    let result = try lines("abcdefgh\u{AD}ij", fitting: 4)
    #expect(result.allSatisfy { $0.width <= 40 })
    #expect(result.map(\.ending) == [.emergency, .emergency, .end])
  }

  // MARK: Japanese phrases

  @Test("The locale's own keyword breaks Japanese between phrases only")
  func phrases() throws {
    let text = "今日は天気がいいので公園に行きました"
    let fonts = try RealFonts.fonts(for: [text])
    func lines(_ locale: String) -> [String] {
      TextLayouter(fonts: fonts, locale: locale).layOut(
        text, marks: [], role: .body, style: RealFonts.style, maxWidth: 112, options: .comparison
      ).block.lineTexts
    }
    #expect(lines("ja") == ["今日は天気が", "いいので公園", "に行きました"])
    #expect(lines("ja-u-lw-phrase") == ["今日は天気が", "いいので", "公園に", "行きました"])
    #expect(lines("ja-JP-u-ca-gregory-lw-phrase") == lines("ja-u-lw-phrase"))
  }

  // MARK: White space

  @Test("A no-break space and a word joiner hold, a zero-width space breaks, and trailing spaces hang")
  func spaces() throws {
    #expect(try OneEm.lines("aa\u{A0}bb cc", fitting: 5) == ["aa\u{A0}bb ", "cc"])
    #expect(try OneEm.lines("aa-\u{2060}bb", fitting: 4) == ["aa-\u{2060}b", "b"])
    #expect(try OneEm.lines("aaa\u{200B}bbb", fitting: 4) == ["aaa\u{200B}", "bbb"])
    let hanging = try lines("aaa" + String(repeating: " ", count: 50) + "b", fitting: 3)
    #expect(hanging.map(\.width) == [30, 10])
  }
}

/// The words that the dictionaries of the scripts without spaces must not take apart.
@Suite struct DictionaryBreakTests {
  @Test("Thai, Lao, Khmer and Burmese break between words", arguments: ["th", "en"])
  func words(locale: String) throws {
    let breaks = { (text: String) -> Int in
      TextLayouter(fonts: try OneEm.fonts(for: "", folders: []), locale: locale).layOut(
        text, marks: [], role: .body, style: OneEm.style, maxWidth: 100, options: .comparison
      ).block.lines.count { $0.ending == .opportunity }
    }
    for text in ["ภาษาไทยเป็นภาษาที่สวยงาม", "ພາສາລາວເປັນພາສາທີ່ສວຍງາມ", "ភាសាខ្មែរជាភាសាដ៏ស្រស់ស្អាត", "မြန်မာဘာသာစကားသည်လှပသည်"] {
      #expect(try breaks(text) > 0, "\(text)")
    }
  }

  @Test("A stacked consonant stays on the one above it, in full lines and in narrow ones")
  func stacks() throws {
    let text = String(repeating: "သိက္ခါ", count: 20)
    let layouter = TextLayouter(fonts: try OneEm.fonts(for: "", folders: []), locale: "my")
    for width in [10, 30, 50, 70] as [LayoutUnit] {
      let block = layouter.layOut(text, marks: [], role: .body, style: OneEm.style, maxWidth: width).block
      for line in block.lineTexts { #expect(line.unicodeScalars.last != "\u{1039}") }
    }
  }
}
