public import Fonts
public import Frames
import ICU

/// Finds the glyphs of texts that are laid out, for outputs that draw glyphs themselves.
///
/// A block has its text, faces and lines; shaping it again with the faces it was measured with gives the glyphs that its widths are
/// the sums of. Printable ASCII is taken from tables, as when it was measured: the faces keep no feature that looks at more than two
/// letters (`GlyphTests` compares both).
///
/// Owns the fonts' buffers, so each task needs its own.
public struct GlyphLayouter {
  private let fonts: FontSet
  private let itemizer: Itemizer
  private var properties = CharacterProperties()
  private var analysis = TextAnalysis()
  private var shaping: [ShapingFont?]
  private let pairs: [ASCIIAdvances?]
  /// The glyphs of printable ASCII in each face, once they are needed.
  private var asciiGlyphs: [[UInt16]]
  private var shaped: [FontGlyph] = []
  /// The block prepared last.
  private var block: TextBlock?
  private var style = TextStyle(fontSize: 0, lineHeight: 0)
  private var isPlain = true
  private let takesAllStages: Bool

  /// A layouter of texts that were laid out with these fonts.
  public init(fonts: FontSet) { self.init(fonts: fonts, takesAllStages: false) }

  /// A layouter that shapes every text, to test that printable ASCII needs none of it.
  init(fonts: FontSet, takesAllStages: Bool) {
    (self.fonts, self.takesAllStages) = (fonts, takesAllStages)
    itemizer = Itemizer(fonts: fonts)
    shaping = Array(repeating: nil, count: fonts.faces.count)
    asciiGlyphs = Array(repeating: [], count: fonts.faces.count)
    pairs = fonts.asciiAdvances(mayBreak: ASCIIBreaks.mayBreak)
  }

  /// Prepares the lines of a block whose role has a style.
  public mutating func begin(_ block: TextBlock, style: TextStyle) {
    // The parts of a long text on several sheets.
    if self.block === block, self.style == style { return }
    (self.block, self.style) = (block, style)
    isPlain = !takesAllStages && isPlainASCII(block)
    guard !isPlain else { return }
    var shown =
      block.marks.contains(where: \.isEmoji) ? EmojiStandIn.text(for: block.text, block.marks) : block.text
    shown.makeContiguousUTF8()
    analysis.decode(shown.utf8.span, using: &properties)
    _ = itemizer.itemize(
      &analysis, marks: block.marks, slot: style.slot, direction: block.direction, table: properties)
    takeFaces(of: block)
  }

  /// Fills `line` with the line at an index of the block that was begun.
  public mutating func layOut(_ index: Int, into line: inout GlyphLine) {
    line.removeAll()
    guard let block, index < block.lines.count else { return }
    if isPlain {
      layOutPlain(block, index, into: &line)
    } else {
      layOutAny(block, index, into: &line)
    }
  }
}

// MARK: Printable ASCII

