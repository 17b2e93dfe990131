/// The numbers of paths that end in a short name, by the name and the path of its object.
///
/// A value that changes only with a new path, so documents keep copies of it: a lookup in one counts no references and checks no access.
struct JSONPathIndex {
  private struct Key {
    var parent: Int32
    var name: JSONMemberName
    var number: Int32
  }

  private var keys: [Key] = []
  /// Open addressing: an index of ``keys``, or -1. At most half of it is in use.
  private var slots: [Int32] = []

  /// Returns the path of a member of the objects at `parent`; -1 if it has none.
  func number(of name: JSONMemberName, in parent: Int32) -> Int32 {
    guard !slots.isEmpty else { return -1 }
    var slot = name.hash(with: parent) & (slots.count &- 1)
    while slots[slot] >= 0 {
      let index = Int(slots[slot])
      if keys[index].parent == parent, keys[index].name == name { return keys[index].number }
      slot = (slot &+ 1) & (slots.count &- 1)
    }
    return -1
  }

  /// Adds a new path.
  mutating func add(_ number: Int32, _ name: JSONMemberName, in parent: Int32) {
    keys.append(Key(parent: parent, name: name, number: number))
    guard keys.count * 2 > slots.count else { return insert(keys.count - 1) }
    slots = Array(repeating: -1, count: max(64, slots.count * 2))
    for index in keys.indices { insert(index) }
  }

  private mutating func insert(_ index: Int) {
    var slot = keys[index].name.hash(with: keys[index].parent) & (slots.count &- 1)
    while slots[slot] >= 0 { slot = (slot &+ 1) & (slots.count &- 1) }
    slots[slot] = Int32(clamping: index)
  }
}
