/// Where the segments of a text end, to find how far a line reaches without walking there.
///
/// A processor that guesses at which segment a line is full is wrong at most lines, and that takes longer than to compare
/// eight ends with where the line's room ends.
struct SegmentEnds {
  private static let step = 8
  /// The ends, each at least where the one before is, and ``step`` that no line reaches.
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
    for place in segments.indices {
      let (start, end) = (segments[place].start, segments[place].contentEnd)
      widest = max(widest, end &- start)
      widestGap = max(widestGap, start &- before)
      furthest = max(furthest, end)
      noted[place] = furthest
      before = end
    }
    for place in segments.count..<needed { noted[place] = .max }
    (self.widest, self.widestGap) = (widest, widestGap)
  }

  /// The first segment from `place` on that ends beyond `limit`.
  @inline(__always)
  func first(from place: Int, beyond limit: Int64) -> Int {
    let ends = ends.span
    var place = place
    while true {
      let group = ends.extracting(place..<place + Self.step)
      var count = 0
      for place in 0..<Self.step { count &+= group[place] <= limit ? 1 : 0 }
      place += count
      if count < Self.step { return place }
    }
  }
}
