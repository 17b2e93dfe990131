public import ExportPipeline
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A folder that exists until it is removed.
public struct TemporaryFolder {
  /// The path of the folder.
  public let path: String

  /// Creates a folder for a command in `TMPDIR`, or in `/var/tmp` or `/tmp`.
  ///
  /// - Throws: ``ExportError/output(_:)`` if that is not possible.
  public init(_ command: StaticString) throws(ExportError) {
    for folder in [SystemCall.environment("TMPDIR") ?? "", "/var/tmp", "/tmp"] where !folder.isEmpty {
      for number in 0..<100 {
        let path = "\(folder)/chatexport-\(command)-\(SystemCall.processID)-\(number)"
        guard (try? SystemCall.createFolder(path, mode: 0o700)) != nil else { continue }
        self.path = path
        return
      }
    }
    throw .output("no temporary folder can be created; set TMPDIR to a folder with free space")
  }

  /// Removes the folder with everything in it.
  public func remove() { try? FileManager.default.removeItem(atPath: path) }
}
