public import Frames

/// A message's text as blocks of styled spans: what it means, before any layout.
///
/// Text that is empty has no blocks.
public struct RichText: Sendable, Hashable {
  public var blocks: [RichBlock]

  @inlinable public init(blocks: [RichBlock]) { self.blocks = blocks }
}

/// One paragraph, heading, piece of code or rule, with what stands around it.
public struct RichBlock: Sendable, Hashable {
  /// What the block is itself.
  public enum Leaf: Sendable, Hashable {
    case paragraph
    /// A heading of level 1…6.
    case heading(level: Int)
    /// Lines kept as they are; `language` is what the source calls it, empty when it does not.
    case code(language: String)
    /// A thematic break: no text.
    case rule
    /// A table; the block's own text is that of all its cells.
    case table(RichTable)
  }

  /// What a block stands in.
  public enum Container: Sendable, Hashable {
    case quote
    /// A list item: `marker` is `•` or `1.` on the item's first block, nil on the blocks that follow in it.
    case item(marker: String?)
  }

  /// Outermost first, at most `containerLimit` deep: what is nested deeper stands in the deepest kept one.
  public var containers: [Container]
  public var leaf: Leaf
  /// The words. A newline is a line break: chat users expect theirs kept, so Markdown's soft ones are too.
  public var text: String
  /// Meanings in UTF-8 offsets into `text`: sorted by start, outer before inner, properly nested, never empty.
  public var marks: [TextMark]
  /// A block of a tight list (CommonMark §5.3): no gap between it and its neighbours in the list.
  public var isTight: Bool

  @inlinable public init(
    containers: [Container] = [], leaf: Leaf = .paragraph, text: String, marks: [TextMark] = [],
    isTight: Bool = false
  ) {
    (self.containers, self.leaf, self.text) = (containers, leaf, text)
    (self.marks, self.isTight) = (marks, isTight)
  }

  /// How deep containers nest before deeper ones are left out.
  public static let containerLimit = 32
}
