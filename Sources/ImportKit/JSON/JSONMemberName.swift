/// A name of up to 32 bytes, the most that any format has, as numbers: its beginning, and its last eight bytes.
package struct JSONMemberName: Sendable, Equatable {
  package static let limit = 32
  private var length: Int
  private var head: UInt64
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var tail: UInt64 = 0

  package init(_ bytes: InputBytes, at range: Range<Int>) {
    length = range.count
    head = bytes.word(at: range.lowerBound)
    if length < 8 {
      head &= (1 &<< UInt64(8 &* length)) &- 1
    } else {
      if length >= 16 { second = bytes.word(at: range.lowerBound &+ 8) }
      if length >= 24 { third = bytes.word(at: range.lowerBound &+ 16) }
      tail = bytes.word(at: range.upperBound &- 8)
    }
  }

  /// Creates the name of a text; nil if it is too long.
  package init?(_ name: String) {
    let bytes = name.utf8Span.span
    length = bytes.count
    guard length <= Self.limit else { return nil }
    head = 0
    guard length >= 8 else {
      for index in bytes.indices { head |= UInt64(bytes[index]) &<< UInt64(8 &* index) }
      return
    }
    let words = unsafe bytes.bytes
    head = unsafe words.unsafeLoadUnaligned(fromByteOffset: 0, as: UInt64.self)
    if length >= 16 { second = unsafe words.unsafeLoadUnaligned(fromByteOffset: 8, as: UInt64.self) }
    if length >= 24 { third = unsafe words.unsafeLoadUnaligned(fromByteOffset: 16, as: UInt64.self) }
    tail = unsafe words.unsafeLoadUnaligned(fromByteOffset: length &- 8, as: UInt64.self)
  }

  package var slot: Int {
    Int(((head ^ tail &<< 1 ^ (UInt64(truncatingIfNeeded: length) &<< 56)) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  /// A number for tables of names within objects. The limit on a table of paths also limits the names that hostile input can make collide.
  package func hash(with parent: Int32) -> Int {
    let mixed =
      (head ^ tail &<< 1 ^ second &<< 2 ^ third &<< 3 ^ UInt64(truncatingIfNeeded: length) &<< 56)
      &* 0x9E37_79B9_7F4A_7C15
    return Int((mixed ^ UInt64(UInt32(bitPattern: parent)) &* 0xC2B2_AE3D_27D4_EB4F) &>> 40)
  }
}
