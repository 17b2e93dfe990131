internal import Frames
internal import HTML
internal import Phrases

/// What rows need to know of the page they are on.
final class RowContext: Sendable {
  /// The page's number.
  let number: Int
  /// The words of the furniture: names of links, and of pictures without a description.
  let phrases: Phrases
  /// Whether an address that links allow may be led to.
  private let leadsOut: Bool
  private let hasEmojiPictures: Bool
  private let emojiWithoutPicture: Set<Int32>

  init(_ page: PageModel, hasEmojiPictures: Bool) {
    number = page.number
    phrases = page.phrases
    leadsOut = page.leadsOut
    self.hasEmojiPictures = hasEmojiPictures
    emojiWithoutPicture = page.emojiWithoutPicture
  }

  /// Whether the page may lead to this address.
  func leads(to href: String) -> Bool { leadsOut && HrefGate.allows(href) }

  /// Whether the site has a picture of this emoji of the export.
  func hasPicture(of emoji: Int32) -> Bool { hasEmojiPictures && !emojiWithoutPicture.contains(emoji) }
}

/// Writes rows as markup, one line each: an `article` for a message or notice, a heading for a day.
///
/// Everything inside a row stands at the engine's place, in rem: it says so where the style sheet does not (`DefaultPositions`).
/// The outline of a bubble is not an element: the section's SVG draws it. The row carries the box as the insets `--t`,
/// `--e`, `--b` and `--l` (top, right edge, bottom, left) where they are not the style sheet's: what is inside stands by
/// them, and on large screens, in print and with forced colours the row draws the box itself. The two numbers that each row
/// has are px of the layout without a unit: `--h`, its height, and `--n`, the inset on the side where bubbles end where
/// their text does.
///
/// What stands elsewhere on large screens says so beside it, with capital letters: `--X`, `--Y`, `--W` and `--Z` for an
/// item, `--H` for the row, `--T`, `--E`, `--B`, `--L`, `--N` and `--F` for its bubble.
struct RowWriter: Sendable {
  private let columnWidth: LayoutUnit
  private let bubbleRadius: LayoutUnit
  private let groupedRadius: LayoutUnit
  private let tail: LayoutUnit
  private let common: CommonGeometry
  private let baseFaces: [FaceID]
  /// What the style sheet says of the places of items.
  private let places: DefaultPositions

  /// A writer for rows laid out with the numbers of `style`.
  init(style: SiteStyle) {
    columnWidth = style.columnWidth
    bubbleRadius = style.bubbleRadius
    (groupedRadius, tail) = (style.groupedRadius, style.tail)
    common = style.common
    places = DefaultPositions(style)
    baseFaces = TextRole.allCases.map { style.baseFace(of: $0) }
  }

  /// Writes the row at a place, without the newline after it.
  func write(_ rows: Span<Row>, at place: Int, on page: RowContext, to html: inout HTMLWriter) {
    let size = rows[place].frame.size
    switch rows[place].kind {
    case .message(let index, let anchor, let side, let sender):
      startArticle(anchor: anchor, index: index, to: &html)
      if side == .incoming { html.raw("in") } else { html.raw("out") }
      let items = rows[place].frame.items.span
      if let wide = rows[place].wide {
        write(items, size, wide: wide.items.span, wide.size, on: side, from: sender, page, to: &html)
      } else {
        write(items, size, wide: Span(), nil, on: side, from: sender, page, to: &html)
      }
      html.raw("</article>")
    case .notice(let index, let anchor):
      startArticle(anchor: anchor, index: index, to: &html)
      html.raw("notice")
      html.height(of: size, wide: rows[place].wide?.size)
      html.raw("\">")
      write(
        rows[place].frame.items.span, wide: rows[place].wide, height: size.height, on: page, to: &html)
      html.raw("</article>")
    case .day(let date, let before):
      html.raw("<h2 class=\"day\" data-day=\"")
      html.attribute(date)
      html.raw("\" data-before=\"")
      html.integer(Int(before))
      html.height(of: size, wide: rows[place].wide?.size)
      html.raw("\">")
      write(
        rows[place].frame.items.span, wide: rows[place].wide, height: size.height, inHeading: true,
        on: page, to: &html)
      html.raw("</h2>")
    }
  }
}

