import Storage

/// A worker's hash table of the terms of its pages so far, each with a number and a fingerprint.
///
/// Pages of a chat share most of their terms. The table keeps them from page to page, up to a limit, so that only numbers
/// have to be recorded for each occurrence, and the index recognises a term of an earlier page by its number.
struct Vocabulary: Sendable {
  /// Identifies the numbers of one generation of a vocabulary; replaced when the numbers start again.
  final class GenerationToken: Sendable {}

  /// A slot of the hash table: a term.
  struct VocabularyEntry: BitwiseCopyable {
    /// The first group of the term (``PackedTerm``).
    fileprivate var first: UInt64
    /// The term's number: the index of its first group.
    fileprivate(set) var number: UInt32
    /// The term's fingerprint (``TermFingerprint``).
    fileprivate(set) var bits: UInt16
    /// Number of groups; 0 in an empty slot.
    fileprivate var count: UInt16

    fileprivate static let none = VocabularyEntry(first: 0, number: 0, bits: 0, count: 0)
  }

  /// The hash of a term and its number of groups.
  private struct Head: BitwiseCopyable {
    var hash: UInt32
    var count: UInt32
  }

  /// Maximum number of terms kept for the next page.
  private static let most = 12_000
  private static let fewestSlots = 1 << 12

  private var generation = GenerationToken()
  /// The groups of all terms, concatenated; `heads` is parallel to it.
  private var groups: [UInt64] = []
  private var heads: [Head] = []
  private var count = 0
  /// Terms by hash.
  private var slots = [VocabularyEntry](repeating: .none, count: fewestSlots)
  private var bytes: [UInt8] = []
  private let hashKey = HashSeed.ofProcess

  /// The upper bound of all numbers.
  var end: Int { groups.count }

  /// Returns the entry of a term of one group, and adds it if it is new.
  @inline(__always)
  mutating func entry(of group: UInt64) -> VocabularyEntry {
    let hash = hashKey.hash(ofTerm: group)
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while true {
      let entry = slots[slot]
      if entry.first == group, entry.count == 1 { return entry }
      if entry.count == 0 { return add([group].span, hash, to: slot) }
      slot = (slot &+ 1) & mask
    }
  }

  /// Returns the entry of a term, and adds it if it is new.
  mutating func entry(of term: borrowing Span<UInt64>) -> VocabularyEntry {
    if term.count == 1 { return entry(of: term[0]) }
    let hash = hashKey.hash(ofTerm: term)
    let mask = slots.count &- 1
    var slot = Int(hash) & mask
    while true {
      let entry = slots[slot]
      if entry.first == term[0], Int(entry.count) == term.count, equals(entry, term) { return entry }
      if entry.count == 0 { return add(term, hash, to: slot) }
      slot = (slot &+ 1) & mask
    }
  }

  /// Returns the terms with these numbers, in their order.
  func terms(of numbers: [UInt32]) -> PageTerms {
    var page = PageTerms(of: generation, count: numbers.count)
    for number in numbers {
      let start = Int(number)
      let head = heads[start]
      page.append(
        groups.span.extracting(start..<start &+ Int(head.count)), hash: head.hash, number: start)
    }
    return page
  }

  /// Removes all terms if there are more than the limit, and starts a new generation of numbers.
  mutating func limit() {
    if count <= Self.most { return }
    generation = GenerationToken()
    groups = []
    heads = []
    count = 0
    slots = [VocabularyEntry](repeating: .none, count: Self.fewestSlots)
  }
}

extension Vocabulary {
  @inline(__always)
  private func equals(_ entry: VocabularyEntry, _ term: borrowing Span<UInt64>) -> Bool {
    for index in 1..<term.count where groups[Int(entry.number) &+ index] != term[index] { return false }
    return true
  }

  private mutating func add(_ term: borrowing Span<UInt64>, _ hash: UInt32, to slot: Int) -> VocabularyEntry {
    bytes.removeAll(keepingCapacity: true)
    PackedTerm.appendBytes(of: term, to: &bytes)
    let entry = VocabularyEntry(
      first: term[0], number: UInt32(truncatingIfNeeded: groups.count), bits: TermFingerprint.of(bytes.span),
      count: UInt16(truncatingIfNeeded: term.count))
    for index in term.indices {
      groups.append(term[index])
      heads.append(Head(hash: hash, count: UInt32(truncatingIfNeeded: term.count)))
    }
    count += 1
    slots[slot] = entry
    if count * 2 >= slots.count { grow() }
    return entry
  }

  private mutating func grow() {
    let old = slots
    slots = [VocabularyEntry](repeating: .none, count: old.count * 2)
    for entry in old where entry.count > 0 {
      var slot = Int(heads[Int(entry.number)].hash) & (slots.count - 1)
      while slots[slot].count > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
