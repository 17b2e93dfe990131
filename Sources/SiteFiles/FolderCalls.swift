internal import CFolderSwap
internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// System calls on whole folder entries, each by path. None of them follows a symbolic link at the end of a path.
enum FolderCalls {
  /// The kind of a folder entry, and its inode number.
  struct Entry: Equatable {
    enum Kind { case file, folder, link, special }
    var kind: Kind
    var inode: UInt64
  }

  /// Returns the entry at `path`, or nil if there is none or it cannot be looked at.
  static func entry(_ path: String) -> Entry? {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return nil }
    let kind: Entry.Kind =
      switch status.st_mode & S_IFMT {
      case S_IFREG: .file
      case S_IFDIR: .folder
      case S_IFLNK: .link
      default: .special
      }
    return Entry(kind: kind, inode: UInt64(status.st_ino))
  }

  /// Returns the names in a folder, sorted, without `.` and `..`.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the folder cannot be read.
  static func names(in folder: String) throws(OutputError) -> [String] {
    do { return try FileManager.default.contentsOfDirectory(atPath: folder).sorted() } catch {
      throw .failed(step: "read", path: folder, reason: "the folder cannot be listed")
    }
  }

  /// Renames `old` to `new`, replacing a file that has the name.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the system refuses.
  static func rename(_ old: String, to new: String) throws(OutputError) {
    #if canImport(Glibc)
      let result = unsafe Glibc.rename(old, new)
    #elseif canImport(Musl)
      let result = unsafe Musl.rename(old, new)
    #else
      let result = unsafe Darwin.rename(old, new)
    #endif
    guard result == 0 else { throw .system("replaced", new) }
  }

  /// Exchanges two entries in one step. Returns false if the file system cannot do that.
  ///
  /// - Throws: ``OutputError/failed(step:path:reason:)`` if the system refuses for another reason.
  static func exchange(_ one: String, _ other: String) throws(OutputError) -> Bool {
    if unsafe folder_swap(one, other) == 0 { return true }
    if errno == ENOSYS || errno == EINVAL || errno == ENOTSUP { return false }
    throw .system("replaced", other)
  }

  /// Gives a file a further name. Returns false if the file system cannot do that.
  static func link(_ file: String, to new: String) -> Bool {
    unsafe linkat(AT_FDCWD, file, AT_FDCWD, new, 0) == 0
  }

  /// Gives the folder `new` the owner, group, access lists and mode of the folder `old`, but lets its owner fill it.
  /// Returns false if the system refuses one of them.
  static func copyAttributes(of old: String, to new: String) -> Bool {
    unsafe folder_copy_attributes(old, new) == 0
  }

  /// Gives the folder `new` exactly the mode of the folder `old`.
  static func copyMode(of old: String, to new: String) { _ = unsafe folder_copy_mode(old, new) }

  /// True if the path is the root of a mount.
  static func isMountRoot(_ path: String) -> Bool { unsafe folder_is_mount_root(path) == 1 }

  /// True if this process may rename the existing `entry` within its folder `parent`.
  static func mayRename(_ entry: String, in parent: String) -> Bool {
    unsafe folder_may_rename_in(parent, entry) == 1
  }

  /// Writes a file or folder through to the disk, as far as the system can.
  static func sync(_ path: String) { _ = unsafe folder_sync(path) }
}
