/// The ends of a text's segments, to find how far a line reaches without walking over them.
///
/// The processor mispredicts the segment at which a line is full in most lines, which takes longer than comparing eight
/// ends with the line's limit.
struct SegmentEnds {
  private static let step = 8
  /// The ends, in ascending order, then ``step`` ends that no line reaches.
  private var ends: [Int64] = []
  /// The widest segment, and the widest space between two.
  private(set) var widest: Int64 = 0
  private(set) var widestGap: Int64 = 0

  /// Notes the segments of a text.
  mutating func note(_ segments: borrowing Span<MeasuredText.Segment>) {
    let needed = segments.count + Self.step
    if ends.count < needed { ends += repeatElement(0, count: needed - ends.count) }
    var noted = ends.mutableSpan
    var (furthest, widest, widestGap) = (Int64.min, Int64(0), Int64(0))
    var before = Int64.max
    for index in segments.indices {
      let (start, end) = (segments[index].start, segments[index].contentEnd)
      widest = max(widest, end &- start)
      widestGap = max(widestGap, start &- before)
      furthest = max(furthest, end)
      noted[index] = furthest
      before = end
    }
    for index in segments.count..<needed { noted[index] = .max }
    (self.widest, self.widestGap) = (widest, widestGap)
  }

  /// The first segment from `index` on that ends beyond `limit`.
  @inline(__always)
  func first(from index: Int, beyond limit: Int64) -> Int {
    let ends = ends.span
    var index = index
    while true {
      let group = ends.extracting(index..<index + Self.step)
      var count = 0
      for index in 0..<Self.step { count &+= group[index] <= limit ? 1 : 0 }
      index += count
      if count < Self.step { return index }
    }
  }
}
