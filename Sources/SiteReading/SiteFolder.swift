public import SystemCalls

/// The folder of a site that may be a stranger's. Only regular files in it are read, and no symbolic link in it is followed.
///
/// Used by one task at a time: it keeps the folder of the last file open.
public final class SiteFolder {
  private let root: CInt
  private var folder: (path: String, descriptor: CInt)?

  /// Opens the folder at `path`, or returns nil if there is none.
  public init?(_ path: String) {
    guard let root = try? SystemCall.openFolder(path) else { return nil }
    self.root = root
  }

  deinit {
    if let folder { SystemCall.close(folder.descriptor) }
    SystemCall.close(root)
  }

  /// The reasons that a file is not read.
  public enum Problem: Error {
    /// There is no such file.
    case missing
    /// It is a symbolic link.
    case link
    /// It is a folder, a pipe or a device.
    case notAFile
    /// It has more bytes than are read.
    case tooLarge
    /// The system does not give it.
    case system(SystemError)

    /// The end of a sentence about the file.
    public var words: String {
      switch self {
      case .missing: "is missing"
      case .link: "is a symbolic link, and a site has none"
      case .notAFile: "is not a regular file"
      case .tooLarge: "is larger than any such file of a site"
      case .system(let error): "cannot be read: \(error.reason.lowercased())"
      }
    }
  }

  /// Calls `body` with the open file at `path` and its size.
  public func withFile<Result>(
    _ path: String, _ body: (_ file: CInt, _ size: Int) throws(Problem) -> Result
  ) throws(Problem) -> Result {
    let (parent, name) = Self.split(path)
    guard let folder = try openFolder(parent) else { throw .missing }
    let status: FileStatus
    do throws(SystemError) { status = try SystemCall.entry(name, in: folder) } catch {
      throw error.isNoEntry ? .missing : .system(error)
    }
    // Looked at first: opening a device may have effects.
    try Self.check(status)
    let file: CInt
    do throws(SystemError) { file = try SystemCall.openFile(name, in: folder) } catch {
      throw .system(error)
    }
    defer { SystemCall.close(file) }
    guard let opened = try? SystemCall.status(of: file), opened.kind == .file else { throw .notAFile }
    return try body(file, opened.size)
  }

  /// Returns the bytes of a file.
  public func contents(_ path: String, limit: Int) throws(Problem) -> [UInt8] {
    try withFile(path) { file, size throws(Problem) in
      guard size <= limit else { throw .tooLarge }
      var bytes = [UInt8](repeating: 0, count: size)
      guard bytes.isEmpty || SystemCall.fill(&bytes, from: file, at: 0) else { throw .notAFile }
      return bytes
    }
  }

  /// Returns the names in a folder as bytes, in order, at most `limit`; nil if it is not a folder.
  public func names(in path: String, limit: Int) -> [[UInt8]]? {
    guard let folder = try? openFolder(path) else { return nil }
    return try? SystemCall.nameBytes(in: folder, limit: limit)
  }

  /// Returns the kind of an entry, or nil if there is none.
  public func kind(of path: String) -> FileStatus.Kind? {
    let (parent, name) = Self.split(path)
    guard let folder = try? openFolder(parent) else { return nil }
    return try? SystemCall.entry(name, in: folder).kind
  }

  private static func check(_ status: FileStatus) throws(Problem) {
    switch status.kind {
    case .file: return
    case .link: throw .link
    case .folder, .pipe, .special: throw .notAFile
    }
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.utf8.lastIndex(of: 0x2F) else { return ("", path) }
    return (String(path[..<slash]), String(path[path.index(after: slash)...]))
  }

  /// Returns a folder of the site, open until the next call; nil if it does not exist or a link is in its path.
  private func openFolder(_ path: String) throws(Problem) -> CInt? {
    if path.isEmpty { return root }
    if let folder, folder.path == path { return folder.descriptor }
    var open: CInt?
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
      // The names of conversations in `export.json` are a stranger's too.
      guard !part.isEmpty, part != ".", part != ".." else {
        if let open { SystemCall.close(open) }
        return nil
      }
      let next = try? SystemCall.openFolder(String(part), in: open ?? root)
      if let open { SystemCall.close(open) }
      guard let next else { return nil }
      open = next
    }
    if let folder { SystemCall.close(folder.descriptor) }
    folder = open.map { (path, $0) }
    return open
  }
}
