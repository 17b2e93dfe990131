#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// A font file in a folder.
struct FontPath: Sendable {
  var path: String
  /// The place of its folder among the folders given: earlier ones win.
  var folder: Int

  /// What changes with the font: the bytes the file begins with, which have the length and the checksum of each of its tables
  /// (OpenType, “Table directory”), and the file's length. Empty if it cannot be read.
  var identity: [UInt8] {
    // Opening a pipe would wait for somebody who writes to it.
    let file = unsafe open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return [] }
    defer { close(file) }
    // Of a collection also the directories of its faces, which follow.
    let capacity = FontCandidate.isCollection(path) ? 8_192 : 1_024
    let head = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { bytes, count in
      count = max(0, unsafe read(file, bytes.baseAddress, capacity))
    }
    return head + "\(lseek(file, 0, SEEK_END))".utf8
  }

  /// The fonts of the folders and of those in them, by name. A folder that does not exist has none.
  static func all(in folders: [String]) -> [FontPath] {
    folders.enumerated().flatMap { place, folder in
      names(in: folder).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { FontPath(path: folder + "/" + $0, folder: place) }
    }
  }

  /// The paths of the fonts below a folder, from there, in no order. Links to folders are not followed.
  private static func names(in folder: String, below: String = "") -> [String] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while let entry = unsafe readdir(stream) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
        unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(validatingCString: $0) }
      }
      guard let name, name != ".", name != ".." else { continue }
      let path = below + name
      if FontCandidate.isFont(name) { names.append(path) }
      switch Int32(unsafe entry.pointee.d_type) {
      case Int32(DT_DIR): names += Self.names(in: folder + "/" + name, below: path + "/")
      case Int32(DT_UNKNOWN) where isFolder(folder + "/" + name):
        names += Self.names(in: folder + "/" + name, below: path + "/")
      default: break
      }
    }
    return names
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
