import ExportPipeline
import Foundation
import FoundationEssentials

/// The file of `--report`, checked before the export, so that a wrong name is not found out at its end.
struct ReportFile {
  private let path: String

  /// Throws when the report could not be written to `path`, or would overwrite what the run reads.
  init(path: String, for options: ExportOptions) throws(ExportError) {
    self.path = path
    guard !path.isEmpty else { throw .usage("--report is empty; give the name of a file") }
    let place = Self.place(path)
    guard !options.readPaths.contains(where: { Self.place($0) == place }) else {
      throw .usage("--report is '\(path)', which is read; choose another file")
    }
    let files = FileManager.default
    var isFolder = false
    if files.fileExists(atPath: path, isDirectory: &isFolder) {
      guard !isFolder else { throw Self.refused(path, "it is a folder; give the name of a file") }
      guard files.isWritableFile(atPath: path) else { throw Self.refused(path, "check its permissions") }
    } else if !place.hasPrefix(Self.place(options.output) + "/") {
      // A report inside the site has its folder once the site is there.
      let folder = (place as NSString).deletingLastPathComponent
      guard files.fileExists(atPath: folder, isDirectory: &isFolder), isFolder else {
        throw Self.refused(path, "there is no folder \(folder); create it first")
      }
      guard files.isWritableFile(atPath: folder) else {
        throw Self.refused(path, "check the permissions of \(folder)")
      }
    }
  }

  func write(_ report: ExportReport) throws(ExportError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      try encoder.encode(report).write(to: URL(filePath: path))
    } catch {
      throw Self.refused(path, "the site is complete; \(error.localizedDescription)")
    }
  }

  private static func place(_ path: String) -> String {
    URL(filePath: path).standardizedFileURL.resolvingSymlinksInPath().path
  }

  private static func refused(_ path: String, _ reason: String) -> ExportError {
    .output("the report cannot be written to \(path): \(reason)")
  }
}
