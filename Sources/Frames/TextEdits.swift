/// The ranges of a text that others replaced, by which offsets in the old text become offsets in the new one. Offsets are of UTF-8.
public struct TextEdits: Sendable {
  /// The replaced ranges and the ones in their place, in order.
  private var edits: [(old: Range<Int>, new: Range<Int>)] = []

  /// Creates an empty list.
  public init() {}

  /// Adds a replaced range after all others.
  public mutating func append(_ old: Range<Int>, replacedBy new: Range<Int>) { edits.append((old, new)) }

  /// Returns the offset in the new text; of one inside of a replaced range, the start or end of the range in its place.
  public func offset(of old: Int, isEnd: Bool) -> Int {
    // The last edit that begins before the offset.
    var (low, high) = (0, edits.count)
    while low < high {
      let middle = (low + high) / 2
      if edits[middle].old.lowerBound < old { low = middle + 1 } else { high = middle }
    }
    guard low > 0 else { return old }
    let edit = edits[low - 1]
    if old < edit.old.upperBound { return isEnd ? edit.new.upperBound : edit.new.lowerBound }
    return edit.new.upperBound + old - edit.old.upperBound
  }

  /// Returns a mark of the old text at its offsets in the new one.
  public func moved(_ mark: TextMark) -> TextMark {
    TextMark(
      start: Int32(clamping: offset(of: Int(mark.start), isEnd: false)),
      end: Int32(clamping: offset(of: Int(mark.end), isEnd: true)), kind: mark.kind)
  }
}
