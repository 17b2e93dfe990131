internal import Digests
import Frames
import MediaProbe
import SearchIndex
import SiteWriter

/// What is noted of a page's rows, so that the next export can take them over one by one.
///
/// Some 28 bytes a row (``PageNotes``): read with its page, and never held for all pages at once.
struct KeptRows: Sendable, Equatable {
  /// The key of what all rows of the conversation share.
  var shared: String
  /// Where the sections begin in the page's bytes.
  var start: Int
  /// The key of each row, and what else is to be known of it.
  var keys: [ShortDigest]
  var marks: [RowMark]
  /// The hash of each message's id, as the page map has it.
  var ids: [UInt32]

  init(shared: String, start: Int, keys: [ShortDigest], marks: [RowMark], ids: [UInt32]) {
    (self.shared, self.start, self.keys, self.marks, self.ids) = (shared, start, keys, marks, ids)
  }

  /// Only the hashes of the messages' ids; nil when the bytes are not those of notes.
  static func ids(in bytes: ArraySlice<UInt8>) -> [UInt32]? {
    var reader = KeyReader(bytes)
    return reader.raw().map(numbers)
  }

  private static func numbers(_ raw: ArraySlice<UInt8>) -> [UInt32] {
    stride(from: raw.startIndex, to: raw.endIndex, by: 4).map { raw.number(at: $0, as: UInt32.self) }
  }

  /// Nil when the bytes are not those of notes.
  init?(_ bytes: ArraySlice<UInt8>) {
    var reader = KeyReader(bytes)
    guard let ids = reader.raw(), let shared = reader.text(), let start = reader.integer(),
      let keys = reader.raw(),
      let marks = reader.raw(), reader.isAtEnd, keys.count == marks.count * 2, marks.count % 8 == 0
    else { return nil }
    (self.shared, self.start, self.ids) = (shared, start, Self.numbers(ids))
    self.keys = stride(from: keys.startIndex, to: keys.endIndex, by: 16).map { place in
      ShortDigest(
        first: keys.number(at: place, as: UInt64.self), second: keys.number(at: place + 8, as: UInt64.self))
    }
    self.marks = stride(from: marks.startIndex, to: marks.endIndex, by: 8).map { place in
      RowMark(rawValue: marks.number(at: place, as: UInt64.self))
    }
  }

  var bytes: [UInt8] {
    var key = StableEncoder()
    key.add(numbers: ids)
    key.add(shared)
    key.add(start)
    key.add(numbers: keys)
    key.add(numbers: marks)
    return key.bytes
  }
}

/// A row's outline and what it brings besides words, in 64 bits.
struct RowMark: Sendable, Hashable, BitwiseCopyable {
  var rawValue: UInt64

  /// The low bits are the kinds, then come what the outline says, and both heights in whole px.
  private static let (incoming, outgoing, folds): (UInt64, UInt64, UInt64) = (1 << 5, 1 << 6, 1 << 7)
  private static let (heightShift, wideHeightShift): (UInt64, UInt64) = (8, 32)
  private static let heights = 1 << 24

  init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Nil for a row that is too high, or not of whole px.
  init?(_ outline: RowOutline, _ kinds: SearchableKinds) {
    guard let height = Self.whole(outline.height), let wideHeight = Self.whole(outline.wideHeight) else {
      return nil
    }
    rawValue = height << Self.heightShift | wideHeight << Self.wideHeightShift | UInt64(kinds.rawValue & 31)
    if outline.isInIncoming { rawValue |= Self.incoming }
    if outline.isInOutgoing { rawValue |= Self.outgoing }
    if outline.hasFolds { rawValue |= Self.folds }
  }

  private static func whole(_ height: LayoutUnit) -> UInt64? {
    guard height >= .zero, height.raw & 63 == 0, Int(height.raw >> 6) < heights else { return nil }
    return UInt64(height.raw >> 6)
  }

  private func height(_ shift: UInt64) -> LayoutUnit {
    LayoutUnit(raw: Int32(truncatingIfNeeded: (rawValue >> shift) & UInt64(Self.heights - 1)) << 6)
  }

  var outline: RowOutline {
    var outline = RowOutline(
      height: height(Self.heightShift), wideHeight: height(Self.wideHeightShift))
    outline.isInIncoming = rawValue & Self.incoming != 0
    outline.isInOutgoing = rawValue & Self.outgoing != 0
    outline.hasFolds = rawValue & Self.folds != 0
    return outline
  }

  var kinds: SearchableKinds { SearchableKinds(rawValue: UInt8(truncatingIfNeeded: rawValue & 31)) }
}

extension ArraySlice<UInt8> {
  /// The number in the bytes from `place` on, the lowest first; 0 where there are too few.
  fileprivate func number<Number: FixedWidthInteger>(at place: Int, as type: Number.Type) -> Number {
    let count = MemoryLayout<Number>.size
    guard place >= startIndex, endIndex - place >= count else { return 0 }
    return (0..<count).reduce(0) { $0 | Number(truncatingIfNeeded: self[place + $1]) << ($1 * 8) }
  }
}
