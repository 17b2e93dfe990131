import ChatModel
import Frames
import TextLayout

/// The drawing of a message without a bubble: big emoji or a sticker.
struct BarePicture {
  var role: ItemID.Role
  var size: Size
  /// Width of its last line, after which the time may go.
  var lineWidth: LayoutUnit
  var content: FrameContent
}

extension RowLayouter {
  /// Lays out a message without a bubble: the picture at the sender's edge of the column, the time beside or under it, and
  /// branch, thread and reactions below.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image.
  func bareFrame(_ input: RowInput, gap: LayoutUnit, picture: BarePicture) -> Frame {
    let side = input.decoration.side
    let left = bubbleLeft(side)
    var items: [FrameItem] = []
    let top = addName(of: input, left: left, top: gap, to: &items)
    let box = Rect(x: left, y: top, width: picture.size.width, height: picture.size.height)
    if !items.isEmpty { alignName(&items[0], over: box) }
    items.append(FrameItem(ItemID(picture.role), placed(box, side), picture.content))
    var bottom = box.maxY
    if let time = addTime(of: input, maxWidth: textWidth, to: &items),
      !theme.isLines || !position(time, besideBoxAt: top, of: input, among: &items)
    {
      let style = theme.style(.time)
      let width = time.width
      let isBeside = picture.lineWidth + theme.timeGap + width <= textWidth
      // A box of whole pixels, as wide as the text. A picture may be lower than the time.
      let label = Rect(
        x: isBeside ? left + picture.lineWidth.ceilingPx + theme.timeGap : left,
        y: isBeside ? max(top, bottom - style.lineHeight) : bottom, width: width, height: style.lineHeight)
      position(time, at: placed(label, side).origin, among: &items)
      bottom = max(bottom, label.maxY)
    }
    bottom = addBlocks(of: input, left: left, under: bottom, side, to: &items)
    addFailure(of: input, beside: placed(box, side), to: &items)
    if hasAvatar(input.decoration) {
      let block = Rect(x: left, y: top, width: box.width, height: bottom - top)
      addAvatar(of: input, gap: gap, beside: block, to: &items)
      bottom = max(bottom, items.last?.rect.maxY ?? bottom)
    }
    return frame(height: bottom, items: items)
  }

  /// Adds branch, thread and reactions as blocks under the picture at the sender's edge, and returns the bottom edge.
  private func addBlocks(
    of input: RowInput, left: LayoutUnit, under top: LayoutUnit, _ side: Side, to items: inout [FrameItem]
  ) -> LayoutUnit {
    guard input.relations != nil || !input.message.reactions.isEmpty else { return top }
    var stack = PartStack(maxWidth: textWidth)
    if let relations = input.relations {
      addBranch(relations, to: &stack)
      addThread(relations, to: &stack)
    }
    if !input.message.reactions.isEmpty {
      addReactions(of: input, to: &stack)
    }
    var bottom = top
    for part in stack.parts {
      let block = Rect(
        x: left, y: bottom + theme.reactionGap, width: part.size.width, height: part.size.height)
      let origin = placed(block, side).origin
      for var item in stack.items[part.items] {
        item.rect = item.rect.offset(x: origin.x, y: origin.y)
        items.append(item)
      }
      bottom = block.maxY
    }
    return bottom
  }
}
