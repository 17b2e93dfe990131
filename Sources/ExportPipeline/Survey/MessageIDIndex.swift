internal import Storage

/// Where in a conversation a message id is, of those ids that somebody will ask for: most messages are never answered.
///
/// Where anchors have to be made up, which must be no message's id, it has all ids. Of each it knows half a hash and its
/// place: 13 bytes, or under 9 where it has all. A hash can in principle stand for two ids, so whoever follows one
/// compares the message's id with what was looked for.
struct MessageIDIndex: Sendable {
  /// The lower half of each hash.
  private var halves: [UInt32] = []
  /// The messages' places, where not every message is here.
  private var places: [UInt32] = []
  private let hasAll: Bool
  /// Whether there are messages with an id, and others without.
  private let lacksSome: Bool
  /// Open addressing with linear probing; 0 is free, otherwise a place in `halves` plus one.
  private var slots: [UInt32]
  private let hashKey = HashSeed.ofProcess
  /// Hashes that another one hides, which has the same lower half and nearly the same slot, and their places.
  private var hidden: [UInt64: Int] = [:]
  /// Messages whose id an earlier one has already: their place, and which occurrence they are (2, 3, …).
  let repeats: [Int32: Int32]

  /// An index of no id, with room for so many, or for those of so many messages.
  init(
    _ capacity: Int = 0, hasAll: Bool = false, lacksSome: Bool = false, repeats: [Int32: Int32] = [:]
  ) {
    (self.hasAll, self.lacksSome, self.repeats) = (hasAll, lacksSome, repeats)
    halves.reserveCapacity(capacity)
    if !hasAll { places.reserveCapacity(capacity) }
    slots = Array(repeating: 0, count: capacity + capacity / 6 + 2)
  }

  /// Enters a hash that is not there yet, of a message behind those that are.
  mutating func add(_ hash: UInt64, at place: Int) {
    let half = UInt32(truncatingIfNeeded: hash)
    while hasAll, halves.count < place { halves.append(0) }
    // What there is no room for is not found.
    guard hash != 0, halves.count + 1 < slots.count else { return }
    var slot = firstSlot(of: hash)
    while slots[slot] != 0 {
      if halves[Int(slots[slot]) - 1] == half {
        hidden[hash] = place
        return
      }
      slot = next(slot)
    }
    halves.append(half)
    if !hasAll { places.append(UInt32(truncatingIfNeeded: place)) }
    slots[slot] = UInt32(truncatingIfNeeded: halves.count)
  }

  /// Whether every message has an id of its own, or none has one: no anchor has to make way for another.
  var isOrderly: Bool { repeats.isEmpty && !lacksSome }

  /// The place of the first message with this id.
  ///
  /// Every id is found; one that is not there is taken for another one once in a thousand million times.
  func place(of id: String) -> Int? { id.isEmpty ? nil : place(ofHash: Self.hash(id)) }

  /// The place of the first message whose id has this hash.
  func place(ofHash hash: UInt64) -> Int? {
    if !hidden.isEmpty, let place = hidden[hash] { return place }
    var slot = firstSlot(of: hash)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if halves[index] == UInt32(truncatingIfNeeded: hash) { return hasAll ? index : Int(places[index]) }
      slot = next(slot)
    }
    return nil
  }

  /// Where the search for a hash begins: a share of the table's length.
  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: ((hashKey.hash(hash) >> 32) &* UInt64(slots.count)) >> 32)
  }

  private func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

  /// FNV-1a with a final mix, never 0: the same on every machine, which `Hasher` is not.
  static func hash(_ id: borrowing String) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    let bytes = id.utf8.span
    for place in bytes.indices { hash = (hash ^ UInt64(bytes[place])) &* 1_099_511_628_211 }
    hash ^= hash >> 32
    hash = hash &* 0xd6e8_feb8_6659_fd93
    hash ^= hash >> 29
    return hash == 0 ? 1 : hash
  }
}
