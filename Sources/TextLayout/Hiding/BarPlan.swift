import Frames

/// The bars over hidden words of a text, and the text with a character in place of each.
struct BarPlan {
  /// The bytes of the whole text under each bar, in their order. A newline is under none.
  private(set) var bars: [Range<Int32>] = []
  /// The embedding level of each bar; nil if all of the text is from left to right.
  private var levels: [UInt8?] = []

  /// A neutral character, as browsers take an inline box for one (CSS Writing Modes 4 §2.4).
  private static let character: Unicode.Scalar = "\u{FFFC}"

  /// Divides hidden words at the starts of lines of any of some blocks with one text, at newlines, and where the level changes.
  init(_ hidden: [Range<Int32>], of blocks: [TextBlock], levels: [(start: Int32, level: UInt8)]) {
    guard let text = blocks.first?.text else { return }
    let starts = Set(blocks.flatMap { $0.lines.map(\.start) })
    let newLevels = Dictionary(levels.map { ($0.start, $0.level) }, uniquingKeysWith: { $1 })
    let bytes = text.utf8.span
    var level = levels.first?.level
    var next = 0
    for mark in hidden {
      let end = min(mark.upperBound, Int32(clamping: bytes.count))
      var start = max(mark.lowerBound, bars.last?.upperBound ?? 0)
      guard start < end else { continue }
      while next < levels.count, levels[next].start <= start {
        level = levels[next].level
        next += 1
      }
      for offset in start..<end where offset > start || bytes[Int(offset)] == 0x0A {
        let isNewline = bytes[Int(offset)] == 0x0A
        guard isNewline || starts.contains(offset) || newLevels[offset].map({ $0 != level }) ?? false else {
          continue
        }
        add(start..<offset, level)
        start = isNewline ? offset + 1 : offset
        level = newLevels[start] ?? level
      }
      add(start..<end, level)
    }
  }

  private mutating func add(_ range: Range<Int32>, _ level: UInt8?) {
    guard !range.isEmpty else { return }
    bars.append(range)
    levels.append(level)
  }

  /// Returns a block with bars of these widths, `base` being the face of a text without runs. Marks of direction are around bars in a
  /// text with both directions, because a bar has none of its own.
  func block(_ block: TextBlock, widths: [LayoutUnit], base: FaceID) -> TextBlock {
    let bytes = block.text.utf8.span
    let whole = Int32(clamping: bytes.count)
    let old = block.runs.isEmpty ? [TextRun(start: 0, end: whole, face: base)] : block.runs
    var (text, runs) = ([UInt8](), [TextRun]())
    var moves: [(old: Range<Int32>, new: Range<Int32>)] = []
    var (position, run) = (Int32(0), 0)
    /// Copies the text up to an offset, with its runs.
    func copy(to end: Int32) {
      let shift = Int32(clamping: text.count) - position
      for offset in position..<max(position, end) { text.append(bytes[Int(offset)]) }
      while run < old.count, old[run].start < end {
        var copied = old[run]
        (copied.start, copied.end) = (max(copied.start, position) + shift, min(copied.end, end) + shift)
        if copied.start < copied.end { runs.append(copied) }
        guard old[run].end <= end else { break }
        run += 1
      }
    }
    func append(_ characters: String, _ make: (Int32, Int32) -> TextRun) -> Range<Int32> {
      let start = Int32(clamping: text.count)
      text += characters.utf8
      let end = Int32(clamping: text.count)
      if start < end { runs.append(make(start, end)) }
      return start..<end
    }
    for (bar, range) in bars.enumerated() {
      copy(to: range.lowerBound)
      let direction = levels[bar].map { $0 & 1 == 1 ? "\u{200F}" : "\u{200E}" } ?? ""
      // In the face of the role, because the one of the words would tell their script.
      _ = append(direction) { TextRun(start: $0, end: $1, face: base) }
      let new = append(String(Self.character)) {
        var made = TextRun(start: $0, end: $1, face: base, tab: widths[bar])
        made.isBar = true
        return made
      }
      moves.append((range, new))
      _ = append(direction) { TextRun(start: $0, end: $1, face: base) }
      position = range.upperBound
      while run < old.count, old[run].end <= position { run += 1 }
    }
    copy(to: whole)
    let map = OffsetMap(moves: moves, sizeOfDirection: levels.contains { $0 != nil } ? 3 : 0)
    let lines = block.lines.map { line in
      TextLine(
        start: map.offset(of: line.start, isEnd: false), end: map.offset(of: line.end, isEnd: true),
        width: line.width, ending: line.ending)
    }
    let marks = block.marks.map { mark in
      TextMark(
        start: map.offset(of: mark.start, isEnd: false), end: map.offset(of: mark.end, isEnd: true),
        kind: mark.kind)
    }
    return block.with(
      String(decoding: text, as: UTF8.self), lines: TextLines(lines), runs: runs,
      marks: marks.filter { $0.start < $0.end })
  }
}

/// Offsets in a text with bars, of those in the whole text.
private struct OffsetMap {
  var moves: [(old: Range<Int32>, new: Range<Int32>)]
  /// The bytes of a mark of direction before and after each bar.
  var sizeOfDirection: Int32

  /// Returns the offset of a byte; of one under a bar, the start or end of the bar with its marks of direction.
  func offset(of old: Int32, isEnd: Bool) -> Int32 {
    var (low, high) = (0, moves.count)
    while low < high {
      let middle = (low + high) / 2
      let isBefore = isEnd ? moves[middle].old.lowerBound < old : moves[middle].old.lowerBound <= old
      if isBefore { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return old }
    let move = moves[low - 1]
    let end = move.new.upperBound + sizeOfDirection
    if old < move.old.upperBound { return isEnd ? end : move.new.lowerBound - sizeOfDirection }
    return end + old - move.old.upperBound
  }
}

extension TextBlock {
  /// Returns the block with another text, its lines, runs and marks.
  func with(_ text: String, lines: TextLines, runs: [TextRun], marks: [TextMark]) -> TextBlock {
    TextBlock(
      text: text, role: role, direction: direction, lines: lines, runs: runs, marks: marks,
      lineHeight: lineHeight)
  }
}
