import Frames
import ICU
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct TextLayouterTests {
  // MARK: Breaks

  @Test("ASCII breaks as Chromium breaks it")
  func asciiBreaks() throws {
    #expect(try OneEm.lines("2024-01-01", fitting: 8) == ["2024-01-", "01"])
    #expect(try OneEm.lines("a -1", fitting: 3) == ["a ", "-1"])
    #expect(try OneEm.lines("use C++ or", fitting: 6) == ["use ", "C++ or"])
    #expect(try OneEm.lines("a/b c", fitting: 3) == ["a/b ", "c"])
  }

  @Test("A break by the dictionary, by ideographs and none beside a no-break space or word joiner")
  func otherBreaks() throws {
    #expect(try OneEm.lines("日本語中文", fitting: 3) == ["日本語", "中文"])
    #expect(try OneEm.lines("日本語。中", fitting: 3) == ["日本", "語。中"])
    #expect(try OneEm.lines("ab\u{A0}cd ef", fitting: 6) == ["ab\u{A0}cd ", "ef"])
    #expect(try OneEm.lines("ab\u{200B}cd", fitting: 3) == ["ab\u{200B}", "cd"])
    let thai = "ภาษาไทยเป็นภาษาที่สวยงาม"
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: [thai]), locale: "th")
    let lines = layouter.layOut(
      thai, marks: [], role: .body, style: RealFonts.style, maxWidth: 80, options: LineOptions(balance: false)
    ).block.lineTexts
    #expect(lines == ["ภาษาไทย", "เป็นภาษาที่", "สวยงาม"])
  }

  @Test("A URL that does not fit breaks after its punctuation, one that fits does not")
  func urls() throws {
    let text = "see https://example.org/path/to?x=1"
    let result = try OneEm.layouter().layOut(
      text, marks: [], role: .body, style: OneEm.style, maxWidth: 200, options: LineOptions(balance: false))
    #expect(result.block.lineTexts == ["see ", "https://example.org/", "path/to?x=1"])
    #expect(result.block.lines[1].ending == .url)
    #expect(try OneEm.lines("a/b/c/d/e", fitting: 3) == ["a/b", "/c/", "d/e"])
    #expect(
      try OneEm.lines("https://example.org/path/to", fitting: 14, breakURLs: false) == [
        "https://exampl", "e.org/path/to",
      ])
  }

  @Test("A long word breaks between grapheme clusters")
  func clusters() throws {
    let text = String(repeating: "e\u{301}", count: 40)
    let fonts = try RealFonts.fonts(for: [text])
    let result = TextLayouter(fonts: fonts, locale: "en").layOut(
      text, marks: [], role: .body, style: RealFonts.style, maxWidth: 100)
    #expect(result.block.lines.count > 1)
    for line in result.block.lines { #expect(line.end % 3 == 0 && line.width <= 100) }
  }

  // MARK: Balance

  @Test("Balancing keeps the number of lines, narrows the text and leaves no word alone")
  func balance() throws {
    let text = "aa bb cc dd ee ff gg"
    let greedy = try OneEm.lines(text, fitting: 17)
    let balanced = try OneEm.lines(text, fitting: 17, balance: true)
    #expect(greedy == ["aa bb cc dd ee ff ", "gg"])
    #expect(balanced == ["aa bb cc dd ", "ee ff gg"])
  }

  @Test("A balanced break says so, a full line does not")
  func balanceEnding() throws {
    let result = try OneEm.layouter().layOut(
      "aa bb cc dd ee ff gg", marks: [], role: .body, style: OneEm.style, maxWidth: 170)
    #expect(result.block.lines.map(\.ending) == [.balance, .end])
    #expect(result.width == 110)
    let full = try OneEm.layouter().layOut(
      "aaaa bbbb cccc", marks: [], role: .body, style: OneEm.style, maxWidth: 90)
    #expect(full.block.lines.map(\.ending) == [.opportunity, .end])
  }

  @Test("Balanced texts have as many lines as greedy ones, are no wider, and fit")
  func balanceOverRandomTexts() throws {
    let layouter = try OneEm.layouter()
    var random = SplitMix(seed: 3)
    for _ in 0..<300 {
      let words = (0..<2 + random.below(30)).map { _ in String(repeating: "x", count: 1 + random.below(9)) }
      let text = words.joined(separator: random.below(9) == 0 ? "\n" : " ")
      let width = LayoutUnit(px: 100 + random.below(200))
      let greedy = layouter.layOut(
        text, marks: [], role: .body, style: OneEm.style, maxWidth: width,
        options: LineOptions(balance: false))
      let balanced = layouter.layOut(text, marks: [], role: .body, style: OneEm.style, maxWidth: width)
      #expect(balanced.block.lines.count == greedy.block.lines.count)
      #expect(balanced.width <= greedy.width)
    }
  }

  @Test(
    "No width less than a balanced text's has as few lines, and more room is as if it had been asked for alone"
  )
  func balanceIsLeast() throws {
    let layouter = try OneEm.layouter()
    var random = SplitMix(seed: 4)
    func lines(_ text: String, _ width: LayoutUnit) -> Int {
      layouter.layOut(
        text, marks: [], role: .body, style: OneEm.style, maxWidth: width,
        options: LineOptions(balance: false)
      ).block.lines.count
    }
    for _ in 0..<400 {
      let words = (0..<2 + random.below(60)).map { _ in String(repeating: "x", count: 1 + random.below(9)) }
      let text = words.joined(separator: random.below(5) == 0 ? "  " : " ")
      let width = LayoutUnit(px: 100 + random.below(200))
      let (laid, wider) = layouter.layOut(
        text, marks: [], role: .body, style: OneEm.style, maxWidth: width,
        andWider: width + LayoutUnit(px: 70))
      let longest = LayoutUnit(px: 10 * (words.map(\.count).max() ?? 0))
      if laid.width > longest {
        #expect(
          lines(text, laid.width - LayoutUnit(raw: 1)) > laid.block.lines.count, "\(text) in \(width.px)")
      }
      let alone = layouter.layOut(
        text, marks: [], role: .body, style: OneEm.style, maxWidth: width + LayoutUnit(px: 70))
      #expect(wider == nil ? laid == alone : wider == alone, "\(text) in \(width.px)")
    }
  }

  // MARK: Faces and direction

  @Test("Text in the base face has no runs; other scripts get runs that cover all text")
  func fallbackRuns() throws {
    let text = "shalom שלום and नमस्ते"
    let fonts = try RealFonts.fonts(for: [text, "plain"])
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    #expect(
      layouter.layOut("plain", marks: [], role: .body, style: RealFonts.style, maxWidth: 300).block.runs
        .isEmpty)
    let block = layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: 300).block
    #expect(
      block.runs.map { fonts.faces[Int($0.face.index)].postScriptName } == [
        "Inter-Regular", "NotoSansHebrew-Regular", "Inter-Regular", "NotoSansDevanagari-Regular",
      ])
    #expect(block.isCovered)
  }

  @Test("Marks choose faces: strong, emphasis, both, code")
  func markedFaces() throws {
    let fonts = try RealFonts.fonts(for: ["x"], slots: [.regular, .italic, .bold, .boldItalic, .code])
    let text = "a b c d e"
    let marks = [
      TextMark(start: 2, end: 3, kind: .strong), TextMark(start: 4, end: 7, kind: .emphasis),
      TextMark(start: 6, end: 7, kind: .strong), TextMark(start: 8, end: 9, kind: .code),
    ]
    let block = TextLayouter(fonts: fonts, locale: "en").layOut(
      text, marks: marks, role: .body, style: RealFonts.style, maxWidth: 300
    ).block
    #expect(
      block.runs.map { fonts.faces[Int($0.face.index)].slot } == [
        .regular, .bold, .regular, .italic, .boldItalic, .regular, .code,
      ])
    #expect(block.isCovered)
    #expect(block.marks == marks)
  }

  @Test(
    "The first strong letter decides the direction, isolates left out",
    arguments: [
      ("abc", TextDirection.leftToRight), ("שלום abc", .rightToLeft), ("123 שלום", .rightToLeft),
      ("\u{2067}ש\u{2069} abc", .leftToRight), ("123", .leftToRight), ("!? ...", .leftToRight),
    ])
  func direction(text: String, expected: TextDirection) throws {
    let layouter = try OneEm.layouter(for: text)
    let block = layouter.layOut(text, marks: [], role: .body, style: OneEm.style, maxWidth: 1000).block
    #expect(block.direction == expected)
  }

  @Test("Kana make Han characters Japanese; a character no face has goes to the browser and is reported")
  func missing() throws {
    let fonts = try RealFonts.fonts(for: ["日本のかな", "\u{1F8}x \u{10330}"])
    #expect(fonts.faces.contains { $0.sourceName == "NotoSansCJKjp-Regular.otf" })
    #expect(fonts.missing == ["\u{10330}"])
    let block = TextLayouter(fonts: fonts, locale: "en").layOut(
      "a\u{10330}", marks: [], role: .body, style: RealFonts.style, maxWidth: 100
    ).block
    #expect(block.runs.map(\.face) == [.base, .browser])
  }

  @Test("Without a need no folder is looked into, and a folder that does not exist is no error")
  func foldersOnDemand() throws {
    let fonts = try RealFonts.fonts(for: ["café – “ok”"], folders: ["/nonexistent"])
    #expect(fonts.faces.map(\.sourceName) == ["Inter-Regular.otf"])
    #expect(fonts.missing.isEmpty)
    #expect(try RealFonts.fonts(for: ["ש"], folders: ["/nonexistent"]).missing == ["ש"])
  }

  // MARK: Emoji

  @Test("An emoji is one run as wide as 1.25 em, with its picture; text forms are text")
  func emoji() throws {
    let texts = ["ok 👍🏽👨‍👩‍👧 1️⃣", "☺︎ © 1 #", "❤️🔥"]
    let fonts = try RealFonts.fonts(for: texts)
    #expect(fonts.emoji.map(\.text) == ["1️⃣", "❤️", "👍🏽", "👨‍👩‍👧", "🔥"])
    for (index, emoji) in fonts.emoji.enumerated() {
      #expect(fonts.picture(ofEmoji: index).starts(with: [0x89, 0x50, 0x4E, 0x47]), "\(emoji.text)")
    }
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    let block = layouter.layOut(texts[0], marks: [], role: .body, style: RealFonts.style, maxWidth: 300).block
    let kinds = block.runs.map(\.emoji)
    #expect(kinds == [nil, .picture, .picture, nil, .picture])
    #expect(block.isCovered)
    let hearts = layouter.layOut(texts[2], marks: [], role: .body, style: RealFonts.style, maxWidth: 300)
    #expect(hearts.width == 40)
  }

  @Test("Emoji without a font have no picture but keep their place")
  func emojiWithoutFont() throws {
    let fonts = try RealFonts.fonts(for: ["🔥"], folders: [])
    #expect(fonts.emoji == [ExportEmoji(text: "🔥", hasPicture: false)])
    #expect(fonts.missing.isEmpty)
  }

  // MARK: One line

  @Test("A single line is cut with an ellipsis only when it is wider")
  func singleLine() throws {
    let layouter = try OneEm.layouter()
    let line = { layouter.layOutLine($0, role: .quote, style: OneEm.style, maxWidth: 80) }
    #expect(line("abcdefgh").block.text == "abcdefgh")
    #expect(line("abcdefghi").block.text == "abcdefg…")
    #expect(line("abc def ghi").block.text == "abc def…")
    #expect(line("ab\ncd").block.text == "ab cd")
    #expect(line("abcdef ghi").block.text == "abcdef…")
    #expect(line(String(repeating: "word ", count: 9999)).width <= 80)
    #expect(line("a" + String(repeating: "\u{200B}", count: 2000) + "b").block.text.hasSuffix("…"))
  }

  // MARK: Anything

  @Test("A line of 100 kB takes no more than linear time")
  func longLine() throws {
    let layouter = try OneEm.layouter()
    for text in [
      String(repeating: "a", count: 100_000), String(repeating: "ab ", count: 33_000),
      String(repeating: "é", count: 50_000), String(repeating: " ", count: 100_000),
      "https://" + String(repeating: "a/", count: 50_000),
      String(repeating: "a\u{301}\u{301}", count: 20_000),
    ] {
      let clock = ContinuousClock()
      let time = clock.measure {
        let result = layouter.layOut(text, marks: [], role: .body, style: OneEm.style, maxWidth: 300)
        #expect(result.block.isCovered)
      }
      #expect(time < .seconds(5))
    }
  }

  @Test("Random bytes never trap; lines cover the text and fit; remembering changes nothing")
  func fuzz() throws {
    let alphabet = Array(
      "aé b\n\tש ل\u{200D}\u{FE0F}👍🏽🇩1️⃣日の한ก\u{E33}\u{301}()[]/-:.\u{202E}\u{2067}\u{2069}नि\u{94D}\u{AD}\u{FFFD}\u{10FFFF}\r\u{0}"
        .unicodeScalars)
    var random = SplitMix(seed: 11)
    var texts: [String] = []
    for _ in 0..<300 {
      let length = random.below(60)
      if random.below(3) == 0 {
        texts.append(String(decoding: (0..<length).map { _ in UInt8(random.below(256)) }, as: UTF8.self))
      } else {
        var text = ""
        for _ in 0..<length { text.unicodeScalars.append(alphabet[random.below(alphabet.count)]) }
        texts.append(text)
      }
    }
    // Only some are surveyed, so the others meet characters that no face was asked for.
    let fonts = try RealFonts.fonts(for: Array(texts.prefix(150)))
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    let forgetful = TextLayouter(fonts: fonts, locale: "en", isCaching: false)
    for text in texts {
      let width = LayoutUnit(px: random.below(200))
      let marks = [TextMark(start: Int32(random.below(20)), end: Int32(random.below(90)), kind: .strong)]
      let result = layouter.layOut(text, marks: marks, role: .body, style: RealFonts.style, maxWidth: width)
      #expect(
        result == forgetful.layOut(text, marks: marks, role: .body, style: RealFonts.style, maxWidth: width))
      #expect(result.block.isCovered, "\(text.debugDescription)")
      let lines = zip(result.block.lines, result.block.lineTexts)
      for (line, content) in lines where line.width > width {
        // Characters without width may stand beside the one cluster that is too wide.
        let clusters = content.count {
          $0.unicodeScalars.contains { $0 > " " && !$0.isDefaultIgnorable && !$0.isControl && !$0.isMark }
        }
        #expect(clusters <= 1 || result.block.hasEmoji(in: line), "\(text.debugDescription) \(line) \(width)")
      }
      let one = layouter.layOutLine(text, role: .body, style: RealFonts.style, maxWidth: 100)
      #expect(one.width <= 100 && one.block.lines.count == 1)
    }
  }
}

extension TextBlock {
  /// Indicates whether lines and runs cover the text, newlines between lines left out, in order and on whole
  /// characters.
  var isCovered: Bool {
    let bytes = Array(text.utf8)
    func isBoundary(_ offset: Int32) -> Bool {
      Int(offset) == bytes.count || Int(offset) < bytes.count && bytes[Int(offset)] & 0xC0 != 0x80
    }
    var at: Int32 = 0
    for line in lines {
      guard line.start == at, line.end >= line.start, isBoundary(line.end) else { return false }
      at = line.ending == .newline ? line.end + 1 : line.end
      if line.ending == .newline, bytes[Int(line.end)] != 0x0A { return false }
    }
    guard Int(at) == bytes.count, lines.last?.ending == .end else { return false }
    if runs.isEmpty { return true }
    at = 0
    for run in runs {
      guard run.start == at, run.end > run.start, isBoundary(run.end) else { return false }
      at = run.end
    }
    return Int(at) == bytes.count
  }

  /// Indicates whether a line has an inline image.
  func hasEmoji(in line: TextLine) -> Bool {
    runs.contains { $0.emoji != nil && $0.start < line.end && $0.end > line.start }
  }
}
