public import Frames

/// A table in a message's text. The first row is the header.
public struct RichTable: Sendable, Hashable {
  /// The alignment of a column.
  public enum Alignment: Sendable, Hashable { case left, center, right }

  /// A cell: one paragraph.
  public struct Cell: Sendable, Hashable {
    /// The text.
    public var text: String
    /// Its marks; see ``RichBlock/marks``.
    public var marks: [TextMark]

    /// A cell with this text.
    public init(text: String = "", marks: [TextMark] = []) { (self.text, self.marks) = (text, marks) }
  }

  /// The alignment of each column; nil if the source does not set it.
  public var alignments: [Alignment?]
  /// The rows, each with one cell per column.
  public var rows: [[Cell]]

  /// A table of these rows.
  public init(alignments: [Alignment?], rows: [[Cell]]) { (self.alignments, self.rows) = (alignments, rows) }

  /// The text of all cells, with tabs between cells and newlines between rows.
  public var text: String {
    rows.map { $0.map(\.text).joined(separator: "\t") }.joined(separator: "\n")
  }
}
