public import Storage
import SystemCalls
public import Zip

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of an export, on the disk or in a zip. Its files have paths relative to it, with `/`.
public struct InputFolder: Sendable {
  /// The most names of a folder that are listed. A folder with more is not a chat export.
  static let listingLimit = 100_000
  /// The depth to which a folder is listed and searched. ZNC logs are three folders deep, exports of whole accounts four.
  package static let depthLimit = 6

  /// The storage of a folder.
  public enum FolderLocation: Sendable {
    /// In a folder of the disk, at the path `at`, which is empty for the folder itself.
    case disk(ConfinedFolder, at: String)
    /// In a zip or another archive, at the path `at`, which is empty for the archive itself.
    case packed(any PackedFiles, at: String)
    /// Files extracted from an export's own file.
    case extracted(ExtractedFiles)
    /// Several folders as one, which are searched in turn for a path.
    indirect case joined([InputFolder])
    /// Several exports' folders: a path begins with the number of one of them (``InputFolder/located(_:)``).
    indirect case exports([InputFolder])
  }
  /// The path for people: `chats`, `takeout.zip/chats`.
  public let path: String
  /// The storage of the files in the folder.
  public let location: FolderLocation
  /// The account of the export that is imported from the folder; nil before the import.
  package var account: ImportAccount?
  /// The map of the tables in the folder that the user gives; nil for none.
  package var map: TableMap?
  /// The path whose names are parsed for facts: of the folder on disk, or where a zip would be unpacked.
  package let namePath: String
  /// The limit on data unpacked from all archives of the argument that the folder belongs to.
  private let allowance: UnpackingAllowance
  /// Notes about the argument's files.
  package let notes: InputNotes

  package init(
    path: String, namePath: String, location: FolderLocation,
    allowance: UnpackingAllowance = UnpackingAllowance(), notes: InputNotes = InputNotes()
  ) {
    (self.path, self.namePath, self.location) = (path, namePath, location)
    (self.allowance, self.notes) = (allowance, notes)
  }

  /// The folder of the disk at `path`.
  public init(onDisk path: String) {
    self.init(
      path: path, namePath: Self.namePath(ofDisk: path), location: .disk(ConfinedFolder(path), at: ""))
  }

  /// The path of a folder on the disk that facts are read from: for `.` and `..`, which contain none, the folder's real name with its
  /// parents'. Formats read no more than `2024/01/15.log` from names.
  private static func namePath(ofDisk path: String) -> String {
    let last = names(in: path).last
    guard last == "." || last == "..", let real = SystemCall.realPath(path) else { return path }
    return names(in: real).suffix(3).joined(separator: "/")
  }

