import ChatModel
public import Frames
import Phrases
import TextLayout

extension RowLayouter {
  /// Lays out the row of a message with a bubble: name, bubble with all its parts, avatar.
  ///
  /// The steps: stack the parts of the message (each measured, relative to its own content box), add the time to the last
  /// of them, derive the bubble's size from the stack, then move all items to their final positions. The bubble is laid
  /// out as incoming; an outgoing one is its mirror image about the column's centre. Items inside move with the bubble
  /// and keep their order.
  ///
  /// If all wide variants of the parts are known, only the last two steps are repeated for large screens: there a bubble
  /// grows away from the sender's edge, and everything else keeps its position in the narrow column.
  func bubbleFrames(_ input: RowInput, gap: LayoutUnit) -> RowFrames {
    let isMedia = if case .media = input.message.content { true } else { false }
    let left = bubbleLeft(input.decoration.side)
    let isAnswer = input.message.isAnswer
    textGain = isAnswer && !theme.isLines ? Theme.extraWidth : usualGain
    lineOptions.balance = !theme.isLines && !isAnswer
    // The rows of notices have the usual settings, whatever comes before them.
    defer { (textGain, lineOptions.balance) = (usualGain, LineOptions.default.balance) }
    var stack = PartStack(
      maxWidth: isMedia ? mediaWidth : isAnswer ? fullWidth : textWidth, storage: takeRecycledParts())
    stack.side = input.decoration.side
    // Readers come for the answer, so it is not folded.
    stack.foldsLongTexts = !isAnswer && tools.foldsLongContent
    stack.items.reserveCapacity(6)
    stack.recordsTexts = !input.message.isPlainText
    let top = addName(of: input, left: left, top: gap, to: &stack.items)
    let geometry = BubbleGeometry(
      item: stack.items.count, left: left, top: top, gap: gap, shape: shape(input.decoration),
      isMedia: isMedia)
    stack.items.append(FrameItem(ItemID(.bubble), Rect.zero, .bubble(geometry.shape)))
    stack.startParts()
    addParts(of: input, to: &stack)
    let insets = theme.bubbleInsets
    var time =
      input.message.isStep
      ? nil : addTime(of: input, maxWidth: stack.maxWidth - insets.left - insets.right, to: &stack.items)
    if theme.isLines, let beside = time, position(beside, besideBoxAt: top, of: input, among: &stack.items) {
      time = nil
    }
    let extent = extent(of: stack, time)
    let isNameMoved = movesNames && geometry.item > 0
    let change = wider == nil ? .none : isNameMoved ? .unknown : change(of: stack, extent, in: input)
    let wideItems = change == .lines ? stack.itemsInMoreRoom() : []
    let frame = finish(&stack, extent, geometry, time, of: input)
    var wide: Frame?
    if change == .lines {
      stack.widen(by: textGain, items: wideItems)
      let other = finish(&stack, self.extent(of: stack, time), geometry, time, of: input)
      if !other.hasPositions(of: frame) { wide = other }
    }
    recycleParts(of: &stack)
    return RowFrames(
      frame: frame, wide: wide, mayBeWider: change == .unknown && frame.mayDifferWhenWider)
  }

  /// The fixed facts of a bubble: its corner, its shape, and the index of the item that draws it.
  private struct BubbleGeometry {
    var item: Int
    var (left, top): (LayoutUnit, LayoutUnit)
    /// The space above the row.
    var gap: LayoutUnit
    var shape: BubbleShape
    var isMedia: Bool
  }

  /// The size of a bubble and the position of the time in it.
  private struct BubbleExtent {
    var size: Size
    var time: TimeLabel.Placement?
  }

  /// Returns the extent of a bubble with these parts and the time.
  ///
  /// The time goes after the last line if it fits there, else over the picture that ends the bubble, else on its own
  /// line; never over a glyph.
  private func extent(of stack: borrowing PartStack, _ time: TimeLabel?) -> BubbleExtent {
    var (size, lastTop) = stack.measured()
    var placement: TimeLabel.Placement?
    if let time, !stack.parts.isEmpty {
      let found = self.placement(of: time, in: stack, size: size, lastTop: lastTop)
      size = Size(width: max(size.width, found.minimumWidth), height: max(size.height, found.minimumHeight))
      placement = found
    }
    // Whole pixels: sharper edges, and fewer digits on every page.
    size.width = size.width.ceilingPx
    return BubbleExtent(size: size, time: placement)
  }

  /// Returns the effect of a large screen's room: texts may break differently, and the time may fit beside the last line.
  private func change(
    of stack: borrowing PartStack, _ extent: BubbleExtent, in input: RowInput
  ) -> PartStack.WideChange {
    // Pictures gain a different width from texts.
    if case .media = input.message.content { return .unknown }
    switch stack.change {
    case .none:
      guard let room = extent.time?.roomBeside, room <= stack.maxWidth + textGain else { return .none }
    case .lines: break
    case .unknown: return .unknown
    }
    // The mark of a failed message is clamped to the column, so it may move.
    return input.message.extras?.status == "failed" ? .unknown : .lines
  }

