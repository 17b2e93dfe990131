public import Frames
import HTML
public import SiteFiles

/// The parts of each page before its rows, and after them: `page.mustache`, parsed.
public struct PageTemplate: Sendable {
  let before: Template
  let after: Template

  /// The template of `assets`.
  public init(assets: SiteAssets) throws(SiteAssetsError) {
    (before, after) = try assets.shells(
      of: "page.mustache", around: PageWriter.marker, for: "the messages")
  }
}

/// Writes pages of messages as HTML: rows in sections, spliced into the page shell.
public struct PageWriter: PageOutput {
  /// The number of rows in a section.
  public static let rowsPerSection = 25

  /// The mark in `page.mustache` that the rows replace.
  static let marker = "<!--rows-->"

  /// Around the sections: what the pages' script moves them in. If it made that itself, the browser would lay them out
  /// twice.
  private static let (canvas, canvasEnd): (StaticString, StaticString) = ("<div>\n", "</div>\n")

  private let before: Template
  private let after: Template
  private let style: SiteStyle
  private let rests: PenStart

  /// A writer with the templates of `assets` and the numbers of `style`.
  public init(assets: SiteAssets, style: SiteStyle) throws(SiteAssetsError) {
    self.init(try PageTemplate(assets: assets), style: style)
  }

  /// A writer with a template and the numbers of `style`.
  public init(_ template: PageTemplate, style: SiteStyle) {
    (before, after) = (template.before, template.after)
    self.style = style
    rests = PenStart(style)
  }

  /// The whole file of one page.
  public func page(_ model: PageModel, rows: [Row]) -> [UInt8] {
    var draft = PageDraft()
    var isGiven = false
    write(model, to: &draft) { giving(rows, to: &$0, once: &isGiven) }
    return draft.html.bytes
  }

  /// Writes the whole file of one page. Rows are written as soon as they fill a section, while the processor still has them
  /// at hand.
  public func write(_ model: PageModel, to draft: inout PageDraft, next: (inout [Row]) -> Bool) {
    let (before, after) = forms(for: model, in: &draft)
    draft.html.removeAll()
    before.write(of: model, to: &draft.html)
    draft.html.raw(Self.canvas)
    writeSections(on: model, to: &draft, next: next)
    draft.html.raw(Self.canvasEnd)
    after.write(of: model, heights: draft.wholeHeights, to: &draft.html)
  }

  /// The shell's two halves for a page: those of the page made before, when the two are alike.
  private func forms(
    for page: PageModel, in draft: inout PageDraft
  ) -> (before: RenderedTemplate<PageField>, after: RenderedTemplate<PageField>) {
    let like = page.withoutFields
    if let known = draft.shell, known.like == like { return (known.before, known.after) }
    let values = page.values(isLow: style.isLow)
    let made = (before.form(values, of: PageField.self), after.form(values, of: PageField.self))
    draft.shell = (like, made.0, made.1)
    return made
  }

  /// The sections alone, as they stand in `main`.
  public func sections(_ model: PageModel, rows: [Row]) -> [UInt8] {
    var draft = PageDraft()
    var isGiven = false
    writeSections(on: model, to: &draft) { giving(rows, to: &$0, once: &isGiven) }
    return draft.html.bytes
  }

  /// Appends all rows the first time it is asked.
  private func giving(_ all: [Row], to rows: inout [Row], once isGiven: inout Bool) -> Bool {
    if isGiven { return false }
    rows += all
    isGiven = true
    return true
  }
}

/// A page in the making: its bytes, and the parts that are put together before they go there.
///
/// Its memory serves one page after another.
public struct PageDraft: ~Copyable {
  fileprivate var html = HTMLWriter(capacity: 1 << 18)
  /// The bubbles of the section in the making.
  fileprivate var paths = SectionOutlines()
  /// The rows that do not fill a section yet.
  fileprivate var rows: [Row] = []
  /// The last day that began on the page.
  fileprivate var day: DayGroup?
  /// The number of sections written.
  fileprivate var sections = 0
  /// The shell of the page made last, and what it is a shell for.
  fileprivate var shell:
    (like: PageModel, before: RenderedTemplate<PageField>, after: RenderedTemplate<PageField>)?

