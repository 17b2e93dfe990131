#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Finds the files a chat names, and nothing outside the export's folder.
///
/// Exports move between systems, so a name matches as it is written, else when it is canonically the same
/// (NFC or NFD), else when only the case of letters differs.
public struct MediaResolver: Sendable {
  /// The folder, with all symbolic links followed; nil when there is none.
  private let root: String?
  private let folders = FolderIndex()

  public init(root: String) { self.root = FileSystem.realPath(root) }

  /// The absolute path of the file that an export calls `path`.
  public func resolve(_ path: String) -> Result<String, MediaProblem> {
    guard let root else { return .failure(.missing(path)) }
    let bytes = path.utf8
    if bytes.isEmpty { return .failure(.unsafePath(path, reason: "it is empty")) }
    if bytes.contains(0) { return .failure(.unsafePath(path, reason: "it has a zero byte")) }
    // Folders of exports from Windows; both signs count when danger is looked for.
    let windows = path.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    if bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: "\\") || hasDrive(path) {
      return .failure(.unsafePath(path, reason: "it is absolute"))
    }
    if windows.contains("..") { return .failure(.unsafePath(path, reason: "it has '..' in it")) }
    // No chat has hidden files; a folder of the user's has keys and settings in them.
    if windows.contains(where: { $0.hasPrefix(".") && $0 != "." }) {
      return .failure(.unsafePath(path, reason: "it is a hidden file"))
    }
    if let found = find(path.split(separator: "/"), in: root) { return inside(root, found, path) }
    if path.contains("\\"), let found = find(windows, in: root) { return inside(root, found, path) }
    return .failure(.missing(path))
  }

  /// Walks from the root; nil when a step does not exist.
  private func find(_ steps: [Substring], in root: String) -> String? {
    var place = root
    for step in steps where step != "." {
      let exact = place + "/" + step
      if FileSystem.exists(exact) {
        place = exact
      } else if let name = folders.name(like: String(step), in: place) {
        place += "/" + name
      } else {
        return nil
      }
    }
    return place
  }

  /// The path when, all links followed, it is a regular file in the root.
  private func inside(_ root: String, _ found: String, _ path: String) -> Result<String, MediaProblem> {
    guard let real = FileSystem.realPath(found) else { return .failure(.missing(path)) }
    let folder = root == "/" ? root : root + "/"
    guard real.utf8.starts(with: folder.utf8) else {
      return .failure(.unsafePath(path, reason: "it leads out of the export's folder"))
    }
    return FileSystem.isRegularFile(real) ? .success(real) : .failure(.notAFile(path))
  }

  /// `C:` and the like.
  private func hasDrive(_ path: String) -> Bool {
    let bytes = Array(path.utf8.prefix(2))
    return bytes.count == 2 && bytes[1] == UInt8(ascii: ":") && (bytes[0] | 0x20) &- 0x61 < 26
  }
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