extension RowWriter {
  /// A message's row from the end of its first class on: `items` in a row of this size, and on large screens `wide` ones, if
  /// there are any, in one of `wideSize`.
  private func write(
    _ items: Span<FrameItem>, _ size: Size, wide: Span<FrameItem>, _ wideSize: Size?, on side: Side,
    from sender: String, _ page: RowContext, to html: inout HTMLWriter
  ) {
    let (place, hasFolds) = items.outline
    var box: BubbleBox?
    if let place, case .bubble(let shape) = items[place].content {
      let rect = items[place].rect
      let wideRect = place < wide.count ? wide[place].rect : rect
      let start = common.start(of: rect.minY)
      let corners = CornerClass(shape.radii, large: bubbleRadius, small: groupedRadius)
      if let corners, corners.bits > 0 {
        html.raw(" c")
        html.integer(corners.bits)
      }
      if hasTail(shape, corners, in: wideRect.size) { html.raw(" t") }
      switch start {
      case .usual: break
      case .gapped: html.raw(" g")
      case .named: html.raw(" n")
      }
      if hasFolds { html.raw(" folds") }
      startStyle(of: size, wide: wideSize, from: sender, to: &html)
      if hasFolds {
        html.raw(";--f:")
        html.rem(rect.height)
        html.inset(";--F:", wideRect.height, unless: rect.height)
      }
      write(shape.radii, corners, around: rect, in: size, on: side, to: &html)
      if let wideSize { write(wideRect, in: wideSize, unlike: rect, in: size, on: side, to: &html) }
      box = BubbleBox(rect, wide: wideRect, start: start)
    } else {
      html.raw(hasFolds ? " bare folds" : " bare")
      startStyle(of: size, wide: wideSize, from: sender, to: &html)
    }
    html.raw("\">")
    // A row with folds grows downwards, and only what is behind them moves.
    let item = ItemPosition(
      isFolded: false, bubble: box, height: hasFolds ? nil : size.height, wideHeight: wideSize?.height)
    write(items, wide: wide, at: item, on: page, to: &html)
  }

  /// Ends the classes of a message's row, and begins its style with its height.
  private func startStyle(of size: Size, wide: Size?, from sender: String, to html: inout HTMLWriter) {
    html.raw("\" aria-label=\"")
    html.attribute(sender)
    html.height(of: size, wide: wide)
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
    _ radii: CornerRadii, _ corners: CornerClass?, around rect: Rect, in row: Size, on side: Side,
    to html: inout HTMLWriter
  ) {
    html.side(";--t:", rect.minY, unless: common.top(of: common.start(of: rect.minY)))
    html.inset(";--b:", row.height - rect.maxY, unless: .zero)
    let (left, right) = (rect.minX, columnWidth - rect.maxX)
    switch side {
    case .incoming:
      html.side(";--l:", left, unless: common.incomingLeft)
      html.number(";--n:", right)
    case .outgoing:
      html.side(";--e:", right, unless: common.sideMargin)
      html.number(";--n:", left)
    }
    if corners == nil {
      html.raw(";--r:")
      html.radii(radii.fitted(to: rect.size))
    }
  }

  /// The bubble's insets on large screens, where they are others.
  private func write(
    _ wide: Rect, in wideRow: Size, unlike rect: Rect, in row: Size, on side: Side,
    to html: inout HTMLWriter
  ) {
    html.side(";--T:", wide.minY, unless: rect.minY)
    html.inset(";--B:", wideRow.height - wide.maxY, unless: row.height - rect.maxY)
    let (left, right) = (rect.minX, columnWidth - rect.maxX)
    let (wideLeft, wideRight) = (wide.minX, columnWidth - wide.maxX)
    switch side {
    case .incoming:
      html.side(";--L:", wideLeft, unless: left)
      html.number(";--N:", wideRight, unless: right)
    case .outgoing:
      html.side(";--E:", wideRight, unless: right)
      html.number(";--N:", wideLeft, unless: left)
    }
  }

  /// Writes items without a bubble back to front, with their places in the `wide` frame if there is one. What stands as far
  /// above the end of the row as it usually does, says nothing of that; for this the row's height has to be given.
  func write(
    _ items: Span<FrameItem>, wide: Frame?, height: LayoutUnit? = nil, inHeading: Bool = false,
    isFolded: Bool = false, on page: RowContext, to html: inout HTMLWriter
  ) {
    let item = ItemPosition(isFolded: isFolded, bubble: nil, height: height, wideHeight: wide?.size.height)
    if let wide {
      write(items, wide: wide.items.span, at: item, inHeading: inHeading, on: page, to: &html)
    } else {
      write(items, wide: Span(), at: item, inHeading: inHeading, on: page, to: &html)
    }
  }

  /// The same in a row that `item` tells of; `wide` has no items or as many.
  private func write(
    _ items: Span<FrameItem>, wide: Span<FrameItem>, at item: ItemPosition, inHeading: Bool = false,
    on page: RowContext, to html: inout HTMLWriter
  ) {
    var item = item
    for place in items.indices {
      (item.box, item.rect) = (items[place].box, items[place].rect)
      item.wide = place < wide.count ? wide[place].rect : nil
      write(items, wide: wide, place, at: item, inHeading: inHeading, on: page, to: &html)
    }
  }

