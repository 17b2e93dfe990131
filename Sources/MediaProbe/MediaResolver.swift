/// Finds the files that a chat names, and nothing outside the export's folder.
///
/// Exports move between systems. So a name matches exactly, else by canonical equivalence (NFC or NFD), else without regard
/// to case.
public struct MediaResolver: Sendable {
  private let folder: any MediaFolder
  private let index: FolderIndex

  /// Creates a resolver of paths relative to `folder`.
  public init(_ folder: any MediaFolder) { (self.folder, index) = (folder, FolderIndex(folder)) }

  /// Opens the file that an export calls `path`.
  ///
  /// - Throws: ``MediaProblem``.
  public func open(_ path: String) throws(MediaProblem) -> MediaFile {
    let bytes = path.utf8
    if bytes.isEmpty { throw .refusedPath(path, reason: "it is empty") }
    if bytes.contains(0) { throw .refusedPath(path, reason: "it has a zero byte") }
    // Folders of exports from Windows; both signs count when danger is looked for.
    let windows = path.split(whereSeparator: { $0 == "/" || $0 == "\\" })
    if bytes.first == UInt8(ascii: "/") || bytes.first == UInt8(ascii: "\\") || hasDrive(path) {
      throw .refusedPath(path, reason: "it is absolute")
    }
    if windows.contains("..") { throw .refusedPath(path, reason: "it has '..' in it") }
    // No chat has hidden files; a folder of the user's has keys and settings in them.
    if windows.contains(where: { $0.hasPrefix(".") && $0 != "." }) {
      throw .refusedPath(path, reason: "it is a hidden file")
    }
    if let found = find(path.split(separator: "/")) { return try folder.open(found, as: path) }
    if path.contains("\\"), let found = find(windows) { return try folder.open(found, as: path) }
    throw .missing(path)
  }

  /// Returns the path that exists for `steps`, or nil if a step does not exist.
  private func find(_ steps: [Substring]) -> String? {
    var path = ""
    for step in steps where step != "." {
      let start = path.isEmpty ? "" : path + "/"
      if folder.has(start + step) {
        path = start + step
      } else if let name = index.name(like: String(step), in: path) {
        path = start + name
      } else {
        return nil
      }
    }
    return path
  }

  /// Indicates whether a path begins with a drive, such as `C:`.
  private func hasDrive(_ path: String) -> Bool {
    let bytes = Array(path.utf8.prefix(2))
    return bytes.count == 2 && bytes[1] == UInt8(ascii: ":") && (bytes[0] | 0x20) &- 0x61 < 26
  }
}
