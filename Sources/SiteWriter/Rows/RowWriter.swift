public import Frames
import HTML
public import Phrases

/// The facts of a page that its rows need.
final class RowContext: Sendable {
  /// The page's number.
  let number: Int
  /// The day of its first message in words; empty if the message has no time.
  let day: String
  /// The words of the interface: names of links, and of pictures without a description.
  let phrases: Phrases
  /// True if the page may link to the addresses that links allow.
  private let leadsOut: Bool
  /// The class of each face, by its index in the export's set.
  private let faceNames: [String]

  init(_ page: PageModel, faceNames: [String]) {
    number = page.number
    phrases = page.language.phrases
    day = page.day
    leadsOut = page.leadsOut
    self.faceNames = faceNames
  }

  /// True if the page may link to this address.
  func leads(to href: String) -> Bool { leadsOut && HrefGate.allows(href) }

  /// Returns the class of text in a face; `fb` leaves it to the browser's own fonts.
  func name(of face: FaceID) -> String {
    let index = Int(face.index)
    return index < faceNames.count ? faceNames[index] : "fb"
  }
}

/// Writes rows as markup, one line each: an `article` for a message or notice, a heading for a day, a fold for a run of
/// notices.
///
/// Everything inside a row is at the layout's position, in rem, which is written if it differs from the style sheet's
/// (`DefaultPositions`). The outline of a bubble is not an element: the section's SVG draws it. The row has the box as the insets
/// `--t`, `--e`, `--b` and `--l` (top, right edge, bottom, left) if they differ from the style sheet's. Its content is positioned
/// by them, and on large screens, in print and with forced colours the row draws the box itself. Two numbers in each row are px of
/// the layout without a unit: `--h`, its height, and `--n`, the inset on the side where bubbles end with their text.
///
/// An item with another position on large screens has that position in capital letters: `--X`, `--Y`, `--W` and `--Z` for an item,
/// `--H` for the row, `--T`, `--E`, `--B`, `--L`, `--N` and `--F` for its bubble.
struct RowWriter: Sendable {
  /// The page of the rows. Kept here and not with each item, so that copying an item only copies numbers.
  let page: RowContext
  private let columnWidth: LayoutUnit
  private let bubbleRadius: LayoutUnit
  private let groupedRadius: LayoutUnit
  private let tail: LayoutUnit
  private let common: CommonGeometry
  private let baseFaces: [FaceID]
  /// The positions of items that declare none.
  private let defaults: DefaultPositions

  /// A writer for the rows of a page that are laid out with the numbers of `style`.
  init(style: SiteStyle, page: RowContext) {
    self.page = page
    columnWidth = style.columnWidth
    bubbleRadius = style.bubbleRadius
    (groupedRadius, tail) = (style.groupedRadius, style.tail)
    common = style.common
    defaults = DefaultPositions(style)
    baseFaces = TextRole.allCases.map { style.baseFace(of: $0) }
  }

  /// Writes the row at an index, without the newline after it.
  func write(_ rows: Span<Row>, at index: Int, to html: inout HTMLWriter) {
    let (size, wideSize) = (rows[index].frame.size, rows[index].wide?.size)
    switch rows[index].kind {
    case .message(let number, let anchor, let side, let sender):
      let message = MessageBox(rows, at: index, side, common)
      startArticle(anchor: anchor, index: number, to: &html)
      writeMessageStyle(message, sender: sender, to: &html)
      // A row with folds grows downwards and moves only the rows below.
      let scope = RowScope(
        bubble: message.bubble, height: message.hasFolds ? nil : size.height,
        wideHeight: wideSize?.height)
      writeItems(rows[index].frame.items.span, wide: rows[index].wide, in: scope, to: &html)
      html.raw("</article>")
    case .notice(let number, let anchor):
      startArticle(anchor: anchor, index: number, to: &html)
      html.raw("notice")
      html.rowHeight(of: size, wide: wideSize)
      html.raw("\">")
      let scope = RowScope(height: size.height, wideHeight: wideSize?.height)
      writeItems(rows[index].frame.items.span, wide: rows[index].wide, in: scope, to: &html)
      html.raw("</article>")
    case .day(let date, let before):
      html.raw("<h2 class=\"day\" data-day=\"")
      html.attribute(date)
      html.raw("\" data-before=\"")
      html.integer(Int(before))
      html.rowHeight(of: size, wide: wideSize)
      html.raw("\">")
      let scope = RowScope(height: size.height, wideHeight: wideSize?.height, isHeading: true)
      writeItems(rows[index].frame.items.span, wide: rows[index].wide, in: scope, to: &html)
      html.raw("</h2>")
    case .run(let notices):
      html.raw(rows[index].kind.isRunOfSteps ? "<details class=\"run steps" : "<details class=\"run")
      html.rowHeight(of: size, wide: wideSize)
      html.raw("\"><summary>")
      let scope = RowScope(height: size.height, wideHeight: wideSize?.height, isHeading: true)
      writeItems(rows[index].frame.items.span, wide: rows[index].wide, in: scope, to: &html)
      html.raw("</summary>\n")
      for notice in notices.indices {
        write(notices.span, at: notice, to: &html)
        html.raw("\n")
      }
      html.raw("</details>")
    }
  }
}

