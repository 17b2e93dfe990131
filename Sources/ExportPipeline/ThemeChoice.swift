import BubbleLayout
import Frames

extension Theme {
  /// The look asked for, at the column width asked for.
  static func named(_ name: String, width: Int) throws(ExportError) -> Theme {
    guard var theme = Theme.named(name) else {
      let known = Theme.builtIn.map(\.name).joined(separator: ", ")
      throw .usage("there is no theme '\(name)'; there are: \(known)")
    }
    theme.columnWidth = LayoutUnit(px: width)
    return theme
  }
}
