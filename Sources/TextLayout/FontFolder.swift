internal import FoundationEssentials

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
    var result: [FontPath] = []
    for (place, folder) in folders.enumerated() {
      let found = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
      for file in found.sorted(by: { $0.utf8.lexicographicallyPrecedes($1.utf8) })
      where FontCandidate.isFont(file) {
        result.append(FontPath(folder + "/" + file, folder: place))
      }
    }
    return result
  }
}
