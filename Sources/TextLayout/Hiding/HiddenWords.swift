import Fonts
import Frames

/// Lays out texts with hidden words: they are measured, and leave bars as wide as they are.
///
/// The words are put in place of their marks and laid out like any text. In the block that results, each stretch of hidden words in one line and of one
/// embedding level becomes one object replacement character with the stretch's width, as a tab has one. So the block has the lines of
/// the whole text, and nothing of the words but how much room they take.
struct HiddenWords {
  private let texts: HiddenTexts
  private let fonts: FontSet
  private var layouter: GlyphLayouter

  init(_ texts: HiddenTexts, fonts: FontSet) {
    (self.texts, self.fonts) = (texts, fonts)
    layouter = GlyphLayouter(fonts: fonts)
  }

  /// A text with its hidden words, to be laid out.
  struct Source {
    var text: String
    var marks: [TextMark]
    /// The bytes of the hidden words.
    var hidden: [Range<Int32>]
  }

  /// Returns a text with its hidden words, or nil if it has none. Its controls are pictures already, so that laying it out moves no
  /// byte.
  func source(of text: String, marks: [TextMark]) -> Source? {
    guard let revealed = texts.revealed(text) else { return nil }
    var moved = marks.map(revealed.edits.moved)
    moved += revealed.hidden.map { TextMark(start: $0.lowerBound, end: $0.upperBound, kind: .spoiler) }
    var shown = revealed.text
    ControlPictures.replace(in: &shown, moving: &moved)
    return Source(
      text: shown, marks: Array(moved.prefix(marks.count)),
      hidden: moved.dropFirst(marks.count).map { $0.start..<$0.end })
  }

  /// Returns a line's text with spaces in place of its ends and with pictures of controls, as ``TextEngine`` shows it, and the bytes of
  /// the hidden words in it; nil if it has none.
  func line(of text: String) -> (text: String, hidden: [Range<Int32>])? {
    guard let revealed = texts.revealed(text) else { return nil }
    var (line, hidden) = ("", [Range<Int32>]())
    var position = revealed.text.startIndex
    var offset: Int32 = 0
    func add(to end: Int32) -> String {
      let next = revealed.text.utf8.index(position, offsetBy: Int(end - offset))
      defer { (position, offset) = (next, end) }
      var shown = String.UnicodeScalarView()
      for scalar in ControlPictures.shown(String(revealed.text[position..<next])).unicodeScalars {
        shown.append(scalar == "\n" || scalar == "\t" ? " " : scalar)
      }
      return String(shown)
    }
    for range in revealed.hidden {
      line += add(to: range.lowerBound)
      let start = Int32(clamping: line.utf8.count)
      line += add(to: range.upperBound)
      hidden.append(start..<Int32(clamping: line.utf8.count))
    }
    line += add(to: Int32(clamping: revealed.text.utf8.count))
    return (line, hidden)
  }

  /// Returns a line that may be cut, with bars over the hidden words that are left of it.
  mutating func barred(
    _ laid: LaidOutText, of line: String, from source: String, hidden: [Range<Int32>], style: TextStyle
  ) -> LaidOutText {
    let block = laid.block
    let isCut = block.text != line && block.text.hasSuffix("…")
    let end = Int32(clamping: block.text.utf8.count) - (isCut ? 3 : 0)
    var barred = barred(
      [laid], hidden: hidden.filter { $0.lowerBound < end }.map { $0.lowerBound..<min($0.upperBound, end) },
      style: style)[0]
    barred.textWithMarks = isCut ? nil : source
    return barred
  }

  /// Returns layouts of one text with bars in place of its hidden words. Bars end where a line of any of the layouts ends, so that all
  /// have the same text.
  mutating func barred(
    _ layouts: [LaidOutText], hidden: [Range<Int32>], style: TextStyle
  ) -> [LaidOutText] {
    guard let first = layouts.first?.block, !hidden.isEmpty else { return layouts }
    let plan = BarPlan(hidden, of: layouts.map(\.block), levels: levels(of: first, style: style))
    return layouts.map { laid in
      var barred = laid
      barred.block = plan.block(
        laid.block, widths: widths(of: plan.bars, in: laid.block, style: style),
        base: fonts.face(of: style.slot))
      return barred
    }
  }

  /// Returns the starts of stretches of one level in the block's lines; empty if all of the block is from left to right.
  private mutating func levels(of block: TextBlock, style: TextStyle) -> [(start: Int32, level: UInt8)] {
    var levels: [(start: Int32, level: UInt8)] = []
    var line = GlyphLine()
    layouter.begin(block, style: style)
    for index in block.lines.indices {
      layouter.layOut(index, into: &line)
      for piece in line.pieces { levels.append((Int32(clamping: piece.range.lowerBound), piece.level)) }
    }
    return levels.contains { $0.level > 0 } ? levels : []
  }

  /// Returns the width of each bar: the advances of its glyphs, without the spaces that hang at a line's end. Rounded down, so that a
  /// line does not grow beyond its width.
  private mutating func widths(of bars: [Range<Int32>], in block: TextBlock, style: TextStyle) -> [LayoutUnit]
  {
    var widths = [Double](repeating: 0, count: bars.count)
    var line = GlyphLine()
    var bar = 0
    layouter.begin(block, style: style)
    for index in block.lines.indices {
      layouter.layOut(index, into: &line)
      let end = Self.inkEnd(of: block, line: index)
      while bar < bars.count, bars[bar].upperBound <= block.lines[index].start { bar += 1 }
      var current = bar
      for piece in line.pieces {
        let parts: [(start: Int, advance: Double)] =
          piece.glyphs.isEmpty
          ? [(start: piece.range.lowerBound, advance: piece.width)]
          : line.glyphs[piece.glyphs].map { ($0.start, $0.advance) }
        for part in parts where part.start < end {
          let start = Int32(clamping: part.start)
          while current < bars.count, bars[current].upperBound <= start { current += 1 }
          if current < bars.count, bars[current].contains(start) { widths[current] += part.advance }
        }
      }
    }
    return widths.map { LayoutUnit(raw: Int32(clamping: Int(($0 * 64 + 1e-6).rounded(.down)))) }
  }

  /// Returns the offset after the last character of a line that is no space.
  private static func inkEnd(of block: TextBlock, line: Int) -> Int {
    let bytes = block.text.utf8.span
    var end = min(Int(block.lines[line].end), bytes.count)
    while end > Int(block.lines[line].start), bytes[end - 1] == 0x20 || bytes[end - 1] == 0x09 { end -= 1 }
    return end
  }
}
