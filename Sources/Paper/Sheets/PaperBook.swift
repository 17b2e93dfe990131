public import Fonts
public import Frames
public import PDF
import Phrases
import SiteWriter
import TextLayout

/// Conversations on sheets of paper: a document in the making, which takes rows and writes each sheet when it is full.
///
/// A row is never divided between sheets unless it is taller than one; then at the end of a line. A day's heading stays with the
/// message under it, and a sheet that begins within a day has its name at the top.
public struct PaperBook: ~Copyable {
  var sheet: Sheet
  var texts: TextPainter
  var pictures: PictureStore
  var style: PaperStyle
  let geometry: SheetGeometry
  var outline = PDFOutline()
  var layouter: TextLayouter
  private let fonts: FontSet
  var chapter: Chapter
  /// The height used on the sheet in px.
  var used = 0.0
  /// The rows that wait for the next one: days, and messages whose pictures are in a later one's bubble.
  private var waiting: [PlacedRow] = []
  /// The number of the message with the last number in the margin.
  var numbered = 0
  /// The line of the next number: several messages can begin at one height.
  var numberLine = 0
  /// The footers of the sheets from each one on.
  private var footers: [Footer] = []
  /// Everything that the footers of the chapter use.
  private var footerResources = PDFContent()
  /// True if nothing is on the sheet yet that says the day.
  private var needsHeader = false
  /// The opacity of grounds over pictures, once it is used.
  var overlay: PDFReference?

  /// The common part of the footers of some sheets.
  private struct Footer {
    var firstSheet: Int
    var title: TextBlock?
    var style: PaperStyle
    var number: @Sendable (Int) -> String
  }

  /// The facts about a conversation that sheets show.
  public struct Chapter: Sendable {
    /// The title.
    public var title = ""
    /// The lines under the title: people, dates, counts.
    public var details: [String] = []
    /// BCP 47 tag of the texts' language.
    public var locale = "en"
    /// The number of messages on a page of the site, which links count by.
    public var pageSize = 500
    /// Returns the name of a month of a year.
    public var month: @Sendable (_ year: Int, _ month: Int) -> String = { "\($0)-\($1)" }
    /// Returns a number in the digits of the language.
    public var number: @Sendable (Int) -> String = { String($0) }
    /// True if the outline has other conversations.
    public var isOneOfSeveral = false

    /// Creates facts.
    public init() {}

    /// The words of its last day, and the month that the outline has last.
    var day: TextBlock?
    var lastMonth = ""
    var positions = MessagePositions(pageSize: 1)
  }

  /// Begins a document. `mark` is in the file's second line; `pictures` returns the bytes of a picture by its path in frames.
  public init(
    _ style: PaperStyle, fonts: FontSet, mark: String, pictures: @escaping (String) -> [UInt8]?,
    output: @escaping (Span<UInt8>) throws -> Void
  ) throws {
    layouter = TextLayouter(fonts: fonts, locale: "en")
    geometry = SheetGeometry(style, numberWidth: Self.numberWidth(style, layouter))
    sheet = Sheet(try PDFDocument(mark: mark, to: output), size: geometry.size)
    texts = TextPainter(fonts: fonts, in: &sheet.document)
    self.pictures = PictureStore(fonts: fonts, bytes: pictures)
    (self.style, self.fonts) = (style, fonts)
    chapter = Chapter()
    sheet.open(.document)
  }

  /// The pictures of messages and people so far that have a box in their place.
  public var undrawnPictures: [UndrawnPicture] { pictures.undrawn }

  /// The number of sheets so far.
  public var sheetCount: Int { sheet.pages.count }

