import Frames

/// Finds soft breaks that need a direction mark beside them.
///
/// A generated newline ends the paragraph for the bidirectional algorithm (UAX #9 P1), so neutral characters and
/// numbers at the end or start of a line lose the strong character on the break's other side. When both neighbours
/// have the direction opposite to the paragraph's, a mark of that direction replaces the lost one.
struct BreakDirection {
  private let text: String
  private let base: TextDirection
  /// The index up to which the text was searched, and the paragraph's last direction before it.
  private var before: (index: String.Index, direction: TextDirection?)
  /// The range before the paragraph's next strong character, and that character's direction.
  private var after: (range: Range<String.Index>, direction: TextDirection?)

  /// Prepares a block, or nil if its text has no right-to-left character, because no break needs a mark then.
  init?(_ block: TextBlock) {
    guard block.lines.count > 1 else { return nil }
    if block.direction == .rightToLeft {
      guard block.text.utf8.contains(where: { $0 >= 0xD6 }) else { return nil }
    } else {
      guard Self.mayBeRightToLeft(block.text),
        block.text.unicodeScalars.contains(where: Self.isRightToLeft)
      else { return nil }
    }
    text = block.text
    base = block.direction
    before = (text.startIndex, nil)
    after = (text.startIndex..<text.startIndex, nil)
  }

  /// True if a block has or may have letters of both directions, so that its isolates have to be written.
  static func needsIsolates(_ block: TextBlock) -> Bool {
    guard block.marks.contains(where: \.isIsolate) else { return false }
    if block.direction == .rightToLeft { return true }
    return mayBeRightToLeft(block.text) && block.text.unicodeScalars.contains(where: isRightToLeft)
  }

  /// The marks for a soft break before the byte offset `start`: the offset after the line's last visible character if a
  /// mark is needed there, and whether one is needed after the break. Both have the direction opposite to the
  /// paragraph's. Nil if the break needs none.
  ///
  /// Must be called for breaks in order: the search for the next one starts at the last result, so that a heap of
  /// neutral characters is searched once.
  mutating func marks(breakingBefore start: Int) -> (end: Int?, isAtStart: Bool)? {
    let bytes = text.utf8
    let next =
      bytes.index(bytes.startIndex, offsetBy: max(0, start), limitedBy: bytes.endIndex) ?? bytes.endIndex
    let (line, rest) = (text.unicodeScalars[..<next], text.unicodeScalars[next...])
    let last = line.lastIndex { $0 != " " }
    let needsEnd = last.map { Self.direction(of: line[$0]) == nil } ?? false
    let needsStart = rest.first.map { Self.direction(of: $0) == nil } ?? false
    guard let last, needsEnd || needsStart, let direction = directionBefore(next), direction != base,
      direction == directionAfter(next)
    else { return nil }
    let end = bytes.distance(from: bytes.startIndex, to: line.index(after: last))
    return (needsEnd ? end : nil, needsStart)
  }

  /// The direction of the paragraph's last strong character before `index`.
  private mutating func directionBefore(_ index: String.Index) -> TextDirection? {
    if index < before.index { before = (text.startIndex, nil) }
    for scalar in text.unicodeScalars[before.index..<index] {
      if let direction = Self.direction(of: scalar) {
        before.direction = direction
      } else if scalar == "\n" {
        before.direction = nil
      }
    }
    before.index = index
    return before.direction
  }

  /// The direction of the paragraph's next strong character, from `index` on.
  private mutating func directionAfter(_ index: String.Index) -> TextDirection? {
    if !after.range.contains(index) {
      var end = index
      after.direction = nil
      for index in text.unicodeScalars[index...].indices {
        end = index
        after.direction = Self.direction(of: text.unicodeScalars[index])
        if after.direction != nil || text.unicodeScalars[index] == "\n" { break }
      }
      after.range = index..<text.unicodeScalars[end...].dropFirst().startIndex
    }
    return after.direction
  }

  /// The direction of a strong character; nil for numbers, punctuation, spaces and marks.
  private static func direction(of scalar: Unicode.Scalar) -> TextDirection? {
    guard scalar.properties.isAlphabetic else { return nil }
    return isRightToLeft(scalar) ? .rightToLeft : .leftToRight
  }

  /// True if a text may have right-to-left characters; a cheap test that is never wrongly false.
  ///
  /// Their first bytes are D6–DF; E0 before a byte below A4 (0590–08FF); EF before AC–BB (FB1D–FEFF); F0 before 90 or 9E
  /// (above FFFF).
  private static func mayBeRightToLeft(_ string: String) -> Bool {
    if string.utf8Span.isKnownASCII { return false }
    let text = string.utf8Span.span
    // A plain loop for almost all other texts: the compiler processes many bytes at once.
    var highest: UInt8 = 0
    for index in text.indices { highest = max(highest, text[index]) }
    guard highest >= 0xD6 else { return false }
    for index in text.indices where text[index] >= 0xD6 {
      let byte = text[index]
      if byte < 0xE0 { return true }
      guard index + 1 < text.count else { return false }
      let next = text[index + 1]
      if byte == 0xEF, next >= 0xAC, next <= 0xBB { return true }
      if byte == 0xE0, next < 0xA4 { return true }
      if byte == 0xF0, next == 0x90 || next == 0x9E { return true }
    }
    return false
  }

  /// The blocks whose letters have bidirectional class R or AL (Unicode 17, DerivedBidiClass).
  private static func isRightToLeft(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0590...0x08FF, 0xFB1D...0xFDFF, 0xFE70...0xFEFF, 0x10800...0x10FFF, 0x1E800...0x1EFFF: true
    default: false
    }
  }
}
