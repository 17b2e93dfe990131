public import Frames

/// Writes pages of messages: rows in sections, spliced into the page shell.
///
/// A pure function of its arguments, so any number of tasks can use one writer at once.
public struct PageWriter: Sendable {
  /// How many rows a section has.
  public static let rowsPerSection = 25

  /// Where the rows go in `page.mustache`.
  static let marker = "<!--rows-->"

  private let before: Shell
  private let after: Shell
  private let rows: RowWriter
  private let columnWidth: LayoutUnit
  private let hasEmojiPictures: Bool

  /// A writer with the templates of `assets` and the numbers of `style`.
  public init(assets: SiteAssets, style: SiteStyle) throws(SiteAssetsError) {
    let name = "page.mustache"
    let parts = try assets.template(named: name).split(
      separator: Self.marker, omittingEmptySubsequences: false)
    guard parts.count == 2 else {
      throw .unusableTemplate(
        name: name, reason: "it must have '\(Self.marker)', the place where the messages go, once")
    }
    before = try Shell(String(parts[0]), name: name)
    after = try Shell(String(parts[1]), name: name)
    rows = RowWriter(style: style)
    columnWidth = style.columnWidth
    hasEmojiPictures = style.hasEmojiPictures
  }

  /// The whole file of one page.
  public func page(_ model: PageModel, rows: [Row]) -> [UInt8] {
    let values = model.values
    var page = HTMLWriter(capacity: 16_384 + rows.count * 600)
    before.write(values, to: &page)
    write(rows, on: model, to: &page)
    after.write(values, to: &page)
    return page.bytes
  }

  /// The sections alone, as they stand in `main`.
  public func sections(_ model: PageModel, rows: [Row]) -> [UInt8] {
    var html = HTMLWriter(capacity: rows.count * 600)
    write(rows, on: model, to: &html)
    return html.bytes
  }
}

extension PageWriter {
  private func write(_ all: [Row], on model: PageModel, to html: inout HTMLWriter) {
    var paths = SectionPaths()
    var lines = HTMLWriter(capacity: Self.rowsPerSection * 600)
    let page = RowContext(model, hasEmojiPictures: hasEmojiPictures)
    var start = 0
    while start < all.count {
      let end = min(start + Self.rowsPerSection, all.count)
      section(all[start..<end], on: page, paths: &paths, lines: &lines, to: &html)
      start = end
    }
  }

  /// A section: its start tag and drawing on one line, one line for each bubble, one for each row.
  ///
  /// The rows of each day are in a group of their own, so that the day's heading stays in sight exactly as long as
  /// its messages do.
  private func section(
    _ section: ArraySlice<Row>, on page: RowContext, paths: inout SectionPaths, lines: inout HTMLWriter,
    to html: inout HTMLWriter
  ) {
    var height = LayoutUnit.zero
    var isInDay = false
    for row in section {
      height = height + row.frame.size.height
      paths.add(row.frame)
      if case .day = row.kind {
        lines.raw(isInDay ? "</div><div class=\"of-day\">" : "<div class=\"of-day\">")
        isInDay = true
      }
      rows.write(row, on: page, to: &lines)
      lines.raw("\n")
    }
    start(section, height: height, to: &html)
    paths.finish(to: &html)
    html.raw("</svg>\n")
    html.append(lines)
    html.raw(isInDay ? "</div></section>\n" : "</section>\n")
    lines.removeAll()
  }

  private func start(_ section: ArraySlice<Row>, height: LayoutUnit, to html: inout HTMLWriter) {
    html.raw("<section data-first=\"")
    html.integer(Int(section.first?.kind.messageIndex ?? 0))
    html.raw("\" data-last=\"")
    html.integer(Int(section.last?.kind.messageIndex ?? 0))
    html.raw("\" style=\"height:")
    html.rem(height)
    html.raw(";contain-intrinsic-size:")
    html.rem(columnWidth)
    html.raw(" ")
    html.rem(height)
    html.raw("\"><svg aria-hidden=\"true\" viewBox=\"0 0 ")
    html.px(columnWidth)
    html.raw(" ")
    html.px(height)
    html.raw("\">\n")
  }
}

extension Row.Kind {
  /// The message the row is of, or for a day the one it stands before.
  fileprivate var messageIndex: Int32 {
    switch self {
    case .message(let index, _, _, _), .notice(let index, _): index
    case .day(_, let before): before
    }
  }
}
