import Frames
import HTML

/// The drawings and tables of the statistics: hundreds of marks and cells, for each of which a template would look up
/// several names.
enum StatisticsCharts: UInt8, ShellField {
  case bars, barRows, cells, hourRows

  func write(of model: StatisticsModel, to html: inout HTMLWriter) {
    switch self {
    case .bars: html.bars(of: model.series)
    case .barRows: html.rows(of: model.series)
    case .cells: html.cells(of: model.week)
    case .hourRows: html.rows(of: model.week)
    }
  }
}

extension HTMLWriter {
  /// A rectangle a line.
  fileprivate mutating func bars(of chart: BarChart) {
    // A few bars side by side would look like a wall.
    let width = chart.bars.count > 12 ? 8 : 6
    for (index, bar) in chart.bars.enumerated() {
      let height = chart.height(of: bar)
      startLine(index)
      raw("<rect x=\"")
      integer(index * BarChart.step + (BarChart.step - width) / 2)
      raw("\" y=\"")
      integer(BarChart.height - height)
      raw("\" width=\"")
      integer(width)
      raw("\" height=\"")
      integer(height)
      raw("\">")
      title(of: bar)
      raw("</rect>")
    }
  }

  fileprivate mutating func rows(of chart: BarChart) {
    for (index, bar) in chart.bars.enumerated() {
      startLine(index)
      raw("<tr>")
      head(bar.label)
      cell(bar)
      raw("</tr>")
    }
  }

  /// A square for each hour, a line each.
  fileprivate mutating func cells(of chart: WeekChart) {
    let most = chart.most
    for (row, day) in chart.days.enumerated() {
      for (column, hour) in day.hours.enumerated() {
        startLine(row + column)
        raw("<rect x=\"")
        integer(column * WeekChart.step)
        raw("\" y=\"")
        integer(row * WeekChart.step)
        raw("\" width=\"9\" height=\"9\" rx=\"2\"")
        if let strength = chart.strength(of: hour, most: most) {
          raw(" fill-opacity=\"")
          integer(strength)
          raw("%\">")
        } else {
          raw(" class=\"none\">")
        }
        title(of: hour)
        raw("</rect>")
      }
    }
  }

  /// A row for each hour, with a cell for each day.
  fileprivate mutating func rows(of chart: WeekChart) {
    for (index, hour) in chart.hours.enumerated() {
      startLine(index)
      raw("<tr>")
      head(hour)
      for day in chart.days where index < day.hours.count { cell(day.hours[index]) }
      raw("</tr>")
    }
  }

  private mutating func startLine(_ index: Int) {
    if index > 0 { raw("\n") }
  }

  private mutating func title(of value: ChartValue) {
    raw("<title>")
    attribute(value.label)
    raw(": ")
    attribute(value.shown)
    raw("</title>")
  }

  private mutating func head(_ name: String) {
    raw("<th scope=\"row\">")
    attribute(name)
    raw("</th>")
  }

  private mutating func cell(_ value: ChartValue) {
    raw("<td>")
    attribute(value.shown)
    raw("</td>")
  }
}
