import Synchronization
package import SystemCalls

/// Notices that an input file was truncated while it was read, for example by a log's rotation or a program that synchronises folders.
///
/// Inputs are mapped, not copied. A truncated part reads as zeros, so an export must not be finished then. Overwritten bytes cannot be
/// noticed.
public enum InputChanges {
  private struct Mapped: Sendable {
    var size: Int
    var inode: UInt64
  }
  private static let mapped = Mutex<[String: Mapped]>([:])

  /// Notes that the file at `path` was mapped.
  package static func note(_ path: String, _ status: FileStatus) {
    mapped.withLock { $0[path] = Mapped(size: status.size, inode: status.inode) }
  }

  /// Throws if a file that was mapped so far is shorter now, or if bytes were read that it no longer had.
  ///
  /// - Throws: ``ImportError/unreadable(path:reason:)``.
  public static func check() throws(ImportError) {
    let cut = mapped.withLock { files in
      files.filter { path, file in
        guard let status = try? SystemCall.status(at: path) else { return false }
        // Another file in its place is not the one that was read.
        return status.inode == file.inode && status.size < file.size
      }
    }
    let paths = cut.keys.sorted()
    guard !paths.isEmpty || SystemCall.hasCutMapping else { return }
    throw .unreadable(
      path: paths.first ?? "an input file",
      reason:
        "it was cut off while it was read; wait until no other program writes it, or export a copy of it")
  }
}
