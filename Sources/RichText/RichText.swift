public import Frames

/// A parsed text: blocks with marks, before any layout. Empty text has no blocks.
public struct RichText: Sendable, Hashable {
  /// The blocks, in order.
  public var blocks: [RichBlock]

  /// A text of these blocks.
  @inlinable public init(blocks: [RichBlock]) { self.blocks = blocks }
}

/// A paragraph, heading, code block, rule or table, with the containers around it.
public struct RichBlock: Sendable, Hashable {
  /// The kind of block.
  public enum Leaf: Sendable, Hashable {
    case paragraph
    /// A heading of level 1…6.
    case heading(level: Int)
    /// Preformatted lines; `language` is the source's word, or empty.
    case code(language: String)
    /// A thematic break, without text.
    case rule
    /// A table; the block's own text is the text of all its cells.
    case table(RichTable)
  }

  /// A container around a block.
  public enum Container: Sendable, Hashable {
    /// A block quote.
    case quote
    /// A list item: `marker` is `•`, `1.` or a task's box for the item's first block, nil for its other blocks. `widest` is as long as the
    /// list's longest marker, with zeros for digits, so that all items of a list are indented alike.
    case item(marker: String?, widest: String = "•")
  }

  /// The containers, outermost first, at most `containerLimit`; deeper ones are left out.
  public var containers: [Container]
  /// The kind of block.
  public var leaf: Leaf
  /// The text. A newline is a line break, also for Markdown's soft breaks: chat users expect their line breaks to stay.
  public var text: String
  /// The marks, in UTF-8 offsets into `text`: sorted by start, outer before inner, properly nested, none empty.
  public var marks: [TextMark]
  /// True if the block is in a tight list (CommonMark §5.3), without gaps between its items.
  public var isTight: Bool

  /// A block with these properties.
  @inlinable public init(
    containers: [Container] = [], leaf: Leaf = .paragraph, text: String, marks: [TextMark] = [],
    isTight: Bool = false
  ) {
    (self.containers, self.leaf, self.text) = (containers, leaf, text)
    (self.marks, self.isTight) = (marks, isTight)
  }

  /// The signs of tasks: an item's marker, or the start of its text.
  public static let (taskOpen, taskDone) = ("☐", "☑")

  /// Maximum depth of containers.
  public static let containerLimit = 32
}
