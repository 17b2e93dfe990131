import Frames
import ICU
import Synchronization
import SystemCalls

/// All faces that may be used: the bundled ones, and faces in folders for characters that the bundled ones lack.
///
/// Folders are read when a character is missing, or before (``prepare()``), and always in the order of file names.
public final class FontCatalog: Sendable {
  /// The folders of Debian's Noto and Droid packages, then the folder of the fonts that come with the program.
  public static let systemFolders =
    ["truetype/noto", "opentype/noto", "truetype/droid"].map { "/usr/share/fonts/" + $0 }
    + (SystemCall.programFolder.map { [$0 + "/../share/chatexport/fonts"] } ?? [])

  private let folders: [String]
  private let sources: Mutex<[FontSource]>
  private let found = Mutex<[FontPath]?>(nil)
  private let listed = Mutex<[FontCandidate]?>(nil)
  private let open = Mutex<[FaceSlot: OpenedFont]>([:])

  /// A font and its characters.
  typealias OpenedFont = (file: FontFile, coverage: ScalarSet)

  /// Faces by slot, and folders to fall back on, earlier ones first. A folder that does not exist is skipped.
  public init(bundled: [FontSource], folders: [String]) {
    sources = Mutex(bundled)
    self.folders = folders
  }

  /// The bundled faces.
  var bundled: [FontSource] { sources.withLock { $0 } }

  /// Prepares everything in ``makeFontSet(for:)`` that does not depend on the texts, for a core that is idle while
  /// the texts are read.
  public func prepare() {
    _ = candidates
    _ = CanonicalCompositions.all
    for source in bundled where source.slot == .regular || source.slot == .bold { _ = opened(source) }
  }

  /// Releases the bundled fonts: the subsets cut from them do not need them.
  public func forget() {
    sources.withLock { $0 = [] }
    open.withLock { $0 = [:] }
  }

  /// Cuts the faces down to the needs of an export's texts.
  public func makeFontSet(for survey: CharacterUsage) throws(FontError) -> FontSet {
    var builder = FontSetBuilder(catalog: self, survey: survey)
    return try builder.build()
  }

  /// A bundled face, opened once; nil if its bytes are not a font.
  func opened(_ source: FontSource) -> OpenedFont? {
    open.withLock { known in
      if let slot = source.slot, let known = known[slot] { return known }
      guard let file = source.file else { return nil }
      let opened = (file, file.coverage)
      if let slot = source.slot { known[slot] = opened }
      return opened
    }
  }

  /// The fonts in the folders and their subfolders, by name; listed once.
  var candidates: [FontCandidate] {
    listed.withLock { known in
      if let known { return known }
      let all = list()
      known = all
      return all
    }
  }

  private func list() -> [FontCandidate] {
    var result: [FontCandidate] = []
    for (number, file) in files.enumerated() {
      guard var candidate = FontCandidate(path: file.path, file: number, folder: file.folder) else {
        continue
      }
      result.append(candidate)
      // In a collection for East Asian languages the language chooses the face, in any other the characters.
      guard candidate.hasSeveralFaces, !candidate.isCollection else { continue }
      for index in 1..<max(1, MappedFont(path: candidate.path)?.faceCount ?? 0) {
        candidate.index = index
        result.append(candidate)
      }
    }
    return result
  }

  /// The font files in the folders, by name; listed once.
  var files: [FontPath] {
    found.withLock { known in
      if let known { return known }
      let all = FontPath.all(in: folders)
      known = all
      return all
    }
  }

  /// Calls `body` with everything that affects the choice of faces and the shape of texts, except the bundled fonts' bytes:
  /// the list of bundled fonts, and the files in the folders with their identity.
  ///
  /// A page is a function of this and of its own texts: it does not show which faces an export cuts, and for which
  /// characters.
  public func eachOfIdentity(_ body: ([UInt8]) -> Void) {
    for source in bundled { body(Array("\(source.name) \(source.slot.map { Int($0.rawValue) } ?? -1)".utf8)) }
    body([])
    for file in files {
      body(Array(file.path.utf8))
      body(file.identity)
    }
  }

  /// The face for a cut; nil if it no longer exists.
  func face(of origin: FaceSubset.FaceOrigin) -> FontFile? {
    switch origin {
    case .bundled(let slot): bundled.first { $0.slot == slot }.flatMap(opened)?.file
    case .file(let number, let index):
      files.indices.contains(number)
        ? MappedFont(path: files[number].path).flatMap { FontFile($0, index: index) } : nil
    }
  }

  /// A font with coloured emoji, the first by name.
  func emojiFont() -> FontFile? {
    let named = candidates.first(where: \.isColouredEmoji)
    return named.flatMap { MappedFont(path: $0.path) }.flatMap { FontFile($0) }
  }
}
