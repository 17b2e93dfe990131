import FoundationEssentials
import Frames
import ICU
import TestSupport

@testable import Fonts
@testable import TextLayout

/// The strings whose lines are compared with the browsers', laid out as a comparison needs them.
///
/// They are set in the machine's Noto fonts, with balance and our rules for URLs switched off, so that every
/// difference from a browser is one of shaping or of break opportunities.
struct ParityStrings {
  /// The widths of the comparison; 0 stands for no limit.
  static let widths = [200, 300, 420, 0]
  static let path = "text/strings/strings.json"
  /// The path of the record of the browsers' lines.
  static let record = String(#filePath.dropLast("ParityStrings.swift".count)) + "browser-lines.txt"

  struct Sample: Codable {
    var id: Int
    var script: String
    var text: String

    /// FNV-1a of the text, by which a record knows it.
    var hash: String {
      var hash: UInt64 = 0xCBF2_9CE4_8422_2325
      for byte in text.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
      return String(hash, radix: 16)
    }

    /// The language the text is laid out in.
    var language: String {
      switch script {
      case "ja", "jamix": "ja"
      case "ko": "ko"
      case "thai": "th"
      case "khmer": "km"
      case "myanmar": "my"
      case "zhtw": "zh-Hant"
      case "zh", "zhmix": "zh"
      default: "en"
      }
    }
  }

  /// A line: where its content starts and ends without the spaces that hang, and where the next line starts, in
  /// UTF-16; its width in 1/64 px; and the width in 1/60 px that Firefox gives it.
  struct Line: Codable, Equatable {
    var start: Int
    var contentEnd: Int
    var end: Int
    var width: Int32
    var firefoxWidth: Int64
    var ending: String
  }

  let samples: [Sample]
  let fonts: FontSet
  private var layouters: [String: TextLayouter] = [:]
  private var shapers: [GlyphAdvances?]
  private var itemizers: [String: Itemizer] = [:]
  /// The language of the last sample that was laid out.
  private var language = "en"
  private var table = CharacterProperties()
  private var analysis = TextAnalysis()

  init() throws {
    samples = try JSONDecoder().decode([Sample].self, from: OutsideData.bytes(Self.path))
    var usage = CharacterUsage()
    for sample in samples {
      usage.begin(locale: sample.language)
      usage.add(sample.text, slots: .regular)
    }
    fonts = try RealFonts.catalog(folders: FontCatalog.systemFolders).makeFontSet(for: usage)
    shapers = fonts.faces.map { [fonts] in GlyphAdvances(bytes: fonts.subset(of: $0)) }
  }

  /// The files the faces were cut from, sorted.
  var faceNames: [String] { fonts.faces.map { $0.sourceName + ":" + $0.postScriptName }.sorted() }

  /// Shapes with a shipped face.
  func shaper(_ face: Int) -> GlyphAdvances? { shapers[face] }

  /// A text as the engine lays it out.
  mutating func block(
    of sample: Sample, width: Int, options: LineOptions = .comparison
  ) -> TextBlock {
    language = sample.language
    let layouter = layouters[sample.language] ?? TextLayouter(fonts: fonts, locale: sample.language)
    layouters[sample.language] = layouter
    return layouter.layOut(
      sample.text, marks: [], role: .body, style: RealFonts.style,
      maxWidth: width == 0 ? .unlimited : LayoutUnit(px: width), options: options
    ).block
  }

  private mutating func itemizer(for language: String) -> Itemizer {
    let itemizer = itemizers[language] ?? Itemizer(fonts: fonts.reading(language))
    itemizers[language] = itemizer
    return itemizer
  }

  /// The lines of the last block laid out, with what Firefox is expected to make of them.
  mutating func lines(of block: TextBlock) -> [Line] {
    let bytes = Array(block.text.utf8)
    analysis.decode(block.text.utf8.span, using: &table)
    _ = itemizer(for: language).itemize(
      &analysis, marks: [], slot: .regular, direction: block.direction, table: table)
    let tabs = Dictionary(
      uniqueKeysWithValues: block.runs.compactMap { run in run.tab.map { (Int(run.start), $0) } })
    return block.lines.map { line in
      var contentEnd = Int(line.end)
      while contentEnd > Int(line.start), bytes[contentEnd - 1] == 0x20 || bytes[contentEnd - 1] == 0x09 {
        contentEnd -= 1
      }
      func units(_ end: Int) -> Int { String(decoding: bytes[..<end], as: UTF8.self).utf16.count }
      return Line(
        start: units(Int(line.start)), contentEnd: units(contentEnd), end: units(Int(line.end)),
        width: line.width.raw, firefoxWidth: firefoxWidth(Int(line.start)..<contentEnd, bytes, tabs: tabs),
        ending: "\(line.ending)")
    }
  }

  /// A stretch of text in one face, script and direction.
  struct ShapedSegment {
    var text: [UInt8]
    var face: Int
    var script: Script
    var isRightToLeft: Bool
  }

  /// A text's stretches of letters, as HarfBuzz sees them.
  mutating func pieces(of sample: Sample) -> [ShapedSegment] {
    let bytes = Array(sample.text.utf8)
    analysis.decode(sample.text.utf8.span, using: &table)
    _ = itemizer(for: sample.language).itemize(
      &analysis, marks: [], slot: .regular, direction: nil, table: table)
    return pieces(0..<bytes.count).filter { $0.run.emoji < 0 && bytes[$0.bytes.lowerBound] != 0x09 }.map {
      ShapedSegment(
        text: bytes[$0.bytes].filter { $0 >= 0x20 }, face: Int($0.run.face), script: $0.script,
        isRightToLeft: $0.run.level & 1 == 1)
    }
  }

  /// The stretches of a range in one run and one script, with the run.
  private func pieces(_ range: Range<Int>) -> [(run: TextAnalysis.Run, script: Script, bytes: Range<Int>)] {
    var result: [(run: TextAnalysis.Run, script: Script, bytes: Range<Int>)] = []
    for run in analysis.runs {
      var start = run.start
      for index in run.start..<run.end {
        let isEnd = index + 1 == run.end
        guard isEnd || run.emoji < 0 && analysis[index + 1].script != analysis[start].script else {
          continue
        }
        let (from, to) = (
          max(Int(analysis[start].offset), range.lowerBound),
          min(Int(analysis[index + 1].offset), range.upperBound)
        )
        if from < to { result.append((run, table.scripts[Int(analysis[start].script)], from..<to)) }
        start = index + 1
      }
    }
    return result
  }

  private func firefoxWidth(_ range: Range<Int>, _ bytes: [UInt8], tabs: [Int: LayoutUnit]) -> Int64 {
    let fontSize = Int64(RealFonts.style.fontSize.raw / 64)
    var width: Int64 = 0
    for (run, script, piece) in pieces(range) {
      if run.emoji >= 0 {
        width += fontSize * 75
      } else if bytes[piece.lowerBound] == 0x09 {
        // As wide as pages say it is, in 1/60 px.
        width += (Int64(tabs[piece.lowerBound]?.raw ?? 0) * 60 + 32) / 64
      } else {
        width += firefoxWidth(
          of: bytes[piece].filter { $0 >= 0x20 }, face: Int(run.face), script: script,
          rightToLeft: run.level & 1 == 1, fontSize)
      }
    }
    return width
  }

  private func firefoxWidth(
    of bytes: [UInt8], face: Int, script: Script, rightToLeft: Bool, _ fontSize: Int64
  ) -> Int64 {
    guard face < shapers.count, let shaper = shapers[face] else { return 0 }
    return shaper.firefoxWidth(of: bytes, script: script, rightToLeft: rightToLeft, fontSize: fontSize)
  }
}
