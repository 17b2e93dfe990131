import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Most texts are measured without all stages (``SimpleTextMeasurer``, ``WordMeasurer``). That must make no difference.
@Suite struct FastWayTests {
  /// The parts of texts: words and signs of many scripts, and everything that stands between them or changes
  /// them.
  private static let parts: [[String]] = [
    ["hello", "Waffle", "To", "AVATAR", "don't", "a", "I", "fi", "Ty.", "C++", "and/or", "well-known"],
    ["né", "über", "Ångström", "coração", "l’été", "¿Qué", "¡Hola!", "naïve", "«mot»", "Łódź", "ß", "œuvre"],
    ["привет", "Тут", "ёж", "дела", "Жук", "Москва", "\u{456}"], ["Αύριο", "ναι", "Ψ"],
    ["我们", "明天见", "好的", "的"], ["。", "，", "！", "、", "「", "」", "…", "・", "～", "（", "）"],
    ["今日は", "カレー", "ます", "ー", "っ", "ｶﾅ"], ["안녕", "하세요", "오늘"], ["Ｆｕｌｌ", "１２"],
    ["สวัสดี", "ครับ"], ["नमस्ते", "कैसे"], ["مرحبا", "كيف"], ["שלום", "מה"], ["မင်္ဂလာပါ"], ["გამარჯობა", "բարեւ"],
    ["ภาษา", "ไทยสวยงามมาก", "น้ำ", "ที่นี่", "กินข้าวหรือยัง"], ["हूँ", "क्षत्रिय", "सुंदर", "पहुँच", "अ"],
    ["السلام", "عليكم", "مُحَمَّد", "لا"], ["בְּרֵאשִׁית", "הביתה", "של"], ["ភាសា", "ខ្មែរ"], ["ພາສາ", "ລາວ"],
    [
      "https://docs.example.com/anber/conda?id=829201&ref=elfigra",
      "www.a-long-name.example/path_with-parts.html",
      "Donaudampfschifffahrtsgesellschaftskapitän", "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", "a.b/c",
      "AVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAVAV",
    ],
    ["12", "5", "2026-05-01", "3.5", "1 000", "12:30", "-5", "555-1234", "10–12", "5月", "٣"],
    ["km", "kg", "€", "%", "May", "мая", "$", "pm", "°C", "№"],
    ["😀", "👍🏽", "👨‍👩‍👧‍👦", "🇵🇹", "🇵", "❤️", "❤", "☕", "1️⃣", "©", "™", "→", "↔️", "☺︎", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "✅"],
    [
      "e\u{301}", "\u{301}", "\u{AD}", "\u{200B}", "\u{200D}", "\u{FE0F}", "\u{A0}", "\u{2060}", "\t",
      "\u{200C}",
    ],
    [
      "(", ")", "[", "]", "“", "”", "‘", "’", "\"", "'", "-", "–", "—", "/", "!", "?", ".", ",", ":", ";",
      ":)", "...",
    ],
  ]

  private static let glue = ["", "", " ", " ", " ", " ", "  ", "\n"]

  /// Texts of a few scripts each: with parts of all of them, hardly any would take a fast way.
  static func texts(_ count: Int, seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    var texts: [String] = []
    for _ in 0..<count {
      var kinds: [[String]] = []
      for _ in 0..<1 + random.below(3) { kinds.append(random.pick(parts)) }
      let between: [String] = [random.pick(glue), random.pick(glue)]
      var text = random.below(4) == 0 ? random.pick([" ", "\n", "  ", "("]) : ""
      for _ in 0..<1 + random.below(14) { text += random.pick(random.pick(kinds)) + random.pick(between) }
      texts.append(text)
    }
    return texts
  }

  static func marks(in text: String, _ random: inout SplitMix64) -> [TextMark] {
    var offsets: [Int32] = [0]
    for scalar in text.unicodeScalars { offsets.append((offsets.last ?? 0) + Int32(UTF8.width(scalar))) }
    let kinds: [TextMark.Kind] = [.strong, .emphasis, .code, .link(href: "https://a.example"), .mention]
    var marks: [TextMark] = []
    for _ in 0..<random.below(3) {
      let ends: [Int32] = [random.pick(offsets), random.pick(offsets)].sorted()
      marks.append(TextMark(start: ends[0], end: ends[1], kind: random.pick(kinds)))
    }
    return marks
  }

