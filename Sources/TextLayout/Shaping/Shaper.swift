import Fonts
import Frames
import ICU

/// Measures the runs of a text.
///
/// The advance of letters of plain alphabets depends on the next letter only, so pairs are enough; everything
/// else is shaped by HarfBuzz a word at a time. Both are cached.
struct Shaper {
  /// The properties of characters.
  var properties = CharacterProperties()
  private let fonts: FontSet
  /// The ASCII advances of each face that has all of ASCII.
  private let pairs: [ASCIIAdvances?]
  private var shaping: [ShapingFont?]
  private var cache: AdvanceCache
  private var bytes: [UInt8] = []
  private var advances: [Int32] = []
  /// The size of a font unit of each face at the font size last asked for, in 1/65536 of a ``LayoutUnit``.
  private(set) var scales: [Int64] = []
  private var scaledSize: LayoutUnit?
  private var scalesBySize: [(size: LayoutUnit, scales: [Int64])] = []

  /// A shaper that belongs to one task.
  init(fonts: FontSet, isCaching: Bool) {
    self.fonts = fonts
    pairs = fonts.asciiAdvances(mayBreak: ASCIIBreaks.mayBreak)
    shaping = Array(repeating: nil, count: fonts.faces.count)
    cache = AdvanceCache(isEnabled: isCaching)
  }

  /// The size of a face's font unit at a font size, in 1/65536 of a ``LayoutUnit``, rounded as FreeType
  /// rounds it.
  static func scale(fontSize: LayoutUnit, unitsPerEm: Int) -> Int64 {
    (Int64(max(0, fontSize.raw)) * 65536 + Int64(unitsPerEm / 2)) / Int64(unitsPerEm)
  }

  /// The distance of tab stops in spaces: `tab-size` of the pages' style sheet.
  static let tabSize: Int64 = 4

  /// The width of an emoji's box: a quarter more than the font size.
  static func emojiAdvance(fontSize: LayoutUnit) -> Int64 { ((Int64(fontSize.raw) * 5 + 2) / 4) << 16 }

  /// Fills the positions and pieces of `text` and the runs of `measured`.
  mutating func measure(
    _ text: inout TextAnalysis, utf8: borrowing Span<UInt8>, style: TextStyle,
    into measured: inout MeasuredText
  ) {
    text.pieces.removeAll(keepingCapacity: true)
    setScales(for: style.fontSize)
    var at: Int64 = 0
    var before: Int64 = 0
    for number in text.runs.indices {
      let run = text.runs[number]
      let start = at
      let isTab = text[run.start].scalar == 0x09
      if isTab {
        at += Int64(style.fontSize.raw) << 16
        measured.tabStop = tabStop(style: style)
        measured.tabs.append(Int32(truncatingIfNeeded: number))
      } else if run.emoji >= 0 {
        for index in run.start..<run.end { text.characters[index].position = at }
        at += Self.emojiAdvance(fontSize: style.fontSize)
      } else if Int(run.face) < fonts.faces.count {
        at = measureLetters(of: number, in: &text, utf8: utf8, from: at, style: style)
      } else {
        at = estimate(run, in: &text, from: at, style: style)
      }
      text.characters[run.end].position = at
      let width = MeasuredText.MeasuredRun(start: start, end: at, before: before)
      measured.runs.append(width)
      before += width.width
    }
    for number in text.runs.indices {
      text.characters[text.runs[number].start].position = measured.runs[number].start
    }
  }

  /// Returns the advance of the character at `index` of the text measured last when a line ends after it.
  mutating func lastAdvance(
    _ index: Int, run: TextAnalysis.Run, in text: TextAnalysis, utf8: borrowing Span<UInt8>
  ) -> Int64 {
    let beforeNext = text[index + 1].position - text[index].position
    guard Int(run.face) < scales.count, run.emoji < 0, fonts.faces[Int(run.face)].isKerned else {
      return beforeNext
    }
    let scale = scales[Int(run.face)]
    guard Self.isPair(index, run, text.characters.span) else {
      guard let piece = text.piece(endingAfter: index), contextEnd(of: piece, run, text) > piece.end else {
        return beforeNext
      }
      let kerning = piece.advance - advance(of: piece, run, text, utf8, isLast: true)
      return beforeNext - Int64(kerning) * scale
    }
    return Int64(advance(of: text[index].scalar, face: run.face)) * scale
  }

