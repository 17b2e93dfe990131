import BubbleLayout
import ChatImport
import ChatModel
import MediaProbe
import Synchronization

/// Probes attachments and leaves them where they are: for `inspect`, whose plan has the sizes an export has.
final class ProbedMedia: MediaResolving, Sendable {
  private let state = Mutex(ProbeState())

  private struct ProbeState {
    var resolvers = MediaResolvers()
    var memory = ReadBuffer()
    /// By root and path: files in a zip are unpacked once however often a sticker is shown.
    var known: [String: MediaInfo?] = [:]
  }

  func placement(of attachment: Attachment, root: InputFolder) -> MediaPlacement {
    guard let path = attachment.path, let info = info(path, root) else { return MediaPlacement(path: nil) }
    let poster = attachment.poster.flatMap {
      self.info($0, root)?.isInlineImage == true ? root.located($0).path : nil
    }
    return MediaPlacement(
      path: root.located(path).path, isInlineImage: info.isInlineImage, playback: info.placementPlayback,
      width: info.pixelWidth ?? attachment.width, height: info.pixelHeight ?? attachment.height,
      poster: poster)
  }

  private func info(_ path: String, _ root: InputFolder) -> MediaInfo? {
    let (root, path) = root.located(path)
    return state.withLock { state in
      let key = "\(root.path)\u{0}\(path)"
      if let info = state.known[key] { return info }
      let info = try? state.resolvers.resolver(of: root).open(path).info(in: &state.memory)
      state.known[key] = .some(info)
      return info
    }
  }
}

extension MediaInfo {
  /// As what the layout shows the file playing.
  var placementPlayback: MediaPlacement.Playback? {
    switch playback {
    case .sound: .sound
    case .film: .film
    case nil: nil
    }
  }
}
