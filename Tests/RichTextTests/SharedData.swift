import Foundation

/// Outside data beside the checkout, which may be absent.
enum SharedData {
  /// Text of a file under `../shared/data` (or `$CHATEXPORT_SHARED`), nil with a printed line when it is absent.
  static func text(_ path: String, for purpose: String) -> String? {
    guard let bytes = data(path, for: purpose) else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func data(_ path: String, for purpose: String) -> Data? {
    let url = folder.appendingPathComponent(path)
    guard let data = try? Data(contentsOf: url) else {
      print("SKIPPED: \(purpose) – ../shared/data not present")
      return nil
    }
    return data
  }

  /// Every file under a folder of the shared data, in order of their names.
  static func files(under path: String) -> [String] {
    let root = folder.appendingPathComponent(path).path
    let names = FileManager.default.subpaths(atPath: root) ?? []
    let files = names.filter { name in
      let type =
        try? FileManager.default.attributesOfItem(atPath: root + "/" + name)[.type] as? FileAttributeType
      return type == .typeRegular && !name.hasSuffix("SOURCE.txt")
    }
    return files.sorted().map { path + "/" + $0 }
  }

  private static var folder: URL {
    if let path = ProcessInfo.processInfo.environment["CHATEXPORT_SHARED"] {
      return URL(fileURLWithPath: path)
    }
    return URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("shared/data")
  }
}

/// A generator whose numbers are the same in every run (SplitMix64).
struct SeededNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
