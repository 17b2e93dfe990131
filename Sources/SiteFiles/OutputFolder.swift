internal import FoundationEssentials

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// The folder a site is written to: built aside and swapped in at the end.
///
/// Until `commit` the existing site is not touched, whatever happens to the program. The work folder is locked while its
/// run lives; those of dead runs are removed when the next run starts. Files may be written by several tasks at once.
///
/// A site is usually built beside its folder, in `.NAME.chatexport-PID-N`, and both folders are exchanged in one step; the
/// new one has the owner, mode and access lists of the old one. The folder stays, and the site is built in
/// `.chatexport-PID-N` inside it (``InPlaceSwap``), if exchanging the folder would not do:
/// - other people's files are in it, such as a `.git` folder;
/// - it is the root of a mount, or a bind mount shows it at another path;
/// - this process may not rename in the folder above, or may not give a new folder the old one's owner or access lists.
public struct OutputFolder: Sendable {
  /// The words by which a folder's `export.json` shows that this program made it.
  public static let mark = "\"generator\": \"chatexport\""

  /// The site's place, with symbolic links resolved.
  public let path: String
  /// The folder the new site is built in.
  public let staging: String
  /// The work folder, which is or holds ``staging``.
  private let work: String
  /// True if the site's folder stays and its entries are exchanged.
  private let isInPlace: Bool
  /// True if the folder existed, so that the new one takes its mode.
  private let hasFolder: Bool
  /// What the folder holds besides the existing site. Empty if there is no site, whose folder is replaced whole.
  private let foreign: ForeignFiles
  /// Holds the lock on the work folder.
  private let lock: FolderLock

  /// Starts a site at `path`, which may be missing, empty, or an earlier site; anything else only with `force`.
  ///
  /// `inputs` are the files and folders the run reads: a place that holds one of them is refused in any case.
  public init(at path: String, keeping inputs: [String] = [], force: Bool = false) throws(OutputError) {
    let place = try Self.resolve(path)
    for input in inputs {
      guard let real = Self.real(input) else { continue }
      if place == real || real.hasPrefix(place == "/" ? place : place + "/") {
        throw .holdsInput(path: place, input: input)
      }
    }
    try Self.check(place, force: force)
    self.path = place
    let (parent, name) = Self.split(place)
    let prefix = ".\(name).chatexport-"
    try Self.clean(parent, prefix: prefix, place: place)
    let isFolder = FolderCalls.entry(place)?.kind == .folder
    hasFolder = isFolder
    guard isFolder else {
      foreign = ForeignFiles(paths: [])
      isInPlace = false
      (work, lock) = try Self.createStaging(parent + "/" + prefix, mode: 0o777)
      staging = work
      return
    }
    Self.finishInside(place)
    foreign = try Self.foreignFiles(in: place)
    let mustStay =
      !foreign.paths.isEmpty || FolderCalls.isMountRoot(place) || !FolderCalls.mayRename(place, in: parent)
      || MountTable.current().isBindSource(place)
    if !mustStay {
      let (beside, lock) = try Self.createStaging(parent + "/" + prefix, mode: 0o700)
      if FolderCalls.copyAttributes(of: place, to: beside) {
        (work, staging, self.lock, isInPlace) = (beside, beside, lock, false)
        return
      }
      Self.remove(beside)
    }
    (work, lock) = try Self.createStaging(place + "/" + Self.insidePrefix, mode: 0o700)
    (staging, isInPlace) = (work + "/site", true)
    guard unsafe mkdir(staging, 0o755) == 0 else { throw .system("created", staging) }
  }

  /// Writes a file at a path inside the site, with its folders.
  public func write(_ path: String, _ bytes: [UInt8]) throws(OutputError) { try write(path, bytes.span) }

  /// Writes a file at a path inside the site, with its folders.
  ///
  /// It is a new file in any case: one that was there may be the earlier site's too.
  public func write(_ path: String, _ bytes: Span<UInt8>) throws(OutputError) {
    let file = try place(of: path)
    var descriptor = try create(file, for: path, O_EXCL)
    if descriptor < 0, errno == EEXIST, unsafe unlink(file) == 0 {
      descriptor = try create(file, for: path, O_EXCL)
    }
    guard descriptor >= 0 else { throw .system("written", file) }
    defer { close(descriptor) }
    try Self.write(bytes, to: descriptor, path: file)
  }

