import SystemCalls
public import Zip

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder of an export, on the disk or in a zip. What is in it goes by paths relative to it, with `/`.
public struct InputFolder: Sendable {
  /// The most names of a folder that are listed. A folder with more is not a chat export.
  static let listingLimit = 100_000
  /// The depth to which a folder is listed and searched. ZNC logs are three folders deep, exports of whole accounts four.
  static let depthLimit = 6

  /// The storage of a folder.
  public enum FolderLocation: Sendable {
    case disk
    /// In a zip or another archive, at the path `at`, which is empty for the archive itself.
    case packed(any PackedFiles, at: String)
    /// Files extracted from an export's own file.
    case extracted(ExtractedFiles)
    /// Several folders as one: a path is looked for in one after the other.
    indirect case joined([InputFolder])
    /// Several exports' folders: a path begins with the number of one of them (``InputFolder/located(_:)``).
    indirect case exports([InputFolder])
  }
  /// As it is shown to people: `chats`, `takeout.zip/chats`.
  public let path: String
  /// The storage that paths in the folder are looked up in.
  public let location: FolderLocation
  /// The account of the export that is imported from the folder; nil before the import.
  var account: ImportAccount?
  /// The path whose names are parsed for facts: that of the folder on disk, or the one a zip would be unpacked to.
  let namePath: String

  init(path: String, namePath: String, location: FolderLocation) {
    (self.path, self.namePath, self.location) = (path, namePath, location)
  }

  /// The folder of the disk at `path`.
  public init(onDisk path: String) { self.init(path: path, namePath: path, location: .disk) }

  /// The folder that holds the file of the disk at `path`.
  init(holding path: String) { self.init(onDisk: Self.parent(of: path) ?? ".") }

