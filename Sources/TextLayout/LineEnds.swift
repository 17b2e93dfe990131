/// Where each of the few lines of a paragraph ends: the place behind its last segment.
///
/// Wider lines never end earlier. So where lines of two widths end is all there is to look at for a width between them.
struct LineEnds {
  /// A paragraph of more lines is filled without.
  static let most = 16
  private var ends = InlineArray<16, Int32>(repeating: 0)
  private(set) var count = 0

  /// The place behind a line's last segment; 0, which is before any, for a line that is not known.
  subscript(line: Int) -> Int { Int(ends[line]) }

  /// Adds a line; there must be room for it.
  mutating func append(_ end: Int) {
    ends[count] = Int32(truncatingIfNeeded: end)
    count += 1
  }
}
