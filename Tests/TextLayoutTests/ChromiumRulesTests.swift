import Frames
import ICU
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Differences of Chromium from ICU 72 or from shaping a line as a whole, each rule by itself.
@Suite struct ChromiumRulesTests {
  /// The text between break opportunities.
  private func segments(
    _ text: String, locale: String = "en", knowsIdeographs: Bool = true
  ) throws -> [String] {
    let fonts = try OneEm.fonts(for: text, folders: [TestFonts.folder])
    var (table, analysis) = (CharacterProperties(), TextAnalysis())
    analysis.decode(text.utf8.span, using: &table)
    _ = Itemizer(fonts: fonts).itemize(&analysis, marks: [], slot: .regular, direction: nil, table: table)
    var finder = BreakFinder(locale: locale, knowsIdeographs: knowsIdeographs)
    finder.find(in: &analysis, utf8: text.utf8.span, keepsNumbers: false)
    var result: [String] = []
    for (index, scalar) in text.unicodeScalars.enumerated() {
      if index == 0 || analysis[index].mayBreak { result.append("") }
      result[result.count - 1].unicodeScalars.append(scalar)
    }
    return result
  }

  private func width(_ text: String, in layouter: TextLayouter) -> Int32 {
    layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited).width.raw
  }

  @Test("Between East Asian letters a line may break outside the quotes, else it may not")
  func quotesAmongWideLetters() throws {
    #expect(try segments("天“地”人") == ["天", "“地”", "人"])
    #expect(try segments("天‘地’人", locale: "ja") == ["天", "‘地’", "人"])
    #expect(try segments("天“sky”人") == ["天“sky”人"])
    #expect(try segments("天“sky”人", locale: "ja") == ["天“sky”人"])
    #expect(try segments("天“sky”人", locale: "zh") == ["天", "“sky”", "人"])
    #expect(try segments("sky“天”sky") == ["sky“天”sky"])
  }

  @Test("What is known of ideographs is what ICU says", arguments: ["en", "zh", "zh-Hant", "ja", "ko"])
  func ideographs(locale: String) throws {
    let letters = Array("天地あアょッー각나，。、」！？・〜（“”aé1.- 👍".unicodeScalars)
    var random = SplitMix64(seed: 17)
    var text = ""
    for _ in 0..<20_000 {
      // Mostly the first, so that words of ideographs alone come up, and each pair of any.
      let range = random.next() % 4 == 0 ? letters.count : 13
      text.unicodeScalars.append(letters[Int(random.next() % UInt64(range))])
      if random.next() % 6 == 0 { text += " " }
    }
    let known = try segments(text, locale: locale)
    #expect(try known == segments(text, locale: locale, knowsIdeographs: false))
    #expect(known.count > 10_000)
  }

  @Test("A line may break after spaces, whatever follows them but a mark, which stands on the last")
  func spaces() throws {
    #expect(try segments("dit « oui », l’eau") == ["dit ", "« ", "oui ", "», ", "l’eau"])
    #expect(try segments("人  。") == ["人  ", "。"])
    #expect(try segments("a \u{2060}b \u{301}") == ["a ", "\u{2060}b \u{301}"])
  }

  @Test("A hyphen between Hebrew letters ends a line, as between others")
  func hebrewHyphens() throws {
    for word in ["א-ב", "א־ב", "אָ־ב", "א‐ב", "א–ב", "א-a"] {
      #expect(try segments(word).count == 2, "\(word)")
    }
    for word in ["א-1", "א־1", "א־a", "א-é", "א/ב"] { #expect(try segments(word) == [word]) }
  }

  @Test("Punctuation between other letters, as measured in Chromium 156")
  func punctuation() throws {
    for word in [
      "é-é", "я-я", "é‐é", "1–2", "a–b", "é…é", "é/é", "é|é", "é!é", "é?é", "é?(é", "é}é", "a/é", "1 €",
    ] {
      #expect(try segments(word).count == 2, "\(word)")
    }
    for word in [
      "é-1", "é,é", "é;é", "é)é", "é\"é", "é%é", "é+é", "é=é", "é&é", "é/a", "€1", "1€", "№1", "é~é", "é\\é",
      "é._é",
      "é_é", "é@é", "é:é",
    ] { #expect(try segments(word) == [word]) }
    for word in ["é—é", "a—b"] { #expect(try segments(word).count == 3, "\(word)") }
  }

  @Test("In Japanese no line starts with a wave dash; in Chinese it may")
  func waveDash() throws {
    #expect(try segments("人〜", locale: "ja") == ["人〜"])
    #expect(try segments("人〜", locale: "zh") == ["人", "〜"])
    #expect(try segments("カァ", locale: "ja") == ["カ", "ァ"])
  }

  @Test("An emoji is an object: lines break on both sides of it, whatever characters it is made of")
  func emoji() throws {
    #expect(try segments("at 3️⃣pm") == ["at ", "3️⃣", "pm"])
    #expect(try segments("room8️⃣9️⃣") == ["room", "8️⃣", "9️⃣"])
    #expect(try segments("🏊🏻‍♀️3️⃣") == ["🏊🏻‍♀️", "3️⃣"])
    #expect(try segments("(🔥).") == ["(🔥)."])
  }

  @Test("No line ends between letters that are written one under the other")
  func stackedLetters() throws {
    for word in ["ថេប្លេត", "ကျွန်ုပ်တို့", "မိုက္ကရိုဖုန်း"] {
      for segment in try segments(word, locale: "km").dropLast() {
        #expect(segment.unicodeScalars.last.map { ![0x17D2, 0x1039].contains($0.value) } == true, "\(word)")
      }
    }
  }

  @Test("Digits are kerned as their script asks for: not in Hebrew, which this font does not know")
  func scriptOfDigits() throws {
    let texts = ["74", "x74", "±74", "€74", "א74", "€", "א"]
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: texts), locale: "en")
    let apart = width("7", in: layouter) + width("4", in: layouter)
    #expect(width("74", in: layouter) < apart - 16)
    #expect(width("x74", in: layouter) < width("x", in: layouter) + apart - 16)
    #expect(abs(width("±74", in: layouter) - width("±", in: layouter) - width("74", in: layouter)) <= 2)
    #expect(width("€74", in: layouter) < width("€", in: layouter) + apart - 16)
    #expect(abs(width("א74", in: layouter) - width("א", in: layouter) - apart) <= 2)
  }

  @Test("A letter before one with a mark is kerned with the two together")
  func marksAfterTheNext() throws {
    let texts = ["Te\u{301}", "T\u{E9}", "ʼi\u{301}", "ʼí"]
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: texts), locale: "en")
    #expect(width("Te\u{301}", in: layouter) == width("T\u{E9}", in: layouter))
    #expect(width("ʼi\u{301}", in: layouter) == width("ʼ\u{ED}", in: layouter))
  }

  @Test("A zero width non-joiner has no width and ends what is shaped together")
  func nonJoiner() throws {
    let texts = ["Te", "T\u{200C}e", "می\u{200C}کنید", "می", "کنید"]
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: texts), locale: "en")
    let apart = width("T", in: layouter) + width("e", in: layouter)
    #expect(width("T\u{200C}e", in: layouter) == apart)
    #expect(width("Te", in: layouter) < apart)
    #expect(width("می\u{200C}کنید", in: layouter) == width("می", in: layouter) + width("کنید", in: layouter))
  }
}
