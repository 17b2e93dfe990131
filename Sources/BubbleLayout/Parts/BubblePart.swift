import Frames
import TextLayout

/// One measured part of a bubble, not positioned yet: text, a quote, pictures, a card.
struct BubblePart {
  /// Size of the content box, without insets.
  var size: Size
  var insets: Insets
  /// Indices of the part's items in ``PartStack/items``; their rectangles are relative to the content box.
  var items: Range<Int>
  /// The last line of the part, if a time may go after it.
  var lastLine: LastLine?
  /// True if a time may be drawn over the bottom corner of the part, if it is the last.
  var takesOverlay = false
  /// True if the part begins at the right: it is mirrored after being laid out from left to right.
  var isMirrored = false
  /// The part with the room that texts gain on large screens.
  var wideVariant: WideVariant

  /// A part with the room that texts gain on large screens.
  enum WideVariant {
    /// Unchanged: nothing in it is cut, broken or scaled down for lack of room.
    case same
    /// Its only item is a text with these other lines.
    case lines(LaidOutText)
    /// Unknown before laying it out again.
    case unknown
  }

  /// The last line of a part's text.
  struct LastLine {
    /// Advance of the line.
    var width: LayoutUnit
    /// Top of the line in the part.
    var top: LayoutUnit
    /// Distance from the part's left edge to the text's box.
    var indent: LayoutUnit
    /// Distance from the line's top to its baseline.
    var ascent: LayoutUnit
    var direction: TextDirection
  }
}

/// A stack of parts, from top to bottom, that becomes the inside of a bubble.
///
/// A part is built by drawing items relative to its own content box, then ending the part with its size and insets. Where
/// two parts touch, their facing insets collapse to the larger one, like margins in CSS. The bubble is as wide as the
/// widest part with its insets. Only then are items moved to their positions, and items that fill the width stretched
/// (`isStretched`).
///
///     ┌──────────────── inset ───┐
///     │ part 1                   │
///     ├── max(bottom₁, top₂) ────┤
///     │ part 2, the widest       │
///     └──────────────── inset ───┘
///
/// All items are in one array, the row's, so positioning changes numbers and copies nothing.
struct PartStack {
  /// The maximum width of the bubble.
  var maxWidth: LayoutUnit
  /// The row's items: first the items under the bubble's content, then the items of the parts in order.
  var items: [FrameItem]
  var parts: [BubblePart]
  /// Number of table cells so far: cells are numbered throughout a bubble.
  var tableCells = 0
  /// The side of the message.
  var side = Side.incoming
  /// Number of table rules so far.
  var tableRules = 0
  /// True if texts of parts with a known wide variant are recorded for the wide layout (``MeasuredTexts``). Not
  /// needed if all parts of the bubble are such texts.
  var recordsTexts = true
  /// True if only the beginning of a long text is shown.
  var foldsLongTexts = false
  /// Index of the first item of the next part.
  private var nextItem: Int

  /// A stack whose items come after `items`, with the storage of `parts`.
  init(maxWidth: LayoutUnit, behind items: [FrameItem] = [], storage parts: consuming [BubblePart] = []) {
    nextItem = items.count
    self.maxWidth = maxWidth
    self.items = items
    self.parts = parts
  }

  /// Starts the first part after the current items.
  mutating func startParts() { nextItem = items.count }

  /// Adds an item to the current part, relative to its content box.
  mutating func draw(
    _ role: ItemID.Role, number: Int = -1, _ rect: Rect, _ content: FrameContent,
    of person: PersonID = .nobody
  ) {
    items.append(FrameItem(ItemID(role, number), rect, content, of: person))
  }

  /// Adds a clickable area to the current part that links to another message.
  mutating func drawLink(to target: MessageLink, _ rect: Rect) {
    draw(.link, number: target.purpose.number, rect, .jump(target))
  }

  /// Ends the current part: the items drawn since the last one.
  ///
  /// `direction` is the direction of the part's first text. If it is right to left, the whole part is mirrored, except
  /// for the letters.
  mutating func endPart(
    size: Size, insets: Insets, lastLine: BubblePart.LastLine? = nil, takesOverlay: Bool = false,
    direction: TextDirection = .leftToRight, wideVariant: BubblePart.WideVariant = .unknown
  ) {
    let isMirrored = direction == .rightToLeft
    if isMirrored {
      for index in nextItem..<items.count { items[index].rect = items[index].rect.mirrored(in: size.width) }
    }
    parts.append(
      BubblePart(
        size: size, insets: insets, items: nextItem..<items.count, lastLine: lastLine,
        takesOverlay: takesOverlay, isMirrored: isMirrored, wideVariant: wideVariant))
    nextItem = items.count
  }

  /// Removes the space under the last part, because the next one belongs to it.
  mutating func bringLastPartNearer() {
    if let last = parts.indices.last { parts[last].insets.bottom = .zero }
  }

