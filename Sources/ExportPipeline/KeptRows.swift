import Frames
import MediaProbe
import SearchIndex
import SiteWriter

/// What is noted of a page's rows, so that the next export can take them over one by one.
///
/// A file for each page, some 20 bytes a row: read when its page has changed, and never held for all pages at once.
struct KeptRows: Sendable, Equatable {
  /// The key of what all rows of the conversation share.
  var shared: String
  /// Where the sections begin in the page's bytes.
  var start: Int
  /// The key of each row, and what else is to be known of it.
  var keys: [ShortDigest]
  var marks: [RowMark]

  /// Where the notes of a page are.
  static func path(of number: Int, in name: String) -> String { "\(name)/kept/\(number).bin" }

  init(shared: String, start: Int, keys: [ShortDigest], marks: [RowMark]) {
    (self.shared, self.start, self.keys, self.marks) = (shared, start, keys, marks)
  }

  /// Nil when the bytes are not those of notes.
  init?(_ bytes: [UInt8]) {
    var reader = KeyReader(bytes[...])
    guard let shared = reader.text(), let start = reader.integer(), let keys = reader.raw(),
      let marks = reader.raw(), reader.isAtEnd, keys.count == marks.count * 4, marks.count % 4 == 0
    else { return nil }
    (self.shared, self.start) = (shared, start)
    self.keys = stride(from: keys.startIndex, to: keys.endIndex, by: 16).map { place in
      ShortDigest(
        first: keys.number(at: place, as: UInt64.self), second: keys.number(at: place + 8, as: UInt64.self))
    }
    self.marks = stride(from: marks.startIndex, to: marks.endIndex, by: 4).map { place in
      RowMark(rawValue: marks.number(at: place, as: UInt32.self))
    }
  }

  var bytes: [UInt8] {
    var key = KeyWriter()
    key.add(shared)
    key.add(start)
    key.add(numbers: keys)
    key.add(numbers: marks)
    return key.bytes
  }
}

/// A row's outline and what it brings besides words, in 32 bits.
struct RowMark: Sendable, Hashable, BitwiseCopyable {
  var rawValue: UInt32

  /// The low bits are the kinds, then come what the outline says, and the height in whole px.
  private static let (incoming, outgoing, folds): (UInt32, UInt32, UInt32) = (1 << 5, 1 << 6, 1 << 7)
  private static let heightShift: UInt32 = 8
  private static let heights = 1 << 24

  init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Nil for a row that is too high, or not of whole px.
  init?(_ outline: RowOutline, _ kinds: ContentKinds) {
    let height = Int(outline.height.raw)
    guard height >= 0, height & 63 == 0, height >> 6 < Self.heights else { return nil }
    rawValue = UInt32(truncatingIfNeeded: height >> 6) << Self.heightShift | UInt32(kinds.rawValue & 31)
    if outline.isInIncoming { rawValue |= Self.incoming }
    if outline.isInOutgoing { rawValue |= Self.outgoing }
    if outline.hasFolds { rawValue |= Self.folds }
  }

  var outline: RowOutline {
    var outline = RowOutline(
      height: LayoutUnit(raw: Int32(truncatingIfNeeded: rawValue >> Self.heightShift) << 6))
    outline.isInIncoming = rawValue & Self.incoming != 0
    outline.isInOutgoing = rawValue & Self.outgoing != 0
    outline.hasFolds = rawValue & Self.folds != 0
    return outline
  }

  var kinds: ContentKinds { ContentKinds(rawValue: UInt8(truncatingIfNeeded: rawValue & 31)) }
}

extension ArraySlice<UInt8> {
  /// The number in the bytes from `place` on, the lowest first; 0 where there are too few.
  fileprivate func number<Number: FixedWidthInteger>(at place: Int, as type: Number.Type) -> Number {
    let count = MemoryLayout<Number>.size
    guard place >= startIndex, endIndex - place >= count else { return 0 }
    return (0..<count).reduce(0) { $0 | Number(truncatingIfNeeded: self[place + $1]) << ($1 * 8) }
  }
}
