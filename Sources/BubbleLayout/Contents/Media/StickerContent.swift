public import ChatModel
import Frames

extension Message {
  /// The sticker of a message that consists of nothing else; it is shown without a bubble if its picture is available.
  public var loneSticker: Attachment? {
    guard case .media(let files, let caption) = content, files.count == 1, files[0].kind == .sticker,
      caption.string.isEmpty, reply == nil, extras?.needsBubble != true
    else { return nil }
    return files[0]
  }
}

extension RowLayouter {
  /// Lays out a row with a sticker and no bubble.
  func stickerFrame(
    _ sticker: Attachment, _ placement: MediaPlacement, input: RowInput, gap: LayoutUnit
  ) -> Frame {
    let limit = Size(width: theme.stickerSide, height: theme.stickerSide)
    let size =
      if let width = placement.width, let height = placement.height, width > 0, height > 0 {
        Self.fit(width: width, height: height, into: limit)
      } else {
        limit
      }
    let image = FrameImage(path: placement.path, alt: wording.alt(of: sticker), radii: .zero)
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(role: .image, size: size, lineWidth: size.width, content: .image(image)))
  }
}
