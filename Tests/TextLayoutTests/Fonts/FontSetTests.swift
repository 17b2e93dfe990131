import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct FontSetTests {
  private func table(_ tag: StaticString, of face: ExportFace, in fonts: FontSet) throws -> [UInt8] {
    try #require(FontFile(bytes: fonts.subset(of: face))).table(tag)
  }

  private func signed(_ bytes: [UInt8], at offset: Int) -> Int {
    Int(Int16(bitPattern: UInt16(bytes[offset]) << 8 | UInt16(bytes[offset + 1])))
  }

  @Test("All faces share one ascent and descent: 0.97 em and 0.23 em, no gap")
  func verticalMetrics() throws {
    let fonts = try RealFonts.fonts(for: ["a ש 日"])
    #expect(fonts.faces.count == 3)
    for face in fonts.faces {
      let em = Double(face.unitsPerEm)
      let hhea = try table("hhea", of: face, in: fonts)
      let os2 = try table("OS/2", of: face, in: fonts)
      let values = [
        signed(hhea, at: 4), -signed(hhea, at: 6), signed(os2, at: 68), -signed(os2, at: 70),
        signed(os2, at: 74),
        signed(os2, at: 76),
      ]
      let expected = [0.97, 0.23, 0.97, 0.23, 0.97, 0.23].map { Int(($0 * em).rounded()) }
      #expect(values == expected, "\(face.sourceName)")
      #expect(signed(hhea, at: 8) == 0 && signed(os2, at: 72) == 0)
    }
  }

  @Test("A patched file's checksums are right")
  func checksums() throws {
    let fonts = try RealFonts.fonts(for: ["é ש"])
    for face in fonts.faces {
      var sum: UInt32 = 0
      let subset = fonts.subset(of: face)
      #expect(subset.count == face.size)
      let padded = subset + [UInt8](repeating: 0, count: (4 - subset.count % 4) % 4)
      for at in stride(from: 0, to: padded.count, by: 4) {
        sum &+= padded[at..<at + 4].reduce(0) { $0 << 8 | UInt32($1) }
      }
      #expect(sum == 0xB1B0_AFBA)
    }
  }

  @Test("A Chinese face forgets its places in the character collection, and keeps what it draws")
  func charactersAreNumbered() throws {
    let fonts = try RealFonts.fonts(for: ["一丁七万三上下不与丑专且世丘丙"])
    let face = try #require(fonts.faces.first { $0.coverage.contains(0x4E00) })
    let table = try table("CFF ", of: face, in: fonts)
    let charset = try #require(CFFCharset(of: table[...]))
    let glyphs = try signed(self.table("maxp", of: face, in: fonts), at: 4)
    #expect(charset.count == glyphs - 1 && glyphs > 1)
    #expect(charset.counted == Array(table[charset.range]))
    // In a longer array, at another offset, and cut anywhere: never beyond its end.
    #expect(CFFCharset(of: ([1, 2, 3] + table)[3...]) == charset)
    for end in 0..<charset.range.upperBound { #expect(CFFCharset(of: table[..<end]) == nil) }
    // Inter's glyphs have names, which are left.
    let plain = try RealFonts.fonts(for: ["a"])
    let latin = try #require(plain.faces.first)
    #expect(try CFFCharset(of: self.table("CFF ", of: latin, in: plain)[...]) == nil)
  }

  @Test("A subset keeps what is in use, ASCII and the ellipsis, closed under normalisation")
  func coverage() throws {
    let face = try #require(try RealFonts.fonts(for: ["ế"]).faces.first)
    for scalar in "aZ~ …ếe\u{301}\u{302}".unicodeScalars { #expect(face.coverage.contains(scalar.value)) }
    #expect(!face.coverage.contains(0x416) && !face.coverage.contains(0xFD))
    // A mark that stands by itself may compose with any letter.
    let marked = try #require(try RealFonts.fonts(for: ["x\u{301}"]).faces.first)
    #expect(marked.coverage.contains(0xFD))
    #expect(face.size < 40_000)
  }

  @Test("A range of characters is in a set like its characters one by one")
  func ranges() {
    for range: ClosedRange<UInt32> in [
      0...0, 63...64, 0x20...0x7E, 5...700, 0xFFC0...0x1003F, 0x10FFF0...0x110005,
    ] {
      var (whole, single) = (ScalarSet(), ScalarSet())
      whole.insert(range)
      for scalar in range { single.insert(scalar) }
      #expect(whole == single && whole.count == single.count)
    }
  }

  @Test("The face of a character, its class and what a text measures do not depend on the other texts")
  func locality() throws {
    let text = "né 骨 ① Ω̃ שלום ไทย नमस्ते 👍🏽"
    let others = ["かな骨①", "뼈 骨①", "ﷺ Ω ❤️‍🔥 ꦲ", "\u{10FFFF}\u{301}", "ไทย ភាសាខ្មែរ", "日本のかな"]
    let alone = try RealFonts.fonts(for: [text], slots: [.regular])
    let beside = try RealFonts.fonts(for: others + [text], slots: [.regular, .bold, .code])
    let blocks = [alone, beside].map { fonts in
      let block = TextLayouter(fonts: fonts, locale: "en").layOut(
        text, marks: [], role: .body, style: RealFonts.style, maxWidth: 90
      ).block
      return (
        block,
        block.runs.map { run in run.face == .browser ? "" : fonts.faces[Int(run.face.index)].className }
      )
    }
    #expect(blocks[0].0.lines == blocks[1].0.lines)
    #expect(blocks[0].1 == blocks[1].1)
    #expect(blocks[0].1.contains { $0.hasPrefix("f-") })
    #expect(Set(beside.faces.map(\.className)).count == beside.faces.count)
  }

  @Test("Same texts in any order and in parts give the same bytes")
  func determinism() throws {
    let texts = ["né", "שלום", "日本のかな", "🔥👍🏽", "नमस्ते"]
    let first = try RealFonts.fonts(for: texts)
    let second = try RealFonts.fonts(for: texts.reversed())
    #expect(first.faces.map(first.subset) == second.faces.map(second.subset))
    #expect(first.emoji == second.emoji)
    var (whole, left, right) = (CharacterUsage(), CharacterUsage(), CharacterUsage())
    for text in texts { whole.add(text, slots: .regular) }
    for text in texts.prefix(2) { left.add(text, slots: .regular) }
    for text in texts.dropFirst(2) { right.add(text, slots: .regular) }
    right.merge(left)
    #expect(right.scalars == whole.scalars && right.emoji == whole.emoji && right.slots == whole.slots)
  }

  @Test("Whatever asks for more than faces is known by its sixteen")
  func cares() {
    for scalar in UInt32(0)...0x10_FFFF {
      let care = ScalarCare.of(scalar, in: ScalarCare.table)
      if scalar > 0xFF && EmojiScanner.mayStart(scalar) || ControlPictures.picture(for: scalar) != nil {
        #expect(care.contains(.shape))
      }
      if HanRepertoire.isKana(scalar) || HanRepertoire.isHangul(scalar) { #expect(care.contains(.variant)) }
    }
  }

  @Test("Bytes that are no font, and a font that may not be embedded, are errors that name the file")
  func errors() throws {
    let survey = CharacterUsage()
    let rubbish = FontCatalog(
      bundled: [FontSource(name: "x.ttf", bytes: Array("rubbish".utf8), slot: .regular)], folders: [])
    #expect(throws: FontError.notAFont(name: "x.ttf")) { try rubbish.makeFontSet(for: survey) }
    #expect(throws: FontError.noRegularFace) {
      try FontCatalog(bundled: [], folders: []).makeFontSet(for: survey)
    }
    // OS/2 is found in the file by its contents; fsType is its fifth word.
    var bytes = try TestFonts.bytes("one-em.ttf")
    let os2 = try #require(FontFile(bytes: bytes)).table("OS/2")
    let offset = try #require(
      (0..<bytes.count - os2.count).first { Array(bytes[$0..<$0 + os2.count]) == os2 })
    bytes[offset + 9] = 2
    let forbidden = FontCatalog(
      bundled: [FontSource(name: "secret.ttf", bytes: bytes, slot: .regular)], folders: [])
    #expect(throws: FontError.embeddingForbidden(name: "secret.ttf")) {
      try forbidden.makeFontSet(for: survey)
    }
  }

  @Test("Damaged font files never trap")
  func damagedFonts() throws {
    let bytes = try TestFonts.bytes("one-em.ttf")
    var survey = CharacterUsage()
    survey.add("a日", slots: .regular)
    var random = SplitMix(seed: 2)
    for _ in 0..<200 {
      var damaged = bytes
      for _ in 0..<1 + random.below(20) { damaged[random.below(damaged.count)] = UInt8(random.below(256)) }
      if random.below(3) == 0 { damaged.removeLast(random.below(damaged.count)) }
      let catalog = FontCatalog(bundled: [FontSource(name: "x", bytes: damaged, slot: .regular)], folders: [])
      guard let fonts = try? catalog.makeFontSet(for: survey) else { continue }
      let result = TextLayouter(fonts: fonts, locale: "en").layOut(
        "a日 b", marks: [], role: .body, style: OneEm.style, maxWidth: 50)
      #expect(result.block.isCovered)
    }
  }
}