  /// Returns the advance of the hyphen shown for a soft hyphen at the end of a line: in the face of the
  /// letters before it, or in its slot's face if that one has no hyphen.
  mutating func hyphenAdvance(_ index: Int, run: TextAnalysis.Run, in text: TextAnalysis) -> Int64 {
    var face = run.face
    if Int(face) >= fonts.faces.count || !fonts.faces[Int(face)].coverage.contains(0x2D) {
      face = fonts.slotFaces[Int(text[index].slot.rawValue)]
    }
    return Int64(advance(of: 0x2D, face: face)) * scales[Int(face)]
  }

  /// Fills the positions inside a piece, which was measured as a whole, by shaping it again.
  mutating func locate(
    _ piece: TextAnalysis.ShapedSegment, in text: inout TextAnalysis, utf8: borrowing Span<UInt8>
  ) {
    let run = text.runs[piece.run]
    guard let font = font(run.face) else { return }
    let scale = scales[Int(run.face)]
    let first = text[piece.start].offset
    let end = text[contextEnd(of: piece, run, text)].offset
    shape(
      utf8.extracting(Int(first)..<Int(end)), font, properties.scripts[Int(text[piece.start].script)],
      level: run.level)
    var at = text[piece.start].position
    var byte: Int32 = 0
    for index in piece.start..<piece.end {
      let offset = text[index].offset - first
      while byte < offset {
        at += Int64(advances[Int(byte)]) * scale
        byte += 1
      }
      text.characters[index].position = at
    }
  }
}

extension Shaper {
  /// Sets ``scales`` for a font size. A page has few sizes, and its texts alternate between them, so all are cached.
  mutating func setScales(for fontSize: LayoutUnit) {
    if scaledSize == fontSize { return }
    scaledSize = fontSize
    if let scaled = scalesBySize.first(where: { $0.size == fontSize }) {
      scales = scaled.scales
      return
    }
    scales = fonts.faces.map { Self.scale(fontSize: fontSize, unitsPerEm: $0.unitsPerEm) }
    if scalesBySize.count < 16 { scalesBySize.append((fontSize, scales)) }
  }

  /// Returns true if a browser that treats the ASCII of a run as Latin kerns some of it.
  func kernsAsLatin(_ run: TextAnalysis.Run, in text: TextAnalysis) -> Bool {
    guard run.emoji < 0, Int(run.face) < pairs.count, let pairs = pairs[Int(run.face)] else { return false }
    for index in run.start..<max(run.start, run.end - 1) {
      let (first, second) = (text[index].scalar, text[index + 1].scalar)
      if first &- 0x20 < 0x5F, second &- 0x20 < 0x5F,
        pairs.advance(first, before: second) != pairs.advance(first)
      {
        return true
      }
    }
    return false
  }

  private func tabStop(style: TextStyle) -> Int32 {
    let number = Int(fonts.slotFaces[Int(style.slot.rawValue)])
    let face = fonts.faces[number]
    let space = Int64(pairs[number]?.advance(0x20) ?? Int32(face.unitsPerEm / 4))
    return max(
      1,
      MeasuredText.rounded(
        Self.tabSize * space * Self.scale(fontSize: style.fontSize, unitsPerEm: face.unitsPerEm)))
  }

  /// A character that is in none of our faces is assumed to be as wide as the font size.
  private func estimate(
    _ run: TextAnalysis.Run, in text: inout TextAnalysis, from start: Int64, style: TextStyle
  ) -> Int64 {
    var at = start
    for index in run.start..<run.end {
      text.characters[index].position = at
      let info = text[index].info
      if !info.isMark, !info.isIgnorable, !info.isControl { at += Int64(style.fontSize.raw) << 16 }
    }
    return at
  }

  private mutating func measureLetters(
    of number: Int, in text: inout TextAnalysis, utf8: borrowing Span<UInt8>, from start: Int64,
    style: TextStyle
  ) -> Int64 {
    let run = text.runs[number]
    let hasMarks = text.infos.isMark
    let scale = scales[Int(run.face)]
    let joinsNext = number + 1 < text.runs.count && run.joins(text.runs[number + 1])
    let last = joinsNext ? run.end + 1 : run.end
    var at = start
    var index = run.start
    while true {
      index = measurePairs(
        of: run, from: index, last: last, in: text.characters.mutableSpan, hasMarks: hasMarks,
        scale: scale, at: &at)
      if index >= run.end { return at }
      var piece = TextAnalysis.ShapedSegment(start: index, end: pieceEnd(from: index, run, text), run: number)
      for inside in piece.start..<piece.end { text.characters[inside].position = at }
      piece.advance = advance(of: piece, run, text, utf8)
      at += Int64(piece.advance) * scale
      text.pieces.append(piece)
      index = piece.end
    }
  }

