import ChatModel
import Frames

extension RowLayouter {
  /// Adds several pictures in a grid that fills the bubble.
  func addAlbum(_ pictures: [(Attachment, MediaPlacement)], to stack: inout PartStack) {
    let grid = AlbumGrid(
      ratios: pictures.map { $0.1.ratio }, width: stack.maxWidth, rowHeight: theme.albumRow,
      gap: theme.albumGap)
    for (number, ((attachment, placement), cell)) in zip(pictures, grid.cells).enumerated() {
      let image = FrameImage(
        path: placement.path, alt: wording.alt(of: attachment), radii: CornerRadii(all: .zero),
        isSpoiler: attachment.isSpoiler)
      stack.draw(.image, number: number, cell, .image(image))
    }
    stack.endPart(size: grid.size, insets: .zero, takesOverlay: true)
  }
}

extension MediaPlacement {
  /// Aspect ratio, width to height; 1 if unknown.
  fileprivate var ratio: Double {
    guard let width, let height, width > 0, height > 0 else { return 1 }
    return Double(width) / Double(height)
  }
}
