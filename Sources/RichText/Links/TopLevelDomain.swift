/// Look-up of top-level domains.
enum TopLevelDomain {
  /// True if `range` of `text` is a top-level domain, ASCII letters in any case: a binary search in the list's
  /// text.
  static func contains(_ text: Span<UInt8>, _ range: Range<Int>) -> Bool {
    let names = TopLevelDomainList.names.utf8Span.span
    var (low, high) = (0, names.count)
    while low < high {
      // The name around the middle, from `start` to `end`.
      let middle = (low + high) / 2
      var (start, end) = (middle, middle)
      while start > low, !ASCII.isWhitespace(names[start - 1]) { start -= 1 }
      while end < high, !ASCII.isWhitespace(names[end]) { end += 1 }
      switch order(text, range, names, start..<end) {
      case 0: return !range.isEmpty
      case ..<0: high = start
      default: low = end + 1
      }
    }
    return false
  }

  /// Returns a negative number if the word sorts before the name, a positive one if after, zero if they are equal.
  private static func order(
    _ text: Span<UInt8>, _ word: Range<Int>, _ names: Span<UInt8>, _ name: Range<Int>
  ) -> Int {
    for offset in 0..<min(word.count, name.count) {
      let difference =
        Int(ASCII.lowercased(text[word.lowerBound + offset])) - Int(names[name.lowerBound + offset])
      if difference != 0 { return difference }
    }
    return word.count - name.count
  }
}
