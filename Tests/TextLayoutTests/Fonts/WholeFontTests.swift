import FoundationEssentials
import ICU
import TestSupport
import Testing

@testable import Fonts

/// A subset that lacks a character's parts makes HarfBuzz shape differently: the shipped fonts must not.
@Suite(.enabled(if: OutsideData.has(ParityStrings.path)))
struct WholeFontTests {
  /// Features that HarfBuzz applies by itself and the subsets leave out on purpose.
  private static let dropped: [StaticString] = [
    "calt", "clig", "liga", "locl", "rvrn", "frac", "numr", "dnom",
  ]

  @Test("The whole font and the shipped subset give all strings the same advances")
  func sameAdvances() throws {
    var strings = try ParityStrings()
    let whole = strings.fonts.faces.map(wholeFont)
    var count = 0
    for sample in strings.samples {
      for piece in strings.pieces(of: sample) where piece.face < whole.count {
        guard let whole = whole[piece.face], let subset = strings.shaper(piece.face) else { continue }
        count += 1
        let (script, rightToLeft) = (piece.script, piece.isRightToLeft)
        let shipped = subset.advances(of: piece.text, script: script, rightToLeft: rightToLeft)
        let full = whole.advances(
          of: piece.text, script: script, rightToLeft: rightToLeft,
          disabling: Self.dropped + (strings.fonts.faces[piece.face].isKerned ? [] : ["kern"]))
        if shipped != full {
          Issue.record(
            "text \(sample.id): '\(String(decoding: piece.text, as: UTF8.self))' \(shipped), not \(full)")
        }
      }
    }
    #expect(count > 3000)
  }

  /// The file a face was cut from, the bundled or the machine's; nil with an issue when it is not found.
  private func wholeFont(_ face: ExportFace) -> GlyphAdvances? {
    if let bytes = try? TestFonts.publicBytes(face.sourceName) { return GlyphAdvances(bytes: bytes) }
    for folder in FontCatalog.systemFolders {
      let path = folder + "/" + face.sourceName
      for index in 0..<10 {
        guard let file = MappedFont(path: path).flatMap({ FontFile($0, index: index) }) else { break }
        guard file.postScriptName == face.postScriptName,
          let bytes = try? Data(contentsOf: URL(filePath: path))
        else { continue }
        return GlyphAdvances(bytes: Array(bytes), index: index)
      }
    }
    Issue.record("no file of \(face.sourceName) \(face.postScriptName)")
    return nil
  }
}

extension ExportFace {
  /// Indicates whether the subset keeps kerning: East Asian faces do without.
  fileprivate var isKerned: Bool { !sourceName.contains("CJK") }
}
