internal import Frames
internal import Mustache

/// What each page says of itself, where pages are otherwise alike.
///
/// Rendering the shell for every page anew costs more than writing many of its messages. So it is rendered with a
/// mark in the place of each field, once for all pages alike, and the fields are filled in.
enum PageField: UInt8, CaseIterable {
  case number, previous, next, dates, messages, height, wideHeight, months, day

  /// Begins a mark. The escaper lets no control character of a value through, and templates may have none.
  static let markByte: UInt8 = 0x01

  /// The value that a template renders as this field's mark: a template itself, which is not escaped.
  var mark: MustacheTemplate? {
    Self.marks.indices.contains(Int(rawValue)) ? Self.marks[Int(rawValue)] : nil
  }

  private static let marks: [MustacheTemplate] = allCases.compactMap {
    try? MustacheTemplate(string: "\u{1}\($0.rawValue)")
  }

  /// The field whose mark has `digit` behind the mark byte.
  init?(digit: UInt8) { self.init(rawValue: digit &- UInt8(ascii: "0")) }

  /// Writes what `page`, whose rows are as high as this, says in this field.
  func write(of page: PageModel, heights: LayoutHeights, to html: inout HTMLWriter) {
    switch self {
    case .number: html.integer(page.number)
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
    for (place, month) in months.enumerated() {
      html.raw(place > 0 ? "\n<li><a href=\"" : "<li><a href=\"")
      html.attribute(Address.message(month.anchor, page: month.page))
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

/// A rendered shell with marks in it, cut at the marks.
struct ShellForm: Sendable {
  private var text: [UInt8] = []
  /// The fields, and where in `text` each goes.
  private var fields: [(place: Int, field: PageField)] = []

  /// Cuts `rendered` at its marks.
  init(_ rendered: Span<UInt8>) {
    text.reserveCapacity(rendered.count)
    var index = 0
    while index < rendered.count {
      if rendered[index] == PageField.markByte, index + 1 < rendered.count,
        let field = PageField(digit: rendered[index + 1])
      {
        fields.append((text.count, field))
        index += 2
      } else {
        text.append(rendered[index])
        index += 1
      }
    }
  }

  /// Writes the shell of one page; the heights are those of the rows before it.
  func write(of page: PageModel, heights: LayoutHeights = LayoutHeights(), to html: inout HTMLWriter) {
    var start = 0
    for (place, field) in fields {
      html.append(shell: text.span.extracting(start..<place))
      field.write(of: page, heights: heights, to: &html)
      start = place
    }
    html.append(shell: text.span.extracting(start..<text.count))
  }
}