  /// Splits a path at its slashes, by bytes: a combining mark after a slash makes one character of both.
  private static func names(in path: String) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
  }

  /// The folder on the disk that holds the one at `path`, giving access only to the one called `name` in it.
  package init(above path: String, only name: String) {
    let parent = Self.parent(of: path) ?? "."
    self.init(
      path: parent, namePath: parent, location: .disk(ConfinedFolder(parent, only: name), at: ""))
  }

  /// The folder that holds the file of the disk at `path`.
  package init(holding path: String) { self.init(onDisk: Self.parent(of: path) ?? ".") }

  /// Opens the zip or other archive at `path` as a folder.
  ///
  /// It is as if unpacked to a folder of the archive's name. If all of the archive is in a folder of that name, it is that
  /// folder, as if unpacked beside the archive.
  ///
  /// `opened` is the path to open it by, if that is not the one to show. Data unpacked from it counts in `allowance`.
  package init(
    ofArchive path: String, opened: String? = nil, _ kind: ArchiveKind,
    allowance: UnpackingAllowance = UnpackingAllowance(), notes: InputNotes = InputNotes()
  ) throws(ImportError) {
    let file = opened ?? path
    let namePath = Self.nameWithoutExtension(path)
    let name = Self.names(in: namePath).last ?? ""
    let tree: any PackedFiles
    do throws(ZipError) {
      switch kind {
      case .zip: tree = try ZipTree.files(ofZip: file, allowance: allowance)
      case .other: tree = try UnpackedArchive(path: file, name: name, allowance: allowance)
      }
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard !tree.files.isEmpty else {
      throw .unreadable(path: path, reason: Self.words(ofEmpty: tree))
    }
    let isWhole = !name.isEmpty && tree.files(in: name).count == tree.files.count && !tree.hasFile(name)
    self.init(
      path: isWhole ? "\(path)/\(name)" : path, namePath: namePath,
      location: .packed(tree, at: isWhole ? name : ""), allowance: allowance, notes: notes)
  }

  /// Describes the contents of an archive without a usable file.
  private static func words(ofEmpty tree: any PackedFiles) -> String {
    guard let first = tree.warnings.first else { return "the archive is empty; export the chat again" }
    return "the archive is empty but for what is left out, such as '\(first.name)': \(first.reason); "
      + "export the chat again"
  }

  /// Opens an archive that is a file of this folder. Its unpacked data counts in the allowance of the folder's argument, which an
  /// archive increases if it is a file on the disk itself.
  package func archive(at file: String, _ kind: ArchiveKind) throws(ImportError) -> InputFolder {
    let path = path(of: file)
    let descriptor: CInt
    switch location {
    case .packed(let tree, let folder):
      do throws(ZipError) {
        descriptor = try tree.unpack(Self.join(folder, file))
      } catch {
        throw .unreadable(path: path, reason: error.reason)
      }
    case .disk(let folder, let start):
      let opened = try Self.open(Self.join(start, file), in: folder, path: path)
      allowance.add(archiveOf: opened.status.size)
      descriptor = opened.release()
    case .extracted, .joined, .exports:
      throw .unreadable(path: path, reason: "an archive is not expected there")
    }
    defer { SystemCall.close(descriptor) }
    var archive = try InputFolder(
      ofArchive: path, opened: "/dev/fd/\(descriptor)", kind, allowance: allowance, notes: notes)
    (archive.account, archive.map) = (account, map)
    return archive
  }

  /// The kinds of archives, by the way they are read.
  package enum ArchiveKind {
    /// Read in any order.
    case zip
    /// A tar, 7z, RAR or compressed file: read from beginning to end.
    case other
  }

  /// Returns a path without an archive's extensions.
  private static func nameWithoutExtension(_ path: String) -> String {
    let ends = [
      ".zip", ".tar", ".tgz", ".tar.gz", ".tar.xz", ".tar.bz2", ".tar.zst", ".7z", ".rar", ".gz", ".xz",
      ".bz2", ".zst",
    ]
    let lower = path.lowercased()
    let end = ends.filter { lower.hasSuffix($0) && lower.utf8.count > $0.utf8.count }.max {
      $0.utf8.count < $1.utf8.count
    }
    return String(path.dropLast(end?.count ?? 0))
  }

  /// The folder of files extracted from an export.
  package init(of files: ExtractedFiles) {
    self.init(path: "the export", namePath: "", location: .extracted(files))
  }

  /// Several folders as one, searched in this order.
  package init(joining folders: [InputFolder]) {
    if folders.count == 1 {
      self = folders[0]
    } else {
      let path = folders.map(\.path).joined(separator: ", ")
      self.init(path: path, namePath: path, location: .joined(folders))
    }
  }

  /// The path of a file, for people.
  package func path(of file: String) -> String { Self.join(path, file) }

  /// The path from which a file's name is read.
  package func namePath(of file: String) -> String { Self.join(namePath, file) }

  /// The bytes of a file; a text in UTF-16 is converted to UTF-8, and any text is without padding.
  ///
  /// An export may name any path: only regular files are opened, and none that could lead out of it (``ConfinedPath``,
  /// ``ConfinedFolder``).
  package func bytes(of file: String) throws(ImportError) -> InputBytes {
    if case .exports(let folders) = location {
      let (root, path) = RootedPath.split(file)
      guard folders.indices.contains(root) else {
        throw .unreadable(path: file, reason: ConfinedFileError.missing.reason)
      }
      return try folders[root].bytes(of: path)
    }
    let path = path(of: file)
    if let refusal = ConfinedPath.refusal(of: file) {
      notes.recordRefusal(path, refusal)
      throw .unreadable(path: path, reason: refusal)
    }
    if let refusal = refusal(of: file) { notes.recordRefusal(path, refusal) }
    return try storedBytes(of: file).readable(path: path, notes)
  }

  /// Returns the reason why an existing entry of the disk is not opened; nil for files, folders, and missing entries.
  private func refusal(of file: String) -> String? {
    guard case .disk(let folder, let start) = location else { return nil }
    return folder.refusal(of: Self.join(start, file))?.reason
  }

  /// The unchanged bytes of a file that belongs to an opened one.
  package func storedBytes(of file: String) throws(ImportError) -> InputBytes {
    let path = path(of: file)
    account?.noteRead(path)
    switch location {
    case .disk(let folder, let start):
      return try InputBytes(of: Self.open(Self.join(start, file), in: folder, path: path), path: path)
    case .packed(let tree, let folder):
      let mapped: Result<InputBytes, ImportError>
      do throws(ZipError) {
        mapped = try tree.withStored(Self.join(folder, file)) { descriptor, range in
          Result { () throws(ImportError) in try InputBytes(range, of: descriptor, path: path) }
        }
      } catch {
        throw .unreadable(path: path, reason: error.reason)
      }
      return try mapped.get()
    case .extracted(let files):
      guard let bytes = files.bytes(of: file) else {
        throw .unreadable(path: path, reason: ConfinedFileError.missing.reason)
      }
      return InputBytes(bytes)
    case .joined(let folders):
      for folder in folders.dropLast() { if let bytes = try? folder.storedBytes(of: file) { return bytes } }
      guard let last = folders.last else {
        throw .unreadable(path: path, reason: ConfinedFileError.missing.reason)
      }
      return try last.storedBytes(of: file)
    case .exports(let folders):
      let (root, path) = RootedPath.split(file)
      guard folders.indices.contains(root) else {
        throw .unreadable(path: file, reason: ConfinedFileError.missing.reason)
      }
      return try folders[root].storedBytes(of: path)
    }
  }

  private static func open(
    _ file: String, in folder: ConfinedFolder, path: String
  ) throws(ImportError) -> ConfinedFile {
    do throws(ConfinedFileError) { return try folder.open(file) } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
  }

  /// True if a path is a file with bytes to read: no folder, and no empty file. Nothing is opened to see it.
  func hasContent(_ file: String) -> Bool {
    switch location {
    case .disk(let folder, let start):
      guard let status = folder.status(of: Self.join(start, file)) else { return false }
      return status.kind == .file ? status.size > 0 : status.kind != .folder
    case .packed(let tree, let folder): return (tree.size(of: Self.join(folder, file)) ?? 0) > 0
    case .extracted(let files): return files.has(file)
    case .joined(let folders): return folders.contains { $0.hasContent(file) }
    case .exports(let folders):
      let (root, path) = RootedPath.split(file)
      return folders.indices.contains(root) && folders[root].hasContent(path)
    }
  }

  /// True if there is a file at `path` that can be opened. Nothing of it is read.
  package func has(_ path: String) -> Bool {
    switch location {
    case .disk(let folder, let start):
      guard ConfinedPath.refusal(of: path) == nil else { return false }
      do throws(ConfinedFileError) {
        _ = try folder.open(Self.join(start, path))
        return true
      } catch {
        return false
      }
    case .packed(let tree, let folder):
      return ConfinedPath.refusal(of: path) == nil && tree.hasFile(Self.join(folder, path))
    case .extracted(let files): return files.has(path)
    case .joined(let folders): return folders.contains { $0.has(path) }
    case .exports(let folders):
      let (root, path) = RootedPath.split(path)
      return folders.indices.contains(root) && folders[root].has(path)
    }
  }

  /// True if both files exist and have different bytes. The account does not count them as read.
  func haveDifferentContents(_ one: String, _ other: String) -> Bool {
    let folder = uncounted
    guard folder.has(one), folder.has(other), let first = try? folder.storedBytes(of: one),
      let second = try? folder.storedBytes(of: other)
    else { return false }
    guard first.count == second.count else { return true }
    return !stride(from: 0, to: first.count, by: 8).allSatisfy { first.word(at: $0) == second.word(at: $0) }
  }

  /// The folder without an account.
  private var uncounted: InputFolder {
    let location: FolderLocation =
      switch location {
      case .disk, .packed, .extracted: location
      case .joined(let folders): .joined(folders.map(\.uncounted))
      case .exports(let folders): .exports(folders.map(\.uncounted))
      }
    return InputFolder(
      path: path, namePath: namePath, location: location, allowance: allowance, notes: notes)
  }

  /// The first bytes of a file, enough to recognise it; more if that costs nothing.
  package func beginning(of file: String) throws(ImportError) -> InputBytes {
    if let refusal = ConfinedPath.refusal(of: file) {
      throw .unreadable(path: path(of: file), reason: refusal)
    }
    guard case .packed(let tree, let folder) = location else {
      return try storedBytes(of: file).readable(path: path(of: file), notes)
    }
    do throws(ZipError) {
      // The whole file is searched when it is opened.
      return InputBytes(try tree.beginning(of: Self.join(folder, file)))
        .readable(path: path(of: file), InputNotes())
    } catch {
      throw .unreadable(path: path(of: file), reason: error.reason)
    }
  }

  /// The folder in this one at `name`.
  package func folder(_ name: String) -> InputFolder {
    let location: FolderLocation =
      switch location {
      case .disk(let folder, let start): .disk(folder, at: Self.join(start, name))
      case .packed(let tree, let folder): .packed(tree, at: Self.join(folder, name))
      case .extracted(let files): .extracted(files)
      case .joined(let folders): .joined(folders.map { $0.folder(name) })
      case .exports(let folders): .exports(folders.map { $0.folder(name) })
      }
    var folder = InputFolder(
      path: path(of: name), namePath: namePath(of: name), location: location, allowance: allowance,
      notes: notes)
    (folder.account, folder.map) = (account, map)
    return folder
  }

  /// The folder that holds the file at `file`.
  package func folder(holding file: String) -> InputFolder {
    Self.parent(of: file).map { folder($0) } ?? self
  }

  /// The paths of all files, sorted by their UTF-8 bytes, without hidden ones and files of this program's sites.
  package func files() throws(ImportError) -> [String] {
    switch location {
    case .disk(let folder, let start):
      guard folder.realPath(ofFolder: start) != nil else {
        throw .unreadable(path: path, reason: "there is no such folder in the export")
      }
      return try Self.listing(of: path).files
    case .packed(let tree, let folder): return files(of: tree, in: folder)
    case .extracted(let files): return files.names
    case .joined(let folders), .exports(let folders):
      var names: Set<String> = []
      for folder in folders { names.formUnion((try? folder.files()) ?? []) }
      return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
  }

  /// The paths of all files, like ``files()``. Notes entries of the disk that are not read, such as links that lead out of the folder,
  /// and folders that are too deep.
  func filesNotingOthers() throws(ImportError) -> [String] {
    guard case .disk(let folder, let start) = location, folder.realPath(ofFolder: start) != nil else {
      return try files()
    }
    let (files, others, deep) = try Self.listing(of: path)
    for name in deep { notes.recordDeepFolder(path(of: name)) }
    for name in others {
      // A link to an entry of the folder hides nothing, because that entry is listed.
      let isBroken = SystemCall.realPath(path(of: name)) == nil
      guard let reason = refusal(of: name) ?? (isBroken ? "it is a link to nothing" : nil) else { continue }
      notes.recordRefusal(path(of: name), reason)
    }
    return files
  }

  private func files(of tree: any PackedFiles, in folder: String) -> [String] {
    let all = tree.files(in: folder)
    let files =
      folder.isEmpty
      ? Array(all) : all.map { String(Substring($0.utf8.dropFirst(folder.utf8.count + 1))) }
    let sites = files.filter { $0.hasSuffix("/export.json") }.prefix(Self.siteLimit)
      .filter { (try? beginning(of: $0)).map(Self.isManifest) ?? false }
      .map { $0.dropLast("export.json".count) }
    return sites.isEmpty ? files : files.filter { file in !sites.contains { file.hasPrefix($0) } }
  }

  /// The most sites that are looked for in a zip.
  private static let siteLimit = 100

  private static func join(_ folder: String, _ name: String) -> String {
    folder.isEmpty ? name : folder.utf8.last == UInt8(ascii: "/") ? folder + name : "\(folder)/\(name)"
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The most entries of a folder that are noted because they are not read.
  private static let otherLimit = 100

  /// The most entries of a folder below the listed ones that are looked through for files that messages show.
  private static let deepLimit = 1_000

  /// Returns the paths of files in a folder that was not listed: all of them, or as many as the limit allows.
  package static func files(inDeepFolder path: String) -> [String] {
    var (files, folders) = ([String](), [path])
    while files.count < deepLimit, let next = folders.popLast() {
      for name in ((try? FileManager.default.contentsOfDirectory(atPath: next)) ?? []).sorted() {
        let path = "\(next)/\(name)"
        switch (try? SystemCall.entry(at: path))?.kind {
        case .file?: files.append(path)
        case .folder? where folders.count < deepLimit: folders.append(path)
        default: break
        }
      }
    }
    return files
  }

  /// Returns the files in a folder, the entries that are neither files nor folders, and the folders too deep to be listed.
  private static func listing(
    of folder: String
  ) throws(ImportError) -> (files: [String], others: [String], deep: [String]) {
    var files: [String] = []
    var others: [String] = []
    var deep: [String] = []
    var folders = [(path: folder, prefix: "", depth: 1, isInBackup: false)]
    while let next = folders.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: next.path)
      } catch {
        throw .unreadable(path: next.path, reason: "the folder cannot be listed; check its permissions")
      }
      if next.depth > 1, names.contains("export.json"), isSite(next.path) { continue }
      let isBackup = names.contains("Manifest.db") || names.contains("Manifest.mbdb")
      for name in names where name.utf8.first != UInt8(ascii: ".") {
        if next.isInBackup, !PhoneBackup.files.contains(name) { continue }
        let path = "\(next.path)/\(name)"
        // Links are not followed, because a link to a parent folder would list for ever.
        switch (try? SystemCall.entry(at: path))?.kind {
        case .file?: files.append(next.prefix + name)
        case .folder? where next.depth < depthLimit:
          folders.append((path, "\(next.prefix)\(name)/", next.depth + 1, isBackup && name.utf8.count == 2))
        case .link?, .pipe?, .special?:
          if others.count < otherLimit { others.append(next.prefix + name) }
        case .folder?:
          // An empty one hides nothing.
          if deep.count < otherLimit,
            (try? FileManager.default.contentsOfDirectory(atPath: path))?.isEmpty == false
          {
            deep.append(next.prefix + name)
          }
        case nil: break
        }
        guard files.count < listingLimit else {
          throw .unreadable(
            path: folder, reason: "it holds more than \(listingLimit) files; name the export itself")
        }
      }
    }
    return (files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }, others, deep)
  }

  /// True if a folder is a site of this program: a site beside the logs it was made from is not read again.
  private static func isSite(_ folder: String) -> Bool {
    (try? InputFolder(onDisk: folder).storedBytes(of: "export.json")).map(isManifest) ?? false
  }

  private static func isManifest(_ manifest: InputBytes) -> Bool {
    let head = String(decoding: manifest.array(in: 0..<min(manifest.count, 4096)), as: UTF8.self)
    return head.contains("\"chatexport-site/1\"")
  }
}
