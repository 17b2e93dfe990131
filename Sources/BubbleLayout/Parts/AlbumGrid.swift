import Frames

/// Where the pictures of an album lie: in rows that fill a width, each picture as wide as its ratio asks.
///
/// Rows are broken where their heights come nearest to the wanted one, so that a wide picture has a row to itself
/// and narrow ones stand side by side. Every picture is shown; what does not fit its cell exactly is cropped.
struct AlbumGrid {
  /// The places of the pictures, in their order, on whole px.
  private(set) var cells: [Rect] = []
  /// The size of the whole.
  private(set) var size = Size.zero

  /// The most pictures side by side: more are too narrow to look at.
  private static let mostInRow = 3
  /// Narrower and wider pictures are cropped to these ratios.
  private static let ratios = 0.5...2.5
  /// How far a row may be from the wanted height.
  private static let stretch = 0.5...1.6

  /// The grid for pictures of these ratios of width to height.
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
      for (column, place) in row.enumerated() {
        let left = Int((free * before / sum).rounded())
        before += ratios[place]
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

  /// A pair gets more room than the pictures of a whole page.
  private static func share(of count: Int) -> Double {
    switch count {
    case ...2: 1.25
    case 3: 1.125
    case 4: 1
    default: 0.8
    }
  }

  /// The rows whose heights come nearest to the wanted one: those of the least squares of how far they are off.
  ///
  /// The best way to break the first n pictures is the best of few shorter ways and one row more, so one pass
  /// finds it however many there are.
  private static func rows(
    of ratios: [Double], width: Int, gap: Int, height: Double
  ) -> [Range<Int>] {
    var costs = [0.0]
    var lengths = [0]
    for place in ratios.indices {
      let end = place + 1
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
