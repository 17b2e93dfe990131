/// The path of a file in one of several exports that were joined to one conversation.
///
/// A message keeps the number of its export's folder before each of its paths, so that a file is looked for in the export that the
/// message comes from. No file's name has the zero byte that marks such a number. Paths of the first folder have no number.
enum RootedPath {
  /// Returns the path of the file that the export in folder number `root` calls `path`.
  static func path(_ path: String, in root: Int) -> String {
    root == 0 && path.utf8.first != 0 ? path : "\0\(root)/\(path)"
  }

  /// Splits a path into the number of its folder and its path there.
  static func split(_ path: String) -> (root: Int, path: String) {
    guard path.utf8.first == 0, let slash = path.utf8.firstIndex(of: UInt8(ascii: "/")),
      let root = Int(path[path.index(after: path.startIndex)..<slash])
    else { return (0, path) }
    return (root, String(path[path.utf8.index(after: slash)...]))
  }

  /// Returns the path with its folder's number replaced by its entry in `roots`.
  static func moved(_ path: String, to roots: [Int]) -> String {
    let (root, rest) = split(path)
    return roots.indices.contains(root) ? self.path(rest, in: roots[root]) : path
  }
}

extension InputFolder {
  /// The folders of several exports: a path begins with the number of one of them.
  package init(ofExports folders: [InputFolder]) {
    if folders.count == 1 {
      self = folders[0]
    } else {
      let path = folders.map(\.path).joined(separator: ", ")
      self.init(path: path, namePath: path, location: .exports(folders))
    }
  }

  /// Returns the folder of the export that a message's path belongs to, and the path in it.
  public func located(_ path: String) -> (folder: InputFolder, path: String) {
    guard case .exports(let folders) = location else { return (self, path) }
    let (root, rest) = RootedPath.split(path)
    return folders.indices.contains(root) ? (folders[root], rest) : (self, path)
  }
}
