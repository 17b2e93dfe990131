internal import Frames

/// An item's name and place, without what it draws: that is looked at where it is, and not copied.
struct ItemPosition {
  var box = ItemID(.bubble)
  var rect = Rect.zero
  /// Its place on large screens, if its row is another there.
  var wide: Rect?
  /// Whether it is part of what is folded away: not in the plan of the closed row.
  let isFolded: Bool
  /// The bubble that it stands in.
  let bubble: BubbleBox?
  /// The height of its row, and on large screens; nil where only its top can be told.
  let height: LayoutUnit?
  let wideHeight: LayoutUnit?

  /// The items of a row, one after the other.
  init(isFolded: Bool, bubble: BubbleBox?, height: LayoutUnit?, wideHeight: LayoutUnit?) {
    (self.isFolded, self.bubble, self.height, self.wideHeight) = (isFolded, bubble, height, wideHeight)
  }

  /// Whether what has these boxes stands so far from its bubble's left edge, on all screens.
  func stands(_ inset: LayoutUnit, from box: Rect, _ wideBox: Rect?) -> Bool {
    guard let bubble, box.minX - bubble.box.minX == inset else { return false }
    guard let wideBox else { return true }
    return wideBox.minX - bubble.wideBox.minX == inset
  }

  /// Whether it stands so far below its bubble's top, on all screens.
  func stands(below inset: LayoutUnit) -> Bool {
    guard let bubble, rect.minY - bubble.box.minY == inset else { return false }
    guard let wide else { return true }
    return wide.minY - bubble.wideBox.minY == inset
  }

  /// Whether it ends so far before its bubble's right edge, on all screens.
  func ends(before inset: LayoutUnit) -> Bool {
    guard let bubble, bubble.box.maxX - rect.maxX == inset else { return false }
    guard let wide else { return true }
    return bubble.wideBox.maxX - wide.maxX == inset
  }

  /// Whether it reaches from side to side of its bubble but for these insets, on all screens.
  func fills(_ insets: Insets) -> Bool {
    stands(insets.left, from: rect, wide) && ends(before: insets.right)
  }

  /// Whether it stands so far above its row's end, on all screens.
  func stands(above bottom: LayoutUnit) -> Bool {
    guard let (small, large) = bottoms else { return false }
    return small == bottom && large == bottom
  }

  /// How far it stands above its row's end on small and on large screens; nil where only its top can be told.
  var bottoms: (small: LayoutUnit, large: LayoutUnit)? {
    guard let height else { return nil }
    let small = height - rect.maxY
    guard let wide, let wideHeight else { return (small, small) }
    return (small, wideHeight - wide.maxY)
  }
}

/// How a row starts: right under the one before it, with the gap before a group, or with a name.
enum RowStart { case usual, gapped, named }

/// Where a row's bubble stands, also on large screens, and what is above it.
struct BubbleBox {
  let box: Rect
  let wideBox: Rect
  let start: RowStart

  init(_ box: Rect, wide: Rect?, start: RowStart) {
    (self.box, wideBox, self.start) = (box, wide ?? box, start)
  }
}

/// What the style sheet says of a box: its place from its bubble's left and top, and its size.
struct DefaultBox {
  var (left, top): (LayoutUnit?, LayoutUnit?)
  var (width, height): (LayoutUnit?, LayoutUnit?)

  init(left: LayoutUnit? = nil, top: LayoutUnit? = nil, width: LayoutUnit? = nil, height: LayoutUnit? = nil) {
    (self.left, self.top, self.width, self.height) = (left, top, width, height)
  }
}

extension Span<FrameItem> {
  /// The first bubble among the items, which is the row's, and whether some of them fold something away.
  var outline: (bubble: Int?, hasFolds: Bool) {
    var bubble: Int?
    var hasFolds = false
    for place in indices {
      switch self[place].content {
      case .bubble: bubble = bubble ?? place
      case .fold: hasFolds = true
      default: continue
      }
    }
    return (bubble, hasFolds)
  }
}

extension LayoutUnit {
  /// The slack of a text so wide: 3/128 > 2 %, a px more for short texts.
  static func slack(of width: LayoutUnit) -> LayoutUnit { LayoutUnit(raw: (width.raw * 3) >> 7) + 1 }
}

extension TextBlock {
  /// Left, top and width with slack: other machines' hinting widens text by up to 1 %, and a line must not wrap
  /// for that. The start of the lines stays where it is.
  func place(in rect: Rect) -> Rect {
    let slack = LayoutUnit.slack(of: rect.width)
    let shift: LayoutUnit =
      if role.isCentred { slack } else if direction == .rightToLeft { slack } else { .zero }
    let extra = role.isCentred ? slack + slack : slack
    // Whole pixels where the end of the box is free: fewer digits.
    let width = rect.width + extra
    return Rect(
      x: rect.minX - shift, y: rect.minY, width: shift == .zero ? width.ceilingPx : width, height: rect.height
    )
  }
}
