internal import Frames

/// What rows need to know of the page they are on.
final class RowContext: Sendable {
  /// The page's number.
  let number: Int
  /// The names of ways to other messages.
  private let jumps: JumpLabels
  /// The name of a way to a stored file.
  let openFile: String
  /// What a picture without a description is called.
  let picture: String
  /// Whether an address that links allow may be led to.
  private let leadsOut: Bool
  private let hasEmojiPictures: Bool
  private let emojiWithoutPicture: Set<Int32>

  init(_ page: PageModel, hasEmojiPictures: Bool) {
    number = page.number
    jumps = page.labels.jumps
    openFile = page.labels.openFile
    picture = page.labels.picture
    leadsOut = page.leadsOut
    self.hasEmojiPictures = hasEmojiPictures
    emojiWithoutPicture = page.emojiWithoutPicture
  }

  /// What a way to another message is called.
  func name(of purpose: JumpTarget.Purpose) -> String { jumps.name(of: purpose) }

  /// Whether the page may lead to this address.
  func leads(to href: String) -> Bool { leadsOut && LinkPolicy.allows(href) }

  /// Whether the site has a picture of this emoji of the export.
  func hasPicture(of emoji: Int32) -> Bool { hasEmojiPictures && !emojiWithoutPicture.contains(emoji) }
}

/// Writes rows as markup, one line each: an `article` for a message or notice, a heading for a day.
///
/// Everything inside a row stands at its own place, in rem. The outline of a bubble is not an element: the
/// section's SVG draws it. The row carries the box as the insets `--t`, `--e`, `--b` and `--l` (top, right edge,
/// bottom, left) where they are not the style sheet's, for large screens, print and forced colours, where the row draws
/// the box itself.
///
/// What stands elsewhere on large screens says so beside it, with capital letters: `--X`, `--Y`, `--W` and `--H` for an
/// item, `--H` for the row, `--T`, `--E`, `--B`, `--L` and `--F` for its bubble.
struct RowWriter: Sendable {
  private let columnWidth: LayoutUnit
  private let bubbleRadius: LayoutUnit
  private let groupedRadius: LayoutUnit
  private let tail: LayoutUnit
  private let common: CommonGeometry
  private let baseFaces: [FaceID]
  /// How far texts and times stand from their bubble's edges; the style sheet says it.
  private let insets: Insets
  /// Where quotations stand, and how far their names and texts are from their bubble's top.
  private let quote: UsualBox
  private let (quoteNameTop, quoteTextTop): (LayoutUnit, LayoutUnit)
  /// The height of a reaction's text, and how far it usually stands above the end of its row.
  private let (reactionHeight, reactionBottom): (LayoutUnit, LayoutUnit)

  /// A writer for rows laid out with the numbers of `style`.
  init(style: SiteStyle) {
    columnWidth = style.columnWidth
    bubbleRadius = style.bubbleRadius
    (groupedRadius, tail) = (style.groupedRadius, style.tail)
    common = style.common
    insets = style.bubbleInsets
    quote = UsualBox(left: insets.left, top: insets.top, height: style.quoteHeight)
    (quoteNameTop, quoteTextTop) = (style.quoteNameTop, style.quoteTextTop)
    (reactionHeight, reactionBottom) = (style.style(of: .reaction).lineHeight, style.reactionBottom)
    baseFaces = TextRole.allCases.map { style.baseFace(of: $0) }
  }

