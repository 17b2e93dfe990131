import ChatModel
import Frames
import RichText

extension RowLayouter {
  /// Pictures (one, or an album in two columns), then a card for each other file, then the caption.
  func mediaParts(
    _ attachments: [Attachment], caption: MessageText, media: [MediaPlacement], stack: PartStack
  ) -> [Part] {
    var pictures: [(Attachment, MediaPlacement)] = []
    var cards: [Part] = []
    for (number, attachment) in attachments.enumerated() {
      let placement = number < media.count ? media[number] : MediaPlacement(path: nil)
      if attachment.kind.isPicture, placement.isInlineImage || placement.path == nil {
        pictures.append((attachment, placement))
      } else {
        cards.append(filePart(attachment, placement, number: number, stack: stack))
      }
    }
    var parts: [Part] = []
    if pictures.count == 1 {
      parts.append(singlePicture(pictures[0].0, pictures[0].1, stack: stack))
    } else if pictures.count > 1 {
      parts.append(album(pictures, stack: stack))
    }
    for card in cards { parts.append(card) }
    if !caption.string.isEmpty {
      // The caption wraps to the pictures' width, so that the picture keeps the bubble's edge.
      var captionStack = stack
      if let picture = parts.first, picture.takesOverlay {
        captionStack = PartStack(theme: theme, maxWidth: max(picture.size.width, stack.maxWidth.half))
      }
      for place in parts.indices { parts[place].takesOverlay = false }
      parts += textParts(caption, stack: captionStack)
    }
    return parts
  }

  /// The size a picture is shown at: never upscaled, ratio kept, within the theme's limits.
  static func fit(width: Int, height: Int, into limit: Size) -> Size {
    let factor = min(1, limit.width.px / Double(width), limit.height.px / Double(height))
    return Size(
      width: LayoutUnit(px: max(1, Int((Double(width) * factor).rounded()))),
      height: LayoutUnit(px: max(1, Int((Double(height) * factor).rounded()))))
  }

  private func singlePicture(
    _ attachment: Attachment, _ placement: MediaPlacement, stack: PartStack
  ) -> Part {
    let limit = Size(width: stack.maxWidth, height: theme.mediaHeight)
    guard placement.path != nil else { return missingPicture(attachment, stack: stack) }
    let size =
      if let width = placement.width, let height = placement.height, width > 0, height > 0 {
        Self.fit(width: width, height: height, into: limit)
      } else {
        Size(width: theme.unknownMediaSide, height: theme.unknownMediaSide)
      }
    let image = FrameImage(
      path: placement.path, alt: Wording.alt(of: attachment), radii: CornerRadii(all: .zero))
    return Part(
      size: size, insets: Insets(top: .zero, left: .zero, bottom: .zero, right: .zero),
      items: [
        (
          FrameItem(
            StaticBox(.image), Rect(x: .zero, y: .zero, width: size.width, height: size.height),
            .image(image)), .fixed
        )
      ], takesOverlay: true)
  }

  /// A placeholder of a stable size that says what is missing and why.
  private func missingPicture(_ attachment: Attachment, stack: PartStack) -> Part {
    cardPart(
      label: Wording.kind(attachment.kind), lines: Wording.missing(attachment), stack: stack)
  }

  private func album(_ pictures: [(Attachment, MediaPlacement)], stack: PartStack) -> Part {
    let gap = theme.albumGap
    let side = LayoutUnit(px: Int(((stack.maxWidth - gap).px / 2).rounded(.down)))
    var items: [(item: FrameItem, fit: Part.Fit)] = []
    for (number, (attachment, placement)) in pictures.enumerated() {
      let column = number % 2
      let row = number / 2
      let isWide = column == 0 && number == pictures.count - 1
      let rect = Rect(
        x: column == 0 ? .zero : side + gap, y: (side + gap) * row, width: isWide ? side * 2 + gap : side,
        height: side)
      let image = FrameImage(
        path: placement.path, alt: Wording.alt(of: attachment), radii: CornerRadii(all: .zero))
      items.append((FrameItem(StaticBox(.image, number), rect, .image(image)), .fixed))
    }
    let rows = (pictures.count + 1) / 2
    return Part(
      size: Size(width: side * 2 + gap, height: (side + gap) * rows - gap),
      insets: Insets(top: .zero, left: .zero, bottom: .zero, right: .zero), items: items, takesOverlay: true)
  }

  private func filePart(
    _ attachment: Attachment, _ placement: MediaPlacement, number: Int, stack: PartStack
  ) -> Part {
    let lines =
      placement.path == nil
      ? Wording.missing(attachment) : Wording.file(attachment)
    return cardPart(
      label: Wording.kind(attachment.kind), lines: lines, number: number, link: placement.path, stack: stack)
  }
}

extension Attachment.Kind {
  /// Whether the file is shown as a picture when it can be.
  var isPicture: Bool {
    switch self {
    case .image, .sticker, .gif: true
    case .video, .audio, .voice, .file: false
    }
  }
}
