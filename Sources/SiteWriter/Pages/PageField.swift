import Frames
import HTML

/// The parts of a page's shell that differ between otherwise equal pages.
///
/// Rendering the shell anew for every page costs more than writing many of its messages. So it is rendered once
/// for all equal pages, with a mark for each field, and the fields are filled in.
enum PageField: UInt8, ShellField {
  case number, title, zone, previous, next, dates, messages, height, wideHeight, months, day

  /// Writes the value of this field for `page`, whose rows have these heights.
  func write(of page: PageModel, heights: LayoutHeights, to html: inout HTMLWriter) {
    switch self {
    case .number: html.integer(page.number)
    case .title: html.attribute(page.title)
    case .zone: html.attribute(page.zone)
    case .previous: Self.writeAddress(of: page.number - 1, to: &html)
    case .next: Self.writeAddress(of: page.number + 1, to: &html)
    case .dates: html.attribute(page.dates)
    case .messages: html.attribute(page.messages)
    case .height: html.rem(heights.narrow)
    case .wideHeight: html.rem(heights.wide)
    case .months: Self.write(page.months, to: &html)
    case .day: html.attribute(page.day)
    }
  }

  /// A list item for each month, a line each.
  private static func write(_ months: [MonthLink], to html: inout HTMLWriter) {
    for (index, month) in months.enumerated() {
      html.raw(index > 0 ? "\n<li><a href=\"" : "<li><a href=\"")
      html.attribute(PageAddress.message(month.anchor, page: month.page))
      html.raw("\">")
      html.attribute(month.title)
      if !month.count.isEmpty {
        html.raw(" <span>")
        html.attribute(month.count)
        html.raw("</span>")
      }
      html.raw("</a></li>")
    }
  }

  private static func writeAddress(of number: Int, to html: inout HTMLWriter) {
    html.integer(number)
    html.raw(".html")
  }
}

extension RenderedTemplate<PageField> {
  /// Writes the shell of one page; the heights are of the rows before it.
  func write(of page: PageModel, heights: LayoutHeights = LayoutHeights(), to html: inout HTMLWriter) {
    write(to: &html) { field, html in field.write(of: page, heights: heights, to: &html) }
  }
}
