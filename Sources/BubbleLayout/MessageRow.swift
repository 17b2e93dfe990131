import ChatModel
import Frames
import TextLayout

extension RowLayouter {
  /// The row of a message: name, bubble with everything in it, avatar.
  ///
  /// Laid out as incoming; an outgoing row is its mirror image about the column's centre. What is inside a
  /// bubble moves with it and keeps its reading order.
  func messageRow(_ input: RowInput, gap: LayoutUnit) -> Row {
    let decoration = input.decoration
    let isMedia = if case .media = input.message.content { true } else { false }
    let share = isMedia ? theme.mediaShare : theme.textShare
    let stack = PartStack(theme: theme, maxWidth: theme.columnWidth.share(share))
    let inside = stack.inside(of: parts(of: input, stack: stack), time: timeLabel(of: input))

    let gutter =
      decoration.side == .incoming && hasGutter ? theme.avatar + theme.avatarGap : LayoutUnit.zero
    let left = theme.sideMargin + gutter
    var items: [FrameItem] = []
    items.reserveCapacity(inside.items.count + 4)
    var top = gap
    if showsName(decoration), let sender = input.message.sender, let name = nameLine(of: sender) {
      let rect = Rect(x: left + theme.bubbleInsets.left, y: top, width: name.width, height: name.height)
      items.append(FrameItem(StaticBox(.name), placed(rect, decoration.side), .text(name.block)))
      top = (top + name.height + theme.nameGap).ceilingPx
    }
    let box = placed(
      Rect(x: left, y: top, width: inside.size.width, height: inside.size.height), decoration.side)
    items.append(FrameItem(StaticBox(.bubble), box, .bubble(shape(decoration))))
    let corners = shape(decoration).radii
    for var item in inside.items {
      if case .image(var image) = item.content {
        image.radii = Self.clip(item.rect, corners: corners, bubble: inside.size)
        item.content = .image(image)
      }
      item.rect = item.rect.offset(x: box.minX, y: box.minY)
      items.append(item)
    }
    if gutter > .zero, decoration.endsGroup, let sender = input.message.sender,
      let person = person(sender)
    {
      let rect = Rect(
        x: theme.sideMargin, y: max(gap, box.maxY - theme.avatar), width: theme.avatar, height: theme.avatar)
      let avatar = FrameAvatar(
        path: person.avatar, initials: initialsLine(of: sender)?.block, colour: person.colour)
      items.append(FrameItem(StaticBox(.avatar), placed(rect, decoration.side), .avatar(avatar)))
    }
    let bottom = items.reduce(LayoutUnit.zero) { max($0, $1.rect.maxY) }
    return Row(
      kind: .message(
        index: input.index, anchor: input.anchor, side: decoration.side,
        sender: person(input.message.sender)?.name ?? ""),
      frame: Frame(size: Size(width: theme.columnWidth, height: bottom.ceilingPx), items: items))
  }

  /// One switch over the kinds: each case is a file in `Contents/`.
  private func parts(of input: RowInput, stack: PartStack) -> [Part] {
    var parts: [Part] = []
    if let extras = input.message.extras { parts += headerParts(extras, stack: stack) }
    if let quote = input.quote { parts.append(quotePart(quote, stack: stack)) }
    switch input.message.content {
    case .text(let text): parts += textParts(text, stack: stack)
    case .media(let attachments, let caption):
      parts += mediaParts(attachments, caption: caption, media: input.media, stack: stack)
    case .code(let snippet): parts.append(codePart(snippet.code, number: -1, stack: stack))
    case .contact(let contact): parts.append(contactPart(contact, stack: stack))
    case .location(let location): parts.append(locationPart(location, stack: stack))
    case .poll(let poll): parts.append(pollPart(poll, stack: stack))
    case .call(let call): parts.append(callPart(call, stack: stack))
    case .linkPreview(let preview, let text):
      parts += textParts(text, stack: stack)
      parts.append(linkPreviewPart(preview, stack: stack))
    case .deleted(let deletion): parts.append(deletedPart(deletion, stack: stack))
    case .turnPart(let part): parts.append(turnPart(part, stack: stack))
    case .unsupported(let unsupported): parts.append(unsupportedPart(unsupported, stack: stack))
    case .system: break
    }
    if let text = input.message.extras?.text { parts += textParts(text, stack: stack) }
    if !input.message.reactions.isEmpty {
      parts += reactionParts(input.message.reactions, stack: stack)
    }
    if parts.isEmpty { parts = textParts(.empty, stack: stack) }
    return parts
  }

  private func showsName(_ decoration: Decoration) -> Bool {
    decoration.side == .incoming && hasGutter && decoration.startsGroup
  }

  /// `rect` for an incoming row, its mirror image for an outgoing one.
  private func placed(_ rect: Rect, _ side: Side) -> Rect {
    side == .incoming ? rect : rect.mirrored(in: theme.columnWidth)
  }

  /// The outline at this place in the group: large corners, small ones where a neighbour of the group joins
  /// on the sender's side, a tail on the last.
  func shape(_ decoration: Decoration) -> BubbleShape {
    let large = theme.cornerRadius
    let small = theme.joinedRadius
    let incoming = BubbleShape(
      radii: CornerRadii(
        topLeft: decoration.startsGroup ? large : small, topRight: large,
        bottomLeft: decoration.endsGroup ? large : small, bottomRight: large),
      tail: decoration.endsGroup ? theme.tail : .zero, side: .incoming)
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
