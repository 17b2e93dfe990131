import Synchronization
import SystemCalls

/// The files that this process writes into a folder of a site that several processes share.
///
/// A file is written in the folder ``unfinished`` and renamed when it is complete, so that no process ever sees a part of it, and two
/// that write the same file do no harm.
public final class SharedFiles: Sendable {
  /// The folder, in the site's, of files that are not complete.
  public static let unfinished = ".unfinished"

  private let written = Mutex<Set<String>>([])

  /// The paths of all files written, sorted by bytes.
  var paths: [String] {
    written.withLock { $0.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } }
  }

  func note(_ path: String) { written.withLock { _ = $0.insert(path) } }
}

/// A file of a shared folder that is being written; removed if it is never finished.
public final class UnfinishedFile: Sendable {
  let descriptor: CInt
  let path: String

  /// Begins a file of the shared folder `site`.
  ///
  /// - Throws: ``OutputError``.
  public init(of site: OutputFolder) throws(OutputError) {
    let folder = site.staging + "/" + SharedFiles.unfinished
    path = folder + "/\(UInt64.random(in: 0 ... .max))"
    do throws(SystemError) { try SystemCall.createFolder(folder) } catch {
      guard error.isExisting else { throw .system("created", folder, error) }
    }
    do throws(SystemError) { descriptor = try SystemCall.createFile(path, existing: .refuse) } catch {
      throw .system("created", path, error)
    }
  }

  deinit {
    SystemCall.close(descriptor)
    // Gone if it was finished.
    try? SystemCall.removeFile(path)
  }

  /// Adds bytes.
  ///
  /// - Throws: ``OutputError``.
  public func append(_ bytes: Span<UInt8>) throws(OutputError) {
    try OutputFolder.write(bytes, to: descriptor, path: path)
  }

  /// Puts the file at a path inside the site, in one step.
  ///
  /// - Throws: ``OutputError``.
  public func finish(at path: String, in site: OutputFolder) throws(OutputError) {
    let target = try site.fullPath(path)
    do throws(SystemError) {
      try SystemCall.rename(self.path, to: target)
    } catch {
      guard error.isNoEntry else { throw .system("written", target, error) }
      try site.makeFolders(for: path)
      do throws(SystemError) { try SystemCall.rename(self.path, to: target) } catch {
        throw .system("written", target, error)
      }
    }
    site.shared?.note(path)
  }
}

/// The site that several processes write into one folder.
extension OutputFolder {
  /// The paths of the files that this process wrote, sorted by bytes; none if the folder is not shared.
  public var writtenPaths: [String] { shared?.paths ?? [] }

  /// Completes the site of which other processes wrote `files`: writes its list of files, and removes the top-level entries that
  /// only the processes needed.
  ///
  /// - Throws: ``OutputError``.
  public func completeShared(with files: [String], removing entries: [String]) throws(OutputError) {
    let removed = Set(entries)
    try write(
      SiteFileList.path, SiteFileList.bytes(of: (files + writtenPaths).filter { !removed.contains($0) }))
    for entry in entries { Self.removeAll(staging + "/" + entry) }
    removeUnfinished()
  }

  /// Removes what runs that ended early left unfinished.
  public func removeUnfinished() { Self.removeAll(staging + "/" + SharedFiles.unfinished) }

  /// The names in the shared folder.
  ///
  /// - Throws: ``OutputError`` if the folder cannot be read.
  public func names() throws(OutputError) -> [String] { try FolderCalls.names(in: staging) }

  /// The path of a file in the site's folder.
  ///
  /// - Throws: ``OutputError/outside(path:)``.
  public func location(of path: String) throws(OutputError) -> String { try fullPath(path) }
}
