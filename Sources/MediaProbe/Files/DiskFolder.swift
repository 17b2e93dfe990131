import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of the disk with an export in it.
public final class DiskFolder: MediaFolder {
  /// The folder, with all symbolic links followed; nil when there is none.
  private let root: String?
  /// The folders in it that files were asked for in, with all links followed: thousands of files are in one.
  private let realFolders = Mutex<[String: String]>([:])

  public init(_ path: String) { root = FileSystem.realPath(path) }

  public func has(_ path: String) -> Bool { place(of: path).flatMap(FileSystem.kind) != nil }

  public func names(in folder: String) -> [String] { place(of: folder).map(FileSystem.names) ?? [] }

  /// Opens the file when, all links followed, it is a regular file in the folder.
  public func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    guard let root, let place = place(of: path) else { throw .missing(name) }
    let isFile = FileSystem.kind(of: place) == S_IFREG
    guard let real = isFile ? realPath(ofFile: path) : FileSystem.realPath(place) else {
      throw .missing(name)
    }
    let folder = root == "/" ? root : root + "/"
    guard real.utf8.starts(with: folder.utf8) else {
      throw .unsafePath(name, reason: "it leads out of the export's folder")
    }
    guard isFile || FileSystem.kind(of: real) == S_IFREG else { throw .notAFile(name) }
    return try MediaFile(path: real)
  }

  /// The path of what is no link itself, with all links above it followed.
  private func realPath(ofFile path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let folder = String(path.utf8.dropLast(name.utf8.count)) ?? ""
    if let known = realFolders.withLock({ $0[folder] }) { return known + name }
    guard let real = place(of: folder).flatMap(FileSystem.realPath) else { return nil }
    let start = real == "/" ? real : real + "/"
    realFolders.withLock { $0[folder] = start }
    return start + name
  }

  private func place(of path: String) -> String? { root.map { path.isEmpty ? $0 : "\($0)/\(path)" } }
}

/// What is asked of the file system.
enum FileSystem {
  /// The path with all symbolic links followed; nil when it does not exist.
  static func realPath(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(validatingCString: resolved)
  }

  /// What stands at the path itself, as `S_IFREG`; nil when there is nothing.
  static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe lstat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The names in a folder that are UTF-8, in byte order.
  static func names(in folder: String) -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
      }
      if let name, name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
