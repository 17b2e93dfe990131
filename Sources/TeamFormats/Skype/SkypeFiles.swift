import ChatModel
import ImportKit

/// The files of a download by the ids that messages have: `media/0-weu-d12-….1.mp4`.
final class SkypeFiles {
  private let paths: [String: String]
  private let folder: InputFolder

  init(in folder: InputFolder) {
    self.folder = folder
    var paths: [String: String] = [:]
    for path in (try? folder.folder("media").files()) ?? [] where !path.hasSuffix(".json") {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      // `.1` is the file's number; the ending may be missing.
      let id = name.range(of: ".").map { String(name[..<$0.lowerBound]) } ?? name
      paths[id] = paths[id] ?? "media/\(path)"
    }
    self.paths = paths
  }

  /// The path of the file with an id; nil if it is not there.
  subscript(id: String) -> String? { paths[id] }

  /// The name of the file with an id, from the facts beside it; nil if there are none.
  func name(of id: String) -> String? {
    guard !id.contains("/"), folder.has("media/\(id).json"),
      let bytes = try? folder.bytes(of: "media/\(id).json"),
      bytes.count < 64 * 1024
    else { return nil }
    return JSONValue(parsing: bytes.repairedString(in: 0..<bytes.count))?["filename"]?.text
  }
}
