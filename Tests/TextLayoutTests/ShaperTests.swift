import Frames
import ICU
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct ShaperTests {
  /// HarfBuzz's advance of a whole text in one run, in 1/64 px, rounded up.
  private func shaped(_ text: String, in face: ExportFace, of fonts: FontSet, style: TextStyle) throws
    -> Int32
  {
    let font = try #require(ShapingFont(bytes: fonts.subset(of: face)))
    var advances: [Int32] = []
    font.shape(Array(text.utf8), script: .latin, rightToLeft: false, into: &advances)
    let sum = advances.prefix(text.utf8.count).reduce(0, +)
    let scale = Shaper.scale(fontSize: style.fontSize, unitsPerEm: font.unitsPerEm)
    return MeasuredText.rounded(Int64(sum) * scale)
  }

  @Test("ASCII is as wide as HarfBuzz shapes it whole, in every default face", arguments: FaceSlot.allCases)
  func pairTablesAreExact(slot: FaceSlot) throws {
    let fonts = try RealFonts.fonts(for: ["a"], slots: [.regular, .italic, .bold, .boldItalic, .code])
    let face = fonts.faces[Int(fonts.slotFaces[Int(slot.rawValue)])]
    #expect(face.slot == slot)
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    let style = TextStyle(fontSize: 16, lineHeight: 20, slot: slot)
    var random = SplitMix(seed: 7)
    for _ in 0..<400 {
      let text = "x" + random.ascii(length: 1 + random.below(40)) + "x"
      let result = layouter.layOut(text, marks: [], role: .body, style: style, maxWidth: .unlimited)
      #expect(try result.width.raw == shaped(text, in: face, of: fonts, style: style), "\(text)")
    }
  }

  @Test(
    "A heap of marks or soft hyphens is shaped in pieces of a bounded length",
    arguments: ["\u{AD}", "\u{301}", "a\u{AD}", "\u{200D}"])
  func boundedPieces(unit: String) throws {
    let text = String(repeating: unit, count: 5_000)
    let fonts = try RealFonts.fonts(for: [text])
    var (analysis, measured) = (TextAnalysis(), MeasuredText())
    var shaper = Shaper(fonts: fonts, isCaching: true)
    analysis.decode(text.utf8.span, using: &shaper.properties)
    _ = Itemizer(fonts: fonts).itemize(
      &analysis, marks: [], slot: .regular, direction: nil, table: shaper.properties)
    var finder = BreakFinder(locale: "en")
    finder.find(in: &analysis, utf8: text.utf8.span, keepsNumbers: false)
    shaper.measure(&analysis, utf8: text.utf8.span, style: RealFonts.style, into: &measured)
    #expect(analysis.pieces.allSatisfy { $0.end - $0.start <= 512 })
    #expect(analysis.pieces.last.map { Int($0.end) } ?? analysis.count == analysis.count)
  }

  @Test("Accented Latin and Cyrillic are as wide as HarfBuzz shapes them whole")
  func lettersBeyondASCII() throws {
    let texts = ["Où êtes-vous né, à Königsberg?", "Тут Жук ждёт Татьяну.", "Αύριο στις τρεις, ναι;"]
    let fonts = try RealFonts.fonts(for: texts)
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for text in texts {
      let result = layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited)
      #expect(result.block.runs.isEmpty)
      #expect(
        try result.width.raw == shaped(text, in: fonts.faces[0], of: fonts, style: RealFonts.style), "\(text)"
      )
    }
  }

  @Test("A letter and a combining accent are as wide as the letter with its accent")
  func combiningMarks() throws {
    let texts = ["né", "ne\u{301}"]
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: texts), locale: "en")
    let widths = texts.map {
      layouter.layOut($0, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited).width
    }
    #expect(widths[0] == widths[1])
  }

  @Test("Arabic letters join: a word is narrower than its letters apart")
  func joining() throws {
    let fonts = try RealFonts.fonts(for: ["سلام س ل ا م"])
    let layouter = TextLayouter(fonts: fonts, locale: "ar")
    let width = {
      layouter.layOut($0, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited).width
    }
    let apart = ["س", "ل", "ا", "م"].map(width).reduce(.zero, +)
    #expect(width("سلام") < apart)
    #expect(width("سلام") > .zero)
  }

  @Test("A line of several is as wide as its text alone, whatever its script")
  func linesAlone() throws {
    let texts = [
      "ادخل منظور القارئ الطبقات انقر نقرا", "שלום לכל העולם ומה שלומך היום", "आज हम बाज़ार जाएंगे क्या तुम भी",
      "ภาษาไทยเป็นภาษาที่สวยงาม", "私は学生です。あなたは？", "né où êtes-vous là",
    ]
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: texts), locale: "en")
    for text in texts {
      let block = layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: 90).block
      #expect(block.lines.count > 1)
      for (line, content) in zip(block.lines, block.lineTexts) {
        let alone = layouter.layOut(
          content, marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited)
        #expect(alone.width == line.width, "\(content)")
      }
    }
  }

  @Test("A tab reaches to the next stop of four spaces")
  func tabs() throws {
    let layouter = try OneEm.layouter()
    let width = {
      layouter.layOut($0, marks: [], role: .body, style: OneEm.style, maxWidth: .unlimited).width
    }
    #expect(width("a\tb") == 50)
    #expect(width("\tb") == 50)
    #expect(width("abcd\tb") == 90)
  }

  @Test("Zero-width characters take no room")
  func zeroWidth() throws {
    let layouter = try OneEm.layouter(for: "a\u{200B}b\u{2060}cd\u{FEFF}")
    let result = layouter.layOut(
      "a\u{200B}b\u{2060}cd\u{FEFF}", marks: [], role: .body, style: OneEm.style, maxWidth: .unlimited)
    #expect(result.width == 40)
  }

  @Test("Control characters take the room of the pictures that are shown for them, in a text and in a line")
  func controls() throws {
    let text = "ab\u{7}\u{2028} c\u{85}d\u{7F}\u{1B}"
    let shown = "ab␇\n c\nd␡␛"
    let layouter = TextLayouter(
      fonts: try RealFonts.fonts(for: [text], folders: FontCatalog.systemFolders), locale: "en")
    func lay(_ text: String, _ marks: [TextMark] = []) -> LaidOutText {
      layouter.layOut(text, marks: marks, role: .body, style: RealFonts.style, maxWidth: 60)
    }
    #expect(lay(text) == lay(shown))
    #expect(lay(text).block.text == shown)
    #expect(!lay(text).block.runs.contains { $0.face == .browser }, "the survey has asked for the pictures")
    let marked = lay(text, [TextMark(start: 3, end: 8, kind: .strong)])
    #expect(marked == lay(shown, [TextMark(start: 5, end: 8, kind: .strong)]))
    for width in [LayoutUnit(px: 40), .unlimited] {
      let lines = [text, shown].map {
        layouter.layOutLine($0, role: .body, style: RealFonts.style, maxWidth: width)
      }
      #expect(lines[0] == lines[1])
    }
  }
}

/// Random numbers that are the same everywhere (SplitMix64).
struct SplitMix {
  private var state: UInt64
  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return z ^ z >> 31
  }
  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
  mutating func ascii(length: Int) -> String {
    String(decoding: (0..<length).map { _ in UInt8(0x20 + below(95)) }, as: UTF8.self)
  }
}
