#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A file or folder the user named: opened and checked once, then only looked at.
public struct ImportInput: Sendable {
  /// How much of a file is looked at to recognise its format.
  public static let headLimit = 64 * 1024
  /// How many names of a folder are listed; beyond that it is not a chat export.
  static let listingLimit = 100_000
  /// How deep a folder is listed; ZNC logs are three folders deep, whole-account exports four.
  static let depthLimit = 6

  public enum Content: Sendable {
    case file(InputBytes)
    /// The regular files of a folder: paths relative to it with `/`, sorted by their UTF-8 bytes.
    case folder(files: [String])
  }
  /// The path as the user named it.
  public let path: String
  public let content: Content

  /// Opens the file or lists the folder at `path`.
  public init(path: String) throws(ImportError) {
    self.path = path
    guard path != "-" && !path.isEmpty else {
      throw .unreadable(
        path: "'\(path)'", reason: "standard input is not read; save the export to a file and name that")
    }
    let isFolder = try InputBytes.isFolder(path)
    content = isFolder ? .folder(files: try Self.files(of: path)) : .file(try InputBytes(contentsOf: path))
  }

  /// An input made in memory, named `path`.
  public init(path: String, bytes: [UInt8]) {
    (self.path, content) = (path, .file(InputBytes(bytes)))
  }

  /// The file's bytes; nil for a folder.
  public var bytes: InputBytes? {
    if case .file(let bytes) = content { bytes } else { nil }
  }

  /// The names in the folder; empty for a file.
  public var files: [String] {
    if case .folder(let files) = content { files } else { [] }
  }

  /// The file's first bytes without a byte order mark; empty for a folder.
  public var head: [UInt8] {
    guard let bytes else { return [] }
    let start = bytes.has([0xEF, 0xBB, 0xBF], at: 0) ? 3 : 0
    return bytes.array(in: start..<min(bytes.count, start + Self.headLimit))
  }

  /// The last part of the path.
  public var name: String {
    let trimmed = path.hasSuffix("/") && path.count > 1 ? String(path.dropLast()) : path
    return String(trimmed[(trimmed.lastIndex(of: "/").map(trimmed.index(after:)) ?? trimmed.startIndex)...])
  }

  /// The name without its extension: what a conversation is called that has no name of its own.
  public var stem: String {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex, bytes != nil else { return name }
    return String(name[..<dot])
  }

  /// The folder that relative paths inside the input are relative to.
  public var folder: String {
    if case .folder = content { return path }
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// A file of the folder, opened.
  public func file(named name: String) throws(ImportError) -> ImportInput {
    try ImportInput(path: path.hasSuffix("/") ? path + name : "\(path)/\(name)")
  }

  private static func files(of folder: String) throws(ImportError) -> [String] {
    var files: [String] = []
    var folders = [(path: folder, prefix: "", depth: 1)]
    while let next = folders.popLast() {
      let names: [String]
      do {
        names = try FileManager.default.contentsOfDirectory(atPath: next.path)
      } catch {
        throw .unreadable(path: next.path, reason: "the folder cannot be listed; check its permissions")
      }
      if next.depth > 1, names.contains("export.json"), isSite(next.path) { continue }
      for name in names where !name.hasPrefix(".") {
        let path = "\(next.path)/\(name)"
        // Links are not followed: a link to a parent folder would list for ever.
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        switch attributes?[.type] as? FileAttributeType {
        case .typeRegular?: files.append(next.prefix + name)
        case .typeDirectory? where next.depth < depthLimit:
          folders.append((path, "\(next.prefix)\(name)/", next.depth + 1))
        default: break
        }
        guard files.count < listingLimit else {
          throw .unreadable(
            path: folder, reason: "it holds more than \(listingLimit) files; name the export itself")
        }
      }
    }
    return files.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether a folder is a site this program wrote: one beside the logs it was made of is not read again.
  private static func isSite(_ folder: String) -> Bool {
    guard let manifest = try? InputBytes(contentsOf: folder + "/export.json") else { return false }
    let head = String(decoding: manifest.array(in: 0..<min(manifest.count, 4096)), as: UTF8.self)
    return head.contains("\"chatexport-site/1\"")
  }
}
