/// Where in a conversation a message id is: 64-bit hashes of all ids, in message order.
///
/// About 14 bytes a message. A hash can in principle stand for two ids, so whoever follows one compares the
/// message's id with what was looked for.
struct IDIndex: Sendable {
  private var hashes: [UInt64] = []
  /// Open addressing with linear probing; 0 is free, otherwise a place in `hashes` plus one.
  private var slots: [UInt32] = []
  /// Messages whose id an earlier one has already: their place, and which occurrence they are (2, 3, …).
  private(set) var repeats: [Int32: Int32] = [:]

  init() {}

  var count: Int { hashes.count }

  /// Enters the id of the next message; an empty id is none.
  mutating func append(_ id: borrowing String) { hashes.append(id.isEmpty ? 0 : Self.hash(id)) }

  /// Makes look-ups possible and finds repeated ids; called once, after the last id.
  mutating func finish() {
    var capacity = 16
    while capacity < hashes.count + hashes.count / 2 { capacity *= 2 }
    slots = Array(repeating: 0, count: capacity)
    for (place, hash) in hashes.enumerated() where hash != 0 {
      var slot = Int(truncatingIfNeeded: hash) & (capacity - 1)
      while slots[slot] != 0, hashes[Int(slots[slot]) - 1] != hash { slot = (slot + 1) & (capacity - 1) }
      if slots[slot] == 0 {
        slots[slot] = UInt32(truncatingIfNeeded: place + 1)
      } else {
        repeats[Int32(truncatingIfNeeded: place)] = occurrence(of: hash, upTo: place)
      }
    }
  }

  /// The place of the first message with this id.
  func place(of id: String) -> Int? { id.isEmpty ? nil : place(ofHash: Self.hash(id)) }

  /// The place of the first message whose id has this hash.
  func place(ofHash hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let place = Int(slots[slot]) - 1
      if hashes[place] == hash { return place }
      slot = (slot + 1) & (slots.count - 1)
    }
    return nil
  }

  private var seen: [UInt64: Int32] = [:]

  private mutating func occurrence(of hash: UInt64, upTo place: Int) -> Int32 {
    let count = (seen[hash] ?? 1) + 1
    seen[hash] = count
    return count
  }

  /// FNV-1a with a final mix, never 0: the same on every machine, which `Hasher` is not.
  static func hash(_ id: borrowing String) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    for byte in id.utf8 { hash = (hash ^ UInt64(byte)) &* 1_099_511_628_211 }
    hash ^= hash >> 32
    hash = hash &* 0xd6e8_feb8_6659_fd93
    hash ^= hash >> 29
    return hash == 0 ? 1 : hash
  }
}
