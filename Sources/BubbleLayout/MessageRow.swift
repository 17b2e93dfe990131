import ChatModel
public import Frames
import TextLayout

extension RowLayouter {
  /// The row of a message: name, bubble with everything in it, avatar.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image about the column's centre. What is inside a
  /// bubble moves with it and keeps its reading order.
  func messageRow(_ input: RowInput, gap: LayoutUnit) -> Row {
    let decoration = input.decoration
    let isMedia = if case .media = input.message.content { true } else { false }
    let left = bubbleLeft(decoration.side)
    var items: [FrameItem] = []
    items.reserveCapacity(8)
    let top = addName(of: input, left: left, top: gap, to: &items)
    let outline = items.count
    let shape = shape(decoration)
    items.append(
      FrameItem(StaticBox(.bubble), Rect(x: left, y: top, width: .zero, height: .zero), .bubble(shape)))
    var stack = PartStack(
      maxWidth: theme.columnWidth.share(isMedia ? theme.mediaShare : theme.textShare), behind: items)
    items = []
    addParts(of: input, to: &stack)
    let box = placeBubble(&stack, left: left, top: top, side: decoration.side, time: timeLabel(of: input))
    stack.items[outline].rect = box
    if isMedia { clipPictures(in: &stack, corners: shape.radii, box: box) }
    if input.message.extras != nil { addFailure(of: input, beside: box, to: &stack.items) }
    if decoration.side == .incoming, hasGutter, decoration.endsGroup {
      addAvatar(of: input, gap: gap, beside: box, to: &stack.items)
    }
    var bottom = LayoutUnit.zero
    for place in stack.items.indices { bottom = max(bottom, stack.items[place].rect.maxY) }
    return messageRow(of: input, height: bottom, items: stack.items)
  }

  /// A message's row of finished items.
  func messageRow(
    of input: RowInput, height: LayoutUnit, items: [FrameItem]
  ) -> Row {
    Row(
      kind: .message(
        index: input.index, anchor: input.anchor, side: input.decoration.side,
        sender: person(input.message.sender)?.name ?? ""),
      frame: Frame(
        size: Size(width: theme.columnWidth, height: height.ceilingPx), items: items))
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
    items.append(FrameItem(StaticBox(.name), placed(rect, decoration.side), .text(name.block)))
    return theme.bubbleTop(under: name.height, at: top)
  }

  /// Places the parts and the time in their bubble, and returns its box.
  ///
  /// The time stands behind the last line if it fits there, else over the picture that ends the bubble,
  /// else on a line of its own; never over a glyph.
  private func placeBubble(
    _ stack: inout PartStack, left: LayoutUnit, top: LayoutUnit, side: Side, time: TimeLabel?
  ) -> Rect {
    let (parts, lastTop) = stack.measured()
    var size = parts
    var placement: TimeLabel.Placement?
    if let last = stack.parts.last {
      placement = time?.placement(after: last, at: lastTop, in: parts, maxWidth: stack.maxWidth, theme: theme)
    }
    if let placement {
      size = Size(
        width: max(size.width, placement.minimumWidth), height: max(size.height, placement.minimumHeight))
    }
    // Whole pixels: crisper edges, and fewer digits on every page.
    size.width = size.width.ceilingPx
    let box = placed(Rect(x: left, y: top, width: size.width, height: size.height), side)
    stack.place(at: box.origin, width: size.width)
    if let placement { time?.place(placement, in: box, into: &stack.items, theme: theme) }
    return box
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
    guard let sender = input.message.sender, let person = person(sender) else { return }
    var rect = Slot(side: .leading, alignment: .bottom, gap: theme.avatarGap).place(
      Size(width: theme.avatar, height: theme.avatar), beside: box)
    rect.origin.y = max(gap, rect.minY)
    let avatar = FrameAvatar(
      path: person.avatar, initials: initialsLine(of: sender)?.block, colour: person.colour)
    items.append(FrameItem(StaticBox(.avatar), placed(rect, input.decoration.side), .avatar(avatar)))
  }

  /// What the message is, between what stands above and below the content of any kind.
  private func addParts(of input: RowInput, to stack: inout PartStack) {
    if let relations = input.relations { addBranch(relations, to: &stack) }
    if let extras = input.message.extras { addHeader(extras, of: input, to: &stack) }
    if let quote = input.quote { addQuote(quote, to: &stack) }
    switch input.message.content {
    case .text(let text): addText(text, to: &stack)
    case .media(let attachments, let caption):
      addMedia(attachments, caption: caption, media: input.media, to: &stack)
    case .part(let part): part.face.add(to: &stack, of: input, in: self)
    case .system: break
    }
    if let extras = input.message.extras {
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
