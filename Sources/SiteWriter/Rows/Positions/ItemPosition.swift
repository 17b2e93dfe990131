import Frames

/// The context that the items of a row share: their bubble, and the height from which their distance to the
/// end is calculated.
struct RowScope {
  /// The bubble of the items; nil in a row without one.
  var bubble: BubbleBox?
  /// The row's height; nil if the style sheet cannot position its items from the end, because something in it unfolds.
  var height: LayoutUnit?
  /// The row's height on large screens; nil if its layout is the same there.
  var wideHeight: LayoutUnit?
  /// True inside a fold, whose items are not in the plan of the closed row.
  var isFolded = false
  /// True inside of the fold with the rest of a long text.
  var isRest = false
  /// True in a day's heading, which may only have phrasing content (HTML §4.3.6).
  var isHeading = false
}

/// An item's identity and box, without its content.
struct ItemPosition {
  let row: RowScope
  var id = ItemID(.bubble)
  var rect = Rect.zero
  /// Its box on large screens; nil if the row's layout is the same there.
  var wide: Rect?
  /// The element of the item.
  var element = ItemStructure.Element.own

  /// A position for the items of a row, one after the other.
  init(in row: RowScope) { self.row = row }

  /// Moves to the item at an index, to be written as `element`. `wideItems` is empty or as long as `items`.
  mutating func move(
    to index: Int, of items: Span<FrameItem>, wide wideItems: Span<FrameItem>,
    as element: ItemStructure.Element
  ) {
    (id, rect, self.element) = (items[index].id, items[index].rect, element)
    wide = index < wideItems.count ? wideItems[index].rect : nil
  }

  /// True if an item with these boxes is `inset` right of its bubble's left edge, on all screens.
  func stands(_ inset: LayoutUnit, from box: Rect, _ wideBox: Rect?) -> Bool {
    guard let bubble = row.bubble, box.minX - bubble.box.minX == inset else { return false }
    guard let wideBox else { return true }
    return wideBox.minX - bubble.wideBox.minX == inset
  }

  /// True if it is `inset` below its bubble's top, on all screens.
  func stands(below inset: LayoutUnit) -> Bool {
    guard let bubble = row.bubble, rect.minY - bubble.box.minY == inset else { return false }
    guard let wide else { return true }
    return wide.minY - bubble.wideBox.minY == inset
  }

  /// True if it ends `inset` before its bubble's right edge, on all screens.
  func ends(before inset: LayoutUnit) -> Bool {
    guard let bubble = row.bubble, bubble.box.maxX - rect.maxX == inset else { return false }
    guard let wide else { return true }
    return bubble.wideBox.maxX - wide.maxX == inset
  }

  /// True if an item spans its bubble except for these insets, on all screens.
  func fills(_ insets: Insets) -> Bool {
    stands(insets.left, from: rect, wide) && ends(before: insets.right)
  }

  /// True if it is `bottom` above its row's end, on all screens.
  func stands(above bottom: LayoutUnit) -> Bool {
    guard let (small, large) = bottoms else { return false }
    return small == bottom && large == bottom
  }

  /// Its distance from its row's end on small and on large screens; nil if the row's height is unknown.
  var bottoms: (small: LayoutUnit, large: LayoutUnit)? {
    guard let height = row.height else { return nil }
    let small = height - rect.maxY
    guard let wide, let wideHeight = row.wideHeight else { return (small, small) }
    return (small, wideHeight - wide.maxY)
  }
}

/// The start of a row: right under the one before it, with the gap before a group, or with a name.
enum RowStart { case usual, gapped, named }

/// The box of a row's bubble, on small and on large screens, and the start of its row.
struct BubbleBox {
  let box: Rect
  let wideBox: Rect
  let start: RowStart

  init(_ box: Rect, wide: Rect?, start: RowStart) {
    (self.box, wideBox, self.start) = (box, wide ?? box, start)
  }
}

/// The box that the style sheet gives an item: its offset from its bubble's left and top, and its size; nil for
/// values that it does not give.
struct DefaultBox {
  var (left, top): (LayoutUnit?, LayoutUnit?)
  var (width, height): (LayoutUnit?, LayoutUnit?)

  init(left: LayoutUnit? = nil, top: LayoutUnit? = nil, width: LayoutUnit? = nil, height: LayoutUnit? = nil) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }
}

extension Span<FrameItem> {
  /// The index of the first bubble, the row's own, and whether any item is a fold.
  var outline: (bubble: Int?, hasFolds: Bool) {
    var bubble: Int?
    var hasFolds = false
    for index in indices {
      switch self[index].content {
      case .bubble: bubble = bubble ?? index
      case .fold: hasFolds = true
      default: continue
      }
    }
    return (bubble, hasFolds)
  }
}

extension LayoutUnit {
  /// Returns the slack of a text of this width: 3/128 > 2 %, and a px more for short texts.
  static func slack(of width: LayoutUnit) -> LayoutUnit { LayoutUnit(raw: (width.raw * 3) >> 7) + 1 }
}

extension TextBlock {
  /// Returns the box of the text's element: `rect` with slack after the end of the lines, or on both sides of centred
  /// ones. Other machines' hinting widens text by up to 1 %, and a line must not wrap because of that.
  func elementBox(in rect: Rect, isCentred: Bool) -> Rect {
    let slack = LayoutUnit.slack(of: rect.width)
    let shift: LayoutUnit =
      if isCentred { slack } else if direction == .rightToLeft { slack } else { .zero }
    let extra = isCentred ? slack + slack : slack
    // Whole pixels where the end of the box is free: fewer digits.
    let width = rect.width + extra
    return Rect(
      x: rect.minX - shift, y: rect.minY, width: shift == .zero ? width.ceilingPx : width, height: rect.height
    )
  }
}
