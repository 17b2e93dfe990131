public import ChatModel
import Frames
import RichText

extension RowLayouter {
  /// Adds the pictures (one, or an album with its films), then each other file, then the caption.
  func addMedia(
    _ attachments: [Attachment], caption: MessageText, media: [MediaPlacement], to stack: inout PartStack
  ) {
    var grid: [GridPicture] = []
    var files: [GridPicture] = []
    for (number, attachment) in attachments.enumerated() {
      let placement = number < media.count ? media[number] : MediaPlacement(path: nil)
      let picture = GridPicture(number: number, attachment: attachment, placement: placement)
      if attachment.isInGrid(placement) { grid.append(picture) } else { files.append(picture) }
    }
    let first = stack.parts.count
    if grid.count > 1 {
      addAlbum(grid, to: &stack)
    } else if let alone = grid.first {
      if alone.attachment.isPicture(alone.placement) {
        let isAlone = caption.string.isEmpty && files.isEmpty && stack.parts.isEmpty
        addPicture(alone.attachment, alone.placement, isAlone: isAlone, to: &stack)
      } else {
        addFile(alone.attachment, alone.placement, number: alone.number, to: &stack)
      }
    }
    for file in files { addFile(file.attachment, file.placement, number: file.number, to: &stack) }
    if !caption.string.isEmpty { addCaption(caption, ofPartsFrom: first, to: &stack) }
  }

  /// Adds the caption, wrapped to the width of the pictures so that they fill the bubble. Pictures of less than half the
  /// column would make it a narrow strip: beside them it is as wide as any text.
  private func addCaption(_ caption: MessageText, ofPartsFrom first: Int, to stack: inout PartStack) {
    let whole = stack.maxWidth
    if first < stack.parts.count, stack.parts[first].insets == .zero {
      let width = stack.parts[first].size.width
      stack.maxWidth = width < whole.half ? whole : width
    }
    for index in first..<stack.parts.count { stack.parts[index].takesOverlay = false }
    addText(caption, to: &stack)
    stack.maxWidth = whole
  }

  /// Returns the displayed size of a picture in whole px: within `limit`, aspect ratio kept, never upscaled.
  static func fit(width: Int, height: Int, into limit: Size) -> Size {
    let factor = min(1, limit.width.px / Double(width), limit.height.px / Double(height))
    return Size(
      width: LayoutUnit(px: max(1, Int((Double(width) * factor).rounded()))),
      height: LayoutUnit(px: max(1, Int((Double(height) * factor).rounded()))))
  }

  /// Adds a picture that fills the bubble's width. A picture narrower than half the column that is not alone is inset
  /// like text, because it would otherwise touch the bubble's corner.
  private func addPicture(
    _ attachment: Attachment, _ placement: MediaPlacement, isAlone: Bool, to stack: inout PartStack
  ) {
    let limit = Size(width: stack.maxWidth, height: theme.mediaHeight)
    guard placement.path != nil else { return addMissing(attachment, to: &stack) }
    let size =
      if let width = placement.width, let height = placement.height, width > 0, height > 0 {
        Self.fit(width: width, height: height, into: limit)
      } else {
        Size(width: min(theme.unknownMediaSide, stack.maxWidth), height: theme.unknownMediaSide)
      }
    let image = FrameImage(
      path: placement.path, alt: wording.alt(of: attachment), radii: CornerRadii(all: .zero),
      isSpoiler: attachment.isSpoiler)
    stack.draw(.image, Rect(x: .zero, y: .zero, width: size.width, height: size.height), .image(image))
    let isSetIn = !isAlone && size.width < stack.maxWidth.half
    stack.endPart(size: size, insets: isSetIn ? theme.bubbleInsets : .zero, takesOverlay: !isSetIn)
  }
}

extension Attachment {
  /// True if the file is shown as a picture, or as the tile of a missing one.
  func isPicture(_ placement: MediaPlacement) -> Bool {
    kind.isPicture && (placement.isInlineImage || placement.path == nil)
  }

  /// True if the file has a cell in the grid of an album: pictures, and films that browsers can play.
  public func isInGrid(_ placement: MediaPlacement) -> Bool {
    isPicture(placement) || kind.isFilm && (placement.playback == .film || placement.path == nil)
  }
}

extension Attachment.Kind {
  /// True if the file is a picture, whether or not browsers can show it.
  fileprivate var isPicture: Bool {
    switch self {
    case .image, .sticker, .gif: true
    case .video, .audio, .voice, .file: false
    }
  }

  fileprivate var isFilm: Bool { self == .video || self == .gif }
}
