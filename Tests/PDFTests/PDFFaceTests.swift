import Testing

@testable import PDF

@Suite struct PDFFaceTests {
  private func face() -> PDFFace {
    PDFFace(
      PDFFace.Properties(
        name: "Test", isCFF: false, unitsPerEm: 2_048, advances: [100, 1_229, 700], box: [0, 0, 1, 1],
        italicAngle: 0))
  }

  @Test("A glyph has one font for each text, and other glyphs share these")
  func layers() throws {
    var document = try PDFDocument(mark: "test") { _ in }
    var face = face()
    let open = face.font(for: 1, as: "(" as Unicode.Scalar, in: &document)
    let close = face.font(for: 1, as: ")" as Unicode.Scalar, in: &document)
    #expect(open != nil && close != nil && open != close)
    #expect(face.font(for: 1, as: "(", in: &document) == open)
    #expect(face.font(for: 2, as: "[", in: &document) == open)
    #expect(face.font(for: 2, as: "", in: &document) == close)
    #expect(face.glyphs == [1, 2])
  }

  @Test("Equivalent texts are different ones")
  func equivalent() throws {
    var document = try PDFDocument(mark: "test") { _ in }
    var face = face()
    let composed = face.font(for: 1, as: "\u{E9}x", in: &document)
    #expect(face.font(for: 1, as: "e\u{301}x", in: &document) != composed)
  }

  @Test("The number of fonts of a face is limited, and texts of any length are refused")
  func limits() throws {
    var document = try PDFDocument(mark: "test") { _ in }
    var face = face()
    let fonts = (0..<100).map { face.font(for: 1, as: "text \($0)", in: &document) }
    #expect(Set(fonts).count == 25)
    #expect(fonts.last == .some(nil))
    #expect(face.font(for: 2, as: String(repeating: "x", count: 65), in: &document) == nil)
    _ = face.anyFont(for: 1, in: &document)
  }

  @Test("Widths are the font's with three decimals")
  func widths() { #expect(face().width(of: 1) == 600.098 && face().width(of: 900) == face().width(of: 2)) }

  @Test("Every code has an entry, one without text too")
  func maps() {
    let map = String(decoding: ToUnicodeMap.bytes(of: [(3, "é"), (4, ""), (5, "👍🏽")]), as: UTF8.self)
    #expect(map.contains("<0003><00E9>\n<0004><>\n<0005><D83DDC4DD83CDFFD>"))
  }
}