  /// A day whose group of rows has begun: the index in the page at which its tag can be given attributes, its top on the page in
  /// 1/64 px, and the section it began in.
  fileprivate struct DayGroup {
    var tagEnd: Int
    var (top, wideTop): (Int, Int)
    var section: Int
  }

  /// The heights of the rows written so far.
  public fileprivate(set) var heights = PageHeights()

  /// The heights in whole px, as the shell says them.
  fileprivate var wholeHeights: LayoutHeights {
    LayoutHeights(narrow: LayoutUnit(px: heights.whole), wide: LayoutUnit(px: heights.wide / 64))
  }

  /// A draft with nothing in it.
  public init() {}

  /// Makes the draft a page of these bytes and rows, whatever was in it: for outputs other than HTML.
  public mutating func replace(with bytes: Span<UInt8>, rows: Span<Row>) {
    html.removeAll()
    html.append(shell: bytes)
    var added = LayoutHeights()
    for index in rows.indices { added += Row.heights(of: rows, at: index) }
    heights = PageHeights()
    heights.add(added)
  }

  /// Lends the page's bytes.
  public func withBytes<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try html.withBytes(body)
  }
}

extension PageWriter {
  private func writeSections(
    on model: PageModel, to draft: inout PageDraft, next: (inout [Row]) -> Bool
  ) {
    let writer = RowWriter(style: style, page: RowContext(model, faceNames: style.faces.map(\.name)))
    draft.heights = PageHeights()
    (draft.day, draft.sections) = (nil, 0)
    var rows: [Row] = []
    swap(&rows, &draft.rows)
    while next(&rows) {
      while rows.count >= Self.rowsPerSection {
        let count = Row.sectionCount(of: rows.span, atMost: Self.rowsPerSection)
        section(rows.span.extracting(first: count), by: writer, to: &draft)
        rows.removeFirst(count)
      }
    }
    if !rows.isEmpty { section(rows.span, by: writer, to: &draft) }
    draft.endDay(at: draft.heights.exact, wide: draft.heights.wide, in: draft.sections - 1)
    rows.removeAll(keepingCapacity: true)
    swap(&rows, &draft.rows)
  }

  /// A section: its start tag and drawing on one line, one line for each bubble, one for each row.
  ///
  /// The rows of each day are in a group of their own, so that the day's heading stays in sight exactly as long as
  /// its messages do. A group whose day goes on in later sections is as high as all of the day (`--d`, on large screens `--D`),
  /// and reaches over these. The rows of a day that began on an earlier page have a group with the day's words (`day-on`).
  private func section(_ section: Span<Row>, by rows: RowWriter, to draft: inout PageDraft) {
    var height = LayoutHeights()
    var hasFolds = false
    draft.paths.start(rests)
    for index in section.indices {
      height += Row.heights(of: section, at: index)
      Row.addBubbles(of: section, at: index, to: &draft.paths)
      if Row.hasFolds(section, at: index) { hasFolds = true }
    }
    draft.heights.add(height)
    var strips = FoldStrips(section, hasFolds: hasFolds)
    start(section, height: height, to: &draft.html)
    strips.startDrawing(to: &draft.html)
    draft.paths.finish(to: &draft.html)
    strips.endDrawing(to: &draft.html)
    draft.html.raw("</svg>\n")
    write(section, height: height, strips: &strips, by: rows, to: &draft)
    draft.sections += 1
  }

