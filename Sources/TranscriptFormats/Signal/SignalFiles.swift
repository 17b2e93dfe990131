import ChatModel
import Digests
import ImportKit

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The files of an export, in `files/`: next to the folder of `main.jsonl` (Signal Desktop), or in it (Android).
enum SignalFiles {
  /// The name of the folder with the files of all snapshots.
  static let folder = "files"

  /// Returns the folder that paths of files are relative to, for the snapshot `main` of `input`: its own or the parent.
  static func root(of main: ImportInput, in input: ImportInput) -> InputFolder {
    if input.files.contains(where: { $0.hasPrefix("\(folder)/") }) {
      return InputFolder(joining: [input.folder, main.folder])
    }
    guard case .disk = main.folder.location, input.bytes != nil || input.folder.path == main.folder.path
    else {
      return main.folder
    }
    return InputFolder(joining: [main.folder, InputFolder(above: main.folder.path, only: folder)])
  }

  /// Returns the path of an attachment's file, or nil if the export lacks it.
  ///
  /// The name is the SHA-256 of the content's hash and the key that the app stored it with, so both are needed to compute it.
  static func path(of pointer: JSONValue) -> String? {
    guard let locator = pointer["locatorInfo"],
      let hash = locator["plaintextHash"]?.text.flatMap({ Data(base64Encoded: $0) }),
      let key = locator["localKey"]?.text.flatMap({ Data(base64Encoded: $0) })
    else { return nil }
    let name = SHA256.hexDigest(of: Array(hash + key).span)
    return "files/\(name.prefix(2))/\(name).\(fileExtension(of: pointer))"
  }

  private static func fileExtension(of pointer: JSONValue) -> String {
    if let name = pointer["fileName"]?.text, let dot = name.lastIndex(of: "."), dot > name.startIndex {
      return String(name[name.index(after: dot)...])
    }
    let type = pointer["contentType"]?.text ?? ""
    if type == "text/x-signal-plain" { return "txt" }
    return type.split(separator: "/").last.map { String($0.prefix { $0 != ";" && $0 != "+" }) } ?? "bin"
  }
}
