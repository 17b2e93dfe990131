import Storage

/// The ids of a conversation's messages while it is read, to find those that repeat and those that will be looked up.
///
/// If there are many, their hashes go to the disk and are processed a part at a time, so that memory does not grow with
/// them.
struct IDSurvey: Sendable {
  /// The hashes of all messages' ids in message order, 0 for none.
  private var hashes = SpillingArray<UInt64>()
  /// The hashes of ids that will be looked up, once for each reference.
  private var wanted: [UInt64] = []
  /// True if there are messages with an id, and without.
  private var hasIDs = false
  private var lacksSome = false

  init() {}

  /// Enters the id of the next message; an empty id is none.
  mutating func append(_ id: borrowing String) {
    if id.isEmpty { lacksSome = true } else { hasIDs = true }
    hashes.append(id.isEmpty ? 0 : MessageIDIndex.hash(id))
  }

  /// Notes that the message with this id will be looked up.
  mutating func want(_ id: borrowing String) { if !id.isEmpty { wanted.append(MessageIDIndex.hash(id)) } }

  /// The index of all ids that will be looked up.
  ///
  /// `eachPart` is called with a function that finds the first message by the hash of its id: each time for a part of all ids,
  /// with nil for the others. `seed` is the index's. `partSize` is for tests.
  consuming func finish(
    seed: HashSeed = .ofProcess, partSize: Int = 1 << 19, eachPart: ((UInt64) -> Int?) -> Void = { _ in }
  ) throws(StorageError) -> MessageIDIndex {
    // Made-up anchors must equal no message's id; and an index of most ids is larger than one of all.
    var needsAll = lacksSome || wanted.count > hashes.count / 2
    // At most a few passes through the file, regardless of the number of ids.
    let size = max(partSize, hashes.count / 8)
    let parts = max(1, (hashes.count + size - 1) / size)
    var repeats: [Int32: Int32] = [:]
    var seen: [UInt64: Int32] = [:]
    var found: [(index: UInt32, hash: UInt64)] = []
    for part in 0..<parts {
      var table = HashTable(capacity: hashes.count / parts + 1024)
      try hashes.forEachPiece { start, piece in
        for offset in piece.indices {
          let hash = piece[offset]
          guard hash != 0, Self.part(of: hash, parts) == part else { continue }
          if table.insert(hash, at: start + offset) { continue }
          let occurrence = (seen[hash] ?? 1) + 1
          seen[hash] = occurrence
          repeats[Int32(truncatingIfNeeded: start + offset)] = occurrence
          needsAll = true
        }
      }
      // A variable captured by a local function would never be freed here (Swift 6.3).
      let filled = table
      let index = { (hash: UInt64) in Self.part(of: hash, parts) == part ? filled.index(of: hash) : nil }
      for hash in wanted where !needsAll {
        if let index = index(hash) { found.append((UInt32(truncatingIfNeeded: index), hash)) }
      }
      eachPart(index)
    }
    wanted = []
    if needsAll { return try indexOfAll(repeats, seed) }
    found.sort { $0.index < $1.index }
    var index = MessageIDIndex(found.count, seed: seed)
    for (number, entry) in found.enumerated() where number == 0 || found[number - 1].index != entry.index {
      index.add(entry.hash, at: Int(entry.index))
    }
    return index
  }

  /// The index of all ids.
  private func indexOfAll(
    _ repeats: [Int32: Int32], _ seed: HashSeed
  ) throws(StorageError) -> MessageIDIndex {
    var index = MessageIDIndex(
      hasIDs ? hashes.count : 0, hasAll: true, lacksSome: lacksSome && hasIDs, repeats: repeats, seed: seed)
    try hashes.forEachPiece { start, piece in
      for offset in piece.indices where piece[offset] != 0 {
        if repeats[Int32(truncatingIfNeeded: start + offset)] == nil {
          index.add(piece[offset], at: start + offset)
        }
      }
    }
    return index
  }

  private static func part(of hash: UInt64, _ parts: Int) -> Int {
    Int(truncatingIfNeeded: ((hash >> 32) &* UInt64(parts)) >> 32)
  }
}

/// A hash table with open addressing and linear probing: the first message with each hash.
private struct HashTable {
  /// 0 is free.
  private var hashes: [UInt64]
  private var indexes: [UInt32]
  private var count = 0
  private let hashKey = HashSeed.ofProcess

  init(capacity: Int) {
    let size = capacity + capacity / 4 + 1
    hashes = Array(repeating: 0, count: size)
    indexes = Array(repeating: 0, count: size)
  }

  /// Enters a hash with its message's index; false if it is already there.
  mutating func insert(_ hash: UInt64, at index: Int) -> Bool {
    if count * 8 >= hashes.count * 7 { grow() }
    let slot = slot(of: hash)
    if hashes[slot] == hash { return false }
    hashes[slot] = hash
    indexes[slot] = UInt32(truncatingIfNeeded: index)
    count += 1
    return true
  }

  func index(of hash: UInt64) -> Int? {
    let slot = slot(of: hash)
    return hash != 0 && hashes[slot] == hash ? Int(indexes[slot]) : nil
  }

  /// Returns the slot with the hash, or the free one where it belongs.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int(truncatingIfNeeded: ((hashKey.hash(hash) >> 32) &* UInt64(hashes.count)) >> 32)
    while hashes[slot] != 0, hashes[slot] != hash { slot = slot + 1 == hashes.count ? 0 : slot + 1 }
    return slot
  }

  private mutating func grow() {
    var larger = HashTable(capacity: hashes.count * 2)
    for (hash, index) in zip(hashes, indexes) where hash != 0 { _ = larger.insert(hash, at: Int(index)) }
    self = larger
  }
}
