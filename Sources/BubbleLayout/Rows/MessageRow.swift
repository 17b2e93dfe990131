import ChatModel
public import Frames
import TextLayout

extension RowLayouter {
  /// What the row of a message shows: name, bubble with everything in it, avatar.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image about the column's centre. What is inside a
  /// bubble moves with it and keeps its reading order. On large screens it grows away from the sender's edge, which
  /// stays where it is, as does everything else in the row's own column: so the same layouter places its parts again.
  func bubbleFrames(_ input: RowInput, gap: LayoutUnit) -> RowFrames {
    let isMedia = if case .media = input.message.content { true } else { false }
    let left = bubbleLeft(input.decoration.side)
    var stack = PartStack(maxWidth: isMedia ? mediaWidth : textWidth, memory: takePartMemory())
    stack.items.reserveCapacity(6)
    stack.notesTexts = !input.message.isPlainText
    let top = addName(of: input, left: left, top: gap, to: &stack.items)
    let outline = Outline(
      item: stack.items.count, left: left, top: top, gap: gap, shape: shape(input.decoration),
      isMedia: isMedia)
    stack.items.append(FrameItem(ItemID(.bubble), Rect.zero, .bubble(outline.shape)))
    stack.startParts()
    addParts(of: input, to: &stack)
    let time = addTime(of: input, to: &stack.items)
    let extent = extent(of: stack, time)
    let change = wider == nil ? .none : change(of: stack, extent, in: input)
    let wideItems = change == .lines ? stack.itemsInMoreRoom() : []
    let frame = finish(&stack, extent, outline, time, of: input)
    var wide: Frame?
    if change == .lines {
      stack.widen(by: textGain, items: wideItems)
      let other = finish(&stack, self.extent(of: stack, time), outline, time, of: input)
      if !other.stands(like: frame) { wide = other }
    }
    keep(memoryOf: &stack)
    return (frame, wide, change == .unknown && frame.mayDifferWhenWider)
  }

  /// Where a bubble stands, and which item draws it.
  private struct Outline {
    var item: Int
    var (left, top): (LayoutUnit, LayoutUnit)
    /// The space above the row.
    var gap: LayoutUnit
    var shape: BubbleShape
    var isMedia: Bool
  }

  /// How large a bubble is, and where the time stands in it.
  private struct Extent {
    var size: Size
    var time: TimeLabel.Placement?
  }

  /// The extent of a bubble with these parts and the time.
  ///
  /// The time stands behind the last line if it fits there, else over the picture that ends the bubble,
  /// else on a line of its own; never over a glyph.
  private func extent(of stack: borrowing PartStack, _ time: TimeLabel?) -> Extent {
    var (size, lastTop) = stack.measured()
    var placement: TimeLabel.Placement?
    if let time, let last = stack.parts.last {
      let found = self.placement(of: time, after: last, at: lastTop, in: size, maxWidth: stack.maxWidth)
      size = Size(width: max(size.width, found.minimumWidth), height: max(size.height, found.minimumHeight))
      placement = found
    }
    // Whole pixels: crisper edges, and fewer digits on every page.
    size.width = size.width.ceilingPx
    return Extent(size: size, time: placement)
  }

  /// How a bubble changes on large screens: its texts may have other lines, its time may find room beside the last.
  private func change(
    of stack: borrowing PartStack, _ extent: Extent, in input: RowInput
  ) -> PartStack.Change {
    // Pictures gain other room than texts.
    if case .media = input.message.content { return .unknown }
    switch stack.change {
    case .none:
      guard let room = extent.time?.roomBeside, room <= stack.maxWidth + textGain else { return .none }
    case .lines: break
    case .unknown: return .unknown
    }
    // The mark of a failure is kept inside the column.
    return input.message.extras?.status == "failed" ? .unknown : .lines
  }

  /// Places the parts and the time in their bubble, and what stands beside it.
  private func finish(
    _ stack: inout PartStack, _ extent: Extent, _ outline: Outline, _ time: TimeLabel?, of input: RowInput
  ) -> Frame {
    let decoration = input.decoration
    let box = placed(
      Rect(x: outline.left, y: outline.top, width: extent.size.width, height: extent.size.height),
      decoration.side)
    stack.items[outline.item].rect = box
    stack.place(at: box.origin, width: box.width)
    if let time, let placement = extent.time { place(time, placement, in: box, among: &stack.items) }
    if outline.isMedia { clipPictures(in: &stack, corners: outline.shape.radii, box: box) }
    addFailure(of: input, beside: box, to: &stack.items)
    if decoration.side == .incoming, hasGutter, decoration.endsGroup {
      addAvatar(of: input, gap: outline.gap, beside: box, to: &stack.items)
    }
    let items = stack.takeItems()
    var bottom = LayoutUnit.zero
    for place in items.indices { bottom = max(bottom, items[place].rect.maxY) }
    return frame(height: bottom, items: items)
  }