  /// Puts the finished site in its place, in one step where the system can, and removes the one that was there.
  ///
  /// - Throws: ``OutputError``; the existing site is as it was then.
  public func commit() throws(OutputError) {
    do { try swapIn() } catch {
      Self.remove(work)
      throw error
    }
  }

  private func swapIn() throws(OutputError) {
    try write(SiteFileList.path, try SiteFileList.bytes(ofSiteAt: staging))
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
    if hasFolder { FolderCalls.copyMode(of: path, to: staging) }
    if unsafe rename(staging, path) == 0 { return }
    guard errno == ENOTEMPTY || errno == EEXIST else {
      throw .system("replaced", path)
    }
    if try FolderCalls.exchange(staging, path) {
      Self.remove(staging)
      return
    }
    try swapInTwoSteps()
  }

  /// Gives the site up and removes what was written.
  public func abandon() { Self.remove(work) }

  /// Whether a folder is a site that this program made.
  public static func isSite(_ path: String) -> Bool {
    let descriptor = unsafe open(path + "/export.json", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var head = [UInt8](repeating: 0, count: 4096)
    let count = unsafe head.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
    guard count > 0 else { return false }
    let text = head[..<count].filter { $0 > 0x20 }
    return text.firstRange(of: mark.utf8.filter { $0 > 0x20 }) != nil
  }
}

extension OutputFolder {
  /// The ending of a site set aside where the system cannot swap.
  private static let aside = "-aside"

  /// What the name of a work folder inside a site begins with.
  private static let insidePrefix = ".chatexport-"

  /// Returns what the folder holds besides a site. Empty if it holds none: it is empty then, or replaced by `force`.
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

