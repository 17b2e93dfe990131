public import ChatModel
import Storage
import SystemCalls
import Zip

/// A file, folder or archive that the user named, or a member of one: opened and checked once, then only read.
public struct ImportInput: Sendable {
  /// The number of bytes that are read to recognise a file's format.
  public static let headLimit = 64 * 1024

  /// The data at the path: one file, or the files of a folder or zip.
  public enum Content: Sendable {
    case file(InputBytes)
    /// The regular files of a folder or zip: paths relative to it with `/`, sorted by their UTF-8 bytes.
    case folder(files: [String])
  }
  /// The path as the user named it; for a file in a folder or zip, it continues the folder's or zip's.
  public let path: String
  /// The file's bytes or the folder's list of files.
  public let content: Content
  /// The folder that paths inside the input are relative to: the input, or the one that holds the file.
  public private(set) var folder: InputFolder
  package let looks = InputLooks()
  /// The account of the import that the input is part of; nil before the import.
  package var account: ImportAccount? { folder.account }

  /// Opens the file or archive, or lists the folder, at `path`. Reads everything from a pipe, or from standard input for `-`.
  public init(path: String) throws(ImportError) {
    guard !path.isEmpty else {
      throw .unreadable(
        path: "''", reason: "the name is empty; name the exported file, or '-' for standard input")
    }
    if path == Self.standardInput {
      let name = "standard input"
      try self.init(path: name, fromPipe: InputBytes(ofStandardInput: name))
      return
    }
    switch try InputBytes.kind(at: path) {
    case .folder: try self.init(path: path, InputFolder(onDisk: path))
    case .file:
      let bytes = try InputBytes(contentsOf: path)
      if let kind = Self.archiveKind(bytes) {
        let allowance = UnpackingAllowance()
        allowance.add(archiveOf: bytes.count)
        try self.init(path: path, InputFolder(ofArchive: path, kind, allowance: allowance))
      } else {
        let folder = InputFolder(holding: path)
        self.init(path: path, bytes.readableOrBlank(path: path, folder.notes), in: folder)
      }
    case .pipe, .link, .special: try self.init(path: path, fromPipe: InputBytes(contentsOf: path))
    }
  }

  /// The path that means standard input.
  private static let standardInput = "-"

  /// Creates an input from a pipe, except that an archive is read from its file. It is in no folder, so its paths are
  /// relative to the working directory.
  private init(path: String, fromPipe bytes: InputBytes) throws(ImportError) {
    if Self.archiveKind(bytes) != nil {
      throw .unreadable(
        path: path, reason: "it is an archive, which cannot be read from a pipe; save it to a file first")
    }
    let folder = InputFolder(holding: Self.standardInput)
    self.init(path: path, bytes.readableOrBlank(path: path, folder.notes), in: folder)
  }

  /// An input made in memory, named `path`.
  public init(path: String, bytes: [UInt8]) {
    self.init(path: path, InputBytes(bytes).decodedUTF16, in: InputFolder(holding: path))
  }

  /// A file with its bytes as they are read.
  package init(path: String, _ bytes: InputBytes, in folder: InputFolder) {
    (self.path, content, self.folder) = (path, .file(bytes), folder)
  }

  package init(_ folder: InputFolder, files: [String]) {
    (path, content, self.folder) = (folder.path, .folder(files: files), folder)
  }

  private init(path: String, _ folder: InputFolder) throws(ImportError) {
    (self.path, content, self.folder) = (path, .folder(files: try folder.filesNotingOthers()), folder)
  }

  /// True for a folder on the disk; false for a file or zip.
  public var isFolderOfDisk: Bool {
    if case .folder = content, case .disk = folder.location { true } else { false }
  }

  /// The file's bytes; nil for a folder.
  public var bytes: InputBytes? {
    if case .file(let bytes) = content { bytes } else { nil }
  }

  /// The names in the folder; empty for a file.
  public var files: [String] {
    if case .folder(let files) = content { files } else { [] }
  }

  /// The file's first bytes without a byte order mark; empty for a folder.
  public var head: [UInt8] {
    guard let bytes else { return [] }
    let start = bytes.contentStart
    return bytes.array(in: start..<min(bytes.count, start + Self.headLimit))
  }

  /// The first byte that is neither of a byte order mark nor white space; nil for a folder.
  package var firstByte: UInt8? {
    guard let bytes else { return nil }
    return (0..<min(bytes.count, Self.headLimit)).lazy.map { bytes[$0] }
      .first { $0 > 0x20 && $0 != 0xEF && $0 != 0xBB && $0 != 0xBF && $0 < 0xFE }
  }

  /// The map of tables that the user gives; nil for none.
  public var map: TableMap? { folder.map }

  /// Returns the input with the user's map of its tables, or without one.
  public func mapped(by map: TableMap?) -> ImportInput {
    var input = self
    input.folder.map = map
    return input
  }

  /// The input with an account of its own, for the import.
  package var counted: ImportInput {
    var input = self
    #if !WITHOUT_ACCOUNT  // `make bench-account` measures what the account costs.
      input.folder.account = ImportAccount()
    #endif
    return input
  }