extension GlyphLayouter {
  /// True if a text is printable ASCII from left to right, in faces that have all of it.
  private func isPlainASCII(_ block: TextBlock) -> Bool {
    guard block.direction == .leftToRight else { return false }
    for run in block.runs
    where run.emoji != nil || run.tab != nil || run.isUnkerned || pairs(of: run.face) == nil {
      return false
    }
    if block.runs.isEmpty, pairs(of: baseFace) == nil { return false }
    return block.text.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }
  }

  private var baseFace: FaceID { fonts.face(of: style.slot) }

  private func pairs(of face: FaceID) -> ASCIIAdvances? {
    Int(face.index) < pairs.count ? pairs[Int(face.index)] : nil
  }

  private mutating func layOutPlain(_ block: TextBlock, _ index: Int, into line: inout GlyphLine) {
    let (start, end) = (Int(block.lines[index].start), Int(block.lines[index].end))
    var at = start
    var x = 0.0
    var run = block.run(at: start)
    while at < end {
      while run < block.runs.count, Int(block.runs[run].end) <= at { run += 1 }
      let isInRun = run < block.runs.count
      let face = isInRun ? block.runs[run].face : baseFace
      let next = isInRun ? min(end, Int(block.runs[run].end)) : end
      guard next > at else { return }
      appendPlain(block.text.utf8.span, at..<next, face: Int(face.index), x: &x, to: &line)
      at = next
    }
    line.width = x
    var spaces = end
    while spaces > start, line.glyphs[spaces - start - 1].end == spaces,
      block.text.utf8.span[spaces - 1] == 0x20
    {
      spaces -= 1
      line.hanging += line.glyphs[spaces - start].advance
    }
  }

  private mutating func appendPlain(
    _ text: Span<UInt8>, _ range: Range<Int>, face: Int, x: inout Double, to line: inout GlyphLine
  ) {
    guard let pairs = pairs[face] else { return }
    let glyphs = glyphsOfASCII(in: face)
    var piece = GlyphLine.Piece(.letters(face: face), range, level: 0)
    let (first, scale) = (line.glyphs.count, style.fontSize.px / Double(pairs.unitsPerEm))
    piece.x = x
    var position: Int32 = 0
    for offset in range {
      let scalar = UInt32(text[offset])
      let advance =
        offset + 1 < range.upperBound
        ? pairs.advance(scalar, before: UInt32(text[offset + 1])) : pairs.advance(scalar)
      line.glyphs.append(
        LineGlyph(
          glyph: glyphs[Int(scalar - 0x20)], x: x + Double(position) * scale,
          advance: Double(advance) * scale,
          start: offset, end: offset + 1))
      position += advance
    }
    piece.width = Double(position) * scale
    piece.glyphs = first..<line.glyphs.count
    x = Self.rounded(x + piece.width)
    line.pieces.append(piece)
  }

  private mutating func glyphsOfASCII(in face: Int) -> [UInt16] {
    if !asciiGlyphs[face].isEmpty { return asciiGlyphs[face] }
    let font = font(face)
    let glyphs = (UInt32(0x20)..<0x7F).map { font?.glyph(of: $0) ?? 0 }
    asciiGlyphs[face] = glyphs
    return glyphs
  }

  /// Returns a position rounded up to the grid of the layout, as the end of each run is.
  private static func rounded(_ x: Double) -> Double { (x * 64 - 1e-6).rounded(.up) / 64 }

  private mutating func font(_ face: Int) -> ShapingFont? {
    if let known = shaping[face] { return known }
    let font = ShapingFont(bytes: fonts.subset(of: fonts.faces[face]))
    shaping[face] = font
    return font
  }
}

// MARK: Other texts

extension GlyphLayouter {
  /// The number of an emoji in the analysis whose drawing the block's run says.
  private static let ofRun: Int32 = 1 << 24

  /// Takes the faces, emoji and tabs from the block's runs, because the choice of faces depended on the texts near by too.
  private mutating func takeFaces(of block: TextBlock) {
    let (base, count) = (baseFace.index, analysis.count)
    var characters = analysis.characters.mutableSpan
    var run = 0
    for index in 0..<count {
      let offset = characters[index].offset
      while run < block.runs.count, block.runs[run].end <= offset { run += 1 }
      guard run < block.runs.count, block.runs[run].start <= offset else {
        (characters[index].face, characters[index].emoji) = (base, -1)
        continue
      }
      let isStart = block.runs[run].start == offset
      characters[index].face = block.runs[run].face.index
      characters[index].emoji = block.runs[run].emoji == nil ? -1 : isStart ? Self.ofRun + Int32(run) : -2
    }
  }

  private mutating func layOutAny(_ block: TextBlock, _ index: Int, into line: inout GlyphLine) {
    let bounds = block.lines[index]
    let range = character(at: bounds.start)..<character(at: bounds.end)
    let base: UInt8 = block.direction == .rightToLeft ? 1 : 0
    // UAX #9 L1: white space at a line's end has the paragraph's level.
    var inkEnd = range.upperBound
    while inkEnd > range.lowerBound, isBlank(analysis[inkEnd - 1]) { inkEnd -= 1 }
    let hasHyphen =
      bounds.ending == .hyphen && inkEnd > range.lowerBound && analysis[inkEnd - 1].scalar == 0xAD
    var at = range.lowerBound
    while at < range.upperBound {
      let end = pieceEnd(from: at, in: range, inkEnd: inkEnd, hasHyphen: hasHyphen)
      let level = at >= inkEnd ? base : analysis[at].level
      append(at..<end, level: level, isHyphen: hasHyphen && at == inkEnd - 1, of: block, to: &line)
      at = end
    }
    arrange(&line, base: base, inkEnd: Int(analysis[inkEnd].offset))
  }

