public import Frames

/// A table of a message's text: cells of styled spans in rows, the first of which is the header.
public struct RichTable: Sendable, Hashable {
  /// Where the text of a column stands; nil where the source leaves that to the reader.
  public enum Alignment: Sendable, Hashable { case left, center, right }

  /// What one cell says, in one paragraph.
  public struct Cell: Sendable, Hashable {
    public var text: String
    /// As in ``RichBlock/marks``.
    public var marks: [TextMark]

    public init(text: String = "", marks: [TextMark] = []) { (self.text, self.marks) = (text, marks) }
  }

  /// One for each column.
  public var alignments: [Alignment?]
  /// Every row has a cell for each column.
  public var rows: [[Cell]]

  public init(alignments: [Alignment?], rows: [[Cell]]) { (self.alignments, self.rows) = (alignments, rows) }

  /// The words of all cells: tabs between cells, newlines between rows.
  public var text: String {
    rows.map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
  }
}
