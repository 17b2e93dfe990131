internal import Frames

/// An item's name and place, without what it draws: that is looked at where it is.
struct ItemPlace {
  let box: StaticBox
  let rect: Rect
  /// Whether it is part of what is folded away: not in the plan of the closed row.
  let isFolded: Bool
  /// The sides of the bubble that it stands in.
  let bubble: BubbleSides?
  /// Whether its row is one whose bubble stands under a name.
  let isNamed: Bool
  /// The same item on large screens, if its row is another there.
  let wide: FrameItem?
  /// The height of its row, and on large screens; nil where only its top can be told.
  let height: LayoutUnit?
  let wideHeight: LayoutUnit?

  /// Whether what has these boxes stands so far from its bubble's left edge, on all screens.
  func stands(_ inset: LayoutUnit, from box: Rect, _ wideBox: Rect?) -> Bool {
    guard let bubble, box.minX - bubble.left == inset else { return false }
    guard let wideBox else { return true }
    return wideBox.minX - bubble.wideLeft == inset
  }

  /// Whether it ends so far before its bubble's right edge, on all screens.
  func ends(before inset: LayoutUnit) -> Bool {
    guard let bubble, bubble.right - rect.maxX == inset else { return false }
    guard let wide else { return true }
    return bubble.wideRight - wide.rect.maxX == inset
  }

  /// Whether it reaches from side to side of its bubble but for these insets, on all screens.
  func fills(_ insets: Insets) -> Bool {
    stands(insets.left, from: rect, wide?.rect) && ends(before: insets.right)
  }

  /// Whether it stands so far above its row's end, on all screens.
  func stands(above bottom: LayoutUnit) -> Bool {
    guard let height, height - rect.maxY == bottom else { return false }
    guard let wide, let wideHeight else { return true }
    return wideHeight - wide.rect.maxY == bottom
  }

  /// The same text with the lines of large screens.
  var wideText: TextBlock? {
    if case .text(let block) = wide?.content { block } else { nil }
  }
}

/// The left and right edges of a row's bubble, also on large screens.
struct BubbleSides {
  let (left, right): (LayoutUnit, LayoutUnit)
  let (wideLeft, wideRight): (LayoutUnit, LayoutUnit)

  init(_ bubble: Rect, wide: Rect?) {
    (left, right) = (bubble.minX, bubble.maxX)
    (wideLeft, wideRight) = (wide?.minX ?? left, wide?.maxX ?? right)
  }
}

extension Frame {
  /// The outline that stands for the row's bubble, and its box.
  var firstBubble: (shape: BubbleShape, rect: Rect)? {
    for place in items.indices {
      if case .bubble(let shape) = items[place].content { return (shape, items[place].rect) }
    }
    return nil
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
