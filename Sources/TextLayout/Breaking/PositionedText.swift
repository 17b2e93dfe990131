internal import ICU

/// A text whose characters have positions and whose possible breaks are known: what a measurer hands to ``SegmentBuilder``.
///
/// Its characters have ascending indices. ``TextAnalysis`` counts characters and ``SimpleText`` bytes, so that neither has
/// to be turned into the other. A space or a newline is one index in both.
protocol PositionedText {
  /// The indices before which a line may end, ascending, with those of newlines and of the text's end. Only the first
  /// ``breakCount`` count.
  var breaks: [Int32] { get }
  /// The number of breaks.
  var breakCount: Int { get }
  /// The indices before which a line may end only if a number does not fit in it whole, ascending. None is in ``breaks``.
  var keptNumbers: [Int32] { get }

  /// Returns the byte at which a character starts.
  func offset(of index: Int) -> Int
  /// Returns where a character stands along the text (``MeasuredText``), or where the text ends.
  func position(of index: Int) -> Int64
  /// True if all of it is one run, which needs no looking for.
  var isOneRun: Bool { get }
  /// Returns the index behind the last character of a run.
  func end(ofRun run: Int) -> Int
  /// Returns where the character before `index` ends if a line ends with it: it is not kerned with what follows then.
  func lineEnd(
    before index: Int, run: Int, utf8: borrowing Span<UInt8>, shaper: inout Shaper
  ) -> Int64
  /// Returns what the hyphen advances that shows when a line ends before `index`, or nil if there is no soft hyphen.
  func hyphenAdvance(before index: Int, run: Int, shaper: inout Shaper) -> Int64?
  /// Finds the grapheme clusters of a range and the positions inside them. Returns false if that takes another measurer.
  mutating func findClusters(
    in range: Range<Int>, utf8: borrowing Span<UInt8>, graphemes: TextBoundaries, shaper: inout Shaper
  ) -> Bool
  /// True if a grapheme cluster starts at a character, in a range whose clusters were found.
  func startsCluster(at index: Int) -> Bool
}
