/// Builds a term from its bytes, as groups (``PackedTerm``).
struct TermBuilder {
  /// The full groups.
  private(set) var groups: [UInt64] = []
  /// The group being filled.
  private(set) var open: UInt64 = 0
  private var count = 0
  /// Number of characters so far.
  private(set) var characters = 0

  /// True if there are no bytes.
  var isEmpty: Bool { count == 0 }

  /// Appends up to eight bytes, little-endian and padded with zeros.
  @inline(__always)
  mutating func append(_ bytes: UInt64, count added: Int, characters more: Int) {
    let used = count & 7
    open |= bytes &<< UInt64(used &* 8)
    if used &+ added >= 8 {
      groups.append(open)
      // Zero if all eight bytes fitted: shifts of 64 bits and more give 0.
      open = bytes >> UInt64((8 &- used) &* 8)
    }
    count &+= added
    characters &+= more
  }

  /// Moves the last group to the full ones; no bytes can be appended after it.
  mutating func close() {
    if open != 0 { groups.append(open) }
    open = 0
  }

  /// Starts a new term.
  mutating func clear() {
    if !groups.isEmpty { groups.removeAll(keepingCapacity: true) }
    (open, count, characters) = (0, 0, 0)
  }
}
