public import Frames

/// A text block with the measures that its surroundings need.
public struct LaidOutText: Hashable, Sendable {
  /// The text at fixed breaks.
  public var block: TextBlock
  /// The width of the longest line, to which a bubble shrinks.
  public var width: LayoutUnit
  /// The height of all lines.
  public var height: LayoutUnit
  /// The width of the last line, beside which something small may fit.
  public var lastLineWidth: LayoutUnit
  /// The height of each line.
  public var lineHeight: LayoutUnit
  /// The text that was laid out, if it has bars and is not cut, because the block's text differs from it then; else nil.
  var textWithMarks: String?

  /// True if the block shows all of a text, which was laid out as one line.
  public func isWhole(_ text: String) -> Bool { block.text == text || textWithMarks == text }

  /// A block in a style.
  init(block: TextBlock, style: TextStyle) {
    self.block = block
    var longest = LayoutUnit.zero
    let count = block.lines.count
    for index in 0..<count { longest = max(longest, block.lines[index].width) }
    width = longest
    lineHeight = block.lineHeight ?? style.lineHeight
    // Browsers index nothing beyond 2^25 px, so lines beyond half of that add no height.
    height = lineHeight * min(count, (1 << 30) / Int(max(1, lineHeight.raw)))
    lastLineWidth = count > 0 ? block.lines[count - 1].width : .zero
  }
}

/// The rules by which lines are chosen.
///
/// Each of our own rules can be turned off: ``comparison`` breaks like browsers.
public struct LineOptions: Sendable, Hashable {
  /// True if lines are balanced where that does not change their number.
  public var balance: Bool
  /// True if a URL too long for a line is broken after its punctuation first.
  public var breakURLs: Bool
  /// True if numbers stay whole when they fit in a line: with their unit, and as dates.
  public var keepNumbers: Bool
  /// The direction of the text if it is known; nil: the first strong letter decides.
  public var direction: TextDirection?

  /// Balanced lines, URLs broken at punctuation, whole numbers, direction by the text.
  public static let `default` = LineOptions()
  /// Lines as browsers choose them: as full as they get, with none of our own rules.
  public static let comparison = LineOptions(balance: false, breakURLs: false)

  /// The given choices; without one for numbers, the rules for numbers and for URLs go together.
  public init(
    balance: Bool = true, breakURLs: Bool = true, keepNumbers: Bool? = nil, direction: TextDirection? = nil
  ) {
    (self.balance, self.breakURLs, self.direction) = (balance, breakURLs, direction)
    self.keepNumbers = keepNumbers ?? breakURLs
  }
}
