public import Digests
import SystemCalls

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The folder a site is written to: built aside and swapped in at the end.
///
/// Until `commit` the existing site is not touched, whatever happens to the program. The work folder is locked while its run
/// lives; work folders of dead runs are removed when the next run starts. Files may be written by several tasks at once.
///
/// A site is usually built beside its folder, in `.NAME.chatexport-PID-N`, and both folders are exchanged in one step; the
/// new one has the owner, mode and access lists of the old one. The folder stays, and the site is built in
/// `.chatexport-PID-N` inside it (``InPlaceSwap``), if exchanging the folder is not possible because
/// - other people's files are in it, for example a `.git` folder;
/// - it is the root of a mount, or a bind mount shows it at another path;
/// - this process may not rename in the folder above, or may not give a new folder the old one's owner or access lists.
public struct OutputFolder: Sendable {
  /// The words by which a folder's `export.json` shows that this program made it.
  public static let mark = "\"generator\": \"chatexport\""

  /// The site's path, with symbolic links resolved.
  public let path: String
  /// The folder the new site is built in.
  public let staging: String
  /// The work folder, which is or holds ``staging``.
  private let work: String
  /// True if the site's folder stays and its entries are exchanged.
  private let isInPlace: Bool
  /// True if the folder existed, so that the new one takes its mode.
  private let hasFolder: Bool
  /// The entries of the folder that do not belong to the existing site. Empty without a site, because the folder is then
  /// replaced as a whole.
  private let foreign: ForeignFiles
  /// The files written so far, for ``Manifest``.
  let digests = FileDigests()
  /// Holds the lock on the work folder; nil for a folder that several processes share.
  private let lock: FolderLock?
  /// True if several processes write to the folder.
  let isShared: Bool

  /// Returns other bytes for a file, or nil if they stay. Attachments, which are copied, do not pass through it.
  public var filter: (@Sendable (Span<UInt8>, _ path: String) -> [UInt8]?)?

  /// Starts a site at `path`, which may be missing, empty, or an earlier site; anything else only with `force`.
  ///
  /// `inputs` are the files and folders that the run reads: a path that holds one of them is always refused.
  public init(at path: String, keeping inputs: [String] = [], force: Bool = false) throws(OutputError) {
    let site = try Self.resolve(path)
    try Self.check(site, holdsNoneOf: inputs)
    try Self.check(site, force: force)
    self.path = site
    isShared = false
    let (parent, name) = Self.split(site)
    let prefix = ".\(name).chatexport-"
    try Self.clean(parent, prefix: prefix, site: site)
    let isFolder = FolderCalls.entry(site)?.kind == .folder
    hasFolder = isFolder
    guard isFolder else {
      foreign = ForeignFiles(paths: [])
      isInPlace = false
      (work, lock) = try Self.createStaging(parent + "/" + prefix, mode: 0o777)
      staging = work
      return
    }
    try Self.finishInside(site)
    foreign = try Self.foreignFiles(in: site)
    let mustStay =
      !foreign.paths.isEmpty || SystemCall.isMountRoot(site) || !SystemCall.mayRename(site, in: parent)
      || MountTable.current().isBindSource(site)
    if !mustStay {
      let (beside, lock) = try Self.createStaging(parent + "/" + prefix, mode: 0o700)
      if SystemCall.copyAttributes(of: site, to: beside) {
        (work, staging, self.lock, isInPlace) = (beside, beside, lock, false)
        return
      }
      Self.remove(beside)
    }
    (work, lock) = try Self.createStaging(site + "/" + Self.insidePrefix, mode: 0o700)
    (staging, isInPlace) = (work + "/site", true)
    do throws(SystemError) { try SystemCall.createFolder(staging) } catch {
      throw .system("created", staging, error)
    }
  }

  /// Opens the folder at `path` for the files of one site that several processes write, each under its own name. Every file
  /// appears in one step and replaces an earlier one. There is no other site that could be left as it was: what was written
  /// stays, whatever happens.
  ///
  /// - Throws: ``OutputError`` if the folder cannot be created or holds one of `inputs`.
  public init(sharedAt path: String, keeping inputs: [String] = []) throws(OutputError) {
    let site = try Self.resolve(path)
    try Self.check(site, holdsNoneOf: inputs)
    try Self.makeFolder(site)
    (self.path, staging, work, isInPlace, hasFolder, lock) = (site, site, site, true, true, nil)
    (foreign, isShared) = (ForeignFiles(paths: []), true)
  }

