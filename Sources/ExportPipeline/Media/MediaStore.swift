import BubbleLayout
import ChatModel
import Digests
import ImportKit
import MediaProbe
import Redaction
import SiteFiles
import SiteWriter
import Synchronization

/// Probes attachments and stores each file once, named by its content. Without a folder to store them in, as for `check` and
/// `inspect`, the files are only looked at and keep their paths.
///
/// Names in the input only choose a file inside the input's folder: a stored file is named by its hash and by the
/// type of its content.
///
/// Several workers inspect and copy files at the same time, but never the same path.
final class MediaStore: Sendable {
  private let folder: OutputFolder?
  /// True if files without a folder to store them in are named by their content, and found again by these names.
  private let namesFiles: Bool
  private let method: ExportOptions.Attachments
  /// Nil if the site is not redacted.
  private let redaction: FileRedaction?
  private let state = Mutex(StoreState())
  /// Locks striped by path: two workers never probe or copy the same attachment at once, and workers on other paths run in
  /// parallel.
  private let locks = (0..<64).map { _ in StripedLocks() }

  private final class StripedLocks: Sendable { let lock = Mutex(()) }

  private struct StoreState {
    /// The result for each path, by root and path.
    var placements: [String: MediaPlacement] = [:]
    var resolvers = MediaResolvers()
    /// The names of the stored files. Without a folder, the digests of the HEIC photos.
    var stored: Set<String> = []
    /// Buffers for reuse: as many as files were read at the same time.
    var buffers: [ReadBuffer] = []
    var counts = ExportReport.MediaCounts()
    var missing: [MissingFile] = []
    /// The first error of writing a file.
    var failure: OutputError?
    /// The number of HEIC photos.
    var heicPhotos = 0
    /// The files that keep the facts in them although the site is redacted.
    var unstripped = UnstrippedFiles()
    /// The files that are named by their content, by these names.
    var named: [String: NamedFile] = [:]
  }

  /// The folder of attachments in a site.
  private static let folderName = "media"

  /// Creates a store in `folder`, or one that only looks at files. With `redaction` it stores files without the facts that cameras and
  /// programs add to them, and texts without redacted words.
  init(
    folder: OutputFolder? = nil, by method: ExportOptions.Attachments = .shared,
    redaction: FileRedaction? = nil,
    namesFiles: Bool = false
  ) {
    (self.folder, self.method, self.redaction, self.namesFiles) = (folder, method, redaction, namesFiles)
  }

  var counts: ExportReport.MediaCounts { state.withLock { $0.counts } }

  /// The paths of stored files that keep what is written in them, sorted; nil if the export is not redacted.
  var unredactedFiles: [String]? {
    redaction == nil ? nil : state.withLock { $0.unstripped.paths }
  }

  /// Throws the first error of writing an attachment: a full disk is no reason to show a card in its place.
  func check() throws(OutputError) { if let error = state.withLock(\.failure) { throw error } }

  /// The attachments that cannot be shown so far.
  var missing: [MissingFile] {
    state.withLock(\.missing).sorted { ($0.path, $0.reason, $0.named) < ($1.path, $1.reason, $1.named) }
  }

  /// Adds what other processes stored in the site and could not show. Files of theirs are not stored again.
  func add(_ shards: [ShardSummary]) {
    state.withLock { state in
      var missing: Set<MissingFile> = []
      for shard in shards {
        for file in shard.files
        where file.hasPrefix(Self.folderName + "/") && state.stored.insert(file).inserted {
          state.counts.stored += 1
          if file.hasSuffix(".heic") { state.heicPhotos += 1 }
        }
        missing.formUnion(shard.missing)
      }
      state.missing = Array(missing)
      state.counts.missing = missing.count
    }
  }

  /// Diagnostics about files that cannot be shown, sorted by path because workers meet them in any order.
  func log(_ surveys: [ConversationSurvey]) -> DiagnosticLog {
    var log = DiagnosticLog()
    log.append(missing: missing, in: surveys)
    if let finding = state.withLock({ $0.unstripped.finding }) { log.append(finding) }
    let photos = state.withLock(\.heicPhotos)
    if photos > 0 {
      log.append(
        Diagnostic(
          .note, "heic-photo",
          "\(photos == 1 ? "1 photo is a HEIC file" : "\(photos) photos are HEIC files"), which most browsers do not show; "
            + "the pages have them as files to open. To see them there, convert them to JPEG under the same names and export again"
        ))
    }
    return log
  }

