import BubbleLayout
import ChatImport
import ChatModel
import MediaProbe
internal import SiteFiles
import SiteWriter
import Synchronization

/// Probes attachments and stores each file once, named by its content.
///
/// Names in the input choose a file inside the input's folder and nothing else: what is stored is named by
/// hash and by the type its content has.
///
/// Files are looked at and copied by several workers at the same time, each path by one of them.
final class MediaStore: MediaResolving, Sendable {
  private let folder: OutputFolder
  private let way: ExportOptions.Attachments
  private let state = Mutex(State())
  /// Whoever has a path in hand holds the one its key chooses; who asks for the same path waits.
  private let hands = (0..<64).map { _ in StripedLocks() }

  private final class StripedLocks: Sendable { let lock = Mutex(()) }

  private struct State {
    /// What is known of each path asked for, by root and path.
    var known: [String: MediaPlacement] = [:]
    var resolvers = MediaResolvers()
    var stored: Set<String> = []
    /// What files were read into and can be again: as many as were looked at at the same time.
    var memories: [ReadBuffer] = []
    var counts = ExportReport.MediaCounts()
    var missing: [(path: String, reason: String)] = []
  }

  init(folder: OutputFolder, by way: ExportOptions.Attachments) { (self.folder, self.way) = (folder, way) }

  var counts: ExportReport.MediaCounts { state.withLock { $0.counts } }

  /// What cannot be shown, by path: pages that are laid out at the same time ask for their files in any order.
  var log: DiagnosticLog {
    var log = DiagnosticLog()
    for (path, reason) in state.withLock({ $0.missing }).sorted(by: {
      ($0.path, $0.reason) < ($1.path, $1.reason)
    }) {
      log.append(Diagnostic(.loss, "missing-file", "\(path) cannot be shown: \(reason)"))
    }
    return log
  }

  func place(_ attachment: Attachment, root: InputFolder) -> MediaPlacement {
    guard let path = attachment.path else { return MediaPlacement(path: nil) }
    var placement = placement(of: path, root: root)
    // The content knows best; the source's own numbers serve where the content does not say.
    if placement.width == nil || placement.height == nil {
      (placement.width, placement.height) = (attachment.width, attachment.height)
    }
    placement.poster = avatar(attachment.poster, root: root)
    return placement
  }

  /// The stored picture of a person or film; nil when there is none that can be shown.
  func avatar(_ path: String?, root: InputFolder) -> String? {
    guard let path else { return nil }
    let placement = placement(of: path, root: root)
    return placement.isInlineImage ? placement.path : nil
  }

  private func placement(of path: String, root: InputFolder) -> MediaPlacement {
    let key = "\(root.path)\u{0}\(path)"
    return hands[key.hashValue & 63].lock.withLock { _ in
      if let known = state.withLock({ $0.known[key] }) { return known }
      let made = store(path, root: root)
      state.withLock { $0.known[key] = made }
      return made
    }
  }

  private func store(_ path: String, root: InputFolder) -> MediaPlacement {
    do {
      let file = try state.withLock { $0.resolvers.resolver(of: root) }.open(path)
      var memory = state.withLock { $0.memories.popLast() } ?? ReadBuffer()
      defer { state.withLock { $0.memories.append(memory) } }
      let (info, sha256) = try file.identify(in: &memory)
      let name = "media/\(sha256.prefix(20)).\(info.fileExtension)"
      if state.withLock({ $0.stored.insert(name).inserted }) {
        try write(file, memory, to: name)
        state.withLock { $0.counts.stored += 1 }
      }
      return MediaPlacement(
        path: name, isInlineImage: info.isInlineImage, playback: info.placementPlayback,
        width: info.pixelWidth, height: info.pixelHeight)
    } catch let problem as MediaProblem {
      return missing(path, problem.description)
    } catch {
      return missing(path, "\(error)")
    }
  }

  private func write(
    _ file: borrowing MediaFile, _ memory: borrowing ReadBuffer, to name: String
  ) throws(OutputError) {
    if way == .linked, try folder.link(file.descriptor, to: name) { return }
    let bytes = memory.hasAll ? memory.bytes.span.extracting(first: memory.count) : nil
    try folder.copy(file.descriptor, called: file.path, bytes: bytes, to: name, mayShare: way != .copied)
  }

  private func missing(_ path: String, _ reason: String) -> MediaPlacement {
    state.withLock {
      $0.counts.missing += 1
      $0.missing.append((path, reason))
    }
    return MediaPlacement(path: nil)
  }
}
