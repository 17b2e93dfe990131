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
  /// What changes with the file: its size, and when it was last written and last changed in any way, in nanoseconds.
  private(set) var state: [Int] = []

  private init(_ path: String, folder: Int) {
    (self.path, self.folder) = (path, folder)
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return }
    #if canImport(Darwin)
      let (written, changed) = (status.st_mtimespec, status.st_ctimespec)
    #else
      let (written, changed) = (status.st_mtim, status.st_ctim)
    #endif
    state = [Int(status.st_size)]
    for time in [written, changed] { state += [Int(time.tv_sec), Int(time.tv_nsec)] }
  }

  /// The fonts of the folders and of those in them, by name. A folder that does not exist has none.
  static func all(in folders: [String]) -> [FontPath] {
    folders.enumerated().flatMap { place, folder in
      names(in: folder).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { FontPath(folder + "/" + $0, folder: place) }
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
