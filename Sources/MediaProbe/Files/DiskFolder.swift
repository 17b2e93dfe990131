import Synchronization
import SystemCalls

/// A folder of the disk that holds an export.
public final class DiskFolder: MediaFolder {
  /// The folder's path with all symbolic links followed, or nil if there is none.
  private let root: String?
  /// Paths of folders in it with all links followed, by their own paths. Thousands of files may be in one.
  private let realFolders = Mutex<[String: String]>([:])

  /// Creates the folder at `path`, which need not exist.
  public init(_ path: String) { root = SystemCall.realPath(path) }

  /// Indicates whether there is a file or folder with exactly this path.
  public func has(_ path: String) -> Bool { fullPath(path).flatMap(Self.kind) != nil }

  /// Returns the names in a folder in it, in byte order. None if there is no such folder.
  public func names(in folder: String) -> [String] { fullPath(folder).map(SystemCall.names) ?? [] }

  /// Opens the file if, all links followed, it is a regular file in the folder.
  ///
  /// - Throws: ``MediaProblem``.
  public func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    guard let root, let full = fullPath(path) else { throw .missing(name) }
    let isFile = Self.kind(of: full) == .file
    guard let real = isFile ? realPath(ofFile: path) : SystemCall.realPath(full) else {
      throw .missing(name)
    }
    let folder = root == "/" ? root : root + "/"
    guard real.utf8.starts(with: folder.utf8) else {
      throw .refusedPath(name, reason: "it points outside the export's folder")
    }
    guard isFile || Self.kind(of: real) == .file else { throw .notAFile(name) }
    return try MediaFile(path: real)
  }

  /// Returns the path of an entry that is no link itself, with all links above it followed.
  private func realPath(ofFile path: String) -> String? {
    let name = path.split(separator: "/").last ?? ""
    let folder = String(path.utf8.dropLast(name.utf8.count)) ?? ""
    if let known = realFolders.withLock({ $0[folder] }) { return known + name }
    guard let real = fullPath(folder).flatMap(SystemCall.realPath) else { return nil }
    let start = real == "/" ? real : real + "/"
    realFolders.withLock { $0[folder] = start }
    return start + name
  }

  private func fullPath(_ path: String) -> String? { root.map { path.isEmpty ? $0 : "\($0)/\(path)" } }

  private static func kind(of path: String) -> FileStatus.Kind? { try? SystemCall.entry(at: path).kind }
}