  /// Makes the last part at least so high, with its items in the middle: a rule is lower than the marker of its list item.
  mutating func growLastPart(to height: LayoutUnit) {
    guard let last = parts.indices.last, parts[last].size.height < height else { return }
    let shift = (height - parts[last].size.height).half.ceilingPx
    for item in parts[last].items { items[item].rect.origin.y += shift }
    parts[last].size.height = height
  }

  /// Adds an item to the last part, before or after its other items. If the part's wide variant was a change of
  /// lines, it is unknown afterwards.
  mutating func drawInLastPart(_ item: FrameItem, first: Bool) {
    guard let last = parts.indices.last else { return }
    items.insert(item, at: first ? parts[last].items.lowerBound : items.count)
    parts[last].items = parts[last].items.lowerBound..<items.count
    if case .lines = parts[last].wideVariant { parts[last].wideVariant = .unknown }
    nextItem = items.count
  }

  /// Moves the items out of the stack.
  mutating func takeItems() -> [FrameItem] {
    var taken: [FrameItem] = []
    swap(&taken, &items)
    return taken
  }

  /// Returns the size of all parts and the top of the last one.
  func measured() -> (size: Size, lastTop: LayoutUnit) {
    var size = Size(width: .zero, height: .zero)
    var lastTop = LayoutUnit.zero
    var lastInset = LayoutUnit.zero
    for index in parts.indices {
      // By index: a copy of the part would retain its wide variant.
      let (part, insets) = (parts[index].size, parts[index].insets)
      size.width = max(size.width, insets.left + part.width + insets.right)
      lastTop = Self.top(of: insets, under: size.height, lastInset)
      size.height = lastTop + part.height + insets.bottom
      lastInset = insets.bottom
    }
    return (size, lastTop)
  }

  /// Moves every item to its position in a bubble `width` wide with its corner at `origin`.
  mutating func position(at origin: Point, width: LayoutUnit) {
    Self.position(&items, of: parts, at: origin, width: width)
  }

  private static func position(
    _ items: inout [FrameItem], of parts: [BubblePart], at origin: Point, width: LayoutUnit
  ) {
    var height = LayoutUnit.zero
    var lastInset = LayoutUnit.zero
    var items = items.mutableSpan
    for index in parts.indices {
      let (size, insets) = (parts[index].size, parts[index].insets)
      let top = top(of: insets, under: height, lastInset)
      let spare = width - insets.left - insets.right - size.width
      let isRightToLeft = parts[index].lastLine?.direction == .rightToLeft
      let isMirrored = parts[index].isMirrored
      for item in parts[index].items {
        items[item].rect = items[item].rect.offset(x: origin.x + insets.left, y: origin.y + top)
        if isMirrored, !items[item].isGround {
          items[item].rect.origin.x += spare
        } else if items[item].isStretched {
          items[item].rect.size.width += spare
        } else if items[item].id.role == .copy || isRightToLeft && items[item].isBlockFurniture {
          items[item].rect.origin.x += spare
        }
      }
      height = top + size.height + insets.bottom
      lastInset = insets.bottom
    }
  }

  /// Returns the top of a part's content, with the larger of two touching insets.
  private static func top(
    of insets: Insets, under height: LayoutUnit, _ lastInset: LayoutUnit
  ) -> LayoutUnit {
    height - min(lastInset, insets.top) + insets.top
  }
}

extension MessageLink.Purpose {
  /// The number in the item's id. A message has at most one link of each purpose.
  fileprivate var number: Int {
    switch self {
    case .quote: -1
    case .previousBranch: 0
    case .nextBranch: 1
    case .thread: 2
    case .threadRoot: 3
    }
  }
}

extension FrameItem {
  /// True if the item lies under or over a whole part.
  fileprivate var isGround: Bool {
    switch id.role {
    case .quote, .card, .jump, .fold, .unfold: true
    default: false
    }
  }

  /// True if the item is beside the text of a block, where its lines begin.
  fileprivate var isBlockFurniture: Bool {
    id.role == .marker || id.role == .ordinal || id.role == .quoteBar
  }

  /// True if the item is stretched to the bubble's width if another part is wider; others keep their width, at
  /// the left. Texts are stretched so that right-to-left lines end at the bubble's right edge.
  fileprivate var isStretched: Bool {
    switch id.role {
    case .text, .code, .quote, .card, .cellRule, .detail, .rule, .jump, .player, .fold, .unfold: return true
    case .quoteName, .quoteText, .caption:
      guard case .text(let block) = content else { return false }
      return block.direction == .rightToLeft
    case .bubble, .time, .name, .avatar, .quoteBar, .image, .reaction, .label, .fact, .icon, .badge, .share,
      .track, .bar, .voters, .cell, .day, .notice, .pill, .marker, .chip, .history, .link,
      .waveform, .status, .unread, .line, .branch, .answers, .versions, .emoji, .count, .step, .ordinal,
      .language, .copy, .more, .less:
      return false
    }
  }
}