  /// Writes one row, without the newline after it.
  func write(_ row: borrowing Row, on page: RowContext, to html: inout HTMLWriter) {
    switch row.kind {
    case .message(let index, let anchor, let side, let sender):
      let bubble = row.frame.firstBubble
      let wideBubble = row.wide?.firstBubble
      let hasFolds = row.frame.hasFolds
      startArticle(anchor: anchor, index: index, to: &html)
      html.raw(side == .incoming ? "in" : "out")
      let corners = bubble.flatMap {
        CornerClass($0.shape.radii, large: bubbleRadius, small: groupedRadius)
      }
      if bubble == nil {
        html.raw(" bare")
      } else if let corners, corners.bits > 0 {
        html.raw(" c")
        html.integer(corners.bits)
      }
      if let bubble, hasTail(bubble.shape, corners, in: (wideBubble ?? bubble).rect.size) { html.raw(" t") }
      let start = bubble.map { common.start(of: $0.rect.minY) } ?? .usual
      switch start {
      case .usual: break
      case .gapped: html.raw(" g")
      case .named: html.raw(" n")
      }
      if hasFolds { html.raw(" folds") }
      html.raw("\" aria-label=\"")
      html.attribute(sender)
      html.raw(hasFolds ? "\" style=\"--h:" : "\" style=\"height:")
      html.rem(row.frame.size.height)
      if hasFolds, let bubble {
        html.raw(";--f:")
        html.rem(bubble.rect.height)
        if let wideBubble { html.inset(";--F:", wideBubble.rect.height, unless: bubble.rect.height) }
      }
      if let bubble { write(bubble.shape, corners, around: bubble.rect, in: row.frame.size, to: &html) }
      html.wideHeight(of: row)
      if let bubble, let wide = row.wide, let wideBubble {
        write(wideBubble.rect, in: wide.size, unlike: bubble.rect, in: row.frame.size, to: &html)
      }
      html.raw("\">")
      let place = bubble.map { RowBubble($0.rect, wide: wideBubble?.rect, start: start) }
      writeItems(of: row, in: place, hasFolds: hasFolds, on: page, to: &html)
      html.raw("</article>")
    case .notice(let index, let anchor):
      startArticle(anchor: anchor, index: index, to: &html)
      html.raw("notice\" style=\"height:")
      html.rem(row.frame.size.height)
      html.wideHeight(of: row)
      html.raw("\">")
      writeItems(of: row, on: page, to: &html)
      html.raw("</article>")
    case .day(let date, let before):
      html.raw("<h2 class=\"day\" data-day=\"")
      html.attribute(date)
      html.raw("\" data-before=\"")
      html.integer(Int(before))
      html.raw("\" style=\"height:")
      html.rem(row.frame.size.height)
      html.wideHeight(of: row)
      html.raw("\">")
      writeItems(of: row, on: page, to: &html)
      html.raw("</h2>")
    }
  }
}

extension RowWriter {
  private func startArticle(anchor: String, index: Int32, to html: inout HTMLWriter) {
    html.raw("<article id=\"")
    html.anchorID(anchor)
    html.raw("\" data-i=\"")
    html.integer(Int(index))
    html.raw("\" class=\"")
  }

  /// Whether a bubble has the look's tail, and room for it: then the style sheet draws it on large screens.
  private func hasTail(_ shape: BubbleShape, _ corners: CornerClass?, in wide: Size) -> Bool {
    guard shape.tail > .zero, shape.tail == tail, let corners, corners.mayHaveTail(shape.side) else {
      return false
    }
    let least = BubblePath.leastSize(of: shape)
    return wide.width >= least.width && wide.height >= least.height
  }

  /// The row's own bubble: its insets, and `--r` when its corners have no class.
  private func write(
    _ shape: BubbleShape, _ corners: CornerClass?, around rect: Rect, in row: Size, to html: inout HTMLWriter
  ) {
    let isIncoming = shape.side == .incoming
    html.side(";--t:", rect.minY, unless: common.top(of: common.start(of: rect.minY)))
    html.side(";--e:", columnWidth - rect.maxX, unless: isIncoming ? nil : common.sideMargin)
    html.inset(";--b:", row.height - rect.maxY, unless: .zero)
    html.side(";--l:", rect.minX, unless: isIncoming ? common.incomingLeft : nil)
    if corners == nil {
      html.raw(";--r:")
      html.radii(shape.radii.fitted(to: rect.size))
    }
  }

  /// The bubble's insets on large screens, where they are others.
  private func write(
    _ wide: Rect, in wideRow: Size, unlike rect: Rect, in row: Size, to html: inout HTMLWriter
  ) {
    html.side(";--T:", wide.minY, unless: rect.minY)
    html.side(";--E:", columnWidth - wide.maxX, unless: columnWidth - rect.maxX)
    html.inset(";--B:", wideRow.height - wide.maxY, unless: row.height - rect.maxY)
    html.side(";--L:", wide.minX, unless: rect.minX)
  }

