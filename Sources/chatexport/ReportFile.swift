import ExportPipeline
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The file named by `--report`, checked before the export so that a long run does not fail at its end.
struct ReportFile {
  private let path: String
  private static let standardOutput = "-"

  /// Checks that the report can be written to `path`.
  ///
  /// - Throws: ``ExportError`` if the file could not be written, or is one that the run reads or writes for the site.
  init(path: String, for options: ExportOptions) throws(ExportError) {
    self.path = path
    guard !path.isEmpty else { throw .usage("--report is empty; name a file") }
    if path == Self.standardOutput { return }
    let resolved = Self.resolved(path)
    guard !options.readPaths.contains(where: { Self.resolved($0) == resolved }) else {
      throw .usage("--report would overwrite '\(path)', which this run reads; choose another file")
    }
    let kind = try? SystemCall.status(at: path).kind
    guard kind != .folder else { throw Self.refused(path, "it is a folder; name a file") }
    let site = Self.resolved(options.output)
    guard !Self.isOfSite(resolved, at: site) else {
      throw .usage(
        "--report names '\(path)', a path that the site may use itself; "
          + "choose a file outside the site, such as report.json")
    }
    let folder = URL(filePath: resolved).deletingLastPathComponent().path
    if kind != nil {
      guard SystemCall.mayWrite(path) else { throw Self.refused(path, "check its permissions") }
    } else if folder != site {
      // The folder of a report inside the site exists once the site is written.
      guard (try? SystemCall.status(at: folder).kind) == .folder else {
        throw Self.refused(path, "the folder \(folder) does not exist; create it first")
      }
      guard SystemCall.mayWrite(folder) else {
        throw Self.refused(path, "check the permissions of \(folder)")
      }
    }
  }

  /// Writes `report` as JSON with sorted keys.
  ///
  /// - Throws: ``ExportError/output(_:)`` if the file cannot be written.
  func write(_ report: ExportReport) throws(ExportError) {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    guard let bytes = try? encoder.encode(report) else { return }
    if path == Self.standardOutput { return try Console.result(String(decoding: bytes, as: UTF8.self)) }
    do throws(SystemError) {
      let file = try SystemCall.createFile(path, existing: .empty)
      defer { SystemCall.close(file) }
      try SystemCall.write(Array(bytes).span, to: file)
    } catch {
      throw Self.refused(path, "the site is complete; \(error.reason.lowercased())")
    }
  }

  /// Returns true if the run may write a file or folder at `path` for the site at `site`. The site's folder is free for reports:
  /// the only file of the site in it that ends in `.json` is `export.json`, and no folder does. Everything below belongs to the
  /// site.
  private static func isOfSite(_ path: String, at site: String) -> Bool {
    if path == site || site.hasPrefix(path + "/") { return true }
    guard path.hasPrefix(site + "/") else { return false }
    let name = path.dropFirst(site.count + 1).lowercased()
    return name.contains("/") || !name.hasSuffix(".json") || name == "export.json"
  }

  /// Returns the absolute path without links, so that two spellings of a file compare equal. Its last components need not exist.
  private static func resolved(_ path: String) -> String {
    var existing = URL(filePath: path).standardizedFileURL.path
    var rest = ""
    while !SystemCall.exists(existing) {
      guard let slash = existing.lastIndex(of: "/"), slash != existing.startIndex else { break }
      rest = existing[slash...] + rest
      existing = String(existing[..<slash])
    }
    return (SystemCall.realPath(existing) ?? existing) + rest
  }

  private static func refused(_ path: String, _ reason: String) -> ExportError {
    .output("the report cannot be written to \(path): \(reason)")
  }
}
