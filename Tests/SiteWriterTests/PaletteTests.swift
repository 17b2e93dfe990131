import Foundation
import SiteFiles
import SiteWriter
import Testing
import Themes

@Suite struct PaletteTests {
  private func rules(_ palette: Palette) -> [String] {
    var style = SampleChat.style
    style.palette = palette
    return String(decoding: style.sheet(), as: UTF8.self).split(separator: "\n").map(String.init)
      .filter { $0.contains("--page:") || $0.contains("--ink:") }
  }

  @Test("The light colours are written whole, those of another mode where they differ")
  func modes() {
    var palette = Palette()
    palette[named: .page, in: .light] = Colour(red: 255, green: 255, blue: 255)
    palette[named: .ink, in: .light] = Colour(red: 0, green: 0, blue: 0)
    palette[named: .page, in: .dark] = Colour(red: 16, green: 0, blue: 0, alpha: 128)
    palette[named: .ink, in: .dark] = Colour(red: 0, green: 0, blue: 0)
    #expect(
      rules(palette) == [
        ":root{--page:#ffffff;--ink:#000000}",
        "@media screen and (prefers-color-scheme:dark){:root:not(.light){--page:#10000080}}",
        "@media screen{:root.dark{--page:#10000080}}",
        "@media screen and (prefers-color-scheme:dark) and (prefers-contrast:more){:root:not(.light){--page:#10000080}}",
        "@media screen and (prefers-contrast:more){:root.dark{--page:#10000080}}",
      ])
  }

  @Test("Dark pages with more contrast undo what more contrast does to light ones")
  func both() {
    var palette = Palette()
    palette[named: .page, in: .light] = Colour(red: 1, green: 1, blue: 1)
    palette[named: .page, in: .contrast] = Colour(red: 2, green: 2, blue: 2)
    #expect(rules(palette).last?.hasSuffix("(prefers-contrast:more){:root.dark{--page:#010101}}") == true)
  }

  @Test("The style sheets use every colour of a theme, and no custom property that nobody defines")
  func used() throws {
    let assets = try SiteAssets()
    let css = String(decoding: try assets.published("chat.css"), as: UTF8.self)
    var style = SampleChat.style
    style.palette = try ThemeLibrary(assets: assets) { _ in [] }.look("standard").palette
    let theme = String(decoding: style.sheet(), as: UTF8.self)
    // These stand in the pages and in the style sheet of people; scripts set `--at`, `--tip`, `--played` and what moves.
    let defined = names(#/(--[a-z0-9-]+):/#, in: css + theme).union([
      "--b", "--r", "--h", "--n", "--f", "--at", "--rows", "--wide-rows", "--d", "--person",
      "--person-ink", "--person-out", "--tip", "--played", "--x", "--y", "--start", "--w",
    ])
    let used = names(#/var\((--[a-z0-9-]+)/#, in: css + theme)
    #expect(used.subtracting(defined) == [])
    let script = try ["chat.js", "flow.js"].map { String(decoding: try assets.published($0), as: UTF8.self) }
      .joined()
    let idle = names(#/(--[a-z0-9-]+):/#, in: theme).subtracting(used).filter { !script.contains($0) }
    // The style sheet of people uses these.
    #expect(idle.filter { !$0.hasSuffix("-ink") && !$0.hasSuffix("-out") } == [])
  }

  @Test(
    "The style sheet of all themes has no colour of its own but the black and white of the picture viewer")
  func noColour() throws {
    let css = String(decoding: try SiteAssets().published("chat.css"), as: UTF8.self)
    #expect(
      css.replacing(#/#000\b|#fff\b|rgb\((0 0 0|255 255 255) \/ \d+%\)/#, with: "")
        .matches(of: #/#[0-9a-fA-F]{3,8}\b|\b(rgb|hsl|lab|oklch)a?\(/#).map { String($0.output.0) } == [])
  }

  private func names(_ pattern: Regex<(Substring, Substring)>, in text: String) -> Set<String> {
    Set(text.matches(of: pattern).map { String($0.output.1) })
  }
}
