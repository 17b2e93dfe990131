internal import Frames
internal import ICU
internal import Synchronization
internal import SystemCalls

/// All faces that may be used: the bundled ones, and those in folders for what the bundled ones lack.
///
/// Folders are looked into when a character is missing, or before (``prepare()``), and always in the order of file names.
public final class FontCatalog: Sendable {
  /// The folders of Debian's Noto and Droid packages, then that of the fonts which come with the program.
  public static let systemFolders =
    ["truetype/noto", "opentype/noto", "truetype/droid"].map { "/usr/share/fonts/" + $0 }
    + (SystemCall.programFolder.map { [$0 + "/../share/chatexport/fonts"] } ?? [])

  private let folders: [String]
  private let sources: Mutex<[FontSource]>
  private let found = Mutex<[FontPath]?>(nil)
  private let listed = Mutex<[FontCandidate]?>(nil)
  private let open = Mutex<[FaceSlot: OpenedFont]>([:])

  /// A font, and the characters it has.
  typealias OpenedFont = (file: FontFile, coverage: ScalarSet)

  /// Faces by slot, and folders to fall back on, earlier ones first. A folder that does not exist is skipped.
  public init(bundled: [FontSource], folders: [String]) {
    sources = Mutex(bundled)
    self.folders = folders
  }

  /// The faces given by their bytes.
  var bundled: [FontSource] { sources.withLock { $0 } }

  /// Finds out all that ``makeFontSet(for:)`` needs whatever the texts are: for a core that has nothing to do while
  /// the texts are read.
  public func prepare() {
    _ = candidates
    _ = CanonicalCompositions.all
    for source in bundled where source.slot == .regular || source.slot == .bold { _ = opened(source) }
  }

  /// Lets go of the bundled fonts: what was cut from them does not need them.
  public func forget() {
    sources.withLock { $0 = [] }
    open.withLock { $0 = [:] }
  }

  /// Cuts the faces down to what the texts of an export need.
  public func makeFontSet(for survey: CharacterUsage) throws(FontError) -> FontSet {
    var builder = FontSetBuilder(catalog: self, survey: survey)
    return try builder.build()
  }

  /// A bundled face, opened once; nil if it is no font.
  func opened(_ source: FontSource) -> OpenedFont? {
    open.withLock { known in
      if let slot = source.slot, let known = known[slot] { return known }
      guard let file = source.file else { return nil }
      let opened = (file, file.coverage)
      if let slot = source.slot { known[slot] = opened }
      return opened
    }
  }

  /// The fonts in the folders and theirs, by name; listed once.
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
      // Of a collection for East Asian languages the language chooses the face, of any other the characters.
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

  /// Calls `body` with all that the choice of faces and the shape of texts depend on besides the bundled ones' bytes: which
  /// these are, and the files in the folders with what is in them.
  ///
  /// A page is a function of this and of its own texts: which faces an export cuts, and for which characters, does not show
  /// in it.
  public func eachOfIdentity(_ body: ([UInt8]) -> Void) {
    for source in bundled { body(Array("\(source.name) \(source.slot.map { Int($0.rawValue) } ?? -1)".utf8)) }
    body([])
    for file in files {
      body(Array(file.path.utf8))
      body(file.identity)
    }
  }

  /// The face that a cut is made from; nil if it is no longer there.
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
