/// Where each of a text's few lines ends: the place behind its last segment.
///
/// Wider lines never end earlier. So where lines of two widths end is all there is to look at for a width between them.
struct LineEnds {
  /// A text of more lines is filled without, and so is one of more segments.
  static let most = 32
  static let mostSegments = Int(Int16.max)
  private var ends = InlineArray<32, Int16>(repeating: 0)
  private var paragraphEnds: UInt32 = 0
  private(set) var count = 0

  /// The place behind a line's last segment; 0, which is before any, for a line that is not known.
  @inline(__always)
  subscript(line: Int) -> Int { Int(ends[line]) }

  /// Whether a line is the last of its paragraph.
  @inline(__always)
  func endsParagraph(_ line: Int) -> Bool { paragraphEnds >> UInt32(line) & 1 == 1 }

  /// Adds a line; there must be room for it.
  @inline(__always)
  mutating func append(_ end: Int, endsParagraph: Bool) {
    ends[count] = Int16(truncatingIfNeeded: end)
    paragraphEnds |= (endsParagraph ? 1 : 0) << UInt32(count)
    count += 1
  }
}
