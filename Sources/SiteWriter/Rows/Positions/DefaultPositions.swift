import Frames
import HTML

/// The positions that the style sheet gives the items of most rows (`RowSheet`), and the declarations of items in
/// other positions.
struct DefaultPositions: Sendable {
  private let common: CommonGeometry
  /// True if messages are lines, whose notices are not centred.
  private let isLines: Bool
  /// Space between a bubble's edges and its texts and times.
  private let insets: Insets
  /// The box of a quotation, and of the link over it.
  let quote: DefaultBox
  /// Offsets of the name and text of a quotation from its bubble's top.
  private let (quoteNameTop, quoteTextTop): (LayoutUnit, LayoutUnit)
  /// The height of a reaction's text, and its usual distance from the end of its row.
  private let (reactionHeight, reactionBottom): (LayoutUnit, LayoutUnit)

  /// The positions in the style sheet of `style`.
  init(_ style: SiteStyle) {
    (common, insets, isLines) = (style.common, style.bubbleInsets, style.isLines)
    quote = DefaultBox(left: insets.left, top: insets.top, height: style.quoteHeight)
    (quoteNameTop, quoteTextTop) = (style.quoteNameTop, style.quoteTextTop)
    (reactionHeight, reactionBottom) = (style.style(of: .reaction).lineHeight, style.reactionBottom)
  }

  /// Returns the box that the style sheet gives items of this style.
  func box(of style: BoxStyle) -> DefaultBox {
    switch style {
    case .quote: quote
    case .quoteBar: DefaultBox(left: quote.left, top: quote.top, width: common.barWidth, height: quote.height)
    default: DefaultBox()
    }
  }

  /// The box of a reaction, and its distance from the end of its row.
  var chip: (box: DefaultBox, bottom: LayoutUnit) {
    (DefaultBox(left: insets.left, height: common.chipHeight), common.chipBottom)
  }

  /// Writes the box of a text where it differs from the style sheet's; `isUsual` is true for texts that the style sheet
  /// positions.
  func writeTextBox(
    of block: TextBlock, wide: TextBlock?, at item: ItemPosition, isUsual: Bool,
    in style: inout StyleAttribute, to html: inout HTMLWriter
  ) {
    let isOneLine = isUsual && block.role.isOneLine && block.direction == .leftToRight
    let isCentred = block.role.isCentred && !(isLines && block.role == .notice)
    let box = isOneLine ? item.rect : block.elementBox(in: item.rect, isCentred: isCentred)
    let wideBox = item.wide.map {
      isOneLine ? $0 : (wide ?? block).elementBox(in: $0, isCentred: isCentred)
    }
    let fills = isUsual && !block.role.isOneLine && !isCentred && item.fills(insets)
    if !fills && !isOneLine {
      // In the line of a list's item or a table's row, Firefox needs the width for a margin too (text.css).
      html.declare(item.element == .own ? "width:" : "--w:", box.width, in: &style)
      if let wideBox { html.declare("--W:", wideBox.width, unless: box.width, in: &style) }
    }
    let isInset =
      fills
      || isUsual && block.direction == .leftToRight
        && item.stands(usualLeft(of: block.role), from: box, wideBox)
    if !isInset {
      html.declare("left:", box.minX, in: &style)
      if let wideBox { html.declare("--X:", wideBox.minX, unless: box.minX, in: &style) }
    }
    if isUsual && isAtDefaultTop(block.role, item) { return }
    html.declare("top:", box.minY, unless: isUsual ? usualTop(of: block.role, item) : nil, in: &style)
    if let wideBox { html.declare("--Y:", wideBox.minY, unless: box.minY, in: &style) }
    if block.role == .reaction {
      html.declare("height:", item.rect.height, unless: reactionHeight, in: &style)
    }
  }

  /// True if a text of a quotation or reaction is at the height that the style sheet gives it.
  private func isAtDefaultTop(_ role: TextRole, _ item: ItemPosition) -> Bool {
    switch role {
    case .quoteName: item.stands(below: quoteNameTop)
    case .quote: item.stands(below: quoteTextTop)
    case .reaction: item.rect.height == reactionHeight && item.stands(above: reactionBottom)
    default: false
    }
  }

  /// The distance of a text from its bubble's left edge if it declares no other.
  private func usualLeft(of role: TextRole) -> LayoutUnit {
    switch role {
    case .quoteName, .quote: insets.left + common.quotePadding.left
    case .reaction: insets.left + common.chipPadding
    default: insets.left
    }
  }

  /// Returns the top of a text if it declares no other; nil if rows with the same start differ in it.
  private func usualTop(of role: TextRole, _ item: ItemPosition) -> LayoutUnit? {
    switch role {
    case .quoteName, .quote, .reaction: nil
    case .name: common.nameTop
    default: common.top(of: item.row.bubble?.start ?? .usual) + insets.top
    }
  }

  /// Writes the box of a time where it differs from the style sheet's, and ends the tag.
  ///
  /// On the last line of a text, on a line of its own (`u`, `us` and `ul` on small and on large screens) and beside
  /// reactions (`k`) the style sheet positions it from the row's end.
  func writeTimeBox(_ item: ItemPosition, to html: inout HTMLWriter) {
    let (last, low) = (common.timeBottom, common.lowTimeBottom)
    let bottomClass: StaticString? =
      switch item.bottoms {
      case (last, last)?: ""
      case (low, low)?: " class=\"u\""
      case (low, last)?: " class=\"us\""
      case (last, low)?: " class=\"ul\""
      case (common.chipTimeBottom, common.chipTimeBottom)?: " class=\"k\""
      default: nil
      }
    if let bottomClass { html.raw(bottomClass) }
    html.planID(item)
    let wide = item.wide
    var style = StyleAttribute()
    if !item.ends(before: insets.right) {
      html.declare("left:", item.rect.minX, in: &style)
      html.raw(";right:auto")
      if let wide { html.declare("--X:", wide.minX, unless: item.rect.minX, in: &style) }
    }
    if bottomClass == nil {
      html.declare("top:", item.rect.minY, in: &style)
      if let wide { html.declare("--Y:", wide.minY, unless: item.rect.minY, in: &style) }
    }
    html.end(style)
    html.raw(">")
  }

  /// Writes the box of an avatar where it differs from the style sheet's, and ends the tag.
  func writeAvatarBox(_ item: ItemPosition, to html: inout HTMLWriter) {
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