  /// The items of a row, which stand in this bubble if it has one; it has folds, or not.
  private func writeItems(
    of row: Row, in bubble: RowBubble? = nil, hasFolds: Bool = false,
    on page: RowContext, to html: inout HTMLWriter
  ) {
    let inHeading = if case .day = row.kind { true } else { false }
    // A row with folds grows downwards, and only what is behind them moves.
    let height = hasFolds ? nil : row.frame.size.height
    write(
      row.frame.items.span, wide: row.wide, height: height, in: bubble, inHeading: inHeading,
      on: page, to: &html)
  }

  /// Writes items back to front, with their places in the `wide` frame if there is one. What stands as far above the end of
  /// the row as it usually does, says nothing of that; for this the row's height has to be given.
  func write(
    _ items: Span<FrameItem>, wide: Frame?, height: LayoutUnit? = nil, in bubble: RowBubble? = nil,
    inHeading: Bool = false, isFolded: Bool = false, on page: borrowing RowContext,
    to html: inout HTMLWriter
  ) {
    for index in items.indices {
      let place = ItemPlace(
        box: items[index].box, rect: items[index].rect, isFolded: isFolded, bubble: bubble,
        wide: wide?.items[index], height: height, wideHeight: wide?.size.height)
      write(items[index].content, at: place, inHeading: inHeading, on: page, to: &html)
    }
  }

  private func write(
    _ content: FrameContent, at item: ItemPlace, inHeading: Bool, on page: RowContext,
    to html: inout HTMLWriter
  ) {
    switch content {
    case .bubble: break
    case .text(let block):
      write(block, of: item, inHeading: inHeading, on: page, to: &html)
    case .time(let block, let time):
      html.raw("<time datetime=\"")
      html.time(time)
      html.raw("\"")
      place(ofTime: item, to: &html)
      inside(of: block, wide: nil, on: page, to: &html)
      html.raw("</time>")
    case .image(let image):
      html.image(image, called: image.alt.isEmpty ? page.picture : image.alt, item)
    case .emoji(let image): html.emoji(image, item)
    case .waveform(let waveform): html.waveform(waveform, item)
    case .status(let status): html.status(status, item)
    case .avatar(let avatar):
      write(avatar, item, on: page, to: &html)
    case .reaction(let reaction):
      html.reaction(
        reaction, item, height: common.chipHeight, left: insets.left, bottom: common.chipBottom)
    case .box(let style, let radius):
      html.raw("<span class=\"")
      html.raw(style.cssClass)
      html.raw("\"")
      var attribute = StyleAttribute()
      html.area(item, usual: usualBox(of: style), in: &attribute)
      html.declare("border-radius:", radius, unless: common.radius(of: style), in: &attribute)
      html.end(attribute)
      html.raw("></span>")
    case .link(let link):
      guard page.leads(to: link.href) else { return }
      html.raw("<a class=\"jump\" rel=\"noopener noreferrer nofollow\" aria-label=\"")
      html.attribute(link.name)
      html.raw("\" title=\"")
      html.attribute(link.href)
      html.raw("\" href=\"")
      html.url(link.href)
      html.raw("\"")
      html.area(item)
      html.raw("\"></a>")
    case .icon(let icon):
      html.raw("<span class=\"icon\"")
      html.area(item)
      html.raw("\"><svg viewBox=\"0 0 24 24\" aria-hidden=\"true\"><path d=\"")
      html.raw(icon.drawing)
      html.raw("\"/></svg></span>")
    case .player(let player): html.player(player, item)
    case .fold(let fold): write(fold, item, on: page, to: &html)
    case .file(let file):
      html.raw("<a class=\"jump\" aria-label=\"")
      html.attribute(page.openFile)
      html.raw(": ")
      html.attribute(file.name)
      html.raw("\" title=\"")
      html.attribute(file.name)
      html.raw("\" download href=\"../")
      html.path(file.path)
      html.raw("\"")
      html.area(item)
      html.raw("\"></a>")
    case .jump(let target):
      html.raw("<a class=\"jump\" aria-label=\"")
      html.attribute(page.name(of: target.purpose))
      html.raw("\" href=\"")
      if Int(target.page) != page.number {
        html.integer(Int(target.page))
        html.raw(".html")
      }
      html.anchorFragment(target.anchor)
      html.raw("\"")
      var style = StyleAttribute()
      html.area(item, usual: quote, in: &style)
      html.end(style)
      html.raw("></a>")
    }
  }