/// The geometry of a message's row: its sizes, and its bubble if it has one.
private struct MessageBox {
  let side: Side
  let size: Size
  /// The row's size on large screens; nil if its layout is the same there.
  let wideSize: Size?
  let hasFolds: Bool
  /// True if the message is collapsed to a notice, like messages of other branches.
  let isCollapsed: Bool
  private(set) var shape = BubbleShape(radii: .zero, tail: .zero, side: .incoming)
  private(set) var bubble: BubbleBox?

  init(_ rows: Span<Row>, at index: Int, _ side: Side, _ common: CommonGeometry) {
    let items = rows[index].frame.items.span
    let (bubble, hasFolds) = items.outline
    (self.side, self.hasFolds) = (side, hasFolds)
    isCollapsed = hasFolds && items.count > 1 && items[1].id == ItemID(.notice)
    (size, wideSize) = (rows[index].frame.size, rows[index].wide?.size)
    guard let bubble, case .bubble(let shape) = items[bubble].content else { return }
    let rect = items[bubble].rect
    var wideRect: Rect?
    if let wide = rows[index].wide, bubble < wide.items.count { wideRect = wide.items[bubble].rect }
    self.shape = shape
    self.bubble = BubbleBox(rect, wide: wideRect, start: common.start(of: rect.minY))
  }
}

extension RowWriter {
  /// Writes the rest of a message's start tag: its classes, its name and its style.
  private func writeMessageStyle(_ message: MessageBox, sender: String, to html: inout HTMLWriter) {
    html.raw(message.side == .incoming ? "in" : "out")
    guard let bubble = message.bubble else {
      html.raw(message.isCollapsed ? " bare notice folds" : message.hasFolds ? " bare folds" : " bare")
      // The row of a message whose picture is in the bubble of a later one.
      if message.size.height == .zero { html.raw(" part") }
      startStyle(of: message, sender: sender, to: &html)
      html.raw("\">")
      return
    }
    let corners = CornerClass(message.shape.radii, large: bubbleRadius, small: groupedRadius)
    if let corners, corners.bits > 0 {
      html.raw(" c")
      html.integer(corners.bits)
    }
    if hasTail(message.shape, corners, in: bubble.wideBox.size) { html.raw(" t") }
    switch bubble.start {
    case .usual: break
    case .gapped: html.raw(" g")
    case .named: html.raw(" n")
    }
    if message.hasFolds { html.raw(" folds") }
    startStyle(of: message, sender: sender, to: &html)
    if message.hasFolds {
      html.raw(";--f:")
      html.rem(bubble.box.height)
      html.inset(";--F:", bubble.wideBox.height, unless: bubble.box.height)
    }
    writeBubbleInsets(bubble.box, in: message, to: &html)
    if corners == nil {
      html.raw(";--r:")
      html.radii(message.shape.radii.fitted(to: bubble.box.size))
    }
    if let wideSize = message.wideSize {
      writeWideBubbleInsets(bubble, in: message, wideSize, to: &html)
    }
    html.raw("\">")
  }

