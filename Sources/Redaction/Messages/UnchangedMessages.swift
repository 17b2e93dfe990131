import ImportKit

/// The positions of the messages that no rule changes: 8 bytes each.
struct UnchangedMessages: Sendable {
  private var positions: [UInt64] = []

  /// Enters a position, which is after all earlier ones. One that is not is left out, so that its message is looked through again.
  mutating func append(_ position: SourcePosition) {
    if positions.last.map({ $0 < position.value }) ?? true { positions.append(position.value) }
  }

  /// True if the message at a position is one of them.
  func contains(_ position: SourcePosition) -> Bool {
    var (low, high) = (0, positions.count)
    while low < high {
      let middle = (low + high) / 2
      if positions[middle] < position.value { low = middle + 1 } else { high = middle }
    }
    return low < positions.count && positions[low] == position.value
  }
}
