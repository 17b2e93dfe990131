import Foundation
import SiteFiles
import SiteWriter
import TestSupport
import Testing

@Suite(.serialized) struct FontFileTests {
  @Test("The default fonts compress to WOFF2, smaller than they are", arguments: SampleChat.fontFiles)
  func compress(name: String) throws {
    let font = try SiteAssets().font(named: name)
    let woff2 = try WOFF2File.woff2(font)
    #expect(woff2.starts(with: "wOF2".utf8))
    #expect(Array(woff2[4..<8]) == Array(font[0..<4]), "the flavour is the font's own")
    #expect(woff2.count < font.count * 3 / 4)
    // The header says how long the file is (WOFF2 §4.1).
    #expect(woff2[8..<12].reduce(0) { $0 << 8 | Int($1) } == woff2.count)
  }

  @Test(
    "Effort makes a small face smaller; a large one gets it in any case",
    arguments: [
      "Arabic-Regular.ttf", "Devanagari-Regular.ttf", "Hebrew-Regular.ttf", "Thai-Regular.ttf",
      "CJKjp-Regular.otf",
    ])
  func effort(name: String) throws {
    let path = "\(TestFonts.folder)/NotoSans\(name)"
    let font = try Array(Data(contentsOf: URL(filePath: path)))
    let (most, little) = (try WOFF2File.woff2(font), try WOFF2File.woff2(font, effort: .little))
    let isSmall = font.count <= 20 << 10
    #expect(isSmall ? (101...112).contains(little.count * 100 / most.count) : little == most)
  }

  @Test(
    "Bytes that are no font are an error",
    arguments: [[], [UInt8](repeating: 0, count: 11), Array("not a font at all, really".utf8)])
  func notAFont(bytes: [UInt8]) { #expect(throws: WOFF2Error.notAFont) { try WOFF2File.woff2(bytes) } }

  @Test("Neither success nor failure prints anything")
  func silent() throws {
    let font = try SiteAssets().font(named: "JetBrainsMono-Regular.ttf")
    let printed = standardErrorOutput {
      _ = try? WOFF2File.woff2(font, effort: .little)
      _ = try? WOFF2File.woff2(Array(font.prefix(4000)))
    }
    #expect(
      !printed.contains("font") && !printed.contains("ompress") && !printed.contains("ailed"), "\(printed)")
  }
}