  @Test(
    "Texts are laid out alike with all stages and without",
    arguments: ["en", "zh", "ja", "ja-u-lw-phrase", "fr", "he"])
  func allStages(locale: String) throws {
    let texts = Self.texts(1_500, seed: UInt64(locale.utf8.reduce(7) { ($0 &* 31 &+ Int($1)) & 0xFFFF }))
    let fonts = try RealFonts.fonts(
      for: texts, slots: [.regular, .italic, .bold, .boldItalic, .code], folders: FontCatalog.systemFolders)
    let layouter = TextLayouter(fonts: fonts, locale: locale)
    let thorough = TextLayouter(fonts: fonts, locale: locale, isCaching: true, takesAllStages: true)
    var random = SplitMix64(seed: 3)
    for text in texts {
      let marks = random.below(3) == 0 ? Self.marks(in: text, &random) : []
      let options = LineOptions(balance: random.below(3) > 0, breakURLs: random.below(4) > 0)
      let width = random.pick([0, 40, 90, 150, 272, 500].map { LayoutUnit(px: $0) } + [.unlimited])
      let wide = width == .unlimited ? width : width + 100
      let (fast, wider) = layouter.layOut(
        text, marks: marks, role: .body, style: RealFonts.style, maxWidth: width, andWider: wide,
        options: options)
      let (slow, slowWider) = thorough.layOut(
        text, marks: marks, role: .body, style: RealFonts.style, maxWidth: width, andWider: wide,
        options: options)
      #expect(fast == slow, "\(text.debugDescription) \(width) \(marks) \(options)")
      #expect(wider == slowWider, "\(text.debugDescription) \(width)")
      let line = layouter.layOutLine(text, role: .quote, style: RealFonts.style, maxWidth: width)
      let slowLine = thorough.layOutLine(text, role: .quote, style: RealFonts.style, maxWidth: width)
      #expect(line == slowLine, "\(text.debugDescription) \(width)")
    }
  }

  @Test(
    "Letters of alphabets and East Asian scripts, and emoji among them, take one pass",
    arguments: [
      "né à Łódź, l’été", "Тут Жук ждёт", "Αύριο, ναι;", "明天几点见面？好的。", "カレーです、ありがとう", "안녕하세요 오늘", "ok 😀 ❤️",
      "great!😂😂", "👨‍👩‍👧‍👦 🇵🇹 👍🏽 1", "привет ok", "12 km née", "«да», – он",
    ])
  func onePass(text: String) throws {
    let fonts = try RealFonts.fonts(for: [text], folders: FontCatalog.systemFolders)
    var measured = MeasuredText()
    var shaper = Shaper(fonts: fonts, isCaching: true)
    var measurer = SimpleTextMeasurer(fonts: fonts, knowsIdeographs: true)
    let request = SimpleTextMeasurer.Request(marks: [], style: RealFonts.style, isASCII: false)
    let isMeasured =
      measurer.measure(text.utf8.span, request, shaper: &shaper, into: &measured) == true
    // A text that the machine has no font for cannot be measured.
    #expect(isMeasured || !fonts.missing.isEmpty)
  }

  @Test(
    "Words of one script that are shaped as a whole take two passes",
    arguments: ["مرحبا كيف الحال", "שלום", "नमस्ते कैसे हो", "สวัสดีครับ ขอบคุณ"])
  func words(text: String) throws {
    let fonts = try RealFonts.fonts(for: [text], folders: FontCatalog.systemFolders)
    var measured = MeasuredText()
    var shaper = Shaper(fonts: fonts, isCaching: true)
    var scan = WordMeasurer(fonts: fonts)
    let isMeasured = scan.measure(
      text.utf8.span, style: RealFonts.style, maxWidth: 272 * 64, direction: nil, shaper: &shaper,
      finder: BreakFinder(locale: "en"), into: &measured)
    #expect(isMeasured || !fonts.missing.isEmpty)
    #expect(measured.segments.count >= text.split(separator: " ").count || !isMeasured)
  }

  @Test("A survey of texts finds the same in any order, and when it meets them again")
  func survey() {
    let texts = Self.texts(400, seed: 11)
    func identity(_ texts: [String]) -> [[UInt8]] {
      var survey = CharacterUsage()
      for text in texts { survey.add(text, slots: text.utf8.count % 3 == 0 ? .all : FaceSlots(.regular)) }
      var result: [[UInt8]] = []
      survey.eachOfIdentity { result.append($0) }
      return result
    }
    #expect(identity(texts) == identity(texts.reversed() + texts))
    var apart = CharacterUsage()
    for text in texts {
      var survey = CharacterUsage()
      survey.add(text, slots: text.utf8.count % 3 == 0 ? .all : FaceSlots(.regular))
      apart.merge(survey)
    }
    var merged: [[UInt8]] = []
    apart.eachOfIdentity { merged.append($0) }
    #expect(merged == identity(texts))
  }
}
