/// The charset of a character-keyed CFF table: for each glyph, the character of its collection that it draws
/// (Adobe Technical Note #5176 §13).
///
/// Web fonts are displayed without it, because glyphs are found by `cmap`. In a cut East Asian face its numbers
/// have no pattern: two bytes for each glyph that no compressor makes smaller.
struct CFFCharset: Equatable {
  /// The bytes of the charset within the table.
  let range: Range<Int>
  /// The number of its glyphs: all but `.notdef`.
  let count: Int

  /// The charset of `table`; nil if its glyphs have names, if its charset is a predefined one, or if it is damaged.
  init?(of table: ArraySlice<UInt8>) {
    let reader = CFFReader(table)
    guard let header = reader.byte(at: 2), let names = reader.index(at: Int(header)),
      let dictionaries = reader.index(at: names.end), let top = dictionaries.items.first,
      let facts = reader.topFacts(in: top), facts.hasCollection, let start = facts.charset, start > 2,
      let glyphs = facts.charStrings.flatMap({ reader.index(at: $0) })?.items.count, glyphs > 1,
      let length = reader.charsetLength(at: start, glyphs: glyphs)
    else { return nil }
    range = start..<start + length
    count = glyphs - 1
  }

  /// A charset of these glyphs with consecutive characters, as long as this one: a single range, then unused bytes.
  ///
  /// Nil if there is no room for a range.
  var counted: [UInt8]? {
    guard range.count >= 5 else { return nil }
    let left = count - 1
    return [2, 0, 1, UInt8(truncatingIfNeeded: left >> 8), UInt8(truncatingIfNeeded: left)]
      + [UInt8](repeating: 0, count: range.count - 5)
  }
}

/// Reads the structures of a CFF table; nil wherever one leaves the table.
private struct CFFReader {
  /// The entries of a Top DICT that are read (#5176 §9).
  struct TopFacts {
    var hasCollection = false
    var charset: Int?
    var charStrings: Int?
  }

  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func byte(at position: Int) -> UInt8? {
    position >= 0 && position < bytes.count ? bytes[bytes.startIndex + position] : nil
  }

  /// A big-endian number of 1…4 bytes.
  private func number(at position: Int, size: Int) -> Int? {
    guard position >= 0, size <= bytes.count, position <= bytes.count - size else { return nil }
    return (0..<size).reduce(0) { $0 << 8 | Int(bytes[bytes.startIndex + position + $1]) }
  }

  /// An INDEX (#5176 §5): the ranges of its items, and its end.
  func index(at position: Int) -> (items: [Range<Int>], end: Int)? {
    guard let count = number(at: position, size: 2) else { return nil }
    if count == 0 { return ([], position + 2) }
    guard let size = byte(at: position + 2).map(Int.init), (1...4).contains(size) else { return nil }
    let data = position + 3 + (count + 1) * size - 1
    guard data <= bytes.count else { return nil }
    var items: [Range<Int>] = []
    items.reserveCapacity(count)
    var start: Int?
    for item in 0...count {
      guard let offset = number(at: position + 3 + item * size, size: size), offset >= 1,
        offset <= bytes.count - data
      else { return nil }
      if let start {
        guard data + offset >= start else { return nil }
        items.append(start..<data + offset)
      }
      start = data + offset
    }
    return (items, start ?? data)
  }

  /// The entries of a DICT (#5176 §4): operands, then their operator.
  func topFacts(in range: Range<Int>) -> TopFacts? {
    var facts = TopFacts()
    var last: Int?
    var position = range.lowerBound
    while position < range.upperBound, let first = byte(at: position) {
      switch first {
      case 12:
        if byte(at: position + 1) == 30 { facts.hasCollection = true }
        (last, position) = (nil, position + 2)
      case 0...21:
        if first == 15 { facts.charset = last }
        if first == 17 { facts.charStrings = last }
        (last, position) = (nil, position + 1)
      case 28: (last, position) = (number(at: position + 1, size: 2), position + 3)
      case 29: (last, position) = (number(at: position + 1, size: 4), position + 5)
      case 30:
        position += 1
        while let pair = byte(at: position), pair & 0x0F != 0x0F { position += 1 }
        (last, position) = (nil, position + 1)
      case 32...246: (last, position) = (Int(first) - 139, position + 1)
      case 247...250:
        guard let second = byte(at: position + 1) else { return nil }
        (last, position) = ((Int(first) - 247) * 256 + Int(second) + 108, position + 2)
      case 251...254: (last, position) = (nil, position + 2)
      default: return nil
      }
    }
    return facts
  }

  /// The length in bytes of the charset at `position` for `glyphs`, `.notdef` among them.
  func charsetLength(at position: Int, glyphs: Int) -> Int? {
    guard let format = byte(at: position) else { return nil }
    guard format == 1 || format == 2 else {
      let length = 1 + 2 * (glyphs - 1)
      return format == 0 && position + length <= bytes.count ? length : nil
    }
    var named = 1
    var end = position + 1
    while named < glyphs {
      guard let left = number(at: end + 2, size: Int(format)) else { return nil }
      named += left + 1
      end += 2 + Int(format)
    }
    return end - position
  }
}
