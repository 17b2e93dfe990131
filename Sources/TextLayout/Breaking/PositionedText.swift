import ICU

/// A text with positions and possible breaks of its characters: the measurers' result and the input of ``SegmentBuilder``.
///
/// Its characters have ascending indices. ``TextAnalysis`` counts characters and ``SimpleText`` bytes, so that neither has
/// to be converted. A space or a newline is one index in both.
protocol PositionedText {
  /// The indices before which a line may end, ascending, including newlines and the text's end. Only the first
  /// ``breakCount`` count.
  var breaks: [Int32] { get }
  /// The number of breaks.
  var breakCount: Int { get }
  /// The indices before which a line may end only if a number does not fit in it whole, ascending. Not in ``breaks``.
  var keptNumbers: [Int32] { get }

  /// Returns the byte at which a character starts.
  func offset(of index: Int) -> Int
  /// Returns the position of a character along the text (``MeasuredText``), or of the text's end.
  func position(of index: Int) -> Int64
  /// True if the text is one known run.
  var isOneRun: Bool { get }
  /// Returns the index after the last character of a run.
  func end(ofRun run: Int) -> Int
  /// Returns the end of the character before `index` at the end of a line, where it is not kerned with the next one.
  func lineEnd(
    before index: Int, run: Int, utf8: borrowing Span<UInt8>, shaper: inout Shaper
  ) -> Int64
  /// Returns the advance of the hyphen shown when a line ends before `index`, or nil if there is no soft hyphen.
  func hyphenAdvance(before index: Int, run: Int, shaper: inout Shaper) -> Int64?
  /// Finds the grapheme clusters of a range and the positions inside them. Returns false if another measurer is needed.
  mutating func findClusters(
    in range: Range<Int>, utf8: borrowing Span<UInt8>, graphemes: TextBoundaries, shaper: inout Shaper
  ) -> Bool
  /// True if a grapheme cluster starts at a character, in a range whose clusters were found.
  func startsCluster(at index: Int) -> Bool
}
