/// A range of a text that is redacted.
struct TextMatch {
  /// The bytes of the text.
  var bytes: Range<Int>
  var target: Term.Target
  /// True if the range is a whole address, for which no name is shown instead.
  var isAddress = false

  /// The text shown instead.
  var replacement: Replacement { isAddress ? .usual : target.replacement }
}

extension [TextMatch] {
  /// Returns the matches in order, extended to whole addresses. Those that overlap, or have nothing but spaces between them, are one:
  /// the number of words would tell something too.
  func joined(in text: Span<UInt8>) -> [TextMatch] {
    let sorted = self.sorted {
      ($0.bytes.lowerBound, -$0.bytes.upperBound) < ($1.bytes.lowerBound, -$1.bytes.upperBound)
    }
    var joined: [TextMatch] = []
    var extent = AddressExtent()
    for var match in sorted {
      let bytes = extent.extent(of: match.bytes, in: text)
      if bytes != match.bytes { (match.bytes, match.isAddress) = (bytes, true) }
      guard var last = joined.last else {
        joined.append(match)
        continue
      }
      let isInside = match.bytes.upperBound <= last.bytes.upperBound
      if isInside, match.bytes != last.bytes || match.replacement == last.replacement { continue }
      let isOverlapping = match.bytes.lowerBound < last.bytes.upperBound
      let isAdjacent =
        !isOverlapping && last.replacement == match.replacement
        && (last.bytes.upperBound..<match.bytes.lowerBound).allSatisfy { text[$0] == 0x20 }
      guard isOverlapping || isAdjacent else {
        joined.append(match)
        continue
      }
      last.bytes = last.bytes.lowerBound..<Swift.max(last.bytes.upperBound, match.bytes.upperBound)
      // Of two names in one another, neither is shown.
      if last.replacement != match.replacement { last.target.replacement = .usual }
      joined[joined.count - 1] = last
    }
    return joined
  }
}
