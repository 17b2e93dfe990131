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
    var edits = TextEdits()
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
    func append(_ characters: String, _ make: (Int32, Int32) -> TextRun) {
      let start = Int32(clamping: text.count)
      text += characters.utf8
      let end = Int32(clamping: text.count)
      if start < end { runs.append(make(start, end)) }
    }
    for (bar, range) in bars.enumerated() {
      copy(to: range.lowerBound)
      let start = text.count
      let direction = levels[bar].map { $0 & 1 == 1 ? "\u{200F}" : "\u{200E}" } ?? ""
      // In the face of the role, because the one of the words would tell their script.
      append(direction) { TextRun(start: $0, end: $1, face: base) }
      append(String(Self.character)) {
        var made = TextRun(start: $0, end: $1, face: base, tab: widths[bar])
        made.isBar = true
        return made
      }
      append(direction) { TextRun(start: $0, end: $1, face: base) }
      // The bar with its marks of direction.
      edits.append(
        Int(range.lowerBound)..<Int(range.upperBound), replacedBy: start..<text.count)
      position = range.upperBound
      while run < old.count, old[run].end <= position { run += 1 }
    }
    copy(to: whole)
    let lines = block.lines.map { line in
      TextLine(
        start: Int32(clamping: edits.offset(of: Int(line.start), isEnd: false)),
        end: Int32(clamping: edits.offset(of: Int(line.end), isEnd: true)),
        width: line.width, ending: line.ending)
    }
    return block.with(
      String(decoding: text, as: UTF8.self), lines: TextLines(lines), runs: runs,
      marks: block.marks.map(edits.moved).filter { $0.start < $0.end })
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
