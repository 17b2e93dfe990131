import BubbleLayout
import ChatModel
import MediaProbe

/// Probes attachments and leaves them where they are: for `inspect`, whose plan has the sizes an export has.
struct ProbedMedia: MediaPlacing {
  func place(_ attachment: Attachment, root: String) -> MediaPlacement {
    guard let path = attachment.path, case .success(let file) = MediaResolver(root: root).resolve(path),
      case .success(let info) = MediaFile.probe(path: file)
    else { return MediaPlacement(path: nil) }
    return MediaPlacement(
      path: path, isInlineImage: info.isInlineImage, width: info.pixelWidth ?? attachment.width,
      height: info.pixelHeight ?? attachment.height)
  }
}
