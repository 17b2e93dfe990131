import BubbleLayout
import Frames
import SiteWriter
import TestSupport
import Testing
import Themes

@Suite struct LookTests {
  @Test("A file gives what differs; everything else is the theme's it extends")
  func extending() throws {
    let standard = try Reading.library().look("standard")
    let mine = try Reading.look(
      """
      // Comments and trailing commas are welcome.
      metrics: { cornerRadius: 9.5, bubbleInsets: { left: 20 }, },
      text: { body: { fontSize: 17, lineHeight: 24 }, name: { weight: 'regular' } },
      colours: { light: { outgoing: '#A0F' }, dark: { page: '#11223380' } },
      """)
    var expected = standard.theme
    expected.cornerRadius = LayoutUnit(nearest: 9.5)
    expected.bubbleInsets.left = 20
    expected[.body] = TextStyle(fontSize: 17, lineHeight: 24)
    expected[.name].slot = .regular
    #expect(mine.theme == expected)
    var colours = standard.palette
    colours[named: .outgoing, in: .light] = Colour(red: 0xAA, green: 0, blue: 0xFF)
    colours[named: .page, in: .dark] = Colour(red: 0x11, green: 0x22, blue: 0x33, alpha: 0x80)
    #expect(mine.palette == colours)
    #expect(mine.name == "standard")
    #expect(mine.files.map(\.path) == ["mine.json"])
  }

  @Test("Files extend files, by paths from their own folder")
  func stacked() throws {
    let look = try Reading.library([
      "a/mine.json": Reading.file("extends: '../base.json', metrics: { rowGap: 20 }"),
      "a/../base.json": Reading.file("extends: 'slate', metrics: { rowGap: 30, groupGap: 7 }"),
    ]).look("a/mine.json")
    #expect(look.theme.rowGap == 20)
    #expect(look.theme.groupGap == 7)
    #expect(look.theme.tail == 0)
    #expect(look.name == "slate")
    #expect(look.files.map(\.path) == ["a/mine.json", "a/../base.json"])
  }

  @Test("An empty theme is the standard one")
  func empty() throws {
    let look = try Reading.look("colours: {}, metrics: {}")
    #expect(try look.theme == Reading.library().look("standard").theme)
  }

  @Test("The width asked for overrides the theme's, and every built-in theme fits the narrowest")
  func width() throws {
    #expect(
      try Reading.look("metrics: { columnWidth: 500 }").fitted(toWidth: nil, chosen: "").theme.columnWidth
        == 500)
    for name in try Reading.library().names {
      for width in [240, 390, 2000] {
        let look = try Reading.library().look(name).fitted(toWidth: width, chosen: name)
        #expect(look.theme.columnWidth == LayoutUnit(px: width))
      }
    }
  }

  @Test("The built-in themes look different in form, not in colour alone")
  func different() throws {
    let looks = try ["standard", "slate", "paper"].map { try Reading.library().look($0) }
    #expect(Set(looks.map(\.theme.cornerRadius)).count == 3)
    #expect(Set(looks.map(\.theme.bubbleInsets)).count == 3)
    #expect(Set(looks.map(\.theme.bubbleOutline)).count == 3)
    #expect(looks.map { $0.theme.tail > .zero } == [true, false, false])
  }

  @Test(
    "Colours are written as they were read",
    arguments: ["#000", "#1a2b3c", "#1a2b3c4d", "#FFFFFF", "#abcdefff"])
  func hex(text: String) throws {
    let colour = try #require(Colour(hex: text))
    #expect(Colour(hex: colour.hex) == colour)
    #expect(colour.hex.utf8.allSatisfy { "#0123456789abcdef".utf8.contains($0) })
  }

  @Test("Reading a theme is quick")
  func quick() throws {
    let library = try Reading.library()
    _ = try library.look("paper")
    let clock = ContinuousClock()
    let best = try (0..<5).map { _ in try clock.measure { _ = try library.look("paper") } }.min()
    // Unoptimised and on a busy machine; the program takes a small part of it.
    #expect(best ?? .zero < .milliseconds(250), "\(best ?? .zero)")
    if environment("THEME_SPEED") != nil { print("reading paper and standard: \(best ?? .zero)") }
  }
}
