/// A member of a zip that is left out, or replaces another, with the reason.
public struct ZipWarning: Sendable, Hashable {
  /// The member's name in the archive.
  public var name: String
  /// Words that follow the name.
  public var reason: String
}

/// Makes paths of the names in a zip, and leaves out everything except plain files.
struct ZipListing {
  struct ListedFile: Sendable {
    var path: String
    var member: Int
    /// According to the zip.
    var size: UInt64
  }

  /// Sorted by the UTF-8 bytes of their paths, each path once.
  private(set) var entries: [ListedFile] = []
  private(set) var warnings: [ZipWarning] = []

  /// Deeper than any export, and shallow enough to be walked.
  private static let depthLimit = 64
  /// The number of characters shown of a name.
  private static let shownLimit = 200

  init(_ members: [ZipArchive.ZipMember]) {
    for (index, member) in members.enumerated() where member.kind != .folder {
      guard let name = member.name else {
        leaveOut("member \(index + 1)", "its name is not valid text")
        continue
      }
      guard member.kind == .file else {
        leaveOut(name, "it is a link or a device, not a file")
        continue
      }
      switch Self.path(of: name) {
      case .success(let path?): entries.append(ListedFile(path: path, member: index, size: member.size))
      case .success(nil): break
      case .failure(let refusal): leaveOut(name, refusal.reason)
      }
    }
    entries.sort { a, b in
      a.path.utf8.elementsEqual(b.path.utf8)
        ? a.member < b.member : a.path.utf8.lexicographicallyPrecedes(b.path.utf8)
    }
    removeDuplicates()
    removeClashes()
  }

  private struct Refusal: Error {
    var reason: String
  }

  /// The path for a name; nil for a hidden file, which folders' listings leave out too.
  ///
  /// Old programs for Windows write `\`, and no system with chats allows it in a name.
  private static func path(of name: String) -> Result<String?, Refusal> {
    let bytes = name.utf8
    if let first = bytes.first, isSlash(first) { return .failure(Refusal(reason: "its path is absolute")) }
    if bytes.dropFirst().first == UInt8(ascii: ":"), let first = bytes.first, (first | 0x20) &- 0x61 < 26 {
      return .failure(Refusal(reason: "its path names a drive"))
    }
    let parts = bytes.split(whereSeparator: isSlash).map { String(Substring($0)) }.filter { $0 != "." }
    if parts.contains("..") { return .failure(Refusal(reason: "its path has '..' in it")) }
    if parts.count > depthLimit {
      return .failure(Refusal(reason: "it is nested in more than \(depthLimit) folders"))
    }
    if parts.isEmpty { return .failure(Refusal(reason: "it has no name")) }
    return .success(
      parts.contains { $0.utf8.first == UInt8(ascii: ".") } ? nil : parts.joined(separator: "/"))
  }

  private static func isSlash(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
  }

  /// If several members have one path the last counts, as when they are unpacked one after the other.
  private mutating func removeDuplicates() {
    var remaining: [ListedFile] = []
    remaining.reserveCapacity(entries.count)
    for entry in entries {
      if let last = remaining.last, last.path.utf8.elementsEqual(entry.path.utf8) {
        leaveOut(entry.path, "it occurs more than once; the last one counts")
        remaining.removeLast()
      }
      remaining.append(entry)
    }
    entries = remaining
  }

  /// Removes files whose path is also a folder's, because the folder has more content.
  private mutating func removeClashes() {
    var folders: Set<[UInt8]> = []
    for entry in entries {
      let path = Array(entry.path.utf8)
      for index in path.indices.reversed() where path[index] == UInt8(ascii: "/") {
        // The folders above a known one are known.
        guard folders.insert(Array(path[..<index])).inserted else { break }
      }
    }
    guard !folders.isEmpty else { return }
    var remaining: [ListedFile] = []
    remaining.reserveCapacity(entries.count)
    for entry in entries {
      if folders.contains(Array(entry.path.utf8)) {
        leaveOut(entry.path, "a folder has the same path")
      } else {
        remaining.append(entry)
      }
    }
    entries = remaining
  }

  private mutating func leaveOut(_ name: String, _ reason: String) {
    warnings.append(ZipWarning(name: String(name.prefix(Self.shownLimit)), reason: reason))
  }
}