  /// Ends the classes of a message's row, and begins its style with its height.
  private func startStyle(of message: MessageBox, sender: String, to html: inout HTMLWriter) {
    html.raw("\" aria-label=\"")
    html.attribute(sender)
    html.rowHeight(of: message.size, wide: message.wideSize)
  }

  private func startArticle(anchor: String, index: Int32, to html: inout HTMLWriter) {
    html.raw("<article id=\"")
    html.anchorID(anchor)
    html.raw("\" data-i=\"")
    html.integer(Int(index))
    html.raw("\" class=\"")
  }

  /// True if a bubble has the look's tail, and room for it, so that the style sheet draws it on large
  /// screens.
  private func hasTail(_ shape: BubbleShape, _ corners: CornerClass?, in wide: Size) -> Bool {
    guard shape.tail > .zero, shape.tail == tail, let corners, corners.mayHaveTail(shape.side) else {
      return false
    }
    let least = BubblePath.leastSize(of: shape)
    return wide.width >= least.width && wide.height >= least.height
  }

  /// Writes the insets of the row's own bubble that differ from the style sheet's.
  private func writeBubbleInsets(_ box: Rect, in message: MessageBox, to html: inout HTMLWriter) {
    html.side(";--t:", box.minY, unless: common.top(of: common.start(of: box.minY)))
    html.inset(";--b:", message.size.height - box.maxY, unless: .zero)
    let (left, right) = (box.minX, columnWidth - box.maxX)
    switch message.side {
    case .incoming:
      html.side(";--l:", left, unless: common.incomingLeft)
      html.number(";--n:", right)
    case .outgoing:
      html.side(";--e:", right, unless: common.sideMargin)
      html.number(";--n:", left)
    }
  }

  /// Writes the bubble's insets on large screens that differ from small ones.
  private func writeWideBubbleInsets(
    _ bubble: BubbleBox, in message: MessageBox, _ wideSize: Size, to html: inout HTMLWriter
  ) {
    let (box, wide) = (bubble.box, bubble.wideBox)
    html.side(";--T:", wide.minY, unless: box.minY)
    html.inset(";--B:", wideSize.height - wide.maxY, unless: message.size.height - box.maxY)
    let (left, right) = (box.minX, columnWidth - box.maxX)
    let (wideLeft, wideRight) = (wide.minX, columnWidth - wide.maxX)
    switch message.side {
    case .incoming:
      html.side(";--L:", wideLeft, unless: left)
      html.number(";--N:", wideRight, unless: right)
    case .outgoing:
      html.side(";--E:", wideRight, unless: right)
      html.number(";--N:", wideLeft, unless: left)
    }
  }
}

extension RowWriter {
  /// Writes the items of a frame back to front, with their boxes in the `wide` frame if there is one.
  func writeItems(
    _ items: Span<FrameItem>, wide: Frame?, in scope: RowScope, to html: inout HTMLWriter
  ) {
    if let wide {
      writeItems(items, wide: wide.items.span, in: scope, to: &html)
    } else {
      writeItems(items, wide: Span(), in: scope, to: &html)
    }
  }

  /// Writes items; `wide` is empty or as long.
  private func writeItems(
    _ items: Span<FrameItem>, wide: Span<FrameItem>, in scope: RowScope, to html: inout HTMLWriter
  ) {
    var item = ItemPosition(in: scope)
    var structure = ItemStructure()
    // The bars beside a list, to be written after it.
    var bars: [Int] = []
    for index in items.indices {
      if structure.isInList, items[index].id.role == .quoteBar {
        bars.append(index)
        continue
      }
      let element = scope.isHeading ? .own : structure.enter(items, at: index, to: &html)
      if structure.isClosed { writeBars(&bars, of: items, wide: wide, &item, to: &html) }
      item.move(to: index, of: items, wide: wide, as: element)
      writeItem(items, wide: wide, at: index, item, to: &html)
    }
    structure.finish(to: &html)
    writeBars(&bars, of: items, wide: wide, &item, to: &html)
  }