  private func write(
    _ block: TextBlock, of item: ItemPlace, inHeading: Bool, on page: RowContext,
    to html: inout HTMLWriter
  ) {
    let isCode = block.role == .code
    let wide = item.wideText
    let hasOwnBreaks = wide.map { !$0.hasBreaks(like: block) } ?? false
    html.raw(inHeading ? "<span" : isCode ? "<pre" : "<p")
    if block.role != .body {
      html.raw(" class=\"")
      html.raw(block.role.cssClass)
      html.raw("\"")
    }
    if hasOwnBreaks { html.raw(" data-w") }
    if block.role == .heading { html.raw(" role=\"heading\" aria-level=\"3\"") }
    if block.direction == .rightToLeft { html.raw(" dir=\"rtl\"") }
    html.planID(item)
    var style = StyleAttribute()
    place(
      block, wide: wide, of: item, isUsual: !inHeading && !isCode && !item.isFolded, in: &style, to: &html)
    if let height = block.lineHeight { html.declare("line-height:", height, in: &style) }
    html.end(style)
    html.raw(">")
    inside(of: block, wide: wide, on: page, to: &html)
    html.raw(inHeading ? "</span>" : isCode ? "</pre>" : "</p>")
  }

  /// A text's box, as far as it is not the style sheet's, which knows the `usual` ones.
  private func place(
    _ block: TextBlock, wide: TextBlock?, of item: ItemPlace, isUsual: Bool, in style: inout StyleAttribute,
    to html: inout HTMLWriter
  ) {
    let isOneLine = isUsual && block.role.isOneLine && block.direction == .leftToRight
    let place = isOneLine ? item.rect : block.place(in: item.rect)
    let widePlace = item.wide.map { isOneLine ? $0.rect : (wide ?? block).place(in: $0.rect) }
    let fills = isUsual && !block.role.isOneLine && !block.role.isCentred && item.fills(insets)
    if !fills && !isOneLine {
      html.declare("width:", place.width, in: &style)
      if let widePlace { html.declare("--W:", widePlace.width, unless: place.width, in: &style) }
    }
    let isQuote = block.role == .quoteName || block.role == .quote
    let isInset =
      fills
      || isUsual && block.direction == .leftToRight
        && item.stands(usualLeft(of: block.role), from: place, widePlace)
    if !isInset {
      html.declare("left:", place.minX, in: &style)
      if let widePlace { html.declare("--X:", widePlace.minX, unless: place.minX, in: &style) }
    }
    if block.role == .reaction {
      // It has a height in the style sheet, and stands above its row's end.
      if item.rect.height != reactionHeight || !item.stands(above: reactionBottom) {
        html.declare("top:", place.minY, in: &style)
        if let widePlace { html.declare("--Y:", widePlace.minY, unless: place.minY, in: &style) }
      }
      html.declare("height:", item.rect.height, unless: reactionHeight, in: &style)
    } else {
      switch block.role {
      case .quoteName where isUsual && item.stands(below: quoteNameTop): return
      case .quote where isUsual && item.stands(below: quoteTextTop): return
      default: break
      }
      let top = isUsual && !isQuote ? usualTop(of: block, item) : nil
      html.declare("top:", place.minY, unless: top, in: &style)
      if let widePlace { html.declare("--Y:", widePlace.minY, unless: place.minY, in: &style) }
    }
  }

  /// How far a text stands from its bubble's left edge if it does not say another place.
  private func usualLeft(of role: TextRole) -> LayoutUnit {
    switch role {
    case .quoteName, .quote: insets.left + common.quotePadding.left
    case .reaction: insets.left + common.chipPadding
    default: insets.left
    }
  }

  /// What the style sheet says of a box.
  private func usualBox(of style: BoxStyle) -> UsualBox {
    switch style {
    case .quote: quote
    case .quoteBar: UsualBox(left: quote.left, top: quote.top, width: common.barWidth, height: quote.height)
    default: UsualBox()
    }
  }

  /// The top that a text has if it does not say another.
  private func usualTop(of block: TextBlock, _ item: ItemPlace) -> LayoutUnit {
    block.role == .name ? common.nameTop : common.top(of: item.bubble?.start ?? .usual) + insets.top
  }

