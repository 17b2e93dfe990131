public import ChatModel
import Frames

extension Message {
  /// The sticker or round film of a message that consists of nothing else; it is shown without a bubble if its file is available.
  public var loneSticker: Attachment? {
    guard case .media(let files, let caption) = content, files.count == 1,
      files[0].kind == .sticker || files[0].isRound, caption.string.isEmpty, reply == nil,
      extras?.needsBubble != true
    else { return nil }
    return files[0]
  }
}

extension Attachment {
  /// True if a sticker or round film can be shown without a bubble.
  public func isBare(_ placement: MediaPlacement) -> Bool {
    isRound ? placement.path != nil && placement.playback == .film : placement.isInlineImage
  }
}

extension RowLayouter {
  /// Lays out a row with a sticker or round film and no bubble.
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
    if sticker.isRound, let path = placement.path {
      return roundFilmFrame(sticker, placement, path: path, input: input, gap: gap)
    }
    let image = FrameImage(path: placement.path, alt: wording.alt(of: sticker), radii: .zero)
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(role: .image, size: size, lineWidth: size.width, content: .image(image)))
  }

  /// Lays out a row with a film as a disc.
  private func roundFilmFrame(
    _ film: Attachment, _ placement: MediaPlacement, path: String, input: RowInput, gap: LayoutUnit
  ) -> Frame {
    let side = min(theme.mediaHeight, mediaWidth, theme.stickerSide * 2).half.ceilingPx * 2
    var player = FramePlayer(
      kind: .film, path: path, name: wording.spoken(film), radii: CornerRadii(all: side.half),
      poster: film.isSpoiler ? nil : placement.poster, duration: film.duration)
    player.isRound = true
    return bareFrame(
      input, gap: gap,
      picture: BarePicture(
        role: .player, size: Size(width: side, height: side), lineWidth: side, content: .player(player)))
  }
}