  /// Positions the parts and the time in the bubble, adds the mark and avatar beside it, and returns the frame.
  private func finish(
    _ stack: inout PartStack, _ extent: BubbleExtent, _ geometry: BubbleGeometry, _ time: TimeLabel?,
    of input: RowInput
  ) -> Frame {
    let decoration = input.decoration
    let box = placed(
      Rect(x: geometry.left, y: geometry.top, width: extent.size.width, height: extent.size.height),
      decoration.side)
    stack.items[geometry.item].rect = box
    if geometry.item > 0 { alignName(&stack.items[geometry.item - 1], over: box) }
    stack.position(at: box.origin, width: box.width)
    if let time, let placement = extent.time { position(time, placement, in: box, among: &stack.items) }
    if geometry.isMedia {
      clipPictures(in: &stack, corners: geometry.shape.radii, box: box)
      if endsWithPicture(stack, geometry.shape.side, box) {
        var shape = geometry.shape
        shape.tail = .zero
        stack.items[geometry.item].content = .bubble(shape)
      }
    }
    addFailure(of: input, beside: box, to: &stack.items)
    if hasAvatar(decoration) {
      addAvatar(of: input, gap: geometry.gap, beside: box, to: &stack.items)
    }
    let items = stack.takeItems()
    var bottom = LayoutUnit.zero
    for index in items.indices { bottom = max(bottom, items[index].rect.maxY) }
    return frame(height: bottom, items: items)
  }

  /// Returns a row's frame of positioned items.
  func frame(height: LayoutUnit, items: [FrameItem]) -> Frame {
    Frame(size: Size(width: theme.columnWidth, height: height.ceilingPx), items: items)
  }

  /// Returns the left edge of bubbles, laid out as incoming: right of the avatars if there are any.
  func bubbleLeft(_ side: Side) -> LayoutUnit {
    side == .incoming && hasGutter ? theme.incomingLeft : theme.sideMargin
  }

  /// Adds the sender's name if the message starts an incoming group, and returns the top of the bubble.
  func addName(
    of input: RowInput, left: LayoutUnit, top: LayoutUnit, to items: inout [FrameItem]
  ) -> LayoutUnit {
    let decoration = input.decoration
    guard decoration.side == .incoming, hasGutter, decoration.startsGroup, let sender = input.message.sender,
      let name = nameLine(of: sender)
    else { return top }
    if let rect = rectInNameColumn(name, besideBoxAt: top) {
      items.append(FrameItem(ItemID(.name), rect, .text(name.block), of: id(of: sender)))
      return top
    }
    let rect = Rect(x: left + theme.bubbleInsets.left, y: top, width: name.width, height: name.height)
    items.append(
      FrameItem(ItemID(.name), placed(rect, decoration.side), .text(name.block), of: id(of: sender)))
    return theme.bubbleTop(under: name.height, at: top)
  }

  /// Moves a right-to-left name to the edge where right-to-left text begins in the bubble, unless the name is wider.
  func alignName(_ name: inout FrameItem, over box: Rect) {
    guard name.id.role == .name, name.rect.minX >= box.minX, case .text(let block) = name.content,
      block.direction == .rightToLeft
    else { return }
    let left = box.minX + theme.bubbleInsets.left
    name.rect.origin.x = max(left, box.maxX - theme.bubbleInsets.right - name.rect.width)
  }

  /// True if a picture or film covers the bubble's lower corner on the sender's side, where its tail would be. The
  /// tail, in the bubble's colour, would look detached beside a picture.
  private func endsWithPicture(_ stack: borrowing PartStack, _ side: Side, _ box: Rect) -> Bool {
    for item in stack.items where item.rect.maxY == box.maxY {
      guard side == .incoming ? item.rect.minX == box.minX : item.rect.maxX == box.maxX else { continue }
      switch item.content {
      case .image: return true
      case .player(let player) where player.kind == .film: return true
      default: continue
      }
    }
    return false
  }

  /// Rounds the corners of pictures that touch a corner of the bubble.
  private func clipPictures(in stack: inout PartStack, corners: CornerRadii, box: Rect) {
    for index in stack.items.indices {
      let rect = stack.items[index].rect.offset(x: .zero - box.minX, y: .zero - box.minY)
      let radii = Self.clip(rect, corners: corners, bubble: box.size)
      switch stack.items[index].content {
      case .image(var image):
        image.radii = radii
        stack.items[index].content = .image(image)
      case .player(var player) where player.kind == .film:
        player.radii = radii
        stack.items[index].content = .player(player)
      default: break
      }
    }
  }

