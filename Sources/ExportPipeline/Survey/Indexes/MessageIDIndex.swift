import Storage

/// Finds messages by their ids: only by ids that will be looked up, because most messages are never answered.
///
/// If anchors have to be made up, which must not equal any id, it has all of them. It keeps half a hash of each id and its
/// index: 13 bytes, or under 9 where it has all. Two ids can in principle share a hash, so callers compare the
/// id of the message they get.
struct MessageIDIndex: Sendable {
  /// The lower half of each hash.
  private var halves: [UInt32] = []
  /// The messages' indexes, if not every message is here.
  private var indexes: [UInt32] = []
  private var hasAll: Bool
  /// True if there are messages with an id and others without.
  private var lacksSome: Bool
  /// Open addressing with linear probing; 0 is free, otherwise an index into `halves` plus one.
  private var slots: [UInt32]
  private var hashKey: HashSeed
  /// Hashes hidden by another one with an equal lower half and nearly the same slot, with their messages.
  private var hidden: [UInt64: Int] = [:]
  /// Messages whose id an earlier one already has: their index, with the number of the occurrence (2, 3, …).
  private(set) var repeats: [Int32: Int32]

  /// An empty index with room for `capacity` ids or, with `hasAll`, for as many messages.
  init(
    _ capacity: Int = 0, hasAll: Bool = false, lacksSome: Bool = false, repeats: [Int32: Int32] = [:],
    seed: HashSeed = .ofProcess
  ) {
    (self.hasAll, self.lacksSome, self.repeats, hashKey) = (hasAll, lacksSome, repeats, seed)
    halves.reserveCapacity(capacity)
    if !hasAll { indexes.reserveCapacity(capacity) }
    slots = Array(repeating: 0, count: capacity + capacity / 6 + 2)
  }

  /// Enters a new hash, of a message after all earlier ones.
  mutating func add(_ hash: UInt64, at index: Int) {
    let half = UInt32(truncatingIfNeeded: hash)
    while hasAll, halves.count < index { halves.append(0) }
    // If there is no room for an id, it is not found.
    guard hash != 0, halves.count + 1 < slots.count else { return }
    var slot = firstSlot(of: hash)
    while slots[slot] != 0 {
      if halves[Int(slots[slot]) - 1] == half {
        hidden[hash] = index
        return
      }
      slot = next(slot)
    }
    halves.append(half)
    if !hasAll { indexes.append(UInt32(truncatingIfNeeded: index)) }
    slots[slot] = UInt32(truncatingIfNeeded: halves.count)
  }

  /// True if every message has an id of its own or none has one, so that no two messages compete for an anchor.
  var isOrderly: Bool { repeats.isEmpty && !lacksSome }

  /// Returns the index of the first message with this id, or nil if no message has it.
  ///
  /// Every id is found; an unknown id is mistaken for a known one once in a thousand million times.
  func index(of id: String) -> Int? { id.isEmpty ? nil : index(ofHash: Self.hash(id)) }

  /// Returns the index of the first message whose id has this hash, or nil.
  func index(ofHash hash: UInt64) -> Int? {
    if !hidden.isEmpty, let index = hidden[hash] { return index }
    var slot = firstSlot(of: hash)
    while slots[slot] != 0 {
      let entry = Int(slots[slot]) - 1
      if halves[entry] == UInt32(truncatingIfNeeded: hash) { return hasAll ? entry : Int(indexes[entry]) }
      slot = next(slot)
    }
    return nil
  }

  /// Returns the slot at which the search for a hash begins, scaled to the table's length.
  private func firstSlot(of hash: UInt64) -> Int {
    Int(truncatingIfNeeded: ((hashKey.hash(hash) >> 32) &* UInt64(slots.count)) >> 32)
  }

  private func next(_ slot: Int) -> Int { slot + 1 == slots.count ? 0 : slot + 1 }

  /// FNV-1a with a final mix, never 0: equal on every machine, unlike `Hasher`.
  static func hash(_ id: borrowing String) -> UInt64 {
    var hash: UInt64 = 14_695_981_039_346_656_037
    let bytes = id.utf8.span
    for offset in bytes.indices { hash = (hash ^ UInt64(bytes[offset])) &* 1_099_511_628_211 }
    hash ^= hash >> 32
    hash = hash &* 0xd6e8_feb8_6659_fd93
    hash ^= hash >> 29
    return hash == 0 ? 1 : hash
  }
}

extension MessageIDIndex: CodedFields {
  static var blank: MessageIDIndex { MessageIDIndex() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(numbers: &halves)
    try coder.code(numbers: &indexes)
    try coder.code(numbers: &slots)
    try coder.code(&hasAll)
    try coder.code(&lacksSome)
    try coder.code(&hashKey)
    try coder.code(&hidden)
    try coder.code(&repeats)
    // A search ends at a free slot, and every other one leads to an entry.
    guard slots.contains(0), slots.allSatisfy({ $0 <= UInt32(clamping: halves.count) }),
      hasAll || indexes.count == halves.count
    else { throw DamagedRecord() }
  }
}