  private func inside(
    of block: TextBlock, wide: TextBlock?, on page: RowContext, to html: inout HTMLWriter
  ) {
    TextBlockWriter.write(
      block, wide: wide, baseFace: baseFaces[Int(block.role.rawValue)], on: page, to: &html)
  }

  private func write(
    _ avatar: FrameAvatar, _ item: ItemPlace, on page: RowContext, to html: inout HTMLWriter
  ) {
    if let path = avatar.path {
      html.raw("<img class=\"avatar\" alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"../")
      html.path(path)
      html.raw("\"")
      place(ofAvatar: item, to: &html)
      return
    }
    html.raw("<span class=\"avatar a")
    html.integer(Int(avatar.colour % PersonColour.count))
    html.raw("\" aria-hidden=\"true\"")
    place(ofAvatar: item, to: &html)
    if let initials = avatar.initials {
      // Letters of several faces stand side by side in an element of their own.
      let isPlain = initials.runs.isEmpty
      if !isPlain { html.raw("<span class=\"t-initials\">") }
      inside(of: initials, wide: nil, on: page, to: &html)
      if !isPlain { html.raw("</span>") }
    }
    html.raw("</span>")
  }
}

extension RowWriter {
  /// A time's box, as far as it is not the style sheet's. Ends the tag.
  ///
  /// On the last line of a text, on a line of its own (`u`, `us` and `ul` on small and on large screens) and beside
  /// reactions (`k`) it stands above the row's end as the style sheet says.
  private func place(ofTime item: ItemPlace, to html: inout HTMLWriter) {
    let (last, low) = (common.timeBottom, common.lowTimeBottom)
    let known: StaticString? =
      switch item.bottoms {
      case (last, last)?: ""
      case (low, low)?: " class=\"u\""
      case (low, last)?: " class=\"us\""
      case (last, low)?: " class=\"ul\""
      case (common.chipTimeBottom, common.chipTimeBottom)?: " class=\"k\""
      default: nil
      }
    if let known { html.raw(known) }
    html.planID(item)
    let wide = item.wide?.rect
    var style = StyleAttribute()
    if !item.ends(before: insets.right) {
      html.declare("left:", item.rect.minX, in: &style)
      html.raw(";right:auto")
      if let wide { html.declare("--X:", wide.minX, unless: item.rect.minX, in: &style) }
    }
    if known == nil {
      html.declare("top:", item.rect.minY, in: &style)
      if let wide { html.declare("--Y:", wide.minY, unless: item.rect.minY, in: &style) }
    }
    html.end(style)
    html.raw(">")
  }

  /// An avatar's box, as far as it is not the style sheet's. Ends the tag.
  private func place(ofAvatar item: ItemPlace, to html: inout HTMLWriter) {
    let rect = item.rect
    html.planID(item)
    let usual = Rect(x: common.sideMargin, y: rect.minY, width: common.avatar, height: common.avatar)
    if rect == usual, item.stands(above: .zero), item.wide.map({ $0.rect.minX == usual.minX }) ?? true {
      html.raw(">")
      return
    }
    html.raw(" style=\"top:")
    html.rem(rect.minY)
    html.inset(";left:", rect.minX, unless: common.sideMargin)
    html.inset(";width:", rect.width, unless: common.avatar)
    html.inset(";height:", rect.height, unless: common.avatar)
    html.wide(rect, item.wide?.rect)
    html.raw("\">")
  }
}

extension BoxStyle {
  var cssClass: StaticString {
    switch self {
    case .card: "card"
    case .quote: "quote"
    case .quoteBar: "quote-bar"
    case .pill: "pill"
    case .rule: "rule"
    case .codeGround: "code-ground"
    case .badge: "badge"
    case .track: "track"
    case .bar: "share-bar"
    case .foldGround: "fold-ground"
    case .unread: "unread"
    }
  }
}

/// An element's `style` in the making: the attribute begins with its first declaration.
private struct StyleAttribute {
  var isOpen = false
}

extension HTMLWriter {
  /// A declaration in a style that may have none, left out when the length is the usual one.
  fileprivate mutating func declare(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit? = nil,
    in style: inout StyleAttribute
  ) {
    if let usual, usual == length { return }
    raw(style.isOpen ? ";" : " style=\"")
    style.isOpen = true
    raw(property)
    rem(length)
  }