  /// The rows of a section, and its end tag.
  private func write(
    _ section: Span<Row>, height: LayoutHeights, strips: inout FoldStrips, by rows: RowWriter,
    to draft: inout PageDraft
  ) {
    let page = rows.page
    var top = LayoutHeights()
    var isInDay = false
    let (sectionTop, wideTop) = (
      draft.heights.exact - Int(height.narrow.raw), draft.heights.wide - Int(height.wide.raw)
    )
    strips.writeNext(at: top.narrow, width: style.columnWidth, to: &draft.html)
    for index in section.indices {
      let isDay = Row.isDay(section, at: index)
      let isGoingOn = index == 0 && !isDay && draft.sections == 0 && !page.day.isEmpty && page.number > 1
      if isDay || isGoingOn {
        if isInDay { draft.html.raw("</div>") }
        let (dayTop, wideDayTop) = (sectionTop + Int(top.narrow.raw), wideTop + Int(top.wide.raw))
        draft.endDay(at: dayTop, wide: wideDayTop, in: index == 0 ? draft.sections - 1 : draft.sections)
        draft.startDay(at: dayTop, wide: wideDayTop)
        isInDay = true
      }
      if isGoingOn { writeDay(page.day, to: &draft.html) }
      rows.write(section, at: index, to: &draft.html)
      draft.html.raw("\n")
      top += Row.heights(of: section, at: index)
      guard !strips.isEmpty else { continue }
      if Row.hasFolds(section, at: index) {
        strips.writeNext(at: top.narrow, width: style.columnWidth, to: &draft.html)
      }
    }
    draft.html.raw(isInDay ? "</div></section>\n" : "</section>\n")
  }

  /// Writes the words of a day that began on an earlier page, which are shown where its heading would be pinned.
  private func writeDay(_ day: String, to html: inout HTMLWriter) {
    html.raw("<p class=\"day-on\" aria-hidden=\"true\"><span class=\"t-day\">")
    html.text(day)
    html.raw("</span></p>\n")
  }

  private func start(_ section: Span<Row>, height: LayoutHeights, to html: inout HTMLWriter) {
    html.raw("<section data-first=\"")
    html.integer(Int(Row.messageIndex(of: section, at: 0)))
    html.raw("\" data-last=\"")
    html.integer(Int(Row.lastMessageIndex(of: section, at: section.count - 1)))
    html.raw("\" style=\"height:")
    html.rem(height.narrow)
    html.raw(";contain-intrinsic-size:")
    html.rem(style.columnWidth)
    html.raw(" ")
    html.rem(height.narrow)
    html.inset(";--Z:", height.wide, unless: height.narrow)
    if height.opened > .zero {
      html.inset(";--O:", height.narrow + height.opened, unless: .zero)
      html.inset(";--P:", height.wide + height.wideOpened, unless: .zero)
    }
    html.raw("\"><svg aria-hidden=\"true\" viewBox=\"0 0 ")
    html.px(style.columnWidth)
    html.raw(" ")
    html.px(height.narrow)
    html.raw("\">\n")
  }
}

extension PageDraft {
  /// Starts the group of rows of a day whose top on the page is given in 1/64 px.
  fileprivate mutating func startDay(at top: Int, wide: Int) {
    html.raw("<div class=\"of-day\"")
    day = DayGroup(tagEnd: html.count, top: top, wideTop: wide, section: sections)
    html.raw(">")
  }

  /// Ends a day at a position on the page in 1/64 px, with its last row in the given section: if it went on in other sections, its
  /// group gets the height of all its rows.
  fileprivate mutating func endDay(at bottom: Int, wide: Int, in section: Int) {
    defer { day = nil }
    guard let day, section > day.section else { return }
    let height = LayoutUnit(raw: Int32(clamping: bottom - day.top))
    let wideHeight = LayoutUnit(raw: Int32(clamping: wide - day.wideTop))
    html.insert(at: day.tagEnd) { html in
      html.raw(" style=\"--d:")
      html.px(height)
      if wideHeight != height {
        html.raw(";--D:")
        html.px(wideHeight)
      }
      html.raw("\"")
    }
  }
}
