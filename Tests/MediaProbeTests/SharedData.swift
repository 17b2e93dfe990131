import Foundation

/// Outside data beside the checkout, which may be absent.
enum SharedData {
  /// The paths of every file under a folder of the shared data, in order of their names.
  static func files(under path: String, for purpose: String) -> [String] {
    let root = folder.appendingPathComponent(path).path
    let names = FileManager.default.subpaths(atPath: root) ?? []
    if names.isEmpty { print("SKIPPED: \(purpose) – ../shared/data not present") }
    let files = names.filter { name in
      let type =
        try? FileManager.default.attributesOfItem(atPath: root + "/" + name)[.type] as? FileAttributeType
      return type == .typeRegular && !name.hasSuffix("SOURCE.txt")
    }
    return files.sorted().map { root + "/" + $0 }
  }

  private static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["CHATEXPORT_SHARED"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data")
  }
}
