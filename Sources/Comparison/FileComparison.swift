import Digests
import SiteFiles
import SiteReading
import SystemCalls

/// Compares the files of two sites that are not pages of messages: style sheets by their declarations, others byte for byte.
struct FileComparison {
  private let old: SiteFolder
  private let new: SiteFolder
  private let levels: Set<Difference.Level>

  /// The most files of a folder.
  private static let entryLimit = 1_000_000
  /// The largest style sheet that is read, in bytes.
  private static let sheetLimit = 1 << 22
  /// The largest manifest that is read, in bytes.
  private static let manifestLimit = 1 << 28
  /// The most changes of one style sheet that are kept.
  private static let changeLimit = 1_000

  init(_ old: SiteFolder, _ new: SiteFolder, levels: Set<Difference.Level>) {
    (self.old, self.new, self.levels) = (old, new, levels)
  }

  /// Adds the files that differ to `result`. `conversations` has the folders of conversations on both sides.
  func run(conversations: [(String, String)], into result: inout Differences) {
    var list = DifferenceList()
    // A file of an attachment is named by its content, so one of a name is one file, unless someone changed it.
    if levels.contains(.semantic) {
      compareFolder("media", isAttachments: true, &list)
      compareMissing(&list, isSame: !result.counts.contains { $0.key.level == .semantic && $0.value > 0 })
    }
    if levels.contains(.style) {
      compareFolder("assets", isAttachments: false, &list)
      for (folder, other) in conversations {
        compareSheet("\(folder)/people.css", "\(other)/people.css", &list)
      }
      // Lists, statistics and maps follow from the messages.
      if !result.isDifferent, !list.has(.semantic), !list.has(.style) {
        compareOthers(conversations, &list)
      }
    }
    result.add(nil, list, [])
  }

  private func compareFolder(_ folder: String, isAttachments: Bool, _ list: inout DifferenceList) {
    let names = Self.names(old, folder)
    let others = Set(Self.names(new, folder))
    for name in names where others.contains(name) {
      let path = folder + "/" + name
      if name.hasSuffix(".css") {
        compareSheet(path, path, &list)
      } else if !isEqual(path, path) {
        list.append(
          Difference(kind: isAttachments ? .attachment : .file, file: path, changes: [Change(what: "bytes")]))
      }
    }
    // Fonts, emoji and attachments come and go with the messages that have them.
    guard !isAttachments else { return }
    let known = Set(names)
    for name in names where !others.contains(name) {
      list.append(
        Difference(kind: .file, file: folder + "/" + name, changes: [Change(what: "file", old: "present")]))
    }
    for name in others.sorted() where !known.contains(name) {
      list.append(
        Difference(kind: .file, file: folder + "/" + name, changes: [Change(what: "file", new: "present")]))
    }
  }

  /// Adds attachments that one side lacks. If messages differ, only those that this side's manifest lists: others have come or gone with
  /// their messages.
  private func compareMissing(_ list: inout DifferenceList, isSame: Bool) {
    let (names, others) = (Set(Self.names(old, "media")), Set(Self.names(new, "media")))
    guard names != others else { return }
    let (listed, otherListed) = isSame ? ([], []) : (Self.listed(old), Self.listed(new))
    for name in names.union(others).sorted() where names.contains(name) != others.contains(name) {
      let path = "media/" + name
      let isOld = names.contains(name)
      guard isSame || (isOld ? otherListed : listed).contains(path) else { continue }
      let change = Change(what: "file", old: isOld ? "present" : nil, new: isOld ? nil : "present")
      list.append(Difference(kind: .attachment, file: path, changes: [change]))
    }
  }

  /// Returns the attachments that a site's manifest lists; none if it cannot be read.
  private static func listed(_ site: SiteFolder) -> Set<String> {
    guard let bytes = try? site.contents(Manifest.path, limit: manifestLimit) else { return [] }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return Set(lines.map { String($0.dropFirst(Manifest.pathOffset)) }.filter { $0.hasPrefix("media/") })
  }

  private static func names(_ site: SiteFolder, _ folder: String) -> [String] {
    (site.names(in: folder, limit: entryLimit) ?? []).compactMap { String(validating: $0, as: UTF8.self) }
      .filter { $0 != "reuse.bin" && site.kind(of: folder + "/" + $0) != .folder }
  }

  private func compareSheet(_ path: String, _ other: String, _ list: inout DifferenceList) {
    let bytes = try? old.contents(path, limit: Self.sheetLimit)
    let others = try? new.contents(other, limit: Self.sheetLimit)
    guard bytes != others else { return }
    let changes = StyleSheet.changes(StyleSheet(bytes ?? []), StyleSheet(others ?? []))
    guard !changes.isEmpty else { return }
    list.append(Difference(kind: .property, file: other, changes: Array(changes.prefix(Self.changeLimit))))
  }

  /// Compares the pages around the messages, if nothing else differs.
  private func compareOthers(_ conversations: [(String, String)], _ list: inout DifferenceList) {
    var folders = [("", "")]
    for (folder, other) in conversations { folders += [(folder, other), (folder + "/map", other + "/map")] }
    for (folder, other) in folders {
      let others = Set(Self.names(new, other))
      for name in Self.names(old, folder) where others.contains(name) && !Self.own.contains(name) {
        let (path, newPath) = (
          folder.isEmpty ? name : folder + "/" + name, other.isEmpty ? name : other + "/" + name
        )
        if !isEqual(path, newPath) {
          list.append(Difference(kind: .file, file: newPath, changes: [Change(what: "bytes")]))
        }
      }
    }
  }

  /// Files that say how and when a site was made.
  private static let own: Set<String> = ["MANIFEST", "export.json"]

  private func isEqual(_ path: String, _ other: String) -> Bool {
    guard let one = checksum(old, path), let two = checksum(new, other) else { return false }
    return one == two
  }

  private func checksum(_ site: SiteFolder, _ path: String) -> Checksum? {
    try? site.withFile(path) { file, _ throws(SiteFolder.Problem) in
      var buffer = [UInt8](repeating: 0, count: 1 << 17)
      guard var builder = ChecksumBuilder() else { throw .notAFile }
      var offset = 0
      while true {
        let count: Int
        do throws(SystemError) { count = try SystemCall.read(file, at: offset, into: &buffer) } catch {
          throw .system(error)
        }
        if count == 0 { break }
        builder.update(buffer.span.extracting(first: count))
        offset += count
      }
      return builder.checksum()
    }
  }
}