  /// Finishes what dead runs began inside the site's folder, and removes their work folders.
  private static func finishInside(_ site: String) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: site)) ?? []
    for name in names.filter({ $0.hasPrefix(insidePrefix) }).sorted() {
      let path = site + "/" + name
      guard let lock = FolderLock(path) else { continue }
      defer { withExtendedLifetime(lock) {} }
      InPlaceSwap(site: site, work: path).finish()
      remove(path)
    }
  }

  private static func createStaging(
    _ prefix: String, mode: mode_t
  ) throws(OutputError) -> (String, FolderLock) {
    for number in 0..<1000 {
      let path = "\(prefix)\(getpid())-\(number)"
      guard unsafe mkdir(path, mode) == 0 else {
        if errno == EEXIST { continue }
        throw .system("created", path)
      }
      // Another run that starts in this moment may have taken the folder for a dead run's.
      guard let lock = FolderLock(path), unsafe access(path, W_OK) == 0 else { continue }
      return (path, lock)
    }
    throw .failed(step: "created", path: prefix, reason: "too many unfinished runs")
  }

  /// Absolute, without symbolic links in what exists of it; the folders above are made.
  private static func resolve(_ path: String) throws(OutputError) -> String {
    var path = path.isEmpty ? "." : path
    if !path.hasPrefix("/") { path = FileManager.default.currentDirectoryPath + "/" + path }
    if let existing = real(path) { return existing }
    while path.utf8.count > 1, path.hasSuffix("/") { path.removeLast() }
    var status = stat()
    if unsafe lstat(path, &status) == 0 { throw .leadsNowhere(path: path) }
    let (parent, name) = split(path)
    guard name != "..", name != "." else {
      throw .failed(step: "found", path: path, reason: "no such folder")
    }
    try makeFolder(parent)
    guard let above = real(parent) else { throw .system("found", parent) }
    return above == "/" ? "/" + name : above + "/" + name
  }

  /// Makes a folder with those above it that are missing.
  private static func makeFolder(_ path: String) throws(OutputError) {
    var made = path.hasPrefix("/") ? "" : "."
    for part in path.split(separator: "/") {
      made += "/" + part
      if unsafe mkdir(made, 0o755) == 0 || errno == EEXIST { continue }
      let refusal = OutputError.system("created", made)
      // Of a folder that is there some systems say first that nothing can be made in the one above it.
      if unsafe access(made, F_OK) != 0 { throw refusal }
    }
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
      throw .notAFolder(path: path)
    }
  }

  private static func real(_ path: String) -> String? {
    guard let resolved = unsafe realpath(path, nil) else { return nil }
    defer { unsafe free(resolved) }
    return unsafe String(cString: resolved)
  }

  private static func split(_ path: String) -> (parent: String, name: String) {
    guard let slash = path.lastIndex(of: "/") else { return (".", path) }
    let parent = slash == path.startIndex ? "/" : String(path[..<slash])
    return (parent, String(path[path.index(after: slash)...]))
  }

  private static func check(_ path: String, force: Bool) throws(OutputError) {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else { return }
    guard isFolder else { throw .notAFolder(path: path) }
    let working = real(FileManager.default.currentDirectoryPath) ?? ""
    if path == "/" || working == path || working.hasPrefix(path + "/") {
      throw .holdsWorkingFolder(path: path)
    }
    if force || isSite(path) { return }
    do {
      guard try FileManager.default.contentsOfDirectory(atPath: path).isEmpty else {
        throw OutputError.notASite(path: path)
      }
    } catch let error as OutputError {
      throw error
    } catch {
      throw .failed(step: "read", path: path, reason: "the folder cannot be listed; check its permissions")
    }
  }

  /// Removes what dead runs left, and puts back a site that one had set aside and not replaced.
  private static func clean(_ parent: String, prefix: String, place: String) throws(OutputError) {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
    for name in names.filter({ $0.hasPrefix(prefix) }).sorted() {
      let path = parent + "/" + name
      guard let lock = FolderLock(path) else { continue }
      defer { withExtendedLifetime(lock) {} }
      if name.hasSuffix(aside), unsafe access(place, F_OK) != 0, unsafe rename(path, place) == 0 { continue }
      remove(path)
    }
  }

  /// For file systems that cannot exchange two folders: between the steps the old site is beside its place, where
  /// the next run finds it.
  private func swapInTwoSteps() throws(OutputError) {
    let old = staging + Self.aside
    guard unsafe rename(path, old) == 0 else {
      throw .system("replaced", path)
    }
    guard unsafe rename(staging, path) == 0 else {
      let error = OutputError.system("replaced", path)
      _ = unsafe rename(old, path)
      throw error
    }
    Self.remove(old)
  }

  /// What cannot be removed now is removed by the next run.
  private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }

  func place(of path: String) throws(OutputError) -> String {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false)
    guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }), !path.utf8.contains(0) else {
      throw .outside(path: path)
    }
    return staging + "/" + path
  }

  /// Opens `file`, the place of a path inside the site, to be written; its folders are made when they are missing. Below 0
  /// with `errno` when it cannot be.
  func create(_ file: String, for path: String, _ flags: CInt) throws(OutputError) -> CInt {
    let flags = flags | O_WRONLY | O_CREAT | O_CLOEXEC
    let descriptor = unsafe open(file, flags, 0o644)
    guard descriptor < 0, errno == ENOENT else { return descriptor }
    try makeFolders(for: path)
    return unsafe open(file, flags, 0o644)
  }

  func makeFolders(for path: String) throws(OutputError) {
    var folder = staging
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      if unsafe mkdir(folder, 0o755) != 0, errno != EEXIST { throw .system("created", folder) }
    }
  }

  static func write(_ bytes: Span<UInt8>, to file: CInt, path: String) throws(OutputError) {
    var offset = 0
    while offset < bytes.count {
      let count = unsafe bytes.withUnsafeBufferPointer { unsafe writeBytes(file, $0, from: offset) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system("written", path)
      }
      offset += count
    }
  }

  private static func writeBytes(_ file: CInt, _ buffer: UnsafeBufferPointer<UInt8>, from offset: Int) -> Int
  {
    let rest = unsafe UnsafeRawBufferPointer(UnsafeBufferPointer(rebasing: buffer[offset...]))
    #if canImport(Glibc)
      return unsafe Glibc.write(file, rest.baseAddress, rest.count)
    #elseif canImport(Musl)
      return unsafe Musl.write(file, rest.baseAddress, rest.count)
    #else
      return unsafe Darwin.write(file, rest.baseAddress, rest.count)
    #endif
  }
}

/// The lock on a folder in the making, held until the value is gone or the process dies.
private final class FolderLock: Sendable {
  private let descriptor: CInt

  /// Locks the folder, or returns nil when it is none or a live run holds it.
  init?(_ path: String) {
    descriptor = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
    guard descriptor >= 0, flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return nil }
  }

  deinit { if descriptor >= 0 { close(descriptor) } }
}

extension OutputError {
  /// A step the system refused, with its reason from `errno`.
  static func system(_ step: String, _ path: String) -> OutputError {
    .failed(step: step, path: path, reason: unsafe String(cString: strerror(errno)))
  }
}