  /// A row's frame of finished items.
  func frame(height: LayoutUnit, items: [FrameItem]) -> Frame {
    Frame(size: Size(width: theme.columnWidth, height: height.ceilingPx), items: items)
  }

  /// Where bubbles of a side start, laid out as incoming: beside the avatars if there are any.
  func bubbleLeft(_ side: Side) -> LayoutUnit {
    let gutter = side == .incoming && hasGutter ? theme.avatar + theme.avatarGap : LayoutUnit.zero
    return theme.sideMargin + gutter
  }

  /// Adds the sender's name where a group shows it, and returns where the bubble starts.
  func addName(
    of input: RowInput, left: LayoutUnit, top: LayoutUnit, to items: inout [FrameItem]
  ) -> LayoutUnit {
    let decoration = input.decoration
    guard decoration.side == .incoming, hasGutter, decoration.startsGroup, let sender = input.message.sender,
      let name = nameLine(of: sender)
    else { return top }
    let rect = Rect(x: left + theme.bubbleInsets.left, y: top, width: name.width, height: name.height)
    items.append(FrameItem(ItemID(.name), placed(rect, decoration.side), .text(name.block)))
    return theme.bubbleTop(under: name.height, at: top)
  }

  /// Rounds the corners of pictures that lie in corners of the bubble.
  private func clipPictures(in stack: inout PartStack, corners: CornerRadii, box: Rect) {
    for place in stack.items.indices {
      let rect = stack.items[place].rect.offset(x: .zero - box.minX, y: .zero - box.minY)
      let radii = Self.clip(rect, corners: corners, bubble: box.size)
      switch stack.items[place].content {
      case .image(var image):
        image.radii = radii
        stack.items[place].content = .image(image)
      case .player(var player) where player.kind == .film:
        player.radii = radii
        stack.items[place].content = .player(player)
      default: break
      }
    }
  }

  func addAvatar(
    of input: RowInput, gap: LayoutUnit, beside box: Rect, to items: inout [FrameItem]
  ) {
    guard let sender = input.message.sender, let avatar = avatar(of: sender) else { return }
    var rect = Slot(side: .leading, alignment: .bottom, gap: theme.avatarGap).place(
      Size(width: theme.avatar, height: theme.avatar), beside: box)
    rect.origin.y = max(gap, rect.minY)
    items.append(FrameItem(ItemID(.avatar), placed(rect, input.decoration.side), avatar))
  }

  /// What the message is, between what stands above and below the content of any kind.
  private func addParts(of input: RowInput, to stack: inout PartStack) {
    if let relations = input.relations { addBranch(relations, to: &stack) }
    if input.message.hasExtras, let extras = input.message.extras {
      addHeader(extras, of: input, to: &stack)
    }
    if let quote = input.quote { addQuote(quote, to: &stack) }
    switch input.message.content {
    case .text(let text): addText(text, to: &stack)
    case .media(let attachments, let caption):
      addMedia(attachments, caption: caption, media: input.media, to: &stack)
    case .part(let part): part.face.add(to: &stack, of: input, in: self)
    case .system: break
    }
    if input.message.hasExtras, let extras = input.message.extras {
      if let text = extras.text { addText(text, to: &stack) }
      if !extras.edits.isEmpty { addHistory(of: input, extras.edits, to: &stack) }
    }
    if let relations = input.relations { addThread(relations, to: &stack) }
    if !input.message.reactions.isEmpty {
      addReactions(input.message.reactions, pictures: input.reactionPictures, to: &stack)
    }
    if stack.parts.isEmpty { addText(.empty, to: &stack) }
  }

  /// `rect` for an incoming row, its mirror image for an outgoing one.
  func placed(_ rect: Rect, _ side: Side) -> Rect {
    side == .incoming ? rect : rect.mirrored(in: theme.columnWidth)
  }

  /// The outline at this place in the group: large corners, small ones where a bubble of the group joins on
  /// the sender's side, a tail where none follows.
  func shape(_ decoration: Decoration) -> BubbleShape {
    let large = theme.cornerRadius
    let small = theme.joinedRadius
    let incoming = BubbleShape(
      radii: CornerRadii(
        topLeft: decoration.joinsAbove ? small : large, topRight: large,
        bottomLeft: decoration.joinsBelow ? small : large, bottomRight: large),
      tail: decoration.joinsBelow ? .zero : theme.tail, side: .incoming)
    return decoration.side == .incoming ? incoming : incoming.mirrored
  }

  /// The radii a picture needs so that the bubble's own corners clip it: those at which it touches a corner.
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

  /// The top of a bubble that begins a group, in its row, under a name of one line.
  public var usualNamedTop: LayoutUnit { bubbleTop(under: style(.name).lineHeight, at: rowGap) }
}

extension Message {
  /// Whether it has less common facts: asked for by way of one of them, because to look at all copies them.
  var hasExtras: Bool { extras?.isPinned != nil }

  /// Whether it is a text with nothing around it but what it answers and who reacted.
  var isPlainText: Bool { if case .text = content { !hasExtras } else { false } }
}