  static func check(_ site: String, holdsNoneOf inputs: [String]) throws(OutputError) {
    for input in inputs {
      guard let real = SystemCall.realPath(input) else { continue }
      if site == real || real.hasPrefix(site == "/" ? site : site + "/") {
        throw .holdsInput(path: site, input: input)
      }
    }
  }

  /// Writes a file at a path inside the site, with its folders.
  public func write(_ path: String, _ bytes: [UInt8]) throws(OutputError) { _ = try write(path, bytes.span) }

  /// Writes a file at a path inside the site, with its folders, and returns the SHA-256 of what is written.
  ///
  /// It is always a new file, because an existing one may belong to the earlier site too.
  ///
  /// - Throws: ``OutputError``.
  @discardableResult
  public func write(_ path: String, _ bytes: Span<UInt8>) throws(OutputError) -> SHA256Digest {
    if let filtered = filter?(bytes, path) { return try writeListed(path, filtered.span) }
    return try writeListed(path, bytes)
  }

  private func writeListed(_ path: String, _ bytes: Span<UInt8>) throws(OutputError) -> SHA256Digest {
    let sha256 = SHA256Digest(of: bytes)
    try writeUnlisted(path, bytes)
    if !Manifest.isRecord(path) { list(path, sha256) }
    return sha256
  }

  /// Adds a file that is in the site, but was not written by ``write(_:_:sha256:)``, to the site's manifest.
  public func list(_ path: String, _ sha256: SHA256Digest) { digests.add(path, sha256) }

  /// Writes a file that the manifest does not have.
  func writeUnlisted(_ path: String, _ bytes: Span<UInt8>) throws(OutputError) {
    let file = try fullPath(path)
    if isShared {
      let unfinished = try UnfinishedFile(of: self)
      try unfinished.append(bytes)
      return try unfinished.finish(at: path, in: self)
    }
    let descriptor: CInt
    do throws(CreationError) {
      descriptor = try create(file, for: path, .refuse)
    } catch {
      guard case .file(let refusal) = error, refusal.isExisting, (try? SystemCall.removeFile(file)) != nil
      else { throw error.outputError(file) }
      do throws(CreationError) { descriptor = try create(file, for: path, .refuse) } catch {
        throw error.outputError(file)
      }
    }
    defer { SystemCall.close(descriptor) }
    try Self.write(bytes, to: descriptor, path: file)
  }

  /// Puts the finished site at its path, in one step if the system can, and removes the previous one.
  ///
  /// `sign` returns the signature of the manifest's bytes. Without it a signature or time stamp in the existing site stays if the
  /// manifest is unchanged.
  ///
  /// - Throws: ``OutputError``; the existing site is then unchanged.
  public func commit(sign: (@Sendable ([UInt8]) -> [UInt8])? = nil) throws(OutputError) {
    do {
      try writeManifest(sign: sign)
      try swapIn()
    } catch {
      abandon()
      throw error
    }
  }

  private func writeManifest(sign: (@Sendable ([UInt8]) -> [UInt8])?) throws(OutputError) {
    let manifest = digests.manifest
    try writeUnlisted(Manifest.path, manifest.span)
    let signature = sign?(manifest)
    if let signature { try writeUnlisted(Manifest.signaturePath, signature.span) }
    guard isSame(Manifest.path, manifest) else { return }
    let isSameSignature = signature.map { isSame(Manifest.signaturePath, $0) } ?? true
    for path in Manifest.attestations
    where signature == nil
      || path != Manifest.signaturePath
        && (isSameSignature || !path.hasPrefix(Manifest.signaturePath))
    {
      try carryOver(path)
    }
  }

  private func swapIn() throws(OutputError) {
    if isInPlace {
      try foreign.carryOver(from: path, to: staging)
      let top = foreign.topNames
      let own = try FolderCalls.names(in: path).filter {
        !top.contains($0) && !$0.hasPrefix(Self.insidePrefix)
      }
      try InPlaceSwap(site: path, work: work).run(retiring: own)
      Self.remove(work)
      return
    }
    if hasFolder { SystemCall.copyMode(of: path, to: staging) }
    do throws(SystemError) {
      return try SystemCall.rename(staging, to: path)
    } catch {
      guard error.isNotEmpty else { throw .system("replaced", path, error) }
    }
    if try FolderCalls.exchange(staging, path) {
      Self.remove(staging)
      return
    }
    try swapInTwoSteps()
  }

  /// Removes a file that could not be written completely, if the system allows it.
  public func remove(_ path: String) {
    if let file = try? fullPath(path) { try? SystemCall.removeFile(file) }
  }