  func placement(of attachment: Attachment, root: InputFolder) -> MediaPlacement {
    guard let path = attachment.path else { return MediaPlacement(path: nil) }
    var placement = placement(of: path, root: root)
    // The content is most reliable; the source's own numbers are used if the content has none.
    if placement.width == nil || placement.height == nil {
      (placement.width, placement.height) = (attachment.width, attachment.height)
    }
    placement.poster = avatar(attachment.poster, root: root)
    return placement
  }

  /// The stored picture of a person or film; nil if none can be shown.
  func avatar(_ path: String?, root: InputFolder) -> String? {
    guard let path else { return nil }
    let placement = placement(of: path, root: root)
    return placement.isInlineImage ? placement.path : nil
  }

  private func placement(of named: String, root: InputFolder) -> MediaPlacement {
    // Each of the joined exports has its own files.
    let (root, path) = root.located(redaction?.aliases.path(for: named) ?? named)
    let key = "\(root.path)\u{0}\(path)"
    return locks[key.hashValue & 63].lock.withLock { _ in
      if let known = state.withLock({ $0.placements[key] }) { return known }
      let made = makePlacement(path, named: named, root: root)
      state.withLock { $0.placements[key] = made }
      return made
    }
  }

  private func makePlacement(_ path: String, named: String, root: InputFolder) -> MediaPlacement {
    do {
      var memory = state.withLock { $0.buffers.popLast() } ?? ReadBuffer()
      defer { state.withLock { $0.buffers.append(memory) } }
      let file = try open(path, in: root, &memory)
      let (info, name): (MediaInfo, String)
      if let folder {
        (info, name) = try store(file, in: folder, &memory)
      } else if namesFiles {
        (info, name) = try remember(file, NamedFile(root: root, path: path, named: named), &memory)
      } else {
        (info, name) = (try probe(file, &memory), path)
      }
      return MediaPlacement(
        path: name, isInlineImage: info.isInlineImage, playback: info.placementPlayback,
        width: info.pixelWidth, height: info.pixelHeight)
    } catch let problem as MediaProblem {
      return missing(path, named, problem.description)
    } catch let error as OutputError {
      if case .unreadable = error {} else { state.withLock { $0.failure = $0.failure ?? error } }
      return missing(path, named, error.description)
    } catch {
      return missing(path, named, "\(error)")
    }
  }

  /// Opens a file; of a redacted export, without the facts that cameras and programs add.
  private func open(
    _ path: String, in root: InputFolder, _ memory: inout ReadBuffer
  ) throws(MediaProblem) -> MediaFile {
    let file = try state.withLock { $0.resolvers.resolver(of: root) }.open(path)
    guard let redaction else { return file }
    var kept: UnstrippedFiles.File?
    let redacted = try file.redacted(redaction.texts, in: &memory, &kept)
    if let kept { state.withLock { $0.unstripped.insert(kept, at: Self.name(kept.info, kept.sha256)) } }
    return redacted
  }

  /// The name in a site of a file with this digest.
  private static func name(_ info: MediaInfo, _ sha256: String) -> String {
    "\(folderName)/\(sha256.prefix(20)).\(info.fileExtension)"
  }

  /// Stores a file unless its content is stored already. Returns its facts and its name in the site.
  private func store(
    _ file: borrowing MediaFile, in folder: OutputFolder, _ memory: inout ReadBuffer
  ) throws -> (info: MediaInfo, name: String) {
    let (info, sha256) = try file.identify(in: &memory)
    let name = Self.name(info, sha256.hexadecimal)
    guard state.withLock({ $0.stored.insert(name).inserted }) else { return (info, name) }
    do { try write(file, sha256, memory, in: folder, to: name) } catch {
      // After a failure, another path with this content must not refer to half a copy.
      state.withLock { _ = $0.stored.remove(name) }
      folder.remove(name)
      throw error
    }
    state.withLock {
      $0.counts.stored += 1
      if info.kind == .heic { $0.heicPhotos += 1 }
    }
    return (info, name)
  }

  /// Names a file by its content and remembers where it is. Returns its facts and its name.
  private func remember(
    _ file: borrowing MediaFile, _ origin: NamedFile, _ memory: inout ReadBuffer
  ) throws(MediaProblem) -> (info: MediaInfo, name: String) {
    let (info, sha256) = try file.identify(in: &memory)
    let name = Self.name(info, sha256.hexadecimal)
    state.withLock { state in
      guard state.named[name] == nil else { return }
      var origin = origin
      origin.sha256 = sha256
      state.named[name] = origin
      state.counts.stored += 1
      if info.kind == .heic { state.heicPhotos += 1 }
    }
    return (info, name)
  }

