#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A folder of the disk with an export in it.
public struct DiskFolder: MediaFolder {
  /// The folder, with all symbolic links followed; nil when there is none.
  private let root: String?

  public init(_ path: String) { root = FileSystem.realPath(path) }

  public func has(_ path: String) -> Bool { place(of: path).map(FileSystem.exists) ?? false }

  public func names(in folder: String) -> [String] { place(of: folder).map(FileSystem.names) ?? [] }

  /// Opens the file when, all links followed, it is a regular file in the folder.
  public func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    guard let root, let place = place(of: path), let real = FileSystem.realPath(place) else {
      throw .missing(name)
    }
    let folder = root == "/" ? root : root + "/"
    guard real.utf8.starts(with: folder.utf8) else {
      throw .unsafePath(name, reason: "it leads out of the export's folder")
    }
    guard FileSystem.isRegularFile(real) else { throw .notAFile(name) }
    return try MediaFile(path: real)
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

  static func exists(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0
  }

  static func isRegularFile(_ path: String) -> Bool {
    var status = stat()
    return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
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
