import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

/// The glyphs of lines that are laid out: they have to be those that the lines were measured with.
@Suite struct GlyphTests {
  private static let style = RealFonts.style

  /// The lines of a text with their glyphs.
  private static func lines(
    of block: TextBlock, _ fonts: FontSet, takesAllStages: Bool = false
  ) -> [GlyphLine] {
    var layouter = GlyphLayouter(fonts: fonts, takesAllStages: takesAllStages)
    layouter.begin(block, style: style)
    return block.lines.indices.map { index in
      var line = GlyphLine()
      layouter.layOut(index, into: &line)
      return line
    }
  }

  @Test("The glyphs of a line are as wide as it was measured", arguments: 1...20)
  func widths(seed: UInt64) throws {
    let texts = FastWayTests.texts(60, seed: seed)
    let fonts = try RealFonts.fonts(for: texts)
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for text in texts {
      let block = layouter.layOut(
        text, marks: [], role: .body, style: Self.style, maxWidth: 240
      ).block
      // The parts of a word that is wider than a line are measured as one word, but shaped one by one here.
      if block.lines.contains(where: { $0.ending == .emergency }) { continue }
      for (line, bounds) in zip(Self.lines(of: block, fonts), block.lines) {
        // Each run is rounded up to 1/64 px, by both, but runs that marks or scripts end are pieces of one here. Spaces beside
        // characters without width at a line's end hang here, and count when the line is measured.
        let tolerance = 0.02 * Double(line.pieces.count + 2)
        let widths = line.width - line.hanging - tolerance...line.width + tolerance
        #expect(widths.contains(bounds.width.px), "\(text.debugDescription) \(bounds): \(widths)")
      }
    }
  }

  @Test("Glyphs cover each line's text once, in reading order", arguments: 1...10)
  func coverage(seed: UInt64) throws {
    let texts = FastWayTests.texts(60, seed: seed)
    let fonts = try RealFonts.fonts(for: texts)
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for text in texts {
      let block = layouter.layOut(text, marks: [], role: .body, style: Self.style, maxWidth: 240).block
      for (line, bounds) in zip(Self.lines(of: block, fonts), block.lines) {
        var end = Int(bounds.start)
        for piece in line.pieces {
          #expect(piece.range.lowerBound == end)
          end = piece.range.upperBound
          var reached = piece.range.lowerBound
          for glyph in line.glyphs[piece.glyphs] {
            #expect(glyph.start >= reached)
            reached = max(reached, glyph.start)
            #expect(glyph.end <= piece.range.upperBound && glyph.end > glyph.start)
          }
        }
        #expect(end == Int(bounds.end))
      }
    }
  }

  @Test("Printable ASCII has the glyphs and positions that HarfBuzz gives it")
  func ascii() throws {
    let letters = (UInt8(0x20)...0x7E).map { String(Unicode.Scalar($0)) }
    var texts = ["AVATAR To. Ty, fi ffl waffle 10:30 -> != ==", "  two  spaces  "]
    for first in letters { texts.append(letters.map { first + $0 }.joined()) }
    let fonts = try RealFonts.fonts(for: texts)
    let layouter = TextLayouter(fonts: fonts, locale: "en")
    for text in texts {
      let block = layouter.layOut(text, marks: [], role: .body, style: Self.style, maxWidth: .unlimited).block
      let quick = Self.lines(of: block, fonts)[0]
      let shaped = Self.lines(of: block, fonts, takesAllStages: true)[0]
      #expect(quick.glyphs.map(\.glyph) == shaped.glyphs.map(\.glyph), "\(text)")
      #expect(quick.glyphs.map(\.start) == shaped.glyphs.map(\.start))
      for (one, other) in zip(quick.glyphs, shaped.glyphs) {
        #expect(abs(one.x - other.x) < 0.001, "\(text)")
      }
    }
  }

  @Test("Text from right to left has its first letter at the right")
  func direction() throws {
    let text = "אבג abc"
    let fonts = try RealFonts.fonts(for: [text])
    let block = TextLayouter(fonts: fonts, locale: "en").layOut(
      text, marks: [], role: .body, style: Self.style, maxWidth: .unlimited
    ).block
    let line = Self.lines(of: block, fonts)[0]
    let hebrew = line.glyphs.prefix(3).map(\.x)
    #expect(hebrew == hebrew.sorted(by: >))
    let latin = line.glyphs.suffix(3).map(\.x)
    #expect(latin == latin.sorted() && latin[2] < hebrew[2])
  }
}
