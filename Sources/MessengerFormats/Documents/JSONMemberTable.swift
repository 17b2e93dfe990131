import ImportKit

/// The members that an object of a format can have; the raw value is the member's name in the file.
protocol JSONMember: CaseIterable, RawRepresentable<String>, Sendable {}

/// Finds a member by the bytes of its name without making a string.
struct JSONMemberTable<Member: JSONMember>: Sendable {
  private struct Entry: Sendable {
    var name: JSONMemberName
    var member: Member
  }
  private var entries: [Entry] = []
  /// Open addressing: an index into `entries`, or −1.
  private var slots = [Int16](repeating: -1, count: 256)

  init() {
    for member in Member.allCases {
      let name = JSONMemberName(InputBytes(Array(member.rawValue.utf8)), at: 0..<member.rawValue.utf8.count)
      precondition(member.rawValue.utf8.count <= JSONMemberName.limit, "a member's name is too long")
      var slot = name.slot
      while slots[slot] >= 0 { slot = (slot + 1) & 255 }
      slots[slot] = Int16(entries.count)
      entries.append(Entry(name: name, member: member))
    }
  }

  /// The member whose name is at `range` of `bytes`.
  func member(at range: Range<Int>, of bytes: InputBytes) -> Member? {
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
  func member(named name: String) -> Member? { Member(rawValue: name) }
}