  private func write(
    _ items: Span<FrameItem>, wide: Span<FrameItem>, _ place: Int, at item: ItemPosition, inHeading: Bool,
    on page: RowContext, to html: inout HTMLWriter
  ) {
    switch items[place].content {
    case .bubble: break
    case .text(let block):
      if place < wide.count, case .text(let other) = wide[place].content {
        write(block, wide: other, of: item, inHeading: inHeading, on: page, to: &html)
      } else {
        write(block, wide: nil, of: item, inHeading: inHeading, on: page, to: &html)
      }
    case .time(let block, let time):
      html.raw("<time datetime=\"")
      html.time(time)
      html.raw("\"")
      places.write(placeOfTime: item, to: &html)
      inside(of: block, wide: nil, on: page, to: &html)
      html.raw("</time>")
    case .image(let image):
      html.image(image, called: image.alt.isEmpty ? page.phrases(.picture) : image.alt, item)
    case .emoji(let image): html.emoji(image, item)
    case .waveform(let waveform): html.waveform(waveform, item)
    case .status(let status): html.status(status, item)
    case .avatar(let avatar):
      write(avatar, item, on: page, to: &html)
    case .reaction(let reaction):
      html.reaction(reaction, item, usual: places.chip)
    case .box(let style, let radius):
      html.raw("<span class=\"")
      html.raw(style.cssClass)
      html.raw("\"")
      var attribute = StyleAttribute()
      html.area(item, usual: places.box(of: style), in: &attribute)
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
    case .fold(let fold):
      var body: Frame?
      if place < wide.count, case .fold(let other) = wide[place].content { body = other.body }
      write(fold, wide: body, item, on: page, to: &html)
    case .file(let file):
      html.raw("<a class=\"jump\" aria-label=\"")
      html.attribute(page.phrases(.openFile))
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
      html.attribute(page.phrases(target.purpose.phrase))
      html.raw("\" href=\"")
      if Int(target.page) != page.number {
        html.integer(Int(target.page))
        html.raw(".html")
      }
      html.anchorFragment(target.anchor)
      html.raw("\"")
      var style = StyleAttribute()
      html.area(item, usual: places.quote, in: &style)
      html.end(style)
      html.raw("></a>")
    }
  }

  private func write(
    _ block: TextBlock, wide: TextBlock?, of item: ItemPosition, inHeading: Bool, on page: RowContext,
    to html: inout HTMLWriter
  ) {
    let isCode = block.role == .code
    let ownBreaks = wide.flatMap { $0.hasBreaks(like: block) ? nil : $0 }
    if inHeading { html.raw("<span") } else if isCode { html.raw("<pre") } else { html.raw("<p") }
    if block.role != .body {
      html.raw(" class=\"")
      html.raw(block.role.cssClass)
      html.raw("\"")
    }
    if ownBreaks != nil { html.raw(" data-w") }
    if block.role == .heading { html.raw(" role=\"heading\" aria-level=\"3\"") }
    if block.direction == .rightToLeft { html.raw(" dir=\"rtl\"") }
    html.planID(item)
    var style = StyleAttribute()
    places.write(
      placeOf: block, wide: wide, of: item, isUsual: !inHeading && !isCode && !item.isFolded, in: &style,
      to: &html)
    if let height = block.lineHeight { html.declare("line-height:", height, in: &style) }
    html.end(style)
    html.raw(">")
    inside(of: block, wide: ownBreaks, on: page, to: &html)
    if inHeading { html.raw("</span>") } else if isCode { html.raw("</pre>") } else { html.raw("</p>") }
  }

  /// What is in a text's element; `wide` has its lines on large screens, where they are others.
  private func inside(
    of block: TextBlock, wide: TextBlock?, on page: RowContext, to html: inout HTMLWriter
  ) {
    TextBlockWriter.write(
      block, wide: wide, baseFace: baseFaces[Int(block.role.rawValue)], on: page, to: &html)
  }

  private func write(
    _ avatar: FrameAvatar, _ item: ItemPosition, on page: RowContext, to html: inout HTMLWriter
  ) {
    if let path = avatar.path {
      html.raw("<img class=\"avatar\" alt=\"\" loading=\"lazy\" decoding=\"async\" src=\"../")
      html.path(path)
      html.raw("\"")
      places.write(placeOfAvatar: item, to: &html)
      return
    }
    html.raw("<span class=\"avatar a")
    html.integer(Int(avatar.colour % PersonColour.count))
    html.raw("\" aria-hidden=\"true\"")
    places.write(placeOfAvatar: item, to: &html)
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

extension HTMLWriter {
  /// Starts a row's style with its height, and that on large screens if it is another there.
  fileprivate mutating func height(of size: Size, wide: Size?) {
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
      // The title is its name as well (Accessible Name 1.2, 2I).
      raw(" role=\"img\" title=\"")
      attribute(reaction.people)
      raw("\"")
    }
    var style = StyleAttribute()
    area(item, usual: usual.box, bottom: usual.bottom, in: &style)
    end(style)
    raw("></span>")
  }

  /// Nothing of a recording is loaded before it is played.
  fileprivate mutating func player(_ player: FramePlayer, _ item: ItemPosition) {
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

extension MessageLink.Purpose {
  /// The name of a link with this purpose.
  fileprivate var phrase: Phrase {
    switch self {
    case .quote: .quotedMessage
    case .previousBranch: .previousBranch
    case .nextBranch: .nextBranch
    case .thread: .firstAnswer
    case .threadRoot: .threadRoot
    }
  }
}
