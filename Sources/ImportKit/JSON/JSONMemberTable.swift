/// The members an object of a format can have; the raw value is the member's name in the file.
package protocol JSONMember: CaseIterable, RawRepresentable<String>, Sendable {}

/// Finds a member by the bytes of its name without making a string of it.
package struct JSONMemberTable<Member: JSONMember>: Sendable {
  private struct Entry: Sendable {
    var name: JSONMemberName
    var member: Member
  }
  private var entries: [Entry] = []
  /// Open addressing: an index into `entries`, or −1.
  private var slots = [Int16](repeating: -1, count: 256)

  package init() {
    for member in Member.allCases {
      let name = JSONMemberName(InputBytes(Array(member.rawValue.utf8)), at: 0..<member.rawValue.utf8.count)
      precondition(member.rawValue.utf8.count <= JSONMemberName.limit, "a member's name is too long")
      var slot = name.slot
      while slots[slot] >= 0 { slot = (slot + 1) & 255 }
      slots[slot] = Int16(entries.count)
      entries.append(Entry(name: name, member: member))
    }
  }

  /// The member whose name stands at `range` of `bytes`.
  package func member(at range: Range<Int>, of bytes: InputBytes) -> Member? {
    let name = JSONMemberName(bytes, at: range)
    var slot = name.slot
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.name == name { return range.count <= JSONMemberName.limit ? entry.member : nil }
      slot = (slot &+ 1) & 255
    }
    return nil
  }

  /// The member of this name.
  package func member(named name: String) -> Member? { Member(rawValue: name) }
}

/// A name of up to 32 bytes, which no format's are longer than, as numbers: its beginning, and its last eight bytes.
struct JSONMemberName: Sendable, Equatable {
  static let limit = 32
  private var length: Int
  private var head: UInt64
  private var second: UInt64 = 0
  private var third: UInt64 = 0
  private var tail: UInt64 = 0

  init(_ bytes: InputBytes, at range: Range<Int>) {
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
  init?(_ name: String) {
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

  var slot: Int {
    Int(((head ^ tail &<< 1 ^ (UInt64(truncatingIfNeeded: length) &<< 56)) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }

  /// A number for tables of names within objects. Hostile input can make names collide only as far as a table of paths is long.
  func hash(with parent: Int32) -> Int {
    let mixed =
      (head ^ tail &<< 1 ^ second &<< 2 ^ third &<< 3 ^ UInt64(truncatingIfNeeded: length) &<< 56)
      &* 0x9E37_79B9_7F4A_7C15
    return Int((mixed ^ UInt64(UInt32(bitPattern: parent)) &* 0xC2B2_AE3D_27D4_EB4F) &>> 40)
  }
}