  /// Measures characters whose advance depends on the next one only, and returns the index of the first other one.
  private mutating func measurePairs(
    of run: TextAnalysis.Run, from start: Int, last: Int, in characters: consuming MutableSpan<TextCharacter>,
    hasMarks: Bool, scale: Int64, at: inout Int64
  ) -> Int {
    var characters = characters
    var x = at
    var index = start
    let pairs = run.level & 1 == 0 ? self.pairs[Int(run.face)] : nil
    let isKerned = fonts.faces[Int(run.face)].isKerned
    while index < run.end {
      if let pairs, characters[index].isPlainLatin {
        // Plain letters followed by plain letters, the usual case.
        let entries = pairs.entries.span
        var row = Int(characters[index].scalar) - 0x20
        while index + 1 < run.end, characters[index + 1].isPlainLatin,
          !hasMarks || index + 2 >= run.end || !characters[index + 2].info.isMark
        {
          characters[index].position = x
          let next = Int(characters[index + 1].scalar) - 0x20
          x += Int64(entries[row * ASCIIAdvances.stride + next] >> ASCIIAdvances.flagBits) * scale
          row = next
          index += 1
        }
      }
      let character = characters[index]
      characters[index].position = x
      if !character.info.isControl {
        guard Self.isPair(index, run, characters.span) else { break }
        let following = characters[index + 1]
        let isFollowed =
          isKerned && index + 1 < last && !following.info.isControl && following.script == character.script
        let advance = advance(
          of: character.scalar, before: isFollowed ? following.scalar : 0, face: run.face,
          script: character.script)
        x += Int64(advance) * scale
      }
      index += 1
    }
    at = x
    return index
  }

  /// True if a character's advance depends on the next character only.
  @inline(__always)
  private static func isPair(
    _ index: Int, _ run: TextAnalysis.Run, _ characters: borrowing Span<TextCharacter>
  ) -> Bool {
    guard characters[index].info.isPairwise, run.level & 1 == 0 else { return false }
    guard index + 1 < run.end else { return true }
    let next = characters[index + 1].info
    // A letter and its mark may be one glyph, which has its own kerning.
    return !next.isMark && !next.isIgnorable && (index + 2 >= run.end || !characters[index + 2].info.isMark)
  }

  /// A piece ends with its script or run, or at a pairwise letter, a control, a break opportunity or the spaces
  /// after a word, because a line may end before the spaces. It also ends after more characters than any word has:
  /// HarfBuzz takes quadratic time for a heap of marks or of soft hyphens.
  private func pieceEnd(from start: Int, _ run: TextAnalysis.Run, _ text: TextAnalysis) -> Int {
    let characters = text.characters.span
    var end = start + 1
    let isSpace = characters[start].scalar == 0x20
    let script = characters[start].script
    let limit = min(run.end, start + Self.longestPiece)
    while end < limit {
      let next = characters[end]
      // A mark after a space is drawn on it.
      let endsSpaces = (next.scalar == 0x20) != isSpace && !(isSpace && next.info.isMark)
      if next.mayBreak || next.info.isControl || endsSpaces || next.script != script
        || next.joinsJamo(after: characters[end - 1]) || Self.isPair(end, run, characters)
      {
        break
      }
      end += 1
    }
    return end
  }

  static let longestPiece = 512
  /// The most characters after a piece that can affect it: a letter and its marks.
  static let longestContext = 8

  /// The end of the space or letter after a piece, with its marks, or of the piece if nothing of its script and run
  /// follows.
  private func contextEnd(
    of piece: TextAnalysis.ShapedSegment, _ run: TextAnalysis.Run, _ text: TextAnalysis
  ) -> Int {
    guard piece.end < run.end, text[piece.end].script == text[piece.start].script,
      !text[piece.end].info.isControl, !text[piece.end].info.isMark
    else { return piece.end }
    var end = piece.end + 1
    while end < run.end, end - piece.end < Self.longestContext, text[end].info.isMark { end += 1 }
    return end
  }

  private mutating func font(_ face: UInt16) -> ShapingFont? {
    if let known = shaping[Int(face)] { return known }
    let font = ShapingFont(bytes: fonts.subset(of: fonts.faces[Int(face)]))
    shaping[Int(face)] = font
    return font
  }

