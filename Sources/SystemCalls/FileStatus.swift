/// The facts that the system keeps about a file or folder besides its content.
public struct FileStatus: Equatable, Sendable {
  /// The kinds of entries a folder can have.
  public enum Kind: Sendable {
    case file, folder, link
    /// A pipe or a socket: its bytes come once, and the writer may not be finished.
    case pipe
    /// A device.
    case special
  }
  /// The kind of the entry.
  public var kind: Kind
  /// The length of a file in bytes.
  public var size: Int
  /// The number of the file in its file system.
  public var inode: UInt64
  /// The number of the user who owns the entry.
  public var owner: UInt32

  /// Creates the status of an entry.
  public init(kind: Kind, size: Int, inode: UInt64, owner: UInt32) {
    (self.kind, self.size, self.inode, self.owner) = (kind, size, inode, owner)
  }
}
