public import ExportPipeline
import SiteFiles
import SystemCalls

/// A folder that exists until it is removed. The next command of its kind removes the folders of runs that were killed.
public struct TemporaryFolder {
  private let folder: RunFolder
  /// The path of the folder.
  public var path: String { folder.path }

  /// Creates a folder for a command in `TMPDIR`, or in `/var/tmp` or `/tmp`.
  ///
  /// - Throws: ``ExportError/output(_:)`` if that is not possible.
  public init(_ command: StaticString) throws(ExportError) {
    for parent in [SystemCall.environment("TMPDIR") ?? "", "/var/tmp", "/tmp"] where !parent.isEmpty {
      guard let folder = try? RunFolder(in: parent, prefix: "chatexport-\(command)-") else { continue }
      self.folder = folder
      return
    }
    throw .output("no temporary folder can be created; set TMPDIR to a folder with free space")
  }

  /// Removes the folder with everything in it.
  public func remove() { folder.remove() }
}
