import ICU
import Testing

@Suite struct SegmentationTests {
  private func boundaries(_ kind: TextBoundaries.Kind, _ text: String, locale: String = "en") -> [Int32] {
    var result: [Int32] = [99]
    TextBoundaries(kind, locale: locale).find(in: Array(text.utf16), into: &result)
    return result
  }

  @Test("Grapheme clusters keep marks, joiners, flags and CR LF whole")
  func graphemes() {
    #expect(boundaries(.grapheme, "ae\u{301}b") == [1, 3, 4])
    #expect(boundaries(.grapheme, "👨‍👩‍👧x") == [8, 9])
    #expect(boundaries(.grapheme, "🇩🇪🇫🇷") == [4, 8])
    #expect(boundaries(.grapheme, "\r\n") == [2])
    #expect(boundaries(.grapheme, "") == [])
  }

  @Test("Lines break after spaces and newlines, in Thai by the dictionary")
  func lines() {
    #expect(boundaries(.line, "é ü\nö") == [2, 4, 5])
    #expect(boundaries(.line, "ภาษาไทย", locale: "th") == [4, 7])
  }

  @Test("Small kana may start a line: breaking is normal, not strict", arguments: ["ja", "ja-JP", "en"])
  func normalBreaking(locale: String) {
    #expect(boundaries(.line, "カァ", locale: locale) == [1, 2])
  }

  @Test("A locale that is no locale is root", arguments: ["", "x@lb=strict;;", "\u{0}\u{301}", "zzzz-zzzz"])
  func strangeLocales(locale: String) {
    #expect(boundaries(.line, "a b", locale: locale) == [2, 3])
  }

  @Test("Levels of a mixed paragraph: numbers in right-to-left text are left to right")
  func levels() {
    var levels: [UInt8] = []
    BidiLevels().find(in: Array("אב 12 ab".utf16), rightToLeft: true, into: &levels)
    #expect(levels == [1, 1, 1, 2, 2, 1, 2, 2])
    BidiLevels().find(in: [], rightToLeft: true, into: &levels)
    #expect(levels.isEmpty)
  }

  @Test("Of a heap of brackets the first thousand can be pairs; a newline begins a new count")
  func heapOfBrackets() {
    func level(ofBracketBehind count: Int, _ heap: String) -> UInt8 {
      let before = String(repeating: heap, count: count)
      var levels: [UInt8] = []
      // Between Latin letters a pair is left to right with what is in it (UAX #9, N0).
      BidiLevels().find(in: Array((before + "a(b)א").utf16), rightToLeft: true, into: &levels)
      return levels[before.utf16.count + 3]
    }
    #expect(level(ofBracketBehind: 999, "(") == 2)
    #expect(level(ofBracketBehind: 1_000, "(") == 1)
    #expect(level(ofBracketBehind: 100_000, "(\n") == 2)
  }

  @Test("Scripts, their extensions and names")
  func scripts() {
    #expect(Unicode.Scalar("я").script == .cyrillic)
    #expect(Unicode.Scalar("。").script == .common)
    #expect(Unicode.Scalar("。").scriptExtensions.contains(.han))
    #expect(Unicode.Scalar(UInt8(0x61)).scriptExtensions == [.latin])
    #expect(Script.thai.name == "Thai")
    #expect(Script(tag: 0x4361_6E73).name == "Canadian_Aboriginal")
    #expect(Script(tag: 1).name == nil)
  }

  @Test("Emoji properties and sequences")
  func emoji() {
    #expect(Unicode.Scalar(0x1F525).map(\.isEmojiByDefault) == true)
    #expect(Unicode.Scalar("©").isEmojiByDefault == false && Unicode.Scalar("©").canBeEmoji)
    #expect(isRecommendedEmoji(Array("🏳️‍🌈".utf16)))
    #expect(!isRecommendedEmoji(Array("🏳‍🌈".utf16)))
    #expect(!isRecommendedEmoji([]))
  }

  @Test("Decompositions, and the compositions made of them")
  func normalisation() {
    #expect(Unicode.Scalar("ế").decomposition() == ["e", "\u{302}", "\u{301}"])
    #expect(Unicode.Scalar("e").decomposition().isEmpty)
    #expect(Unicode.Scalar("\u{E33}").decomposition().isEmpty)
    #expect(Unicode.Scalar("\u{E33}").decomposition(compatibility: true) == ["\u{E4D}", "\u{E32}"])
    #expect(CanonicalCompositions.all.contains { $0.scalar == "é" && $0.parts == ["e", "\u{301}"] })
    #expect(CanonicalCompositions.all.allSatisfy { !$0.parts.isEmpty })
  }

  @Test("Brackets and directions")
  func brackets() {
    #expect(Unicode.Scalar("(").pairedBracket.map { $0.scalar == 0x29 && $0.opens } == true)
    #expect(Unicode.Scalar("」").pairedBracket.map { $0.scalar == 0x300C && !$0.opens } == true)
    #expect(Unicode.Scalar("a").pairedBracket == nil)
    #expect(Unicode.Scalar("a").strongDirectionIsRightToLeft == false)
    #expect(Unicode.Scalar("ש").strongDirectionIsRightToLeft == true)
    #expect(Unicode.Scalar("1").strongDirectionIsRightToLeft == nil)
    #expect(Unicode.Scalar("\u{661}").needsBidi && !Unicode.Scalar("1").needsBidi)
  }
}
