import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files that an export wrote, by which the next export distinguishes them from other people's files in the site's
/// folder.
///
/// They are the files of the site's ``Manifest``, the records for reuse, and what vouches for the manifest. Sites of versions before
/// the manifest have the list `assets/files.txt`, one path a line, or are recognised by the names implied by their `export.json`.
struct SiteFileList {
  /// The list of versions before the manifest.
  private static let earlierPath = "assets/files.txt"

  /// The most bytes of a list: five million files take half a GB.
  private static let byteLimit = 1 << 30

  private var files: Set<String> = []
  private var folders: Set<String> = []
  /// Top-level names that belong to the site with all their content: for sites without a list.
  private var wholeEntries: Set<String> = []

  /// Reads the list of the site at `site`.
  init(ofSiteAt site: String) {
    if let bytes = FolderCalls.contents(site + "/" + Manifest.path, limit: Self.byteLimit) {
      for line in bytes.split(separator: 10) {
        insert(String(decoding: line.dropFirst(Manifest.pathOffset), as: UTF8.self))
      }
      files.formUnion([Manifest.path] + Manifest.attestations)
    } else if let bytes = FolderCalls.contents(site + "/" + Self.earlierPath, limit: Self.byteLimit) {
      for path in bytes.split(separator: 10) { insert(String(decoding: path, as: UTF8.self)) }
      insert(Self.earlierPath)
    } else {
      // `kept.bin` is the name of `reuse.bin` in versions up to 2026-11.
      wholeEntries = ["index.html", "export.json", "kept.bin", "reuse.bin", "assets", "media", Manifest.path]
      wholeEntries.formUnion(Manifest.attestations)
      let manifest = FolderCalls.contents(site + "/export.json", limit: Self.byteLimit)
      let known = manifest.flatMap { try? JSONDecoder().decode(ExportFacts.self, from: Data($0)) }
      for conversation in known?.site ?? [] { wholeEntries.insert(conversation.id) }
    }
  }

  /// The part of `export.json` that names a site's folders.
  private struct ExportFacts: Decodable {
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
    if files.contains(path) || Manifest.isRecord(path) { return }
    guard folders.contains(path) || Manifest.isRecordFolder(path) else { return found.append(path) }
    // A link or file that replaced a folder of the site may be replaced in turn.
    guard FolderCalls.entry(site + "/" + path)?.kind == .folder else { return }
    for name in try FolderCalls.names(in: site + "/" + path) {
      try collect(path + "/" + name, in: site, into: &found)
    }
  }
}
