import ChatModel
import Frames
import TextLayout

/// A picture or film of a grid, with its number among the message's attachments.
struct GridPicture {
  var number: Int
  var attachment: Attachment
  var placement: MediaPlacement
}

extension RowLayouter {
  /// Adds several pictures and films in a grid that fills the bubble.
  func addAlbum(_ pictures: [GridPicture], to stack: inout PartStack) {
    let grid = AlbumGrid(
      ratios: pictures.map { $0.placement.ratio }, width: stack.maxWidth, rowHeight: theme.albumRow,
      gap: theme.albumGap)
    for (picture, cell) in zip(pictures, grid.cells) {
      if let film = picture.film {
        drawFilm(picture.attachment, film, number: picture.number, cell, to: &stack)
        continue
      }
      let image = FrameImage(
        path: picture.placement.path, alt: wording.alt(of: picture.attachment),
        radii: CornerRadii(all: .zero), isSpoiler: picture.attachment.isSpoiler)
      stack.draw(.image, number: picture.number, cell, .image(image))
      if picture.placement.path == nil { drawMissing(picture, in: cell, to: &stack) }
    }
    // A time would cover the controls of a film.
    stack.endPart(size: grid.size, insets: .zero, takesOverlay: pictures.last?.film == nil)
  }

  /// Draws the sign of a picture or film and the file's name on the tile of a missing file.
  private func drawMissing(_ picture: GridPicture, in cell: Rect, to stack: inout PartStack) {
    let attachment = picture.attachment
    let title = attachment.name == nil ? attachment.fileName : nil
    let name = fileNameLine(
      title ?? wording.title(of: attachment), role: .cardFact, maxWidth: cell.width - theme.cardPadding)
    let hasRoom = cell.height >= theme.icon + theme.iconGap.half + name.height
    let height = (hasRoom ? theme.icon + theme.iconGap.half : .zero) + name.height
    let top = (cell.minY + (cell.height - height).half).ceilingPx
    if hasRoom {
      let icon = Rect(
        x: (cell.minX + (cell.width - theme.icon).half).ceilingPx, y: top, width: theme.icon,
        height: theme.icon)
      stack.draw(.icon, number: picture.number, icon, .icon(attachment.kind.icon))
    }
    stack.draw(
      .label, number: picture.number,
      Rect(
        x: (cell.minX + (cell.width - name.width).half).ceilingPx, y: top + height - name.height,
        width: name.width, height: name.height),
      .text(name.block))
  }
}

extension GridPicture {
  /// The placement's file, if it is a film that browsers can play.
  fileprivate var film: MediaPlacement? {
    placement.path != nil && !placement.isInlineImage && placement.playback == .film ? placement : nil
  }
}

extension MediaPlacement {
  /// Aspect ratio, width to height; 1 if unknown.
  fileprivate var ratio: Double {
    guard let width, let height, width > 0, height > 0 else { return 1 }
    return Double(width) / Double(height)
  }
}