  /// Abandons the site and removes everything written, unless an exchange of entries could neither be finished nor
  /// undone: then the next run finishes it.
  public func abandon() {
    if isShared { return }
    if isInPlace, InPlaceSwap(site: path, work: work).isPending { return }
    Self.remove(work)
  }

  /// True if a folder is a site made by this program.
  public static func isSite(_ path: String) -> Bool {
    guard let descriptor = try? SystemCall.openFile(path + "/export.json") else { return false }
    defer { SystemCall.close(descriptor) }
    var head = [UInt8](repeating: 0, count: 4096)
    guard let count = try? SystemCall.read(descriptor, into: &head), count > 0 else { return false }
    let text = head[..<count].filter { $0 > 0x20 }
    return text.firstRange(of: mark.utf8.filter { $0 > 0x20 }) != nil
  }
}

extension OutputFolder {
  /// The ending of a site set aside if the system cannot swap.
  private static let aside = "-aside"

  /// The prefix of a work folder's name inside a site.
  private static let insidePrefix = ".chatexport-"

  /// Returns the folder's content besides a site. Empty if there is no site: the folder is then empty, or replaced
  /// by `force`.
  ///
  /// - Throws: ``OutputError/cannotCarry(path:)`` if some of it cannot be carried over.
  private static func foreignFiles(in folder: String) throws(OutputError) -> ForeignFiles {
    guard isSite(folder) else { return ForeignFiles(paths: []) }
    let list = SiteFileList(ofSiteAt: folder)
    let foreign = ForeignFiles(
      paths: try list.foreignEntries(in: folder) { $0.hasPrefix(Self.insidePrefix) })
    try foreign.check(in: folder)
    return foreign
  }