  /// Begins a conversation on a new sheet, with the colours and words of its style.
  public mutating func begin(_ chapter: Chapter, style: PaperStyle) throws {
    self.style = style
    self.chapter = chapter
    self.chapter.positions = MessagePositions(pageSize: chapter.pageSize)
    layouter = TextLayouter(fonts: fonts, locale: chapter.locale)
    let width = LayoutUnit(nearest: geometry.width * 0.72)
    let title = layouter.layOutLine(
      chapter.title, role: .cardFact, style: style.style(of: .cardFact), maxWidth: width)
    let footer = Footer(firstSheet: sheetCount, title: title.block, style: style, number: chapter.number)
    footers.append(footer)
    // The digits of any number.
    footerResources = try drawing(of: footer, number: 1_234_567_890, total: 1_234_567_890)
    sheet.open(.section, PDFTags.Attributes(title: chapter.title))
    try beginSheet()
    if chapter.isOneOfSeveral, let page = sheet.page {
      outline.add(chapter.title, level: 0, page: page, top: geometry.size.y)
    }
    try drawTitle()
  }

  /// Adds rows of the conversation.
  public mutating func add(_ rows: Span<Row>) throws {
    for index in rows.indices { try add(rows[index]) }
  }

  /// Ends the conversation.
  public mutating func endChapter() throws {
    try set(nil)
    try sheet.tags.close(to: 1, in: &sheet.document)
    try chapter.positions.finish(in: &sheet)
    try sheet.end()
  }

  /// Ends the document.
  public consuming func finish(_ information: PDFInformation) throws {
    try sheet.end()
    try drawFooters()
    try texts.faces.finish(in: &sheet.document)
    try sheet.finish(information, outline: outline)
  }
}

extension Sheet {
  /// Ends the document.
  consuming func finish(_ information: PDFInformation, outline: PDFOutline) throws {
    try document.finish(information, pages: pages, tags: tags, outline: outline)
  }
}

// MARK: Rows

extension PaperBook {
  private mutating func add(_ row: Row) throws {
    if case .run(let notices) = row.kind {
      try set(PlacedRow(Row(kind: .run([]), frame: row.frame, wide: row.wide)))
      for notice in notices { try add(notice) }
      return
    }
    let placed = PlacedRow(row)
    if case .day = row.kind {
      waiting.append(placed)
    } else if placed.height <= 0 {
      waiting.append(placed)
    } else {
      try set(placed)
    }
  }

  /// Sets a row on the sheet with the rows that wait for it; nil for these alone.
  private mutating func set(_ row: PlacedRow?) throws {
    let rows = waiting + (row.map { [$0] } ?? [])
    waiting.removeAll(keepingCapacity: true)
    guard let last = rows.last else { return }
    let above = rows.dropLast().reduce(0) { $0 + $1.height }
    let total = above + last.height
    if used + total > geometry.height, used > 0 {
      // A long row begins where it is if a good part of it fits.
      let isLong = total > geometry.height
      if !isLong || geometry.height - used < above + Self.leastBeginning {
        try sheet.end()
        try beginSheet()
      }
    }
    for day in rows.dropLast() where day.height > 0 { try draw([day], cut: nil) }
    let drawn = rows.filter { $0.height <= 0 } + (last.height > 0 ? [last] : [])
    let room = geometry.height - used
    guard last.height > room else { return try draw(drawn, cut: nil) }
    var from = 0.0
    for end in last.cuts(first: room, height: geometry.height) {
      try draw(drawn, cut: PaperWindow(from: from, to: end))
      from = end
      try sheet.end()
      try beginSheet()
    }
    try draw(drawn, cut: PaperWindow(from: from, to: .infinity))
  }

  /// The least part of a long row that begins on a sheet with other rows, in px.
  private static let leastBeginning = 200.0

  /// Draws rows of one position, and moves below the last of them.
  private mutating func draw(_ rows: [PlacedRow], cut: PaperWindow?) throws {
    guard let last = rows.last else { return }
    let window = cut ?? PaperWindow()
    let start = max(0, window.from)
    try drawRows(rows, at: used - start, window)
    used += min(window.to, last.height) - start
  }
}

// MARK: Sheets

extension PaperBook {
  mutating func beginSheet() throws {
    sheet.begin()
    used = 0
    sheet.content.use(resourcesOf: footerResources)
    needsHeader = chapter.day != nil
  }