  /// Ends a style, if it has any declaration.
  fileprivate mutating func end(_ style: StyleAttribute) {
    if style.isOpen { raw("\"") }
  }

  /// ` data-box="…" style="…` for a box with top, left, width and height. The style stays open.
  mutating func area(_ item: ItemPlace) {
    var style = StyleAttribute()
    area(item, usual: UsualBox(), in: &style)
  }

  /// The same as far as it is not the `usual` box, or stands `bottom` above its row's end: the style sheet knows these.
  fileprivate mutating func area(
    _ item: ItemPlace, usual: UsualBox, bottom: LayoutUnit? = nil, in style: inout StyleAttribute
  ) {
    let (rect, wide) = (item.rect, item.wide?.rect)
    planID(item)
    let isLow = bottom.map { item.stands(above: $0) } ?? false
    if !isLow && !(usual.top.map { item.stands(below: $0) } ?? false) {
      declare("top:", rect.minY, in: &style)
      if let wide { declare("--Y:", wide.minY, unless: rect.minY, in: &style) }
    }
    if !(usual.left.map { item.stands($0, from: rect, wide) } ?? false) {
      declare("left:", rect.minX, in: &style)
      if let wide { declare("--X:", wide.minX, unless: rect.minX, in: &style) }
    }
    declare("width:", rect.width, unless: usual.width, in: &style)
    declare("height:", rect.height, unless: usual.height, in: &style)
    guard let wide else { return }
    declare("--W:", wide.width, unless: rect.width, in: &style)
    declare("--H:", wide.height, unless: rect.height, in: &style)
  }

  /// The place of something on large screens, as far as it is another there.
  fileprivate mutating func wide(_ rect: Rect, _ wide: Rect?) {
    guard let wide else { return }
    inset(";--X:", wide.minX, unless: rect.minX)
    inset(";--Y:", wide.minY, unless: rect.minY)
    inset(";--W:", wide.width, unless: rect.width)
    inset(";--H:", wide.height, unless: rect.height)
  }

  /// The row's height on large screens, if it is another there.
  fileprivate mutating func wideHeight(of row: borrowing Row) {
    if let wide = row.wide { inset(";--H:", wide.size.height, unless: row.frame.size.height) }
  }

  /// A declaration of a length, left out when it is the usual one.
  @inline(__always)
  mutating func inset(
    _ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?
  ) {
    if let usual, usual == length { return }
    raw(property)
    rem(length)
  }

  /// The same for an edge of a bubble that the style sheet reckons with.
  fileprivate mutating func side(_ property: StaticString, _ length: LayoutUnit, unless usual: LayoutUnit?) {
    if let usual, usual == length { return }
    raw(property)
    remTerm(length)
  }

  fileprivate mutating func planID(_ item: ItemPlace) {
    raw(item.isFolded ? " data-folded=\"" : " data-box=\"")
    raw(item.box.name.markup)
    if item.box.number >= 0 {
      raw(".")
      integer(Int(item.box.number))
    }
    raw("\"")
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
    _ reaction: FrameReaction, _ item: ItemPlace, height: LayoutUnit, left: LayoutUnit, bottom: LayoutUnit
  ) {
    raw(reaction.isOwn ? "<span class=\"reaction own\"" : "<span class=\"reaction\"")
    if !reaction.people.isEmpty {
      // The title is its name as well (Accessible Name 1.2, 2I).
      raw(" role=\"img\" title=\"")
      attribute(reaction.people)
      raw("\"")
    }
    var style = StyleAttribute()
    area(item, usual: UsualBox(left: left, height: height), bottom: bottom, in: &style)
    end(style)
    raw("></span>")
  }

  /// Nothing of a recording is loaded before it is played.
  fileprivate mutating func player(_ player: FramePlayer, _ item: ItemPlace) {
    raw(player.kind == .film ? "<video" : "<audio")
    raw(" class=\"player\" controls preload=\"none\" aria-label=\"")
    attribute(player.name)
    raw("\" src=\"../")
    path(player.path)
    raw("\"")
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

  fileprivate mutating func image(_ image: FrameImage, called alt: String, _ item: ItemPlace) {
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
