import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A font file in a folder.
struct FontPath: Sendable {
  var path: String
  /// The index of its folder among the folders given: earlier ones win.
  var folder: Int

  /// The bytes that change with the font: the start of the file, which contains the length and the checksum
  /// of each of its tables (OpenType, “Table directory”), and the file's length. Empty if it cannot be read.
  var identity: [UInt8] {
    // Opening a pipe would block until a writer opens it.
    guard let file = try? SystemCall.openFile(path) else { return [] }
    defer { SystemCall.close(file) }
    // For a collection also the directories of its faces, which follow.
    let capacity = FontCandidate.isCollection(path) ? 8_192 : 1_024
    var head = [UInt8](repeating: 0, count: capacity)
    let count = (try? SystemCall.read(file, into: &head)) ?? 0
    head.removeLast(capacity - count)
    return head + "\((try? SystemCall.status(of: file).size) ?? -1)".utf8
  }

  /// The fonts of the folders and their subfolders, by name. A folder that does not exist has none; a link to a folder is
  /// not followed, because it may lead back.
  static func all(in folders: [String]) -> [FontPath] {
    folders.enumerated().flatMap { index, folder in
      names(in: folder, under: "").sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
        .map { FontPath(path: folder + "/" + $0, folder: index) }
    }
  }

  /// The fonts' paths within the folder. The library's own recursive listing takes as long as reading the start of
  /// every font.
  private static func names(in folder: String, under prefix: String) -> [String] {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: folder)) ?? []
    return names.flatMap { name -> [String] in
      if FontCandidate.isFont(name) { return [prefix + name] }
      let inner = folder + "/" + name
      if (try? files.destinationOfSymbolicLink(atPath: inner)) != nil { return [] }
      return Self.names(in: inner, under: prefix + name + "/")
    }
  }
}
