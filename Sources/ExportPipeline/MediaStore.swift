import BubbleLayout
import ChatModel
import MediaProbe
import SiteWriter
import Synchronization

/// Probes attachments and stores each file once, named by its content.
///
/// Names in the input choose a file inside the input's folder and nothing else: what is stored is named by
/// hash and by the type its content has.
final class MediaStore: MediaPlacing, Sendable {
  private let folder: OutputFolder
  private let state = Mutex(State())

  private struct State {
    /// What is known of each path asked for, by root and path.
    var known: [String: MediaPlacement] = [:]
    var stored: Set<String> = []
    var counts = ExportReport.MediaCounts()
    var log = DiagnosticLog()
  }

  init(folder: OutputFolder) { self.folder = folder }

  var counts: ExportReport.MediaCounts { state.withLock { $0.counts } }
  var log: DiagnosticLog { state.withLock { $0.log } }

  func place(_ attachment: Attachment, root: String) -> MediaPlacement {
    guard let path = attachment.path else { return MediaPlacement(path: nil) }
    var placement = placement(of: path, root: root)
    // The content knows best; the source's own numbers serve where the content does not say.
    if placement.width == nil || placement.height == nil {
      (placement.width, placement.height) = (attachment.width, attachment.height)
    }
    return placement
  }

  /// The stored picture of a person; nil when there is none that can be shown.
  func avatar(_ path: String?, root: String) -> String? {
    guard let path else { return nil }
    let placement = placement(of: path, root: root)
    return placement.isInlineImage ? placement.path : nil
  }

  private func placement(of path: String, root: String) -> MediaPlacement {
    state.withLock { state in
      let key = "\(root)\u{0}\(path)"
      if let known = state.known[key] { return known }
      let made = store(path, root: root, in: &state)
      state.known[key] = made
      return made
    }
  }

  private func store(_ path: String, root: String, in state: inout State) -> MediaPlacement {
    switch MediaResolver(root: root).resolve(path) {
    case .failure(let problem): return missing(path, problem.message, in: &state)
    case .success(let file):
      do {
        let info = try MediaFile.probe(path: file).get()
        let hash = try MediaFile.sha256(path: file)
        let name = "media/\(hash.prefix(20)).\(info.fileExtension)"
        if state.stored.insert(name).inserted {
          try folder.copy(file, to: name)
          state.counts.stored += 1
          state.counts.bytes += info.byteCount
        }
        return MediaPlacement(
          path: name, isInlineImage: info.isInlineImage, width: info.pixelWidth, height: info.pixelHeight)
      } catch let problem as MediaProblem {
        return missing(path, problem.message, in: &state)
      } catch {
        return missing(path, "\(error)", in: &state)
      }
    }
  }

  private func missing(_ path: String, _ reason: String, in state: inout State) -> MediaPlacement {
    state.counts.missing += 1
    state.log.append(Diagnostic(.loss, "missing-file", "\(path) is shown as a card: \(reason)"))
    return MediaPlacement(path: nil)
  }
}
