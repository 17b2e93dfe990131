public import ChatModel
import Frames
import TextLayout

extension Message {
  /// How many emoji are drawn large; more are a text of emoji.
  private static let mostBigEmoji = 3

  /// The emoji of a message that is one to three of them and nothing else: drawn large, without a bubble.
  ///
  /// A reply, a forwarded message and one with spans has more to show and keeps its bubble.
  var bigEmoji: String? {
    guard case .text(let text) = content, reply == nil else { return nil }
    if case .spans(let spans) = text.markup, !spans.isEmpty { return nil }
    if let extras, extras.text != nil || Wording.hasHeader(extras) { return nil }
    return EmojiText.emoji(of: text.string, most: Self.mostBigEmoji)
  }

  /// Whether the message is shown without a bubble.
  public var isBare: Bool { bigEmoji != nil }
}

extension RowLayouter {
  /// The row of big emoji: on the sender's edge of the column, with the time beside them and reactions beneath.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image, so that the emoji stand at the edge in both.
  func bigEmojiRow(_ emoji: String, input: RowInput, gap: LayoutUnit) -> Row {
    let side = input.decoration.side
    let left = bubbleLeft(side)
    let maxWidth = theme.columnWidth.share(theme.textShare)
    var items: [FrameItem] = []
    let top = addName(of: input, left: left, top: gap, to: &items)
    let laid = label(emoji, role: .bigEmoji, maxWidth: maxWidth)
    let picture = Rect(x: left, y: top, width: laid.width.ceilingPx, height: laid.height)
    items.append(FrameItem(StaticBox(.text), placed(picture, side), .text(laid.block)))
    var bottom = picture.maxY
    if let time = timeLabel(of: input) {
      let style = theme.style(.time)
      let width = time.text.width.ceilingPx
      let isBeside = laid.lastLineWidth + theme.timeGap + width <= maxWidth
      // In a box of whole pixels, as wide as its text.
      let box = Rect(
        x: isBeside ? left + laid.lastLineWidth.ceilingPx + theme.timeGap : left,
        y: isBeside ? bottom - style.lineHeight : bottom, width: width, height: style.lineHeight)
      var rect = placed(box, side)
      rect.size.width = time.text.width
      items.append(FrameItem(StaticBox(.time), rect, .time(time.text.block, datetime: time.datetime)))
      bottom = box.maxY
    }
    if !input.message.reactions.isEmpty {
      bottom = addChips(input.message.reactions, left: left, under: bottom, side, to: &items)
    }
    if side == .incoming, hasGutter, input.decoration.endsGroup {
      let box = Rect(x: left, y: top, width: picture.width, height: bottom - top)
      addAvatar(of: input, gap: gap, beside: box, to: &items)
      bottom = max(bottom, items.last?.rect.maxY ?? bottom)
    }
    return messageRow(of: input, height: bottom, items: items)
  }

  /// Adds the reactions as one block at the sender's edge, and returns where it ends.
  private func addChips(
    _ reactions: [Reaction], left: LayoutUnit, under bottom: LayoutUnit, _ side: Side,
    to items: inout [FrameItem]
  ) -> LayoutUnit {
    var stack = PartStack(maxWidth: theme.columnWidth.share(theme.textShare), behind: [])
    addReactions(reactions, to: &stack)
    guard let part = stack.parts.first else { return bottom }
    let block = Rect(
      x: left, y: bottom + theme.reactionGap, width: part.size.width, height: part.size.height)
    let origin = placed(block, side).origin
    for var item in stack.items {
      item.rect = item.rect.offset(x: origin.x, y: origin.y)
      items.append(item)
    }
    return block.maxY
  }
}