  /// Finishes swaps of dead runs inside the site's folder, and removes their work folders.
  ///
  /// - Throws: ``OutputError`` if that is not possible, because entries of the site may be in the work folder.
  private static func finishInside(_ site: String) throws(OutputError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: site)) ?? []
    for name in names.filter({ $0.hasPrefix(insidePrefix) }).sorted() {
      let path = site + "/" + name
      guard let lock = FolderLock(path) else { continue }
      defer { withExtendedLifetime(lock) {} }
      let swap = InPlaceSwap(site: site, work: path)
      try swap.finish()
      if FolderCalls.entry(path)?.owner == SystemCall.userID { remove(path) }
    }
  }

  static func createStaging(
    _ prefix: String, mode: UInt16
  ) throws(OutputError) -> (String, FolderLock) {
    for number in 0..<1000 {
      let path = "\(prefix)\(SystemCall.processID)-\(number)"
      do throws(SystemError) {
        try SystemCall.createFolder(path, mode: mode)
      } catch {
        if error.isExisting { continue }
        throw .system("created", path, error)
      }
      // Another run starting at this moment may have taken the folder for a dead run's.
      guard let lock = FolderLock(path), SystemCall.mayWrite(path) else { continue }
      return (path, lock)
    }
    throw .failed(step: "created", path: prefix, reason: "too many unfinished runs")
  }

  /// An absolute path, with the symbolic links of its existing part resolved; the folders above are made.
  static func resolve(_ path: String) throws(OutputError) -> String {
    var path = path.isEmpty ? "." : path
    if !path.hasPrefix("/") { path = FileManager.default.currentDirectoryPath + "/" + path }
    if let existing = SystemCall.realPath(path) { return existing }
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    if (try? SystemCall.entry(at: path)) != nil { throw .leadsNowhere(path: path) }
    let (parent, name) = split(path)
    guard name != "..", name != "." else {
      throw .failed(step: "found", path: path, reason: "no such folder")
    }
    try makeFolder(parent)
    guard let above = SystemCall.realPath(parent) else {
      throw .failed(step: "found", path: parent, reason: "no such folder")
    }
    return above == "/" ? "/" + name : above + "/" + name
  }

  /// Makes a folder and the missing folders above it.
  private static func makeFolder(_ path: String) throws(OutputError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      do throws(SystemError) {
        try SystemCall.createFolder(made)
      } catch {
        // For an existing folder some systems report first that its parent does not allow a new one.
        if !error.isExisting, !SystemCall.exists(made) { throw .system("created", made, error) }
      }
    }
    guard (try? SystemCall.status(at: path))?.kind == .folder else { throw .notAFolder(path: path) }
  }

  static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return (parent, String(path[path.index(after: slash)...]))
  }

  private static func check(_ path: String, force: Bool) throws(OutputError) {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder else { throw .notAFolder(path: path) }
    let working = SystemCall.realPath(FileManager.default.currentDirectoryPath) ?? ""
    if path == "/" || working == path || working.hasPrefix(path + "/") {
      throw .holdsWorkingFolder(path: path)
    }
    if force || isSite(path) { return }
    do {
      let names = try FileManager.default.contentsOfDirectory(atPath: path)
      guard names.isEmpty else { throw OutputError.notASite(path: path, holding: names) }
    } catch let error as OutputError {
      throw error
    } catch {
      throw .failed(step: "read", path: path, reason: "the folder cannot be listed; check its permissions")
    }
  }

  /// Removes the leftovers of dead runs, and puts back a site that was set aside and not replaced.
  static func clean(_ parent: String, prefix: String, site: String) throws(OutputError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names.filter({ $0.hasPrefix(prefix) }).sorted() {
      let path = parent + "/" + name
      guard FolderCalls.entry(path)?.owner == SystemCall.userID, let lock = FolderLock(path) else { continue }
      defer { withExtendedLifetime(lock) {} }
      if name.hasSuffix(aside), !SystemCall.exists(site), (try? SystemCall.rename(path, to: site)) != nil {
        continue
      }
      remove(path)
    }
  }

  /// For file systems that cannot exchange two folders: between the steps the old site is beside its path, where
  /// the next run finds it.
  private func swapInTwoSteps() throws(OutputError) {
    let old = staging + Self.aside
    do throws(SystemError) {
      try SystemCall.rename(path, to: old)
    } catch {
      throw .system("replaced", path, error)
    }
    do throws(SystemError) {
      try SystemCall.rename(staging, to: path)
    } catch {
      try? SystemCall.rename(old, to: path)
      throw .system("replaced", path, error)
    }
    Self.remove(old)
  }

  /// Removes a file or folder. If it cannot be removed now, the next run removes it.
  static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  /// Removes an entry of a shared folder.
  static func removeAll(_ path: String) { remove(path) }

  /// Returns the full path of a path inside the site.
  ///
  /// - Throws: ``OutputError/outside(path:)`` if it would be outside, ``OutputError/unlistable(path:)`` if a manifest cannot have it.
  func fullPath(_ path: String) throws(OutputError) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !path.utf8.contains(0) else {
      throw .outside(path: path)
    }
    guard Manifest.canList(path) else { throw .unlistable(path: path) }
    return staging + "/" + path
  }

  /// The reasons that a file in the site cannot be created.
  enum CreationError: Error {
    case file(SystemError)
    case folder(OutputError)

    /// The error to report for the file at `path`.
    func outputError(_ path: String) -> OutputError {
      switch self {
      case .file(let error): .system("written", path, error)
      case .folder(let error): error
      }
    }
  }

  /// Creates `file`, the full path of a path inside the site, with its missing folders.
  func create(
    _ file: String, for path: String, _ existing: SystemCall.Existing
  ) throws(CreationError) -> CInt {
    do throws(SystemError) {
      return try SystemCall.createFile(file, existing: existing)
    } catch {
      guard error.isNoEntry else { throw .file(error) }
    }
    do throws(OutputError) { try makeFolders(for: path) } catch { throw .folder(error) }
    do throws(SystemError) {
      return try SystemCall.createFile(file, existing: existing)
    } catch {
      throw .file(error)
    }
  }

  /// Creates the missing folders above a path inside the site.
  ///
  /// - Throws: ``OutputError``.
  func makeFolders(for path: String) throws(OutputError) {
    var folder = staging
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      do throws(SystemError) {
        try SystemCall.createFolder(folder)
      } catch {
        guard error.isExisting else { throw .system("created", folder, error) }
      }
    }
  }

  /// Writes all bytes to the open file at `path`.
  ///
  /// - Throws: ``OutputError``.
  static func write(_ bytes: Span<UInt8>, to file: CInt, path: String) throws(OutputError) {
    do throws(SystemError) {
      try SystemCall.write(bytes, to: file)
    } catch {
      throw .system("written", path, error)
    }
  }
}

/// The lock on a work folder, held until the value is gone or the process dies.
final class FolderLock: Sendable {
  private let descriptor: CInt

  /// Locks the folder, or returns nil if there is none or a live run holds it.
  init?(_ path: String) {
    guard let descriptor = SystemCall.lockFolder(path) else { return nil }
    self.descriptor = descriptor
  }

  deinit { SystemCall.close(descriptor) }
}

extension OutputError {
  /// Creates the error of a step that the system refused.
  static func system(_ step: String, _ path: String, _ error: SystemError) -> OutputError {
    .failed(step: step, path: path, reason: error.reason)
  }
}
