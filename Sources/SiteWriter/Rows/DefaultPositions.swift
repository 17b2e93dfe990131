internal import Frames
internal import HTML

/// Writes where what is in a row stands, as far as the style sheet does not say it (`RowSheet`).
struct DefaultPositions: Sendable {
  private let common: CommonGeometry
  /// How far texts and times stand from their bubble's edges.
  private let insets: Insets
  /// What the style sheet says of a quotation, and of the way from it.
  let quote: DefaultBox
  /// How far the names and texts of quotations are from their bubble's top.
  private let (quoteNameTop, quoteTextTop): (LayoutUnit, LayoutUnit)
  /// The height of a reaction's text, and how far it usually stands above the end of its row.
  private let (reactionHeight, reactionBottom): (LayoutUnit, LayoutUnit)

  /// The places that the style sheet of `style` says.
  init(_ style: SiteStyle) {
    (common, insets) = (style.common, style.bubbleInsets)
    quote = DefaultBox(left: insets.left, top: insets.top, height: style.quoteHeight)
    (quoteNameTop, quoteTextTop) = (style.quoteNameTop, style.quoteTextTop)
    (reactionHeight, reactionBottom) = (style.style(of: .reaction).lineHeight, style.reactionBottom)
  }

  /// What the style sheet says of a box.
  func box(of style: BoxStyle) -> DefaultBox {
    switch style {
    case .quote: quote
    case .quoteBar: DefaultBox(left: quote.left, top: quote.top, width: common.barWidth, height: quote.height)
    default: DefaultBox()
    }
  }

  /// What the style sheet says of a reaction, and how far it stands above the end of its row.
  var chip: (box: DefaultBox, bottom: LayoutUnit) {
    (DefaultBox(left: insets.left, height: common.chipHeight), common.chipBottom)
  }

  /// A text's box, as far as it is not the style sheet's, which knows the `usual` ones.
  func write(
    placeOf block: TextBlock, wide: TextBlock?, of item: ItemPosition, isUsual: Bool,
    in style: inout StyleAttribute,
    to html: inout HTMLWriter
  ) {
    let isOneLine = isUsual && block.role.isOneLine && block.direction == .leftToRight
    let place = isOneLine ? item.rect : block.place(in: item.rect)
    let widePlace = item.wide.map { isOneLine ? $0 : (wide ?? block).place(in: $0) }
    let fills = isUsual && !block.role.isOneLine && !block.role.isCentred && item.fills(insets)
    if !fills && !isOneLine {
      html.declare("width:", place.width, in: &style)
      if let widePlace { html.declare("--W:", widePlace.width, unless: place.width, in: &style) }
    }
    let isInset =
      fills
      || isUsual && block.direction == .leftToRight
        && item.stands(usualLeft(of: block.role), from: place, widePlace)
    if !isInset {
      html.declare("left:", place.minX, in: &style)
      if let widePlace { html.declare("--X:", widePlace.minX, unless: place.minX, in: &style) }
    }
    if isUsual && stands(atTop: block.role, item) { return }
    html.declare("top:", place.minY, unless: isUsual ? usualTop(of: block.role, item) : nil, in: &style)
    if let widePlace { html.declare("--Y:", widePlace.minY, unless: place.minY, in: &style) }
    if block.role == .reaction {
      html.declare("height:", item.rect.height, unless: reactionHeight, in: &style)
    }
  }

  /// Whether a text of a quotation, or of a reaction, stands as high as such texts do.
  private func stands(atTop role: TextRole, _ item: ItemPosition) -> Bool {
    switch role {
    case .quoteName: item.stands(below: quoteNameTop)
    case .quote: item.stands(below: quoteTextTop)
    case .reaction: item.rect.height == reactionHeight && item.stands(above: reactionBottom)
    default: false
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

  /// The top that a text has if it does not say another, where that is one for all rows that start alike.
  private func usualTop(of role: TextRole, _ item: ItemPosition) -> LayoutUnit? {
    switch role {
    case .quoteName, .quote, .reaction: nil
    case .name: common.nameTop
    default: common.top(of: item.bubble?.start ?? .usual) + insets.top
    }
  }

  /// A time's box, as far as it is not the style sheet's. Ends the tag.
  ///
  /// On the last line of a text, on a line of its own (`u`, `us` and `ul` on small and on large screens) and beside
  /// reactions (`k`) it stands above the row's end as the style sheet says.
  func write(placeOfTime item: ItemPosition, to html: inout HTMLWriter) {
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
    let wide = item.wide
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
  func write(placeOfAvatar item: ItemPosition, to html: inout HTMLWriter) {
    let rect = item.rect
    html.planID(item)
    let usual = Rect(x: common.sideMargin, y: rect.minY, width: common.avatar, height: common.avatar)
    if rect == usual, item.stands(above: .zero), item.wide.map({ $0.minX == usual.minX }) ?? true {
      html.raw(">")
      return
    }
    html.raw(" style=\"top:")
    html.rem(rect.minY)
    html.inset(";left:", rect.minX, unless: common.sideMargin)
    html.inset(";width:", rect.width, unless: common.avatar)
    html.inset(";height:", rect.height, unless: common.avatar)
    html.wide(rect, item.wide)
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
