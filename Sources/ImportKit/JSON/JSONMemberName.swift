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
    var last: UInt64 = 0
    for index in bytes.indices {
      last = last &>> 8 | UInt64(bytes[index]) &<< 56
      switch index {
      case 7: head = last
      case 15: second = last
      case 23: third = last
      default: break
      }
    }
    if length < 8 {
      if length > 0 { head = last &>> UInt64(64 &- 8 &* length) }
    } else {
      tail = last
    }
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
