import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files that an export wrote, by which the next export distinguishes them from other people's files in the site's
/// folder.
///
/// The list is `assets/files.txt`: one path a line, relative to the site, sorted by bytes. Sites of versions before the
/// list are recognised by the names implied by their `export.json`.
struct SiteFileList {
  /// The list's own path in a site.
  static let path = "assets/files.txt"

  /// The most bytes of a list: ten million files take a GB.
  private static let byteLimit = 1 << 30

  private var files: Set<String> = []
  private var folders: Set<String> = []
  /// Top-level names that belong to the site with all their content: for sites without a list.
  private var wholeEntries: Set<String> = []

  /// Reads the list of the site at `site`.
  init(ofSiteAt site: String) {
    if let bytes = FolderCalls.contents(site + "/" + Self.path, limit: Self.byteLimit) {
      for path in bytes.split(separator: 10) { insert(String(decoding: path, as: UTF8.self)) }
      insert(Self.path)
    } else {
      // `kept.bin` is the name of `reuse.bin` in versions up to 2026-11.
      wholeEntries = ["index.html", "export.json", "kept.bin", "reuse.bin", "assets", "media"]
      let manifest = FolderCalls.contents(site + "/export.json", limit: Self.byteLimit)
      let known = manifest.flatMap { try? JSONDecoder().decode(Manifest.self, from: Data($0)) }
      for conversation in known?.site ?? [] { wholeEntries.insert(conversation.id) }
    }
  }

  /// The part of `export.json` that names a site's folders.
  private struct Manifest: Decodable {
    struct ListedConversation: Decodable { var id: String }
    var site: [ListedConversation]
  }

  private mutating func insert(_ path: String) {
    files.insert(path)
    var folder = path[...]
    while let slash = folder.lastIndex(of: "/") {
      folder = folder[..<slash]
      guard folders.insert(String(folder)).inserted else { return }
    }
  }

  /// Returns the outermost entries of the folder `site` that the site does not own, as relative paths in order.
  ///
  /// A folder without files of the site is one entry. `skipping` names top-level entries to leave out.
  /// - Throws: ``OutputError`` if a folder cannot be read.
  func foreignEntries(in site: String, skipping isSkipped: (String) -> Bool) throws(OutputError) -> [String] {
    var found: [String] = []
    for name in try FolderCalls.names(in: site) where !isSkipped(name) && !wholeEntries.contains(name) {
      try collect(name, in: site, into: &found)
    }
    return found
  }

  private func collect(_ path: String, in site: String, into found: inout [String]) throws(OutputError) {
    if files.contains(path) { return }
    guard folders.contains(path) else { return found.append(path) }
    // A link or file that replaced a folder of the site may be replaced in turn.
    guard FolderCalls.entry(site + "/" + path)?.kind == .folder else { return }
    for name in try FolderCalls.names(in: site + "/" + path) {
      try collect(path + "/" + name, in: site, into: &found)
    }
  }

  /// Lists the files of the finished site at `folder`, including the list itself.
  ///
  /// - Throws: ``OutputError`` if a folder cannot be read.
  static func bytes(ofSiteAt folder: String) throws(OutputError) -> [UInt8] {
    var paths = [path]
    var pending = [""]
    while let next = pending.popLast() {
      for (name, isFolder) in try FolderCalls.entries(in: next.isEmpty ? folder : folder + "/" + next) {
        let inner = next.isEmpty ? name : next + "/" + name
        if isFolder { pending.append(inner) } else { paths.append(inner) }
      }
    }
    return bytes(of: paths)
  }

  /// Returns the list of these files and of itself.
  static func bytes(of files: [String]) -> [UInt8] {
    let paths = (files + [path]).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    var list: [UInt8] = []
    list.reserveCapacity(paths.reduce(0) { $0 + $1.utf8.count + 1 })
    for (index, path) in paths.enumerated() where index == 0 || path != paths[index - 1] {
      list += path.utf8
      list.append(10)
    }
    return list
  }
}
