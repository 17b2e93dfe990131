/// A word in the making: the bytes that are there so far, as groups (`PackedTerm`).
struct TermBuilder {
  /// The groups that are full.
  private(set) var groups: [UInt64] = []
  /// The one behind them, as far as it is filled.
  private(set) var open: UInt64 = 0
  private var count = 0
  /// How many characters there are.
  private(set) var characters = 0

  var isEmpty: Bool { count == 0 }

  /// Appends up to eight bytes, the first one lowest and zeros behind the last.
  @inline(__always)
  mutating func append(_ bytes: UInt64, count added: Int, characters more: Int) {
    let used = count & 7
    open |= bytes &<< UInt64(used &* 8)
    if used &+ added >= 8 {
      groups.append(open)
      // Nothing is left where all eight bytes fitted.
      open = bytes >> UInt64((8 &- used) &* 8)
    }
    count &+= added
    characters &+= more
  }

  /// Counts the last group among those that are full; nothing can be appended then.
  mutating func close() {
    if open != 0 { groups.append(open) }
    open = 0
  }

  mutating func clear() {
    if !groups.isEmpty { groups.removeAll(keepingCapacity: true) }
    (open, count, characters) = (0, 0, 0)
  }
}