  /// Notes that a file that was named by its content is not shown after all. `words` end a sentence about it.
  func noteUndrawn(_ name: String, _ words: String) {
    state.withLock { state in
      guard let file = state.named[name] else { return }
      state.counts.missing += 1
      state.missing.append(
        MissingFile(path: file.path, named: file.named, reason: "'\(file.path)' \(words)"))
    }
  }

  /// Returns the bytes of a file that was named by its content; nil if it is larger than `limit`, or cannot be read any more.
  func bytes(of name: String, limit: Int) -> [UInt8]? {
    guard let origin = state.withLock({ $0.named[name] }) else { return nil }
    var memory = ReadBuffer()
    guard let bytes = try? open(origin.path, in: origin.root, &memory).head(limit: limit + 1),
      bytes.count <= limit
    else { return nil }
    return bytes
  }

  /// The files that were named by their content, by their paths in the inputs.
  var namedFiles: [NamedFile] {
    state.withLock { Array($0.named.values) }.sorted { ($0.named, $0.path) < ($1.named, $1.path) }
  }

  /// Returns the facts of a file without copying it.
  private func probe(
    _ file: borrowing MediaFile, _ memory: inout ReadBuffer
  ) throws(MediaProblem) -> MediaInfo {
    let info = try file.info(in: &memory)
    guard info.kind == .heic else { return info }
    // Photos are counted by content, because an export stores two equal ones once.
    let sha256 = try file.sha256()
    state.withLock { if $0.stored.insert(sha256).inserted { $0.heicPhotos += 1 } }
    return info
  }

  private func write(
    _ file: borrowing MediaFile, _ sha256: SHA256Digest, _ memory: borrowing ReadBuffer,
    in folder: OutputFolder, to name: String
  ) throws(OutputError) {
    if method == .linked, try folder.link(file.descriptor, sha256: sha256, to: name) { return }
    let bytes = memory.hasAll ? memory.bytes.span.extracting(first: memory.count) : nil
    try folder.copy(
      file.descriptor, called: file.path, sha256: sha256, bytes: bytes, to: name, mayShare: method != .copied)
  }

  private func missing(_ path: String, _ named: String, _ reason: String) -> MediaPlacement {
    state.withLock {
      $0.counts.missing += 1
      $0.missing.append(MissingFile(path: path, named: named, reason: reason))
    }
    return MediaPlacement(path: nil)
  }
}

extension MediaInfo {
  /// The way in which the layout shows the file playing.
  fileprivate var placementPlayback: MediaPlacement.Playback? {
    switch playback {
    case .sound: .sound
    case .film: .film
    case nil: nil
    }
  }
}

/// A file of an input that is named by its content.
struct NamedFile: Sendable {
  var root: InputFolder
  var path: String
  /// The path as a message has it.
  var named: String
  var sha256 = SHA256Digest(of: [UInt8]().span)
}

/// An attachment that cannot be shown.
struct MissingFile: Sendable, Hashable {
  var path: String
  /// The path as a message has it, with the number of its export.
  var named: String
  var reason: String
}

extension DiagnosticLog {
  /// Adds a loss for each file that cannot be shown, with the first message that names it.
  mutating func append(missing: [MissingFile], in surveys: [ConversationSurvey]) {
    let hashes = Set(missing.map { AttachmentIndex.hash($0.named) })
    // One pass over the conversations, however many files are missing.
    var owners: [UInt64: (title: String, message: Int)] = [:]
    for survey in surveys where !hashes.isEmpty {
      for (hash, message) in survey.facts.files.messages(namingPathsOf: hashes) where owners[hash] == nil {
        owners[hash] = (survey.info.title, message)
      }
    }
    for file in missing {
      let (path, named, reason) = (file.path, file.named, file.reason)
      let owner = owners[AttachmentIndex.hash(named)]
      append(
        Diagnostic(
          .loss, "missing-file",
          reason.hasPrefix("'\(path)'") ? reason : "\(path) cannot be shown: \(reason)",
          at: owner.map { Origin(file: $0.title, path: "message \($0.message)") }))
    }
  }
}