  private func isBlank(_ character: TextCharacter) -> Bool {
    character.emoji == -1
      && (character.scalar == 0x20 || character.scalar == 0x09
        || character.info.isIgnorable && character.scalar != 0xAD)
  }

  /// The index of the first character at or after a byte.
  private func character(at byte: Int32) -> Int {
    var (low, high) = (0, analysis.count)
    while low < high {
      let middle = (low + high) / 2
      if analysis[middle].offset < byte { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// The end of the piece that starts at a character: with its run, level or script; at a control; before the white space that
  /// hangs; and after as many characters as are shaped at once when a text is measured.
  private func pieceEnd(from start: Int, in range: Range<Int>, inkEnd: Int, hasHyphen: Bool) -> Int {
    let first = analysis[start]
    var end = start + 1
    if first.emoji >= 0 {
      while end < range.upperBound, analysis[end].emoji == -2 { end += 1 }
      return end
    }
    if first.info.isControl || first.info.breaksRun || hasHyphen && start == inkEnd - 1 { return end }
    let limit = min(range.upperBound, start + Shaper.longestPiece)
    while end < limit {
      let next = analysis[end]
      if next.emoji != -1 || next.face != first.face || next.info.isControl || next.info.breaksRun
        || end == inkEnd
        || hasHyphen && end == inkEnd - 1
      {
        break
      }
      if end < inkEnd, next.level != first.level || next.script != first.script { break }
      end += 1
    }
    return end
  }

  /// Appends a piece with its glyphs, which are positioned from the piece's left edge until the pieces are arranged.
  private mutating func append(
    _ characters: Range<Int>, level: UInt8, isHyphen: Bool, of block: TextBlock, to line: inout GlyphLine
  ) {
    let first = analysis[characters.lowerBound]
    let bytes = Int(first.offset)..<Int(analysis[characters.upperBound].offset)
    var piece = GlyphLine.Piece(.missing, bytes, level: level)
    let glyphs = line.glyphs.count
    if first.emoji >= 0 {
      let run = Int(first.emoji - Self.ofRun)
      piece.kind = .emoji(block.runs.indices.contains(run) ? block.runs[run].emoji ?? .character : .character)
      piece.width = Double(Shaper.emojiAdvance(fontSize: style.fontSize) >> 16) / 64
    } else if first.scalar == 0x09 {
      piece.kind = .tab
      let run = block.run(at: bytes.lowerBound)
      piece.width = run < block.runs.count ? block.runs[run].tab?.px ?? 0 : 0
    } else if isHyphen {
      appendHyphen(for: bytes, face: Int(first.face), &piece, to: &line)
    } else if first.info.isControl || Int(first.face) >= fonts.faces.count {
      for index in characters {
        let character = analysis[index]
        let isSeen = !character.info.isMark && !character.info.isIgnorable && !character.info.isControl
        var glyph = LineGlyph(
          glyph: 0, x: piece.width, advance: isSeen ? style.fontSize.px : 0, start: Int(character.offset),
          end: Int(analysis[index + 1].offset))
        glyph.isInvisible = !isSeen
        piece.width += glyph.advance
        line.glyphs.append(glyph)
      }
    } else {
      shape(
        characters, bytes, face: Int(first.face), script: properties.scripts[Int(first.script)], &piece,
        to: &line)
    }
    piece.glyphs = glyphs..<line.glyphs.count
    line.pieces.append(piece)
  }

  /// Appends the hyphen shown for a soft hyphen.
  private mutating func appendHyphen(
    for bytes: Range<Int>, face: Int, _ piece: inout GlyphLine.Piece, to line: inout GlyphLine
  ) {
    let own =
      face < fonts.faces.count && fonts.faces[face].coverage.contains(0x2D) ? face : Int(baseFace.index)
    guard let font = font(own) else { return }
    piece.kind = .letters(face: own)
    piece.width = Double(font.advance(of: 0x2D)) * style.fontSize.px / Double(font.unitsPerEm)
    line.glyphs.append(
      LineGlyph(
        glyph: font.glyph(of: 0x2D), x: 0, advance: piece.width, start: bytes.lowerBound,
        end: bytes.upperBound))
  }

  private mutating func shape(
    _ characters: Range<Int>, _ bytes: Range<Int>, face: Int, script: Script, _ piece: inout GlyphLine.Piece,
    to line: inout GlyphLine
  ) {
    piece.kind = .letters(face: face)
    guard let font = font(face), let block else { return }
    let text = block.text.utf8.span
    var run: [UInt8] = []
    run.reserveCapacity(bytes.count)
    for offset in bytes { run.append(text[offset]) }
    shaped.removeAll(keepingCapacity: true)
    font.shape(run, script: script, rightToLeft: piece.isRightToLeft, into: &shaped)
    let scale = style.fontSize.px / Double(font.unitsPerEm)
    let first = line.glyphs.count
    var position: Int32 = 0
    for glyph in shaped {
      line.glyphs.append(
        LineGlyph(
          glyph: glyph.glyph, x: Double(position + glyph.x) * scale, y: Double(glyph.y) * scale,
          advance: Double(glyph.advance) * scale, start: bytes.lowerBound + Int(glyph.cluster), end: 0))
      position += glyph.advance
    }
    piece.width = Double(position) * scale
    // From left to right becomes the order of reading.
    if piece.isRightToLeft { line.glyphs[first...].reverse() }
    var end = bytes.upperBound
    for index in (first..<line.glyphs.count).reversed() {
      if index + 1 < line.glyphs.count, line.glyphs[index].start < line.glyphs[index + 1].start {
        end = line.glyphs[index + 1].start
      }
      line.glyphs[index].end = end
    }
    guard analysis.infos.isIgnorable else { return }
    for index in first..<line.glyphs.count {
      line.glyphs[index].isInvisible = isIgnorable(line.glyphs[index])
    }
  }

  /// True if all characters of a glyph's cluster show nothing.
  private func isIgnorable(_ glyph: LineGlyph) -> Bool {
    var index = character(at: Int32(clamping: glyph.start))
    while index < analysis.count, Int(analysis[index].offset) < glyph.end {
      if !analysis[index].info.isIgnorable { return false }
      index += 1
    }
    return true
  }

  /// Positions the pieces from left to right by their levels (UAX #9 L2). The white space from `inkEnd` on hangs at the end.
  private func arrange(_ line: inout GlyphLine, base: UInt8, inkEnd: Int) {
    var order = Array(line.pieces.indices)
    let levels = line.pieces.map(\.level)
    let highest = levels.max() ?? 0
    if let lowest = levels.filter({ $0 & 1 == 1 }).min(), highest > 0 {
      for level in stride(from: highest, through: lowest, by: -1) {
        var start = 0
        while start < order.count {
          guard levels[order[start]] >= level else {
            start += 1
            continue
          }
          var end = start
          while end < order.count, levels[order[end]] >= level { end += 1 }
          order[start..<end].reverse()
          start = end
        }
      }
    }
    var x = 0.0
    var previous: Int?
    for index in order {
      if let previous,
        line.pieces[previous].kind != line.pieces[index].kind || levels[previous] != levels[index]
      {
        x = Self.rounded(x)
      }
      line.pieces[index].x = x
      for glyph in line.pieces[index].glyphs { line.glyphs[glyph].x += x }
      x += line.pieces[index].width
      if line.pieces[index].range.lowerBound >= inkEnd { line.hanging += line.pieces[index].width }
      previous = index
    }
    line.width = Self.rounded(x)
  }
}

extension TextBlock {
  /// The index of the first run that ends after a byte; the number of runs if there is none.
  fileprivate func run(at byte: Int) -> Int {
    var (low, high) = (0, runs.count)
    while low < high {
      let middle = (low + high) / 2
      if Int(runs[middle].end) <= byte { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