  /// The paths of members that the beginning of a JSON file shows.
  package var shape: JSONShape { looks.shape(of: self) }

  /// The outermost members that the beginning of a JSON file shows; nil if it begins like anything else.
  package var probe: JSONProbe? { looks.probe(of: self) }

  /// The members of the first lines of a file of JSON lines; none of a folder.
  package var firstLines: [JSONLinesProbe.Line] { looks.lines(of: self) }

  /// The members of the first records of a file of JSON records, which are lines or the elements of a list; none of a folder.
  package var firstRecords: [JSONLinesProbe.Line] {
    guard let bytes else { return [] }
    return bytes.isList ? JSONLinesProbe.elements(of: bytes) : firstLines
  }

  /// The last part of the path; for `.` and `..`, the folder's name.
  public var name: String {
    let path = path.hasSuffix(".") && bytes == nil && isFolderOfDisk ? folder.namePath : path
    let slash = UInt8(ascii: "/")
    let isTrailing = path.utf8.last == slash && path.utf8.count > 1
    let trimmed = isTrailing ? path.utf8.dropLast() : path.utf8[...]
    let name = trimmed.lastIndex(of: slash).map { trimmed[trimmed.index(after: $0)...] } ?? trimmed
    return String(Substring(name))
  }

  /// The name without its extension, used for a conversation without a name.
  public var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, bytes != nil else { return name }
    return String(name[..<dot])
  }

  /// The path from which a file's name is read: as if a zip were unpacked, and with the name of the folder that the program was
  /// started in.
  package var namePath: String {
    if case .packed = folder.location { return folder.namePath(of: name) }
    return bytes != nil && folder.namePath != folder.path ? folder.namePath(of: name) : path
  }

  /// The path of a file of the folder, for people.
  public func path(of file: String) -> String { folder.path(of: file) }

  /// A file of the folder, opened.
  public func file(named name: String) throws(ImportError) -> ImportInput {
    let path = folder.path(of: name)
    return ImportInput(path: path, try folder.bytes(of: name), in: folder.folder(holding: name))
  }

  /// An archive of the folder, opened as a folder; nil for a file that is none.
  package func archive(named name: String) throws(ImportError) -> ImportInput? {
    guard let kind = Self.archiveKind(try folder.beginning(of: name)) else { return nil }
    let archive = try folder.archive(at: name, kind)
    return ImportInput(archive, files: try archive.files())
  }

  /// The first file in an archive of the folder: of a compressed file, the uncompressed one.
  package func unpackedFile(named name: String) throws(ImportError) -> ImportInput {
    guard let archive = try archive(named: name), let file = archive.files.first else {
      return try file(named: name)
    }
    return try archive.file(named: file)
  }

  /// Returns bytes of the input, or of a file beside it, that cannot change: of a file on the disk, which its program may be
  /// writing, a copy in an unnamed temporary file.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)`` if the disk is full or the run was interrupted.
  func stableCopy(of bytes: InputBytes) throws(ImportError) -> InputBytes {
    guard case .disk = folder.location, bytes.count > 0 else { return bytes }
    let copy: AnonymousFile
    do throws(StorageError) { copy = try Self.copy(of: bytes) } catch {
      throw .unreadable(path: path, reason: ZipError.noRoom(error.words).reason)
    }
    return try InputBytes(0..<bytes.count, of: copy.descriptor, path: path)
  }

  private static func copy(of bytes: InputBytes) throws(StorageError) -> AnonymousFile {
    let copy = try AnonymousFile()
    for start in stride(from: 0, to: bytes.count, by: copyPieceSize) {
      if Task.isCancelled { throw StorageError(words: "the run was interrupted") }
      try bytes.withBytes(in: start..<min(bytes.count, start + copyPieceSize)) {
        (piece: Span<UInt8>) throws(StorageError) in try copy.write(piece, at: start)
      }
    }
    return copy
  }

  /// The number of bytes that are copied at a time.
  private static let copyPieceSize = 1 << 20

  /// The diagnostics on files that were opened since the input was, each once.
  public var fileNotes: [Diagnostic] { folder.notes.diagnostics }

  /// The diagnostics on members of a zip that are left out or replaced.
  public var warnings: [Diagnostic] {
    guard case .packed(let tree, _) = folder.location else { return [] }
    return tree.warnings.map {
      Diagnostic(
        .warning, "odd-member", "'\($0.name)' in the archive is left out: \($0.reason)",
        at: Origin(file: path))
    }
  }

  /// Returns the kind of archive that a file is, or nil for any other file.
  package static func archiveKind(_ bytes: InputBytes) -> InputFolder.ArchiveKind? {
    if isZip(bytes) { return .zip }
    return UnpackedArchive.isArchive(bytes.array(in: 0..<min(bytes.count, 512))) ? .other : nil
  }

  /// By the first bytes: a file's header, the end of an empty zip, or one part of several.
  private static func isZip(_ bytes: InputBytes) -> Bool {
    bytes.has("PK\u{3}\u{4}".utf8, at: 0) || bytes.has("PK\u{5}\u{6}".utf8, at: 0)
      || bytes.has("PK\u{7}\u{8}".utf8, at: 0)
  }
}
