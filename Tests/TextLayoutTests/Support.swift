import Frames
import TestSupport

@testable import Fonts
@testable import TextLayout

/// Text in the one-em font: 1 px letters would be unreadable, so a letter is 10 px and a line 20 px.
enum OneEm {
  static let style = TextStyle(fontSize: 10, lineHeight: 20)

  /// A layouter that has only the one-em font and what the folder of test fonts adds.
  static func layouter(for text: String = "", folders: [String] = []) throws -> TextLayouter {
    TextLayouter(fonts: try fonts(for: text, folders: folders), locale: "en")
  }

  static func fonts(for text: String, folders: [String] = []) throws -> FontSet {
    var survey = CharacterUsage()
    survey.add(text, slots: .regular)
    let source = FontSource(name: "one-em.ttf", bytes: try TestFonts.bytes("one-em.ttf"), slot: .regular)
    return try FontCatalog(bundled: [source], folders: folders).makeFontSet(for: survey)
  }

  /// The lines of a text when `letters` letters fit in one.
  static func lines(
    _ text: String, fitting letters: Int, balance: Bool = false, breakURLs: Bool = true
  ) throws -> [String] {
    let result = try layouter(for: text).layOut(
      text, marks: [], role: .body, style: style, maxWidth: LayoutUnit(px: letters * 10),
      options: LineOptions(balance: balance, breakURLs: breakURLs))
    return result.block.lineTexts
  }
}

/// Text in the default faces, with the test folder's to fall back on.
enum RealFonts {
  static let style = TextStyle(fontSize: 16, lineHeight: 20)

  static func fonts(for texts: [String], slots: FaceSlots = .regular, folders: [String]? = nil) throws
    -> FontSet
  {
    try catalog(folders: folders).makeFontSet(for: survey(of: texts, slots: slots))
  }

  static func survey(of texts: [String], slots: FaceSlots = .regular) -> CharacterUsage {
    var survey = CharacterUsage()
    for text in texts { survey.add(text, slots: slots) }
    return survey
  }

  static func catalog(folders: [String]? = nil) throws -> FontCatalog {
    let files: [(String, FaceSlot)] = [
      ("Inter-Regular.otf", .regular), ("Inter-Italic.otf", .italic), ("Inter-SemiBold.otf", .bold),
      ("Inter-SemiBoldItalic.otf", .boldItalic), ("JetBrainsMono-Regular.ttf", .code),
    ]
    let sources = try files.map {
      FontSource(name: $0.0, bytes: try TestFonts.publicBytes($0.0), slot: $0.1)
    }
    return FontCatalog(bundled: sources, folders: folders ?? [TestFonts.folder])
  }
}

extension TextBlock {
  /// The text of each line.
  var lineTexts: [String] {
    let bytes = Array(text.utf8)
    return lines.map { String(decoding: bytes[Int($0.start)..<Int($0.end)], as: UTF8.self) }
  }
}
