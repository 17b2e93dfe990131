public import Storage
import SystemCalls

/// A folder of the disk that holds an export's media.
public struct DiskFolder: MediaFolder {
  private let folder: ConfinedFolder
  /// The path of the folder in the export's; empty for the export's folder itself.
  private let prefix: String

  /// Creates the folder at `path`, which need not exist.
  public init(_ path: String) { self.init(ConfinedFolder(path), at: "") }

  /// Creates the folder at `prefix` in an export's folder; empty for the export's folder itself.
  public init(_ folder: ConfinedFolder, at prefix: String) { (self.folder, self.prefix) = (folder, prefix) }

  /// True if there is a file or folder with exactly this path. A link that leads outside counts, so that opening it is refused
  /// instead of reporting a missing file.
  public func has(_ path: String) -> Bool {
    folder.status(of: full(path)) != nil || folder.refusal(of: full(path)) != nil
  }

  /// Returns the names in a folder in it, in byte order. None if there is no such folder.
  public func names(in folder: String) -> [String] { self.folder.names(in: full(folder)) }

  /// Opens the file if, all links followed, it is a regular file in the export's folder.
  ///
  /// - Throws: ``MediaProblem``.
  public func open(_ path: String, as name: String) throws(MediaProblem) -> MediaFile {
    do throws(ConfinedFileError) {
      let file = try folder.open(full(path))
      let real = file.path
      return MediaFile(descriptor: file.release(), path: real)
    } catch {
      switch error {
      case .refused, .outside: throw .refusedPath(name, reason: error.reason)
      case .missing: throw .missing(name)
      case .notAFile: throw .notAFile(name)
      case .system(let error): throw .unreadable(name, errno: error.code)
      }
    }
  }

  private func full(_ path: String) -> String {
    prefix.isEmpty ? path : path.isEmpty ? prefix : "\(prefix)/\(path)"
  }
}
