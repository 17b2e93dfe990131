import ChatModel
import Frames
import TextLayout

/// What a message without a bubble shows.
struct BarePicture {
  var box: ItemID.Name
  var size: Size
  /// How far its last line reaches: the time may stand behind it.
  var lineWidth: LayoutUnit
  var content: FrameContent
}

extension RowLayouter {
  /// The row of a message without a bubble: on the sender's edge of the column, with the time beside or under it, and
  /// beneath them its branch, its thread and its reactions.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image, so that the picture stands at the edge in both.
  func bareFrame(_ input: RowInput, gap: LayoutUnit, picture: BarePicture) -> Frame {
    let side = input.decoration.side
    let left = bubbleLeft(side)
    var items: [FrameItem] = []
    let top = addName(of: input, left: left, top: gap, to: &items)
    let box = Rect(x: left, y: top, width: picture.size.width, height: picture.size.height)
    items.append(FrameItem(ItemID(picture.box), placed(box, side), picture.content))
    var bottom = box.maxY
    if let time = addTime(of: input, to: &items) {
      let style = theme.style(.time)
      let width = time.width
      let isBeside = picture.lineWidth + theme.timeGap + width <= textWidth
      // In a box of whole pixels, as wide as its text.
      let label = Rect(
        x: isBeside ? left + picture.lineWidth.ceilingPx + theme.timeGap : left,
        y: isBeside ? bottom - style.lineHeight : bottom, width: width, height: style.lineHeight)
      place(time, at: placed(label, side).origin, among: &items)
      bottom = label.maxY
    }
    bottom = addBlocks(of: input, left: left, under: bottom, side, to: &items)
    addFailure(of: input, beside: placed(box, side), to: &items)
    if side == .incoming, hasGutter, input.decoration.endsGroup {
      let block = Rect(x: left, y: top, width: box.width, height: bottom - top)
      addAvatar(of: input, gap: gap, beside: block, to: &items)
      bottom = max(bottom, items.last?.rect.maxY ?? bottom)
    }
    return frame(height: bottom, items: items)
  }

  /// Adds what a bubble would hold beside the picture, block under block at the sender's edge, and returns where it ends.
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
      addReactions(input.message.reactions, pictures: input.reactionPictures, to: &stack)
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
