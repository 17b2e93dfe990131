/// Writes zips whose bytes depend on nothing but the names and contents of their members.
public enum ZipWriter {
  /// A file to be added.
  public struct AddedFile: Sendable, Hashable {
    /// The name in the zip.
    public var name: String
    /// The path of the file.
    public var path: String
    /// True if the file is compressed, false if it is stored as it is.
    public var isCompressed: Bool

    /// Creates a file to be added.
    public init(name: String, path: String, isCompressed: Bool) {
      (self.name, self.path, self.isCompressed) = (name, path, isCompressed)
    }
  }

  /// Writes a zip of `files` to a new file at `path`. Contents are streamed; memory grows with the number of files alone.
  ///
  /// - Throws: ``ZipError``.
  public static func write(_ files: [AddedFile], to path: String) throws(ZipError) {
    let zip = try ZipOutput(path: path)
    for file in files { try zip.add(file) }
    try zip.finish()
  }
}