  /// Adds the sender's avatar beside `box`, at its bottom but not above `gap`.
  func addAvatar(
    of input: RowInput, gap: LayoutUnit, beside box: Rect, to items: inout [FrameItem]
  ) {
    guard let sender = input.message.sender, let avatar = avatar(of: sender) else { return }
    var rect = SidePlacement(
      edge: .leading, alignment: theme.isLines ? .top : .bottom, gap: theme.avatarGap
    ).rect(of: Size(width: theme.avatar, height: theme.avatar), beside: box)
    rect.origin.y = theme.isLines ? gap : max(gap, rect.minY)
    items.append(
      FrameItem(ItemID(.avatar), placed(rect, input.decoration.side), avatar, of: id(of: sender)))
  }

  /// Stacks the parts of a message: branch, header and quote above its content, edits, thread and reactions below.
  private func addParts(of input: RowInput, to stack: inout PartStack) {
    if let relations = input.relations { addBranch(relations, to: &stack) }
    if input.message.hasExtras, let extras = input.message.extras {
      addHeader(extras, of: input, to: &stack)
    }
    if let quote = input.quote { addQuote(quote, to: &stack) }
    var hasSteps = false
    if input.message.hasExtras, let steps = input.message.extras?.steps, !steps.isEmpty {
      addSteps(steps, side: input.decoration.side, to: &stack)
      hasSteps = true
    }
    if input.message.hasExtras, let deletion = input.message.extras?.deletion {
      addDeleted(deletion, of: input, to: &stack)
    }
    switch input.message.content {
    // A turn may consist of steps alone.
    case .text(let text) where hasSteps && text.isBlank: break
    case .text(let text):
      addText(text.isBlank ? MessageText(wording.phrases(.noText), markup: .plain) : text, to: &stack)
    case .media(let attachments, let caption):
      addMedia(attachments, caption: caption, media: input.media, to: &stack)
    case .part(let part): part.contentLayout.add(to: &stack, of: input, in: self)
    case .system: break
    }
    if input.message.hasExtras, let extras = input.message.extras {
      if let text = extras.text { addText(text, to: &stack) }
      if !extras.edits.isEmpty { addHistory(of: input, extras.edits, to: &stack) }
    }
    if let relations = input.relations { addThread(relations, to: &stack) }
    if !input.message.reactions.isEmpty {
      addReactions(of: input, to: &stack)
    }
    if stack.parts.isEmpty { addText(MessageText(wording.phrases(.noText), markup: .plain), to: &stack) }
  }

  /// Returns `rect` for an incoming row, or its mirror image for an outgoing one.
  func placed(_ rect: Rect, _ side: Side) -> Rect {
    side == .incoming ? rect : rect.mirrored(in: theme.columnWidth)
  }

  /// Returns the bubble's outline: large corners, small ones on the sender's side where a bubble of the group joins, and a
  /// tail on the last message of a group, so that no group has two.
  func shape(_ decoration: Decoration) -> BubbleShape {
    let large = theme.cornerRadius
    let small = theme.joinedRadius
    let incoming = BubbleShape(
      radii: CornerRadii(
        topLeft: decoration.joinsAbove ? small : large, topRight: large,
        bottomLeft: decoration.joinsBelow ? small : large, bottomRight: large),
      tail: decoration.endsGroup ? theme.tail : .zero, side: .incoming)
    return decoration.side == .incoming ? incoming : incoming.mirrored
  }

  /// Returns the radii of a picture in a bubble: the bubble's at the corners that touch it, else zero.
  static func clip(_ rect: Rect, corners: CornerRadii, bubble: Size) -> CornerRadii {
    let left = rect.minX == .zero
    let right = rect.maxX == bubble.width
    let top = rect.minY == .zero
    let bottom = rect.maxY == bubble.height
    return CornerRadii(
      topLeft: left && top ? corners.topLeft : .zero, topRight: right && top ? corners.topRight : .zero,
      bottomLeft: left && bottom ? corners.bottomLeft : .zero,
      bottomRight: right && bottom ? corners.bottomRight : .zero)
  }
}

extension Theme {
  fileprivate func bubbleTop(under name: LayoutUnit, at top: LayoutUnit) -> LayoutUnit {
    (top + name + nameGap).ceilingPx
  }

  /// The top of a bubble in its row if it starts a group and has a name of one line above.
  public var usualNamedTop: LayoutUnit { bubbleTop(under: style(.name).lineHeight, at: rowGap) }
}

extension Message {
  /// True if the message has extras. Tests one member through the optional, because `extras != nil` would copy them all.
  var hasExtras: Bool { extras?.isPinned != nil }

  /// True if the message is a text without extras; it may have a quote and reactions.
  var isPlainText: Bool { if case .text = content { !hasExtras } else { false } }
}

extension MessageText {
  /// True if the text is white space only, which would leave the bubble empty.
  var isBlank: Bool {
    guard let first = string.utf8.first else { return true }
    return first <= 0x20 && string.utf8.allSatisfy { $0 == 0x20 || 0x09...0x0D ~= $0 }
  }
}
