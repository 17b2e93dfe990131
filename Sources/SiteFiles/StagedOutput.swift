import SystemCalls

/// A file with a folder of attachments beside it, or a folder of such files, that appears complete or not at all.
///
/// It is built in a work folder `.NAME.chatexport-PID-N` beside its path. Work folders of dead runs are removed when the next run starts.
/// Until ``commit()`` an existing output is not touched. A folder is exchanged in one step; a file and its attachments are exchanged one
/// after the other, and a failure between two steps is undone.
public struct StagedOutput: Sendable {
  /// The kinds of outputs.
  public enum OutputShape: Sendable, Equatable {
    /// A file, and beside it a folder with this name if the run makes one.
    case file(companion: String)
    /// A folder of files, in which only a folder with this name may be.
    case folder(companion: String)
  }

  /// The output's path, with symbolic links resolved.
  public let path: String
  /// The folder that the output is built in.
  public let staging: String
  private let shape: OutputShape
  /// The folder that the output is in.
  private let parent: String
  private let lock: FolderLock

  /// Starts an output at `path`. An existing one is replaced only if `isOwn` returns true for each of its files' paths, or with `force`.
  ///
  /// `inputs` are the files and folders that the run reads: a path that holds one of them is always refused.
  ///
  /// - Throws: ``OutputError``.
  public init(
    at path: String, as shape: OutputShape, keeping inputs: [String] = [], force: Bool = false,
    isOwn: (String) -> Bool
  ) throws(OutputError) {
    let path = try OutputFolder.resolve(path)
    let (parent, name) = OutputFolder.split(path)
    try OutputFolder.check(path, holdsNoneOf: inputs)
    switch shape {
    case .file(let companion):
      let folder = "\(parent)/\(companion)"
      try OutputFolder.check(folder, holdsNoneOf: inputs)
      try Self.check(file: path, companion: folder, force: force, isOwn)
    case .folder(let companion):
      try Self.check(folder: path, companion: companion, force: force, isOwn)
    }
    let prefix = ".\(name).chatexport-"
    try OutputFolder.clean(parent, prefix: prefix, site: path)
    (staging, lock) = try OutputFolder.createStaging("\(parent)/\(prefix)", mode: 0o777)
    (self.path, self.parent, self.shape) = (path, parent, shape)
  }

  /// Checks that a file may be at `path` and a folder at `companion`.
  private static func check(
    file path: String, companion: String, force: Bool, _ isOwn: (String) -> Bool
  ) throws(OutputError) {
    let entry = FolderCalls.entry(path)
    if let entry {
      guard entry.kind == .file else { throw .notAFile(path: path) }
      guard force || isOwn(path) else { throw .foreign(path: path) }
    }
    guard let folder = FolderCalls.entry(companion) else { return }
    guard folder.kind == .folder else { throw .notAFolder(path: companion) }
    guard force || entry != nil else { throw .foreign(path: companion) }
  }

  /// Checks that the folder at `path` is missing, or has nothing but files of earlier runs.
  private static func check(
    folder path: String, companion: String, force: Bool, _ isOwn: (String) -> Bool
  ) throws(OutputError) {
    guard let entry = FolderCalls.entry(path) else { return }
    guard entry.kind == .folder else { throw .notAFolder(path: path) }
    let working = SystemCall.realPath(".") ?? ""
    if path == "/" || working == path || working.hasPrefix(path + "/") {
      throw .holdsWorkingFolder(path: path)
    }
    guard !force else { return }
    let foreign = try FolderCalls.names(in: path).filter { name in
      let entry = "\(path)/\(name)"
      let kind = FolderCalls.entry(entry)?.kind
      return !(name == companion && kind == .folder) && !(kind == .file && isOwn(entry))
    }
    guard foreign.isEmpty else { throw .notASite(path: path, holding: foreign) }
  }

  /// Copies the user's open file `input`, called `source`, to a new file at a path in the output, in a folder that exists or is directly
  /// in the output. With `mayShare` the copy shares the original's blocks until one of the two is changed, if the file system supports
  /// that.
  ///
  /// - Throws: ``OutputError``.
  public func copy(
    _ input: CInt, called source: String, to path: String, mayShare: Bool
  ) throws(OutputError) {
    let file = "\(staging)/\(path)"
    let output = try create(file)
    defer { SystemCall.close(output) }
    try OutputFolder.copy(input, called: source, bytes: nil, to: output, path: file, mayShare: mayShare)
  }