  /// Writes the items at some indices, and empties the list of these.
  private func writeBars(
    _ bars: inout [Int], of items: Span<FrameItem>, wide: Span<FrameItem>, _ item: inout ItemPosition,
    to html: inout HTMLWriter
  ) {
    guard !bars.isEmpty else { return }
    for index in bars {
      item.move(to: index, of: items, wide: wide, as: .own)
      writeItem(items, wide: wide, at: index, item, to: &html)
    }
    bars.removeAll()
  }

  /// Writes the item at an index: a switch over everything that a frame can hold.
  private func writeItem(
    _ items: Span<FrameItem>, wide: Span<FrameItem>, at index: Int, _ item: ItemPosition,
    to html: inout HTMLWriter
  ) {
    switch items[index].content {
    case .bubble: break
    case .text(let block):
      var wideBlock: TextBlock?
      if index < wide.count, case .text(let other) = wide[index].content { wideBlock = other }
      writeText(block, wide: wideBlock, of: items[index].person, at: item, to: &html)
    case .time(let block, let time):
      html.raw("<time datetime=\"")
      html.time(time)
      html.raw("\"")
      defaults.writeTimeBox(item, to: &html)
      writeTextContent(of: block, wide: nil, to: &html)
      html.raw("</time>")
    case .image(let image):
      html.image(image, called: image.alt.isEmpty ? page.phrases(.picture) : image.alt, item)
    case .emoji(let image): html.emoji(image, item)
    case .waveform(let waveform): html.waveform(waveform, item)
    case .status(let status): html.status(status, item)
    case .avatar(let avatar): writeAvatar(avatar, of: items[index].person, at: item, to: &html)
    case .reaction(let reaction): html.reaction(reaction, item, usual: defaults.chip)
    case .box(let style, let radius):
      writeBox(style, radius, of: items[index].person, at: item, to: &html)
    case .link(let link): if page.leads(to: link.href) { html.link(link, item) }
    case .icon(let icon): html.icon(icon, item)
    case .player(let player): html.player(player, item)
    case .copy: html.copyButton(called: page.phrases(.copyCode), item)
    case .emptyCell:
      html.raw("<span")
      html.raw(item.element.cellRole)
      html.raw("></span>")
    case .fold(let fold):
      var body: Frame?
      if index < wide.count, case .fold(let other) = wide[index].content { body = other.body }
      writeFold(fold, wide: body, at: item, to: &html)
    case .file(let file): html.file(file, called: page.phrases(.openFile), item)
    case .jump(let target): writeJump(target, at: item, to: &html)
    }
  }

  /// Writes a ground, bar or rule.
  private func writeBox(
    _ style: BoxStyle, _ radius: LayoutUnit, of person: PersonID, at item: ItemPosition,
    to html: inout HTMLWriter
  ) {
    html.raw("<span class=\"")
    html.raw(style.cssClass)
    html.addPersonClass(person)
    html.raw("\"")
    var attribute = StyleAttribute()
    html.area(item, usual: defaults.box(of: style), in: &attribute)
    html.declare("border-radius:", radius, unless: common.radius(of: style), in: &attribute)
    html.end(attribute)
    html.raw("></span>")
  }

  /// Writes a link to a message, possibly on another page.
  private func writeJump(_ target: MessageLink, at item: ItemPosition, to html: inout HTMLWriter) {
    html.raw("<a class=\"jump\" aria-label=\"")
    html.attribute(page.phrases(target.purpose.phrase))
    html.raw("\" href=\"")
    if Int(target.page) != page.number {
      html.integer(Int(target.page))
      html.raw(".html")
    }
    html.anchorFragment(target.anchor)
    html.raw("\"")
    var style = StyleAttribute()
    html.area(item, usual: defaults.quote, in: &style)
    html.end(style)
    html.raw("></a>")
  }

