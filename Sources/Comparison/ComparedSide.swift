import ExportPipeline
import SiteReading
import SystemCalls

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One of the two sides of a comparison: a site, a plan, or an input.
enum ComparedSide {
  /// A site, with what its `export.json` states.
  case site(SiteFolder, SiteManifest)
  /// The content of a plan.
  case plan([UInt8])
  /// An input that has to be exported first.
  case input

  /// The largest `export.json` and plan that are read, in bytes.
  private static let limit = 1 << 29

  /// Opens the side at a path.
  ///
  /// - Throws: ``ExportError/input(_:)`` if nothing is there.
  init(_ path: String) throws(ExportError) {
    guard SystemCall.exists(path) else { throw .input("\(path) does not exist") }
    if let folder = SiteFolder(path) {
      guard let stated = Self.manifest(of: folder) else {
        self = .input
        return
      }
      self = .site(folder, stated)
    } else if let bytes = Self.plan(at: path) {
      self = .plan(bytes)
    } else {
      self = .input
    }
  }

  /// The word for it in messages.
  var word: String {
    switch self {
    case .site: "site"
    case .plan: "plan"
    case .input: "input"
    }
  }

  private static func manifest(of folder: SiteFolder) -> SiteManifest? {
    guard let bytes = try? folder.contents("export.json", limit: limit) else { return nil }
    return try? JSONDecoder().decode(SiteManifest.self, from: Data(bytes))
  }

  /// Returns the bytes of a file that begins like a plan, or nil.
  private static func plan(at path: String) -> [UInt8]? {
    guard let status = try? SystemCall.status(at: path), status.kind == .file, status.size <= limit,
      let file = try? SystemCall.openFile(path)
    else { return nil }
    defer { SystemCall.close(file) }
    var head = [UInt8](repeating: 0, count: min(64, status.size))
    guard !head.isEmpty, SystemCall.fill(&head, from: file, at: 0) else { return nil }
    let start = head.filter { $0 > 0x20 }
    guard start.starts(with: #"{"rows":["#.utf8) || start.starts(with: #"{"reasons":["#.utf8) else {
      return nil
    }
    var bytes = [UInt8](repeating: 0, count: status.size)
    return SystemCall.fill(&bytes, from: file, at: 0) ? bytes : nil
  }
}
