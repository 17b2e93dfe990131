import Frames

/// The grid of an album: rows of full width, in which each picture is as wide as its aspect ratio requires.
///
/// Rows are broken so that their heights come as close as possible to a target. So a wide picture gets a row of its own,
/// and narrow ones share a row. Every picture is shown; one that does not fit its cell exactly is cropped.
struct AlbumGrid {
  /// The cells of the pictures, in their order, on whole px.
  private(set) var cells: [Rect] = []
  /// Size of the grid.
  private(set) var size = Size.zero

  /// Maximum number of pictures in a row; more would be too narrow.
  private static let mostInRow = 3
  /// Aspect ratios (width to height) are clamped to this range, and the pictures cropped.
  private static let ratios = 0.5...2.5
  /// The range of row heights, relative to the target height.
  private static let stretch = 0.5...1.6

  /// The grid for pictures with these aspect ratios (width to height).
  init(ratios: [Double], width: LayoutUnit, rowHeight: LayoutUnit, gap: LayoutUnit) {
    let ratios = ratios.map { $0.isFinite ? min(max($0, Self.ratios.lowerBound), Self.ratios.upperBound) : 1 }
    let whole = max(16, Int(width.px.rounded(.down)))
    let space = min(max(0, Int(gap.px.rounded())), whole / 16)
    let wanted = max(1, rowHeight.px * Self.share(of: ratios.count))
    var top = 0
    for row in Self.rows(of: ratios, width: whole, gap: space, height: wanted) {
      let free = Double(whole - space * (row.count - 1))
      let sum = ratios[row].reduce(0, +)
      let height = Int(
        min(max(free / sum, wanted * Self.stretch.lowerBound), wanted * Self.stretch.upperBound).rounded())
      var before = 0.0
      for (column, picture) in row.enumerated() {
        let left = Int((free * before / sum).rounded())
        before += ratios[picture]
        let right = Int((free * before / sum).rounded())
        cells.append(
          Rect(
            x: LayoutUnit(px: left + space * column), y: LayoutUnit(px: top),
            width: LayoutUnit(px: right - left), height: LayoutUnit(px: height)))
      }
      top += height + space
    }
    size = Size(width: LayoutUnit(px: whole), height: LayoutUnit(px: max(0, top - space)))
  }

  /// Returns the target height as a share of the theme's: few pictures get higher rows.
  private static func share(of count: Int) -> Double {
    switch count {
    case ...2: 1.25
    case 3: 1.125
    case 4: 1
    default: 0.8
    }
  }

  /// Returns the rows with the least sum of squared deviations from the target height.
  ///
  /// Dynamic programming: the best rows for the first n pictures are one last row of 1…3 pictures and the best rows for
  /// the pictures before it. `costs[n]` is the least cost of the first n pictures, `lengths[n]` the length of the last
  /// row that gives it; one pass fills both, and the rows are read back from the end.
  private static func rows(
    of ratios: [Double], width: Int, gap: Int, height: Double
  ) -> [Range<Int>] {
    var costs = [0.0]
    var lengths = [0]
    for index in ratios.indices {
      let end = index + 1
      var best = (cost: Double.infinity, length: 1)
      var sum = 0.0
      for length in 1...min(mostInRow, end) {
        sum += ratios[end - length]
        let factor = Double(width - gap * (length - 1)) / sum / height
        let deviation = max(factor, 1 / factor) - 1
        let cost = costs[end - length] + deviation * deviation
        if cost < best.cost { best = (cost, length) }
      }
      costs.append(best.cost)
      lengths.append(best.length)
    }
    var rows: [Range<Int>] = []
    var end = ratios.count
    while end > 0 {
      rows.append(end - lengths[end]..<end)
      end -= lengths[end]
    }
    return rows.reversed()
  }
}