  /// The advance of `first` before `second`, 0 for nothing, in text of a script: a font may kern the digits of
  /// Latin text but not of Hebrew text.
  @inline(__always)
  mutating func advance(
    of first: UInt32, before second: UInt32, face: UInt16, script: UInt8
  ) -> Int32 {
    if second == 0 { return advance(of: first, face: face) }
    if first < 0x7F, second < 0x7F, first >= 0x20, second >= 0x20, script == CharacterProperties.latin,
      let pairs = pairs[Int(face)]
    {
      return pairs.advance(first, before: second)
    }
    let key = AdvanceCache.pairKey(face, script, first, second)
    if let key, let known = cache.advance(ofPair: key) { return known }
    guard let font = font(face) else { return 0 }
    bytes.removeAll(keepingCapacity: true)
    for value in [first, second] {
      if let scalar = Unicode.Scalar(value) { bytes.append(contentsOf: Array(String(scalar).utf8)) }
    }
    font.shape(bytes, script: properties.scripts[Int(script)], rightToLeft: false, into: &advances)
    // A Mongolian letter has another form without the letter before it, so its advance by itself is of no use.
    guard properties.scripts[Int(script)] != .mongolian else {
      if let key { cache.remember(pair: key, advance: advances[0]) }
      return advances[0]
    }
    // The second may be kerned instead of the first: punctuation after Arabic is shaped from right to left.
    let advance = advances[..<bytes.count].reduce(0, &+) &- self.advance(of: second, face: face)
    if let key { cache.remember(pair: key, advance: advance) }
    return advance
  }

  /// The advance of a character before nothing.
  @inline(__always)
  mutating func advance(of scalar: UInt32, face: UInt16) -> Int32 {
    if (0x20..<0x7F).contains(scalar), let pairs = pairs[Int(face)] {
      return pairs.advance(scalar)
    }
    let key = AdvanceCache.pairKey(face, CharacterProperties.common, scalar, 0)
    if let key, let known = cache.advance(ofPair: key) { return known }
    guard let font = font(face) else { return 0 }
    let result = font.advance(of: scalar)
    if let key { cache.remember(pair: key, advance: result) }
    return result
  }

  /// The advance of a piece, before what follows it or with nothing after it.
  private mutating func advance(
    of piece: TextAnalysis.ShapedSegment, _ run: TextAnalysis.Run, _ text: TextAnalysis,
    _ utf8: borrowing Span<UInt8>, isLast: Bool = false
  ) -> Int32 {
    let (first, after) = (Int(text[piece.start].offset), Int(text[piece.end].offset))
    let end = isLast ? piece.end : contextEnd(of: piece, run, text)
    return advance(
      of: first..<after, before: Int(text[end].offset) - after, in: utf8, face: run.face,
      script: text[piece.start].script, level: run.level)
  }

  /// The advance of some bytes shaped as a whole, with the next `following` bytes as context: these may be kerned
  /// with them, so they are part of the key and of the shaped text.
  mutating func advance(
    of word: Range<Int>, before following: Int, in utf8: borrowing Span<UInt8>, face: UInt16, script: UInt8,
    level: UInt8
  ) -> Int32 {
    let all = utf8.extracting(word.lowerBound..<word.upperBound + following)
    let key = AdvanceCache.WordKey(
      face: face, script: script, level: level & 1, following: following, bytes: all, hashKey: cache.hashKey)
    if let known = cache.advance(of: key, bytes: all) { return known }
    guard let font = font(face) else { return 0 }
    shape(all, font, properties.scripts[Int(script)], level: level)
    var sum: Int32 = 0
    for byte in all.indices { sum &+= advances[byte] }
    if following > 0 {
      // Kerning may move the letters after the word instead, such as a Burmese medial RA.
      shape(all.extracting(last: following), font, properties.scripts[Int(script)], level: level)
      for byte in 0..<following { sum &-= advances[byte] }
    }
    cache.remember(key, bytes: all, advance: sum)
    return sum
  }

  /// Writes the advance of each cluster to `advances`.
  private mutating func shape(
    _ text: borrowing Span<UInt8>, _ font: ShapingFont, _ script: Script, level: UInt8
  ) {
    bytes.removeAll(keepingCapacity: true)
    for index in text.indices { bytes.append(text[index]) }
    font.shape(bytes, script: script, rightToLeft: level & 1 == 1, into: &advances)
  }
}