  /// Opens the zip or other archive at `path` as a folder.
  ///
  /// It is as if unpacked to a folder of the archive's name, or to where it stands when all of it is in a folder of that
  /// name: of such an archive this is that folder.
  ///
  /// `opened` is the path to open it by, if that is not the one to show.
  init(
    ofArchive path: String, opened: String? = nil, _ kind: ArchiveKind, byteCount: Int
  ) throws(ImportError) {
    let file = opened ?? path
    let namePath = Self.nameWithoutExtension(path)
    let name = String(namePath.split(separator: "/").last ?? "")
    let tree: any PackedFiles
    do throws(ZipError) {
      switch kind {
      case .zip: tree = try ZipTree(path: file, byteCount: byteCount)
      case .other: tree = try UnpackedArchive(path: file, byteCount: byteCount, name: name)
      }
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    guard !tree.files.isEmpty else {
      throw .unreadable(path: path, reason: "the archive is empty; export the chat again")
    }
    if !name.isEmpty, tree.files(in: name).count == tree.files.count, !tree.hasFile(name) {
      self.init(path: "\(path)/\(name)", namePath: namePath, location: .packed(tree, at: name))
    } else {
      self.init(path: path, namePath: namePath, location: .packed(tree, at: ""))
    }
  }

  /// Opens an archive that is a file of this one, which is one itself; nil for a folder of the disk.
  func archive(at file: String, _ kind: ArchiveKind) throws(ImportError) -> InputFolder? {
    guard case .packed(let tree, let folder) = location else { return nil }
    let path = path(of: file)
    let descriptor: CInt
    do throws(ZipError) {
      descriptor = try tree.unpack(Self.join(folder, file))
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    defer { SystemCall.close(descriptor) }
    let size = (try? SystemCall.status(of: descriptor))?.size ?? 0
    var archive = try InputFolder(
      ofArchive: path, opened: "/dev/fd/\(descriptor)", kind, byteCount: size)
    archive.account = account
    return archive
  }

  /// The kinds of archives, by how they are read.
  enum ArchiveKind {
    /// Read where it is asked for.
    case zip
    /// A tar, 7z, RAR or compressed file: read from beginning to end.
    case other
  }

  /// Returns a path without the extensions that archives have.
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

  /// The folder of files that were taken out of an export.
  init(of files: ExtractedFiles) { self.init(path: "the export", namePath: "", location: .extracted(files)) }

  /// Several folders as one, in the order in which paths are looked for.
  init(joining folders: [InputFolder]) {
    if folders.count == 1 {
      self = folders[0]
    } else {
      let path = folders.map(\.path).joined(separator: ", ")
      self.init(path: path, namePath: path, location: .joined(folders))
    }
  }

  /// The path of a file as it is shown to people.
  func path(of file: String) -> String { Self.join(path, file) }

  /// The path of a file that its name is read from.
  func namePath(of file: String) -> String { Self.join(namePath, file) }

  /// The bytes of a file; of a text in UTF-16 those in UTF-8.
  func bytes(of file: String) throws(ImportError) -> InputBytes { try storedBytes(of: file).decodedUTF16 }

  private func storedBytes(of file: String) throws(ImportError) -> InputBytes {
    if case .exports(let folders) = location {
      let (root, path) = RootedPath.split(file)
      guard folders.indices.contains(root) else { throw .unreadable(path: file, reason: "it is missing") }
      return try folders[root].bytes(of: path)
    }
    if case .joined(let folders) = location {
      for folder in folders.dropLast() { if let bytes = try? folder.bytes(of: file) { return bytes } }
      if let last = folders.last { return try last.bytes(of: file) }
    }
    guard case .packed(let tree, let folder) = location else {
      return try InputBytes(contentsOf: path(of: file))
    }
    let path = path(of: file)
    let mapped: Result<InputBytes, ImportError>
    do throws(ZipError) {
      mapped = try tree.withStored(Self.join(folder, file)) { descriptor, range in
        Result { () throws(ImportError) in try InputBytes(range, of: descriptor, path: path) }
      }
    } catch {
      throw .unreadable(path: path, reason: error.reason)
    }
    return try mapped.get()
  }

  /// The first bytes of a file, enough to see what it is; more where that costs nothing.
  func beginning(of file: String) throws(ImportError) -> InputBytes {
    guard case .packed(let tree, let folder) = location else { return try bytes(of: file) }
    do throws(ZipError) {
      return InputBytes(try tree.beginning(of: Self.join(folder, file))).decodedUTF16
    } catch {
      throw .unreadable(path: path(of: file), reason: error.reason)
    }
  }

  /// The folder in this one at `name`.
  func folder(_ name: String) -> InputFolder {
    let location: FolderLocation =
      switch location {
      case .disk: .disk
      case .packed(let tree, let folder): .packed(tree, at: Self.join(folder, name))
      case .extracted(let files): .extracted(files)
      case .joined(let folders): .joined(folders.map { $0.folder(name) })
      case .exports(let folders): .exports(folders.map { $0.folder(name) })
      }
    var folder = InputFolder(path: path(of: name), namePath: namePath(of: name), location: location)
    folder.account = account
    return folder
  }

  /// The folder that holds the file at `file`.
  func folder(holding file: String) -> InputFolder { Self.parent(of: file).map { folder($0) } ?? self }

  /// The paths of all files, sorted by their UTF-8 bytes. Hidden ones and those of sites of this program are not among
  /// them.
  func files() throws(ImportError) -> [String] {
    guard case .packed(let tree, let folder) = location else { return try Self.listing(of: path) }
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
    folder.isEmpty ? name : folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }

  private static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/") else { return nil }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// The files of an iPhone's backup that formats read. It has hundred thousands, named by digests, and only these are listed.
  private static let backupFiles: Set<String> = [IMessageExport.backupName, IMessageExport.backupContacts]

  private static func listing(of folder: String) throws(ImportError) -> [String] {
    var files: [String] = []
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
      for name in names where !name.hasPrefix(".") {
        if next.isInBackup, !backupFiles.contains(name) { continue }
        let path = "\(next.path)/\(name)"
        // Links are not followed: a link to a parent folder would list for ever.
        switch (try? SystemCall.entry(at: path))?.kind {
        case .file?: files.append(next.prefix + name)
        case .folder? where next.depth < depthLimit:
          folders.append((path, "\(next.prefix)\(name)/", next.depth + 1, isBackup && name.utf8.count == 2))
        default: break
        }
        guard files.count < listingLimit else {
          throw .unreadable(
            path: folder, reason: "it holds more than \(listingLimit) files; name the export itself")
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Indicates whether a folder is a site this program wrote: one beside the logs it was made of is not read again.
  private static func isSite(_ folder: String) -> Bool {
    (try? InputBytes(contentsOf: folder + "/export.json")).map(isManifest) ?? false
  }

  private static func isManifest(_ manifest: InputBytes) -> Bool {
    let head = String(decoding: manifest.array(in: 0..<min(manifest.count, 4096)), as: UTF8.self)
    return head.contains("\"chatexport-site/1\"")
  }
}
