import Frames
import ICU
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// Font files of all sorts in a folder: variable ones, collections, CFF ones, forbidden ones.
@Suite struct FontInputTests {
  @Test("A variable face is cut to the weight its slot asks for: real bold, in its real width")
  func variable() throws {
    let text = "\u{10450}"
    let fonts = try RealFonts.fonts(for: [text], slots: [.regular, .bold])
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    let style = { TextStyle(fontSize: 10, lineHeight: 20, slot: $0) }
    let width = { (slot: FaceSlot) in
      layouter.layOut(text, marks: [], role: .body, style: style(slot), maxWidth: .unlimited).width
    }
    // 1,904 units of 2,816 at weight 400, 2,106 at 700; in 1/64 px, rounded up.
    #expect(width(.regular).raw == 433)
    #expect(width(.bold).raw == 479)
    let faces = fonts.faces.filter { $0.sourceName == "Variable[wght].ttf" }
    #expect(faces.map(\.slot) == [.regular, .bold])
    for face in faces { #expect(try #require(FontFile(bytes: fonts.subset(of: face))).table("fvar").isEmpty) }
  }

  @Test("Every face of a collection is looked into")
  func collection() throws {
    let fonts = try RealFonts.fonts(for: ["\u{10300}\u{10380}"])
    #expect(fonts.missing.isEmpty)
    #expect(fonts.faces.map(\.postScriptName) == ["Inter-Regular", "First", "Second"])
  }

  @Test("A CFF face is cut and measured like any other")
  func cff() throws {
    let fonts = try RealFonts.fonts(for: ["日本のかな"])
    let face = try #require(fonts.faces.first { $0.sourceName == "NotoSansCJKjp-Regular.otf" })
    #expect(!(try #require(FontFile(bytes: fonts.subset(of: face))).table("CFF ")).isEmpty)
    let width = TextLayouter(fonts: fonts, locale: "ja").layOut(
      "日本", marks: [], role: .body, style: RealFonts.style, maxWidth: .unlimited
    ).width
    #expect(width >= 32 && width.raw < 32 * 64 + 4)
  }

  @Test("A script without italic is upright, one without bold is regular: no face is synthesised")
  func noSynthesis() throws {
    let fonts = try RealFonts.fonts(for: ["שלום"], slots: [.regular, .bold, .italic, .boldItalic])
    let block = TextLayouter(fonts: fonts, locale: "he").layOut(
      "שלום",
      marks: [TextMark(start: 0, end: 4, kind: .emphasis), TextMark(start: 4, end: 8, kind: .strong)],
      role: .body, style: RealFonts.style, maxWidth: .unlimited
    ).block
    #expect(
      Set(block.runs.map { fonts.faces[Int($0.face.index)].sourceName }) == ["NotoSansHebrew-Regular.ttf"])
  }
}
