import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// System calls on whole folder entries, each by path. None of them follows a symbolic link at the end of a path.
enum FolderCalls {
  /// Returns the entry at `path`, or nil if there is none or it cannot be looked at.
  static func entry(_ path: String) -> FileStatus? { try? SystemCall.entry(at: path) }

  /// Returns the names in a folder, sorted, without `.` and `..`.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the folder cannot be read.
  static func names(in folder: String) throws(OutputError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw .failed(step: "read", path: folder, reason: "the folder cannot be listed")
    }
  }

  /// Returns the bytes of a file; nil if it cannot be read, is not a regular file, or has more than `limit`
  /// bytes.
  ///
  /// For files of a site, which may come from a stranger: opening a pipe would block.
  static func contents(_ path: String, limit: Int) -> [UInt8]? {
    guard let file = try? SystemCall.openFileItself(path) else { return nil }
    defer { SystemCall.close(file) }
    guard let status = try? SystemCall.status(of: file), status.kind == .file, status.size <= limit else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: status.size)
    return bytes.isEmpty || SystemCall.fill(&bytes, from: file, at: 0) ? bytes : nil
  }

  /// Renames `old` to `new`, replacing a file that has the name.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the system refuses.
  static func rename(_ old: String, to new: String) throws(OutputError) {
    do throws(SystemError) { try SystemCall.rename(old, to: new) } catch {
      throw .system("replaced", new, error)
    }
  }

  /// Exchanges two entries in one step. Returns false if the file system cannot do that.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the system refuses for another reason.
  static func exchange(_ one: String, _ other: String) throws(OutputError) -> Bool {
    do throws(SystemError) {
      try SystemCall.exchange(one, other)
      return true
    } catch {
      if error.isNotSupported { return false }
      throw .system("replaced", other, error)
    }
  }

  /// Gives a file a further name. Returns false if the file system cannot do that.
  static func link(_ file: String, to new: String) -> Bool {
    (try? SystemCall.link(file, to: new)) != nil
  }
}
