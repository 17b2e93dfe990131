import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Emoji sequences (UTS #51): one picture for each, one file for all spellings of it.
@Suite struct EmojiTests {
  private func block(_ text: String) throws -> TextBlock {
    TextLayouter(fonts: try RealFonts.fonts(for: [text]), locale: "en").layOut(
      text, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited
    ).block
  }

  /// The texts of the emoji in a text, in order.
  private func emoji(in text: String) throws -> [String] {
    let block = try block(text)
    #expect(block.isCovered)
    return block.runs.filter { $0.emoji != nil }.map { block.slice($0.start, $0.end) }
  }

  @Test("Fully qualified, minimally qualified and unqualified spellings are one emoji")
  func spellings() throws {
    let texts = ["🏳️‍🌈 🏳‍🌈", "1️⃣ 1⃣", "❤️ ❤️"]
    let fonts = try RealFonts.fonts(for: texts)
    #expect(fonts.emoji.map(\.text) == ["1️⃣", "❤️", "🏳️‍🌈"])
    for index in fonts.emoji.indices { #expect(!fonts.picture(ofEmoji: index).isEmpty) }
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for text in texts {
      let block = layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: 300).block
      let found = block.runs.filter { $0.emoji != nil }
      #expect(found.map(\.emoji) == [.picture, .picture], "\(text)")
    }
  }

  @Test("Selectors decide: text presentation stays text, emoji presentation makes an emoji")
  func selectors() throws {
    #expect(try emoji(in: "❤︎ ❤ ☺︎ © ™ 1 #") == [])
    #expect(try emoji(in: "❤️ ☺️") == ["❤️", "☺️"])
    #expect(try emoji(in: "🔥︎") == [])
  }

  @Test("A sequence that the font does not know is its parts; all of it is kept as text")
  func unknownSequences() throws {
    // A fire and a party popper joined: nobody's emoji.
    let text = "🔥\u{200D}🎉"
    #expect(try emoji(in: text) == ["🔥", "🎉"])
    #expect(try block(text).text == text)
    // A flag of no country, and one with a region that no font has.
    #expect(try emoji(in: "🇽🇽") == ["🇽", "🇽"])
    let region = "🏴\u{E0078}\u{E0079}\u{E007F}"
    #expect(try emoji(in: region) == ["🏴"])
  }

  @Test("A character kept free for emoji has an emoji's place, whatever the reader's font makes of it")
  func reserved() throws {
    // U+1FAEA is an emoji of Unicode 17, U+1F8FF none of 15.
    let block = try block("a\u{1FAEA}")
    #expect(block.runs.map(\.emoji) == [nil, .character])
    #expect(block.lines[0].width > 20)
  }

  @Test("Skin tones belong to people, not to faces of others")
  func skinTones() throws {
    #expect(try emoji(in: "👍🏽") == ["👍🏽"])
    #expect(try emoji(in: "🔥🏽").count == 2)
  }

  @Test(
    "Texts of one to three emoji and white space are told from all others",
    arguments: [
      ("🎉", "🎉"), (" 👍🏽 🔥\n", "👍🏽 🔥"), ("1️⃣2️⃣3️⃣", "1️⃣2️⃣3️⃣"), ("❤️", "❤️"), ("🇵🇹🇩🇪", "🇵🇹🇩🇪"),
      ("", nil), ("  ", nil), ("a", nil), ("🎉a", nil), ("a🎉", nil), ("🎉🎉🎉🎉", nil), ("1", nil), ("12", nil),
      ("❤", nil), ("🔥︎", nil), ("🎉\n🎉", nil), ("你好", nil), ("#", nil), ("\u{200D}", nil), ("🎉\u{200D}", nil),
    ] as [(String, String?)])
  func emojiTexts(text: String, expected: String?) {
    #expect(EmojiText.emoji(of: text, most: 3) == expected)
  }

  @Test("A text of many joiners is looked at in linear time")
  func manyJoiners() throws {
    let text = String(repeating: "👨\u{200D}", count: 5_000)
    let clock = ContinuousClock()
    let start = clock.now
    #expect(try block(text).isCovered)
    #expect(clock.now - start < .seconds(5))
  }
}