  /// Gives the open file `input` a further name in the output. Returns false if the file system cannot do that.
  ///
  /// - Throws: ``OutputError``.
  public func link(_ input: CInt, to path: String) throws(OutputError) -> Bool {
    let file = "\(staging)/\(path)"
    try makeFolders(above: path)
    return SystemCall.link(input, to: file)
  }

  private func create(_ file: String) throws(OutputError) -> CInt {
    do throws(SystemError) { return try SystemCall.createFile(file, existing: .refuse) } catch {
      guard error.isNoEntry else { throw .system("written", file, error) }
    }
    try makeFolders(above: String(file.dropFirst(staging.count + 1)))
    do throws(SystemError) { return try SystemCall.createFile(file, existing: .refuse) } catch {
      throw .system("written", file, error)
    }
  }

  private func makeFolders(above path: String) throws(OutputError) {
    var folder = staging
    for part in path.split(separator: "/").dropLast() {
      folder += "/" + part
      do throws(SystemError) { try SystemCall.createFolder(folder) } catch {
        guard error.isExisting else { throw .system("created", folder, error) }
      }
    }
  }

  /// Removes a file that could not be written completely.
  public func remove(_ path: String) { try? SystemCall.removeFile("\(staging)/\(path)") }

  /// Removes a folder of the output with everything in it.
  public func removeFolder(_ path: String) { OutputFolder.remove("\(staging)/\(path)") }

  /// Puts the finished output at its path and removes the previous one.
  ///
  /// - Throws: ``OutputError``; the existing output is then unchanged.
  public func commit() throws(OutputError) {
    do throws(OutputError) {
      switch shape {
      case .file(let companion): try exchangeFiles(companion)
      case .folder: try exchangeFolder()
      }
    } catch {
      abandon()
      throw error
    }
    abandon()
  }

  /// Removes everything written.
  public func abandon() { OutputFolder.remove(staging) }

  private func exchangeFolder() throws(OutputError) {
    if FolderCalls.entry(path) != nil { SystemCall.copyMode(of: path, to: staging) }
    do throws(SystemError) { return try SystemCall.rename(staging, to: path) } catch {
      guard error.isNotEmpty else { throw .system("replaced", path, error) }
    }
    guard try !FolderCalls.exchange(staging, path) else { return }
    let aside = "\(staging)-aside"
    try FolderCalls.rename(path, to: aside)
    do throws(OutputError) { try FolderCalls.rename(staging, to: path) } catch {
      try? FolderCalls.rename(aside, to: path)
      throw error
    }
    OutputFolder.remove(aside)
  }

  /// Exchanges the entries of the work folder and of the output's folder, attachments first.
  private func exchangeFiles(_ companion: String) throws(OutputError) {
    let names = try FolderCalls.names(in: staging)
    var done: [String] = []
    do throws(OutputError) {
      for name in [companion] + names.filter({ $0 != companion }) {
        try exchange(name, isNew: names.contains(name))
        done.append(name)
      }
    } catch {
      for name in done.reversed() {
        try? exchange(name, isNew: FolderCalls.entry("\(staging)/\(name)") != nil)
      }
      throw error
    }
  }

  /// Exchanges an entry of the work folder with the one of this name in the output's folder; either may be missing.
  private func exchange(_ name: String, isNew: Bool) throws(OutputError) {
    let (new, final) = ("\(staging)/\(name)", "\(parent)/\(name)")
    guard FolderCalls.entry(final) != nil else {
      if isNew { try FolderCalls.rename(new, to: final) }
      return
    }
    guard isNew else { return try FolderCalls.rename(final, to: new) }
    guard try !FolderCalls.exchange(new, final) else { return }
    // For file systems that cannot exchange: the old entry is aside between the steps.
    let aside = "\(staging)/.aside"
    try FolderCalls.rename(final, to: aside)
    do throws(OutputError) { try FolderCalls.rename(new, to: final) } catch {
      try? FolderCalls.rename(aside, to: final)
      throw error
    }
    try FolderCalls.rename(aside, to: new)
  }
}
