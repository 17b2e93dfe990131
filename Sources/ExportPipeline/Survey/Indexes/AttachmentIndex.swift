import ChatModel
import ICU
import Storage

/// The messages that files came with, by the files' paths, and messages whose files are not in the export.
struct AttachmentIndex: Sendable {
  /// The most files that are mapped to their messages, at 12 bytes each.
  private static let limit = 200_000
  /// The index of the first message that names a path, by the path's hash.
  private var messages: [UInt64: UInt32] = [:]
  /// The hashes of the names of all files that messages show, also beyond the limit. Names are in small letters and without their folders,
  /// because some apps write other folders than they pack.
  private(set) var names: Set<UInt64> = []
  /// The number of files that the export says it leaves out, and the first message with one.
  private(set) var absent = 0
  private var firstAbsent: UInt32?
  /// The number of images, each image of an album counted, whether their files are there or not.
  private(set) var photos = 0
  /// The number of videos, and of voice messages.
  private(set) var videos = 0
  private(set) var recordings = 0

  init() {}

  /// Enters the files of the message at `index`: attachments with their posters, pictures of reactions and of the chat's own emoji.
  mutating func add(_ message: Message, at index: Int) {
    for picture in message.pictures { noteShown(picture) }
    switch message.content {
    case .media(let attachments, _):
      for file in attachments {
        add(file, of: index)
        switch file.kind {
        case .image: photos += 1
        case .video: videos += 1
        case .voice: recordings += 1
        case .gif, .audio, .file, .sticker: break
        }
      }
    case .part(let part): for file in part.files where file.path != nil { add(file, of: index) }
    case .text, .system: break
    }
  }

  private mutating func add(_ file: Attachment, of index: Int) {
    if let path = file.path {
      noteShown(path)
      if let poster = file.poster { noteShown(poster) }
      let hash = Self.hash(path)
      guard messages.count < Self.limit, messages[hash] == nil else { return }
      messages[hash] = UInt32(clamping: index)
    } else {
      absent += 1
      firstAbsent = firstAbsent ?? UInt32(clamping: index)
    }
  }

  private mutating func noteShown(_ path: String) { names.insert(Self.nameHash(path)) }

  /// Returns the number of the first message that names each of some paths, counted from 1, by the paths' hashes.
  func messages(namingPathsOf hashes: Set<UInt64>) -> [UInt64: Int] {
    var found: [UInt64: Int] = [:]
    if messages.count < hashes.count {
      for (hash, index) in messages where hashes.contains(hash) { found[hash] = Int(index) + 1 }
    } else {
      for hash in hashes { if let index = messages[hash] { found[hash] = Int(index) + 1 } }
    }
    return found
  }

  /// Notes the files that the export leaves out.
  func report(of title: String, to log: inout DiagnosticLog) {
    guard absent > 0, let firstAbsent else { return }
    let files = absent == 1 ? "an attachment is" : "\(absent) attachments are"
    log.append(
      Diagnostic(
        .note, "not-included",
        "\(files) not included in the export, the first in message \(firstAbsent + 1); they are shown as cards",
        at: Origin(file: title)))
  }

  /// The hash of a file's name in ``names``, without regard to case and to the form of its accents, which systems change.
  static func nameHash(_ path: String) -> UInt64 {
    let name = path.utf8.lastIndex(where: { $0 == 0x2F || $0 == 0x5C }).map {
      path[path.utf8.index(after: $0)...]
    }
    let lower = name.map(String.init)?.lowercased() ?? path.lowercased()
    return hash(lower.utf8.allSatisfy { $0 < 0x80 } ? lower : NormalizationForm.nfc(lower))
  }

  /// The hash of a path in ``messages(namingPathsOf:)``.
  static func hash(_ path: String) -> UInt64 { MessageIDIndex.hash(path) }
}

extension AttachmentIndex: CodedFields {
  static var blank: AttachmentIndex { AttachmentIndex() }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&messages)
    try coder.code(&names)
    try coder.code(&absent)
    try coder.code(&firstAbsent)
    try coder.code(&photos)
    try coder.code(&videos)
    try coder.code(&recordings)
  }
}
