import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The files in a site's folder that no export wrote: a `.git` folder, a `CNAME`, notes.
///
/// Files at the top stay there, because the site's folder itself then stays (``InPlaceSwap``). Files inside folders of
/// the site get a second name in the new site, or are copied if the file system does not support that.
struct ForeignFiles {
  /// Relative paths of the outermost foreign entries, in order.
  let paths: [String]

  /// The names at the top of the site's folder.
  var topNames: Set<String> { Set(paths.filter { !$0.contains("/") }) }

  /// Checks that all of them can be carried over: sockets, pipes and devices inside folders of the site cannot.
  ///
  /// - Throws: ``OutputError/cannotCarry(path:)``.
  func check(in site: String) throws(OutputError) {
    for path in paths where path.contains("/") { try check(site + "/" + path) }
  }

  private func check(_ path: String) throws(OutputError) {
    switch FolderCalls.entry(path)?.kind {
    case .special, .pipe: throw .cannotCarry(path: path)
    case .folder: for name in try FolderCalls.names(in: path) { try check(path + "/" + name) }
    case .file, .link, nil: break
    }
  }

  /// Carries files inside folders of the site over to the new site at `new`.
  ///
  /// - Throws: ``OutputError/inTheWay(path:)`` if the new site has a file of that name, or an error of the system.
  func carryOver(from site: String, to new: String) throws(OutputError) {
    for path in paths {
      guard FolderCalls.entry(new + "/" + path) == nil else { throw .inTheWay(path: site + "/" + path) }
      guard path.contains("/") else { continue }
      let parent = new + "/" + path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
      try Self.files(path) {
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
      }
      try carry(site + "/" + path, to: new + "/" + path)
    }
  }

  private func carry(_ old: String, to new: String) throws(OutputError) {
    switch FolderCalls.entry(old)?.kind {
    case .folder:
      try Self.files(new) {
        try FileManager.default.createDirectory(atPath: new, withIntermediateDirectories: false)
      }
      for name in try FolderCalls.names(in: old) { try carry(old + "/" + name, to: new + "/" + name) }
      _ = SystemCall.copyAttributes(of: old, to: new)
      SystemCall.copyMode(of: old, to: new)
      if let time = try? FileManager.default.attributesOfItem(atPath: old)[.modificationDate] {
        try? FileManager.default.setAttributes([.modificationDate: time], ofItemAtPath: new)
      }
    case .file, .link:
      if FolderCalls.link(old, to: new) { return }
      try Self.files(new) { try FileManager.default.copyItem(atPath: old, toPath: new) }
    case .special, .pipe, nil: throw .cannotCarry(path: old)
    }
  }

  private static func files(_ path: String, _ body: () throws -> Void) throws(OutputError) {
    do { try body() } catch {
      throw .failed(step: "carried over", path: path, reason: "the file could not be linked or copied")
    }
  }
}
