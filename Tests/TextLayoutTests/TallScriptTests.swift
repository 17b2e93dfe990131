import Frames
import TestSupport
import Testing

@testable import Fonts
@testable import TextLayout

@Suite struct TallScriptTests {
  @Test(
    "Scripts with stacked letters get higher lines, all lines of a text the same",
    arguments: [
      ("ภาษาไทย", 22), ("ab ภาษาไทย\nxyz", 22), ("བོད་ཡིག", 28), ("မြန်မာ", 26), ("ខ្មែរ", 24), ("नमस्ते", 20),
      ("abc", 20),
      ("日本語", 20), ("é", 20),
    ])
  func lineHeights(text: String, expected: Int) throws {
    let layouter = TextLayouter(fonts: try RealFonts.fonts(for: [text], folders: []), locale: "en")
    let result = layouter.layOut(text, marks: [], role: .body, style: RealFonts.style, maxWidth: 300)
    #expect(result.lineHeight == LayoutUnit(px: expected))
    #expect(result.block.lineHeight == (expected == 20 ? nil : LayoutUnit(px: expected)))
    #expect(result.height == LayoutUnit(px: expected) * result.block.lines.count)
  }
}