  /// Writes a text's element; `wide` is the text with the lines of large screens.
  private func writeText(
    _ block: TextBlock, wide: TextBlock?, of person: PersonID, at item: ItemPosition,
    to html: inout HTMLWriter
  ) {
    let isCode = block.role == .code
    let isHeading = item.row.isHeading
    let isSpan = isHeading || item.element != .own
    let ownBreaks = wide.flatMap { $0.hasBreaks(like: block) ? nil : $0 }
    if isSpan { html.raw("<span") } else if isCode { html.raw("<pre") } else { html.raw("<p") }
    html.raw(item.element.cellRole)
    if block.role != .body {
      html.raw(" class=\"")
      html.raw(block.role.cssClass)
      html.addPersonClass(person)
      html.raw("\"")
    }
    if ownBreaks != nil { html.raw(" data-w") }
    if block.role == .heading { html.raw(" role=\"heading\" aria-level=\"3\"") }
    if block.direction == .rightToLeft { html.raw(" dir=\"rtl\"") }
    html.planID(item)
    var style = StyleAttribute()
    defaults.writeTextBox(
      of: block, wide: wide, at: item, isUsual: !isSpan && !isCode && !item.row.isFolded, in: &style,
      to: &html)
    if let height = block.lineHeight { html.declare("line-height:", height, in: &style) }
    html.end(style)
    html.raw(">")
    writeTextContent(of: block, wide: ownBreaks, to: &html)
    if isSpan { html.raw("</span>") } else if isCode { html.raw("</pre>") } else { html.raw("</p>") }
  }

  /// Writes the content of a text's element; `wide` has the lines of large screens, if they differ.
  private func writeTextContent(
    of block: TextBlock, wide: TextBlock?, to html: inout HTMLWriter
  ) {
    TextBlockWriter.write(
      block, wide: wide, baseFace: baseFaces[Int(block.role.rawValue)], on: page, to: &html)
  }

  private func writeAvatar(
    _ avatar: FrameAvatar, of person: PersonID, at item: ItemPosition, to html: inout HTMLWriter
  ) {
    if let path = avatar.path {
      html.raw("<img class=\"avatar")
      html.addPersonClass(person)
      html.raw("\" alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"../")
      html.path(path)
      html.raw("\"")
      defaults.writeAvatarBox(item, to: &html)
      return
    }
    html.raw("<span class=\"avatar")
    html.addPersonClass(person)
    html.raw("\" aria-hidden=\"true\"")
    defaults.writeAvatarBox(item, to: &html)
    if let initials = avatar.initials {
      // Letters of several faces are side by side in an element of their own.
      let isPlain = initials.runs.isEmpty
      if !isPlain { html.raw("<span class=\"t-initials\">") }
      writeTextContent(of: initials, wide: nil, to: &html)
      if !isPlain { html.raw("</span>") }
    }
    html.raw("</span>")
  }
}

extension HTMLWriter {
  /// Starts a row's style with its height, and the height on large screens if it differs.
  fileprivate mutating func rowHeight(of size: Size, wide: Size?) {
    number("\" style=\"--h:", size.height)
    if let wide { number(";--H:", wide.height, unless: size.height) }
  }

  /// A declaration of a length in px of the layout, without its unit.
  @inline(__always)
  fileprivate mutating func number(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit? = nil
  ) {
    if let usual, usual == length { return }
    raw(property)
    px(length)
  }

  /// A value of `border-radius`: one length when all are equal.
  fileprivate mutating func radii(_ radii: CornerRadii) {
    rem(radii.topLeft)
    if radii == CornerRadii(all: radii.topLeft) { return }
    raw(" ")
    rem(radii.topRight)
    raw(" ")
    rem(radii.bottomRight)
    raw(" ")
    rem(radii.bottomLeft)
  }

  fileprivate mutating func reaction(
    _ reaction: FrameReaction, _ item: ItemPosition, usual: (box: DefaultBox, bottom: LayoutUnit)
  ) {
    raw(reaction.isOwn ? "<span class=\"reaction own\"" : "<span class=\"reaction\"")
    if !reaction.people.isEmpty {
      raw(" title=\"")
      attribute(reaction.people)
      raw("\"")
    }
    var style = StyleAttribute()
    area(item, usual: usual.box, bottom: usual.bottom, in: &style)
    end(style)
    raw(">")
    if !reaction.people.isEmpty {
      // Text, which screen readers read without a role; scripts make it a button (details.js).
      raw("<span class=\"hidden\">")
      text(reaction.people)
      raw("</span>")
    }
    raw("</span>")
  }

