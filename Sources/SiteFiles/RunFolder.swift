/// A folder for the files of one run, which a later run removes if this one dies.
public struct RunFolder: Sendable {
  /// The path of the folder.
  public let path: String
  private let lock: FolderLock

  /// Creates a folder in `parent` that only the user can read, its name being `prefix` and a number, and removes the folders of dead runs.
  ///
  /// - Throws: ``OutputError`` if it cannot be created.
  public init(in parent: String, prefix: String) throws(OutputError) {
    try OutputFolder.clean(parent, prefix: prefix, site: "\(parent)/\(prefix)")
    (path, lock) = try OutputFolder.createStaging("\(parent)/\(prefix)", mode: 0o700)
  }

  /// Removes the folder with everything in it.
  public func remove() { OutputFolder.remove(path) }
}
