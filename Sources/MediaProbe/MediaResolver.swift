import Storage

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
    if path.isEmpty { throw .refusedPath(path, reason: "it is empty") }
    if let refusal = ConfinedPath.refusal(of: path) { throw .refusedPath(path, reason: refusal) }
    if let found = find(path.split(separator: "/")) { return try folder.open(found, as: path) }
    if path.contains("\\"), let found = find(path.split { $0 == "/" || $0 == "\\" }) {
      return try folder.open(found, as: path)
    }
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
}
