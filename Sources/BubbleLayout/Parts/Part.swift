import Frames
import TextLayout

/// One part of a bubble, measured and not yet placed: text, a quote, pictures, a card.
struct Part {
  /// The content box, without insets.
  var size: Size
  var insets: Insets
  /// The part's items among those of the row, in coordinates of its content box.
  var items: Range<Int>
  /// The last line of the part, when a time may stand behind it.
  var lastLine: LastLine?
  /// Whether a time is to be laid over the part's bottom corner when it is the last.
  var takesOverlay = false
  /// What it is in a bubble with more room.
  var widening: WideVariant

  /// What a part is in a bubble with as much more room as large screens give to texts.
  enum WideVariant {
    /// The same: nothing in it was cut, broken or made smaller for want of room.
    case same
    /// Its only item is a text that has other lines there.
    case lines(LaidOutText)
    /// To be found out by laying it out again.
    case unknown
  }

  /// Where the last line of text ends.
  struct LastLine {
    /// Advance of the line.
    var width: LayoutUnit
    /// Top of the line in the part.
    var top: LayoutUnit
    /// Space between the part's left edge and the text's box.
    var indent: LayoutUnit
    /// How far its baseline lies under its top.
    var ascent: LayoutUnit
    var direction: TextDirection
  }
}

/// Stacks parts from top to bottom; touching insets merge.
///
/// The items of all parts stand in one list, the row's, so that placing them changes numbers and copies nothing.
struct PartStack {
  /// The widest the bubble may be.
  var maxWidth: LayoutUnit
  /// The row's items: those drawn before the bubble's inside, then the parts', part by part.
  var items: [FrameItem]
  var parts: [Part]
  /// How many cells and rules the tables so far have places for, as they are numbered throughout a bubble.
  var tableCells = 0
  var tableRules = 0
  /// Whether a text that is all there is of a part is noted for a second layout (`MeasuredTexts`): where all parts are
  /// such, nobody asks for it.
  var notesTexts = true
  /// Where the items of the next part start.
  private var nextItem: Int

  /// A stack whose items stand behind `items`, with the memory of `parts`.
  init(maxWidth: LayoutUnit, behind items: [FrameItem] = [], memory parts: consuming [Part] = []) {
    nextItem = items.count
    self.maxWidth = maxWidth
    self.items = items
    self.parts = parts
  }

  /// Says that the first part starts behind the items that are there.
  mutating func startParts() { nextItem = items.count }

  /// Adds an item to the part in the making, in coordinates of its content box.
  mutating func draw(
    _ name: ItemID.Name, number: Int = -1, _ rect: Rect, _ content: FrameContent
  ) {
    items.append(FrameItem(ItemID(name, number), rect, content))
  }

  /// Adds an area of the part in the making that leads to another message, with a name of its own for each purpose.
  mutating func draw(way target: MessageLink, _ rect: Rect) {
    draw(.way, number: target.purpose.number, rect, .jump(target))
  }

  /// Makes what was drawn since the last part a part.
  mutating func endPart(
    size: Size, insets: Insets, lastLine: Part.LastLine? = nil, takesOverlay: Bool = false,
    widening: Part.WideVariant = .unknown
  ) {
    parts.append(
      Part(
        size: size, insets: insets, items: nextItem..<items.count, lastLine: lastLine,
        takesOverlay: takesOverlay, widening: widening))
    nextItem = items.count
  }

  /// Takes the space under the last part away: what comes next belongs to it.
  mutating func bringLastPartNearer() {
    if let last = parts.indices.last { parts[last].insets.bottom = .zero }
  }

  /// Adds an item to the last part, before or behind its others: what is the same in more room, is that with the item too.
  mutating func drawInLastPart(_ item: FrameItem, first: Bool) {
    guard let last = parts.indices.last else { return }
    items.insert(item, at: first ? parts[last].items.lowerBound : items.count)
    parts[last].items = parts[last].items.lowerBound..<items.count
    if case .lines = parts[last].widening { parts[last].widening = .unknown }
    nextItem = items.count
  }

  /// Hands the items over.
  mutating func takeItems() -> [FrameItem] {
    var taken: [FrameItem] = []
    swap(&taken, &items)
    return taken
  }

  /// The size of all parts, and the top of the last.
  func measured() -> (size: Size, lastTop: LayoutUnit) {
    var size = Size(width: .zero, height: .zero)
    var lastTop = LayoutUnit.zero
    var lastInset = LayoutUnit.zero
    for place in parts.indices {
      let (part, insets) = (parts[place].size, parts[place].insets)
      size.width = max(size.width, insets.left + part.width + insets.right)
      lastTop = Self.top(of: insets, under: size.height, lastInset)
      size.height = lastTop + part.height + insets.bottom
      lastInset = insets.bottom
    }
    return (size, lastTop)
  }

  /// Moves every item to its place in a bubble `width` wide whose corner is at `origin`.
  mutating func place(at origin: Point, width: LayoutUnit) {
    Self.place(&items, of: parts, at: origin, width: width)
  }

  private static func place(
    _ items: inout [FrameItem], of parts: [Part], at origin: Point, width: LayoutUnit
  ) {
    var height = LayoutUnit.zero
    var lastInset = LayoutUnit.zero
    var items = items.mutableSpan
    for place in parts.indices {
      let (size, insets) = (parts[place].size, parts[place].insets)
      let top = top(of: insets, under: height, lastInset)
      let spare = width - insets.left - insets.right - size.width
      for item in parts[place].items {
        items[item].rect = items[item].rect.offset(x: origin.x + insets.left, y: origin.y + top)
        if items[item].isStretched { items[item].rect.size.width += spare }
      }
      height = top + size.height + insets.bottom
      lastInset = insets.bottom
    }
  }

  /// The min rule: of two touching insets the larger one stays.
  private static func top(
    of insets: Insets, under height: LayoutUnit, _ lastInset: LayoutUnit
  ) -> LayoutUnit {
    height - min(lastInset, insets.top) + insets.top
  }
}

extension MessageLink.Purpose {
  /// A message has one way of a purpose at most; the numbers keep their names in the plan apart.
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
  /// Whether the item becomes as wide as the bubble allows when another part is wider; others stay as measured, at
  /// the left. Text does: its box spans the bubble, so that the mirrored bubble holds it at the mirrored place.
  fileprivate var isStretched: Bool {
    switch box.name {
    case .text, .code, .quote, .card, .cellRule, .detail, .rule, .jump, .player, .fold: return true
    case .quoteName, .quoteText, .caption:
      guard case .text(let block) = content else { return false }
      return block.direction == .rightToLeft
    case .bubble, .time, .name, .avatar, .quoteBar, .image, .reaction, .label, .fact, .icon, .badge, .share,
      .track, .bar, .voters, .cell, .day, .notice, .pill, .marker, .chip, .history, .way,
      .waveform, .status, .unread, .line, .branch, .answers, .versions, .emoji:
      return false
    }
  }
}
