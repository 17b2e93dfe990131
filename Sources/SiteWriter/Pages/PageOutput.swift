public import Frames

/// A form in which pages of messages are written.
///
/// The seam of an output: layout gives rows of frames (`Row`, `Frame`), and an output turns them into bytes. The pipeline reads
/// messages, lays them out, and asks an output for each page; it takes the bytes and the heights out of the draft. `PageWriter` writes
/// HTML; `SVGWriter` in the tests is another output, of 130 lines.
///
/// An output is a pure function of its arguments, so any number of tasks can use one at once.
public protocol PageOutput: Sendable {
  /// Writes the whole file of one page into `draft`, over what was there, and notes the heights of its rows.
  ///
  /// `next` appends some rows, or returns false when there are no more.
  func write(_ model: PageModel, to draft: inout PageDraft, next: (inout [Row]) -> Bool)
}

/// The heights of a page's rows, which the map of a conversation and its scroll positions follow from.
public struct PageHeights: Sendable, Equatable {
  /// The height in whole px.
  public private(set) var whole = 0
  /// The exact height, in 1/64 px.
  public private(set) var exact = 0
  /// The exact height on large screens.
  public private(set) var wide = 0
  /// The exact height that opening all runs of notices adds, in 1/64 px.
  public private(set) var opened = 0
  /// The height that it adds on large screens.
  public private(set) var wideOpened = 0

  /// Adds the heights of some rows.
  mutating func add(_ heights: LayoutHeights) {
    whole += Int(heights.narrow.raw / 64)
    exact += Int(heights.narrow.raw)
    wide += Int(heights.wide.raw)
    opened += Int(heights.opened.raw)
    wideOpened += Int(heights.wideOpened.raw)
  }
}