  /// A link that covers its item: to an address outside the site.
  fileprivate mutating func link(_ link: FrameLink, _ item: ItemPosition) {
    raw("<a class=\"jump\" rel=\"noopener noreferrer nofollow\" aria-label=\"")
    attribute(link.name)
    raw("\" title=\"")
    attribute(link.href)
    raw("\" href=\"")
    url(link.href)
    raw("\"")
    area(item)
    raw("\"></a>")
  }

  /// A link that covers its item: to a file of the site.
  fileprivate mutating func file(_ file: FrameFile, called name: String, _ item: ItemPosition) {
    raw("<a class=\"jump\" aria-label=\"")
    attribute(name)
    raw(": ")
    attribute(file.name)
    raw("\" title=\"")
    attribute(file.name)
    raw("\" download href=\"../")
    path(file.path)
    raw("\"")
    area(item)
    raw("\"></a>")
  }

  fileprivate mutating func icon(_ icon: FrameIcon, _ item: ItemPosition) {
    raw("<span class=\"icon\"")
    area(item)
    raw("\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"")
    raw(icon.drawing)
    raw("\"/></svg></span>")
  }

  /// A button that copies code (`copy.js`).
  fileprivate mutating func copyButton(called name: String, _ item: ItemPosition) {
    raw("<button class=\"copy\" data-act=\"copy\" aria-label=\"")
    attribute(name)
    raw("\" title=\"")
    attribute(name)
    raw("\"")
    area(item)
    raw(
      "\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"M9 9h11v11H9zM15 9V4H4v11h5\"/></svg></button>"
    )
  }

  /// Nothing of a recording is loaded before it is played.
  fileprivate mutating func player(_ player: FramePlayer, _ item: ItemPosition) {
    raw(player.kind == .film ? "<video" : "<audio")
    raw(
      player.isRound
        ? " class=\"player round\""
        : player.isLoop ? " class=\"player loop\" loop muted playsinline" : " class=\"player\"")
    raw(" controls preload=\"none\" aria-label=\"")
    attribute(player.name)
    raw("\" src=\"../")
    path(player.path)
    raw("\"")
    if let duration = player.duration, duration.isFinite, duration > 0 {
      raw(" data-seconds=\"")
      integer(Int(min(duration, 1_000_000).rounded(.up)))
      raw("\"")
    }
    if let poster = player.poster {
      raw(" poster=\"../")
      path(poster)
      raw("\"")
    }
    area(item)
    if player.radii != .zero {
      raw(";border-radius:")
      radii(player.radii.fitted(to: item.rect.size))
    }
    raw(player.kind == .film ? "\"></video>" : "\"></audio>")
  }

  fileprivate mutating func image(_ image: FrameImage, called alt: String, _ item: ItemPosition) {
    if let path = image.path {
      raw(image.isSpoiler ? "<a class=\"picture veiled\" href=\"../" : "<a class=\"picture\" href=\"../")
      self.path(path)
      raw("\"")
    } else {
      raw("<span class=\"picture missing\" role=\"img\" aria-label=\"")
      attribute(alt)
      raw("\"")
    }
    area(item)
    if image.radii != CornerRadii(all: .zero) {
      raw(";border-radius:")
      radii(image.radii.fitted(to: item.rect.size))
    }
    guard let path = image.path else {
      raw("\"></span>")
      return
    }
    raw("\"><img alt=\"")
    attribute(alt)
    raw("\" loading=\"lazy\" decoding=\"async\" src=\"../")
    self.path(path)
    raw("\"></a>")
  }
}

extension ItemStructure.Element {
  /// The role of a cell, as an attribute.
  fileprivate var cellRole: StaticString {
    switch self {
    case .own, .listed: ""
    case .cell: " role=\"cell\""
    case .header: " role=\"columnheader\""
    }
  }
}

extension MessageLink.Purpose {
  /// The name of a link with this purpose.
  public var phrase: Phrase {
    switch self {
    case .quote: .quotedMessage
    case .previousBranch: .previousBranch
    case .nextBranch: .nextBranch
    case .thread: .firstAnswer
    case .threadRoot: .threadRoot
    }
  }
}
