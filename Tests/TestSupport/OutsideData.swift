public import Foundation

/// Data that this project did not write, in `../shared/data` beside the checkout (or the folder that
/// `CHATEXPORT_SHARED` names). It may be absent: suites that need it are `.enabled(if:)` it is there.
public enum OutsideData {
  /// Indicates whether a file is there.
  public static func has(_ path: String) -> Bool {
    FileManager.default.isReadableFile(atPath: folder + "/" + path)
  }

  /// The contents of a file.
  public static func bytes(_ path: String) throws -> Data {
    try Data(contentsOf: URL(filePath: folder + "/" + path))
  }

  /// The lines of a text file, unpacked when its name ends in `.gz`.
  public static func lines(_ path: String) throws -> [String] {
    let bytes = [UInt8](path.hasSuffix(".gz") ? try unpacked(folder + "/" + path) : try self.bytes(path))
    var lines: [String] = []
    var start = 0
    // A loop over bytes: a debug build takes a minute to split the larger files by characters.
    for offset in bytes.indices where bytes[offset] == 0x0A {
      lines.append(String(decoding: bytes[start..<offset], as: UTF8.self))
      start = offset + 1
    }
    return lines
  }

  private static func unpacked(_ path: String) throws -> Data {
    let gzip = Process()
    let output = Pipe()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-dc", path]
    gzip.standardOutput = output
    try gzip.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw CocoaError(.fileReadCorruptFile) }
    return data
  }

  private static let folder: String = {
    if let path = ProcessInfo.processInfo.environment["CHATEXPORT_SHARED"] { return path + "/data" }
    return String(#filePath.dropLast("Tests/TestSupport/OutsideData.swift".count)) + "../shared/data"
  }()
}
