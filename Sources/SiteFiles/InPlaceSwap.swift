import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// Puts a finished site's top-level entries in place inside the site's folder, which stays.
///
/// The work folder holds the new site in `site/`; entries that are no longer in the new site end up in `old/`. Each entry is
/// exchanged in one step, but all of them together are not. So the list of steps, with the inode of every new entry, is written
/// to `journal` first. A run that is killed between two steps leaves the journal, and the next run first takes the remaining
/// steps: the inode under each name shows which steps are done.
///
/// A site may come from a stranger, with a journal of theirs. So nothing is done unless the site, the work folder and all files
/// involved belong to this user and are not links, and steps name only entries of these folders.
struct InPlaceSwap {
  /// The site's folder.
  let site: String
  /// The work folder inside it.
  let work: String

  /// One entry's change.
  private enum SwapStep {
    /// The new entry with this inode takes the name; the previous entry goes to the new entry's old path.
    case install(name: String, inode: UInt64)
    /// The entry with this inode leaves the site.
    case retire(name: String, inode: UInt64)

    /// The step's line in the journal. Names of a site contain no newline.
    var line: String {
      switch self {
      case .install(let name, let inode): "install \(inode) \(name)\n"
      case .retire(let name, let inode): "retire \(inode) \(name)\n"
      }
    }

    /// Parses a line of the journal without its newline. Nil for a line that this program does not write, for example with a path.
    init?(_ line: Substring) {
      let fields = line.split(separator: " ", maxSplits: 2)
      guard fields.count == 3, let inode = UInt64(fields[1]), fields[2] != ".", fields[2] != "..",
        !fields[2].utf8.contains(where: { $0 == UInt8(ascii: "/") || $0 == 0 })
      else { return nil }
      switch fields[0] {
      case "install": self = .install(name: String(fields[2]), inode: inode)
      case "retire": self = .retire(name: String(fields[2]), inode: inode)
      default: return nil
      }
    }
  }

  private var journal: String { work + "/journal" }

  /// Puts the new site in place of the entries `retiring`, which the old site owned.
  ///
  /// - Throws: ``OutputError`` if the system refuses a step. All steps taken are then undone; if the system refuses that too,
  ///   the swap stays pending.
  func run(retiring: [String]) throws(OutputError) {
    var steps: [SwapStep] = []
    let added = try FolderCalls.names(in: work + "/site")
    for name in added {
      guard let entry = FolderCalls.entry(work + "/site/" + name) else { continue }
      steps.append(.install(name: name, inode: entry.inode))
    }
    for name in retiring where !added.contains(name) {
      guard let entry = FolderCalls.entry(site + "/" + name) else { continue }
      steps.append(.retire(name: name, inode: entry.inode))
    }
    try makeOldFolder()
    try write(steps)
    do {
      for step in steps { try take(step) }
    } catch {
      for step in steps.reversed() { try? undo(step) }
      if !steps.contains(where: isTaken) { try? SystemCall.removeFile(journal) }
      throw error
    }
    SystemCall.sync(site)
  }

  /// True if a swap has begun and neither ended nor been undone, so that the work folder may hold entries of the old site.
  var isPending: Bool { FolderCalls.entry(journal) != nil }

  /// Takes the remaining steps of a run that was killed. Does nothing if that run had not begun to swap.
  ///
  /// - Throws: ``OutputError`` if the journal cannot be read or the system refuses a step. The swap stays pending then.
  func finish() throws(OutputError) {
    guard isPending else { return }
    guard isOwn, let bytes = FolderCalls.contents(journal, limit: Self.journalLimit) else {
      throw .failed(
        step: "read", path: journal,
        reason: "it should say how to finish an earlier export, but is not this user's, or is no journal; "
          + "if you did not export to this folder before, remove '\(work)'")
    }
    for step in String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap(SwapStep.init) {
      try take(step)
    }
  }

  /// True if the folders of the swap are folders, and all of them and the journal belong to this user.
  private var isOwn: Bool {
    let user = SystemCall.userID
    let folders = [site, work, work + "/site", work + "/old"].allSatisfy { path in
      FolderCalls.entry(path).map { $0.kind == .folder && $0.owner == user } ?? false
    }
    return folders && FolderCalls.entry(journal)?.owner == user
  }

  /// The most bytes of a journal. A site's folder has some hundred entries.
  private static let journalLimit = 16 << 20

  private func makeOldFolder() throws(OutputError) {
    do {
      try FileManager.default.createDirectory(atPath: work + "/old", withIntermediateDirectories: true)
    } catch {
      throw .failed(step: "created", path: work + "/old", reason: "no folder could be made there")
    }
  }

  /// Writes the journal under another name first, so that it is complete or absent.
  private func write(_ steps: [SwapStep]) throws(OutputError) {
    let text = steps.map(\.line).joined()
    do { try Data(text.utf8).write(to: URL(filePath: journal + ".new")) } catch {
      throw .failed(step: "written", path: journal, reason: "the disk may be full")
    }
    SystemCall.sync(journal + ".new")
    try FolderCalls.rename(journal + ".new", to: journal)
    SystemCall.sync(work)
  }

  /// Takes a step, unless it has been taken.
  private func take(_ step: SwapStep) throws(OutputError) {
    switch step {
    case .install(let name, let inode):
      let (new, target) = (work + "/site/" + name, site + "/" + name)
      guard FolderCalls.entry(new)?.inode == inode else { return }
      if FolderCalls.entry(target) == nil { return try FolderCalls.rename(new, to: target) }
      if try FolderCalls.exchange(new, target) { return }
      try FolderCalls.rename(target, to: work + "/old/" + name)
      try FolderCalls.rename(new, to: target)
    case .retire(let name, let inode):
      guard FolderCalls.entry(site + "/" + name)?.inode == inode else { return }
      try FolderCalls.rename(site + "/" + name, to: work + "/old/" + name)
    }
  }

  /// True if a step has been taken and not undone.
  private func isTaken(_ step: SwapStep) -> Bool {
    switch step {
    case .install(let name, let inode): FolderCalls.entry(site + "/" + name)?.inode == inode
    case .retire(let name, let inode): FolderCalls.entry(work + "/old/" + name)?.inode == inode
    }
  }

  /// Undoes a step, as far as it has been taken.
  private func undo(_ step: SwapStep) throws(OutputError) {
    let old: String
    let target: String
    switch step {
    case .install(let name, _):
      let new = work + "/site/" + name
      (old, target) = (work + "/old/" + name, site + "/" + name)
      if isTaken(step) {
        if FolderCalls.entry(new) == nil {
          try FolderCalls.rename(target, to: new)
        } else {
          _ = try FolderCalls.exchange(new, target)
        }
      }
    case .retire(let name, _): (old, target) = (work + "/old/" + name, site + "/" + name)
    }
    if FolderCalls.entry(target) == nil, FolderCalls.entry(old) != nil {
      try FolderCalls.rename(old, to: target)
    }
  }
}
