/// Where in a conversation a message id is: hashes of ids, in message order.
///
/// Of all ids until the conversation is known, and then of those that somebody will ask for, 13 bytes for each: most
/// messages are never answered. Where anchors have to be made up, which must be no message's id, it has all, under 9 bytes
/// for each. A hash can in principle stand for two ids, so whoever follows one compares the message's id with what was
/// looked for.
struct IDIndex: Sendable {
  /// All 64 bits of the hashes, until they have been looked at for the last time.
  private var hashes: [UInt64] = []
  /// The lower half of each hash.
  private var halves: [UInt32] = []
  /// The messages' places, where not every message is here.
  private var places: [UInt32] = []
  /// The hashes of ids that are going to be looked up, as often as they are named.
  private var wanted: [UInt64] = []
  /// Open addressing with linear probing; 0 is free, otherwise a place in `halves` plus one.
  private var slots: [UInt32] = []
  /// Hashes that another one hides, which has the same lower half and nearly the same slot, and their places.
  private var hidden: [UInt64: Int] = [:]
  /// Messages whose id an earlier one has already: their place, and which occurrence they are (2, 3, …).
  private(set) var repeats: [Int32: Int32] = [:]

  init() {}

  /// Enters the id of the next message; an empty id is none.
  mutating func append(_ id: borrowing String) { hashes.append(id.isEmpty ? 0 : Self.hash(id)) }

  /// Says that the message with this id is going to be looked up.
  mutating func want(_ id: borrowing String) { if !id.isEmpty { wanted.append(Self.hash(id)) } }

  /// Makes look-ups possible and finds repeated ids; called once, after the last id.
  mutating func finish() {
    slots = Array(repeating: 0, count: hashes.count + hashes.count / 6 + 1)
    for (place, hash) in hashes.enumerated() where hash != 0 {
      var slot = firstSlot(of: hash)
      var isHidden = false
      while slots[slot] != 0 {
        let other = hashes[Int(slots[slot]) - 1]
        if other == hash { break }
        if UInt32(truncatingIfNeeded: other) == UInt32(truncatingIfNeeded: hash) { isHidden = true }
        slot = next(slot)
      }
      if slots[slot] == 0 {
        slots[slot] = UInt32(truncatingIfNeeded: place + 1)
        if isHidden { hidden[hash] = place }
      } else {
        repeats[Int32(truncatingIfNeeded: place)] = occurrence(of: hash, upTo: place)
      }
    }
  }

  /// Forgets half of each hash, and all ids that nobody wants to know, as the index stays for the whole export. Every id
  /// is still found; one that is not there is taken for another one once in a thousand million times.
  mutating func shrink() {
    if !hashes.contains(where: { $0 != 0 }) {
      self = IDIndex()
    } else if repeats.isEmpty, wanted.count < hashes.count / 2, !hashes.contains(0) {
      var places = wanted.compactMap { place(ofHash: $0).map { UInt32(truncatingIfNeeded: $0) } }
      places.sort()
      self = IDIndex(places, of: hashes)
    }
    halves = hashes.map { UInt32(truncatingIfNeeded: $0) }
    (hashes, wanted) = ([], [])
  }

  /// The index of the messages at some places, which ascend and may be there twice.
  private init(_ sorted: [UInt32], of hashes: [UInt64]) {
    for place in sorted where place != places.last { places.append(place) }
    self.hashes = places.map { hashes[Int($0)] }
    finish()
  }

  /// The place of the first message with this id.
  func place(of id: String) -> Int? { id.isEmpty ? nil : place(ofHash: Self.hash(id)) }

  /// The place of the first message whose id has this hash.
  func place(ofHash hash: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    if !hidden.isEmpty, let index = hidden[hash] { return place(at: index) }
    var slot = firstSlot(of: hash)
    while slots[slot] != 0 {
      let index = Int(slots[slot]) - 1
      if hashes.isEmpty ? halves[index] == UInt32(truncatingIfNeeded: hash) : hashes[index] == hash {
        return place(at: index)
      }
      slot = next(slot)
    }
    return nil
  }

  private func place(at index: Int) -> Int { places.isEmpty ? index : Int(places[index]) }

  /// Where the search for a hash begins: its upper half as a share of the table's length.
  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(slots.count)) >> 32)
  }

  private func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

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
