import ChatModel

/// Finds the participant a file names by the bytes of their key, without making a string of it.
///
/// Holds the first keys of up to 16 bytes that were met; all others go through the table.
struct ParticipantCache: Sendable {
  private struct Entry: Sendable {
    var head: UInt64
    var tail: UInt64
    var length: Int
    var index: ParticipantIndex
  }
  private static let limit = 32
  private var entries: [Entry] = []

  /// The participant whose key stands at `range` of `bytes`, if they are known here.
  func index(at range: Range<Int>, of bytes: InputBytes) -> ParticipantIndex? {
    guard let (head, tail) = Self.words(range, bytes) else { return nil }
    for entry in entries where entry.head == head && entry.tail == tail && entry.length == range.count {
      return entry.index
    }
    return nil
  }

  /// Remembers whose key stands at `range` of `bytes`.
  mutating func insert(_ index: ParticipantIndex, at range: Range<Int>, of bytes: InputBytes) {
    guard entries.count < Self.limit, let (head, tail) = Self.words(range, bytes) else { return }
    entries.append(Entry(head: head, tail: tail, length: range.count, index: index))
  }

  private static func words(_ range: Range<Int>, _ bytes: InputBytes) -> (UInt64, UInt64)? {
    guard range.count <= 16 else { return nil }
    let head = bytes.word(at: range.lowerBound)
    if range.count < 8 { return (head & ((1 &<< UInt64(8 &* range.count)) &- 1), 0) }
    let tail = bytes.word(at: range.lowerBound &+ 8)
    return range.count == 16 ? (head, tail) : (head, tail & ((1 &<< UInt64(8 &* (range.count &- 8))) &- 1))
  }
}
