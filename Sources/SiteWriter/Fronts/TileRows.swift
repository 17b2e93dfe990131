/// The rows of a month's pictures, all full.
///
/// A row has as many columns as the window gives it. Pictures have one each; if some remain for a last row that is not full, the last two
/// rows share what they have, and the widest pictures take the columns that are over. Pictures fewer than a row has columns are
/// in one row. The page's script does the same for the pictures that readers choose.
enum TileRows {
  /// The numbers of columns, by the width of the window.
  static let columns = [3, 5, 8]
  /// The most columns that a picture takes: a single one does not fill the row.
  private static let widest = 3

  /// Returns the number of columns that each picture takes. `shapes` are widths in percent of heights.
  static func spans(of shapes: [Int], columns: Int) -> [Int] {
    var spans = Array(repeating: 1, count: shapes.count)
    /// Makes a row of some pictures.
    func fill(_ row: Range<Int>) {
      guard !row.isEmpty else { return }
      let each = columns / row.count
      let extra = each < widest ? columns - each * row.count : 0
      for index in row { spans[index] = min(each, widest) }
      let wide = row.sorted { (shapes[$1], $0) < (shapes[$0], $1) }
      for index in wide.prefix(extra) { spans[index] += 1 }
    }
    let rest = shapes.count % columns
    if shapes.count <= columns {
      fill(shapes.indices)
    } else if rest > 0 {
      let first = shapes.count - columns - rest
      let middle = first + (columns + rest + 1) / 2
      fill(first..<middle)
      fill(middle..<shapes.count)
    }
    return spans
  }

  /// Returns the number of rows.
  static func count(of pictures: Int, columns: Int) -> Int { (pictures + columns - 1) / columns }
}