  /// Draws the title of the conversation and the lines under it.
  private mutating func drawTitle() throws {
    var y = 6.0
    let room = LayoutUnit(nearest: geometry.width)
    let heading = TextStyle(fontSize: 30, lineHeight: 38, slot: style.style(of: .heading).slot)
    sheet.open(.heading1)
    y = try drawLabel(chapter.title, .heading, heading, at: y, width: room, .ink)
    try sheet.closeElement()
    for line in chapter.details where !line.isEmpty {
      sheet.open(.paragraph)
      y = try drawLabel(line, .cardText, style.style(of: .cardText), at: y + 2, width: room, .inkSoft)
      try sheet.closeElement()
    }
    used = y + 14
  }

  /// Draws a text of our own in the column and returns the height of its end.
  mutating func drawLabel(
    _ text: String, _ role: TextRole, _ textStyle: TextStyle, at y: Double, x: Double = 0, width: LayoutUnit,
    _ colour: ColourRole
  ) throws -> Double {
    let laid = layouter.layOut(text, marks: [], role: role, style: textStyle, maxWidth: width)
    let colours = PaperColours(style: style, ground: .bare)
    let rect = Rect(x: LayoutUnit(nearest: x), y: .zero, width: width, height: laid.height)
    try drawText(
      TextPainter.Request(
        block: laid.block, style: textStyle, rect: rect, area: geometry.area(at: y), colours: colours,
        colour: colours.colour(colour)))
    return y + laid.height.px
  }

  /// Draws the words of the day that continues above the column, unless the first row of the sheet is another day.
  mutating func drawHeader(before row: Row) throws {
    guard needsHeader else { return }
    needsHeader = false
    if case .day = row.kind { return }
    guard let day = chapter.day else { return }
    let colours = PaperColours(style: style, ground: .pill)
    let dayStyle = style.style(of: .day)
    let rect = Rect(
      x: .zero, y: LayoutUnit(nearest: -26), width: LayoutUnit(nearest: geometry.width),
      height: dayStyle.lineHeight)
    var request = TextPainter.Request(
      block: day, style: dayStyle, rect: rect, area: geometry.area(at: 0), colours: colours,
      colour: colours.colour(.inkSoft))
    (request.isCentred, request.isContent) = (true, false)
    try drawText(request)
  }
}

// MARK: Footers

extension PaperBook {
  /// Draws the footers of all sheets, which say how many there are.
  private mutating func drawFooters() throws {
    var chapter = 0
    for index in 0..<sheetCount where !footers.isEmpty {
      while chapter + 1 < footers.count, footers[chapter + 1].firstSheet <= index { chapter += 1 }
      let drawing = try drawing(of: footers[chapter], number: index + 1, total: sheetCount)
      try sheet.pages.addFooter(drawing, at: index, in: &sheet.document)
    }
  }

  /// Returns the drawing of a sheet's footer: the title of the conversation, and the number of the sheet.
  private mutating func drawing(of footer: Footer, number: Int, total: Int) throws -> PDFContent {
    let page = sheet.content
    sheet.content = PDFContent()
    defer { sheet.content = page }
    let style = footer.style
    let small = style.style(of: .cardFact)
    let words = footer.style.phrases(
      .numberOfTotal, .number(footer.number(number)), .total(footer.number(total)))
    let width = LayoutUnit(nearest: geometry.width)
    let laid = layouter.layOutLine(words, role: .cardFact, style: small, maxWidth: width)
    let y = LayoutUnit(nearest: geometry.height + 18)
    for (block, x) in [(footer.title, 0.0), (laid.block, geometry.width - laid.width.px)] {
      guard let block else { continue }
      let isTitle = x == 0
      let rect = Rect(
        x: LayoutUnit(nearest: x), y: y,
        width: isTitle && block.direction == .rightToLeft
          ? block.lines[0].width : LayoutUnit(nearest: geometry.width - x),
        height: small.lineHeight)
      let colours = PaperColours(style: style, ground: .bare)
      var request = TextPainter.Request(
        block: block, style: small, rect: rect, area: geometry.area(at: 0), colours: colours,
        colour: colours.colour(.inkSoft))
      request.isContent = false
      try drawText(request)
    }
    return sheet.content
  }
}
