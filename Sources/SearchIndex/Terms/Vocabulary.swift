internal import Storage

/// The terms that a worker's pages had so far, each with a number of its own and what it is known by.
///
/// Pages of a chat share most of their terms. So these stay from page to page, up to a limit: only their numbers are
/// noted for each page.
struct Vocabulary: Sendable {
  /// What numbers of one vocabulary have in common. It is another one when they begin anew.
  final class GenerationToken: Sendable {}

  /// What is known of a term.
  struct Entry: BitwiseCopyable {
    /// The term if it is one group (`PackedTerm`), else the first of them.
    fileprivate var first: UInt64
    /// Which place its first group has among those of all terms.
    fileprivate(set) var number: UInt32
    /// What it is known by in notes (`TermFingerprint`).
    fileprivate(set) var bits: UInt16
    /// How many groups it has; 0 where no term is.
    fileprivate var count: UInt16

    fileprivate static let none = Entry(first: 0, number: 0, bits: 0, count: 0)
  }

  /// A term's place in tables, and how many groups it has.
  private struct Head: BitwiseCopyable {
    var hash: UInt32
    var count: UInt32
  }

  /// How many terms stay.
  private static let most = 12_000
  private static let fewestSlots = 1 << 12

  private var name = GenerationToken()
  /// The groups of all terms, one term after the other, and with the first of each what the term is.
  private var groups: [UInt64] = []
  private var heads: [Head] = []
  private var count = 0
  /// Terms by hash.
  private var slots = [Entry](repeating: .none, count: fewestSlots)
  private var bytes: [UInt8] = []
  private let hashKey = HashSeed.ofProcess

  /// What all numbers are below.
  var end: Int { groups.count }

  /// The entry of a term of one group, which is new if it is not there yet.
  @inline(__always)
  mutating func entry(of group: UInt64) -> Entry {
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

  /// The entry of a term, which is new if it is not there yet.
  mutating func entry(of term: borrowing Span<UInt64>) -> Entry {
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

  /// The terms whose numbers are marked, each with its bit.
  func terms(marked marks: [UInt64]) -> PageTerms {
    var page = PageTerms(of: name, count: marks.reduce(0) { $0 + $1.nonzeroBitCount })
    for place in marks.indices {
      var left = marks[place]
      while left != 0 {
        let number = place &<< 6 | left.trailingZeroBitCount
        let head = heads[number]
        page.append(
          groups.span.extracting(number..<number &+ Int(head.count)), hash: head.hash, number: number)
        left &= left &- 1
      }
    }
    return page
  }

  /// Forgets all terms if there are more than shall stay; numbers begin anew then.
  mutating func limit() {
    if count <= Self.most { return }
    name = GenerationToken()
    groups = []
    heads = []
    count = 0
    slots = [Entry](repeating: .none, count: Self.fewestSlots)
  }
}

extension Vocabulary {
  @inline(__always)
  private func equals(_ entry: Entry, _ term: borrowing Span<UInt64>) -> Bool {
    for place in 1..<term.count where groups[Int(entry.number) &+ place] != term[place] { return false }
    return true
  }

  private mutating func add(_ term: borrowing Span<UInt64>, _ hash: UInt32, to slot: Int) -> Entry {
    bytes.removeAll(keepingCapacity: true)
    PackedTerm.appendBytes(of: term, to: &bytes)
    let entry = Entry(
      first: term[0], number: UInt32(truncatingIfNeeded: groups.count), bits: TermFingerprint.of(bytes.span),
      count: UInt16(truncatingIfNeeded: term.count))
    for place in term.indices {
      groups.append(term[place])
      heads.append(Head(hash: hash, count: UInt32(truncatingIfNeeded: term.count)))
    }
    count += 1
    slots[slot] = entry
    if count * 2 >= slots.count { grow() }
    return entry
  }

  private mutating func grow() {
    let known = slots
    slots = [Entry](repeating: .none, count: known.count * 2)
    for entry in known where entry.count > 0 {
      var slot = Int(heads[Int(entry.number)].hash) & (slots.count - 1)
      while slots[slot].count > 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = entry
    }
  }
}
