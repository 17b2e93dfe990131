/// The members an object of a format can have; the raw value is the member's name in the file.
protocol JSONMember: CaseIterable, RawRepresentable<String>, Sendable {}

/// Finds a member by the bytes of its name without making a string of it.
struct JSONMemberTable<Member: JSONMember>: Sendable {
  private struct Entry: Sendable {
    var head: UInt64
    var name: [UInt8]
    var member: Member
  }
  private var entries: [Entry] = []
  /// Open addressing: an index into `entries`, or −1.
  private var slots = [Int16](repeating: -1, count: 256)

  init() {
    for member in Member.allCases {
      let name = Array(member.rawValue.utf8)
      var head: UInt64 = 0
      for (place, byte) in name.prefix(8).enumerated() { head |= UInt64(byte) << UInt64(8 * place) }
      var slot = Self.slot(head, name.count)
      while slots[slot] >= 0 { slot = (slot + 1) & 255 }
      slots[slot] = Int16(entries.count)
      entries.append(Entry(head: head, name: name, member: member))
    }
  }

  /// The member whose name stands at `range` of `bytes`.
  func member(at range: Range<Int>, of bytes: InputBytes) -> Member? {
    var head = bytes.word(at: range.lowerBound)
    if range.count < 8 { head &= (1 &<< UInt64(8 &* range.count)) &- 1 }
    var slot = Self.slot(head, range.count)
    while slots[slot] >= 0 {
      let entry = entries[Int(slots[slot])]
      if entry.head == head, entry.name.count == range.count {
        if range.count <= 8 || bytes.has(entry.name[8...], at: range.lowerBound &+ 8) { return entry.member }
      }
      slot = (slot &+ 1) & 255
    }
    return nil
  }

  /// The member of this name.
  func member(named name: String) -> Member? { Member(rawValue: name) }

  private static func slot(_ head: UInt64, _ length: Int) -> Int {
    Int(((head ^ (UInt64(length) &<< 56)) &* 0x9E37_79B9_7F4A_7C15) &>> 56)
  }
}
