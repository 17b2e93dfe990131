import Digests
import SystemCalls

/// A file of a folder that several processes share, while it is written; removed if it is never finished.
///
/// It is written in the folder ``unfinished`` and renamed when it is complete, so that no process ever sees a part of it, and two
/// that write the same file do no harm.
public final class UnfinishedFile: Sendable {
  /// The folder, in the site's, of files that are not complete.
  public static let unfinished = ".unfinished"

  let descriptor: CInt
  let path: String

  /// Begins a file of the shared folder `site`.
  ///
  /// - Throws: ``OutputError``.
  public init(of site: OutputFolder) throws(OutputError) {
    let folder = site.staging + "/" + Self.unfinished
    path = folder + "/\(UInt64.random(in: 0 ... .max))"
    do throws(SystemError) { try SystemCall.createFolder(folder) } catch {
      guard error.isExisting else { throw .system("created", folder, error) }
      try Self.checkFolder(folder)
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
    var above = site.staging
    for part in path.split(separator: "/").dropLast() {
      above += "/" + part
      if FolderCalls.entry(above) != nil { try Self.checkFolder(above) }
    }
    do throws(SystemError) {
      try SystemCall.rename(self.path, to: target)
    } catch {
      guard error.isNoEntry else { throw .system("written", target, error) }
      try site.makeFolders(for: path)
      do throws(SystemError) { try SystemCall.rename(self.path, to: target) } catch {
        throw .system("written", target, error)
      }
    }
  }
}

extension UnfinishedFile {
  /// Throws if a link or file is in a folder's place: nothing is written outside the site.
  private static func checkFolder(_ path: String) throws(OutputError) {
    guard FolderCalls.entry(path)?.kind == .folder else { throw .inTheWay(path: path) }
  }
}

/// The site that several processes write into one folder.
extension OutputFolder {
  /// The manifest of the files written so far.
  public var manifest: [UInt8] { digests.manifest }

  /// Adds the files of another process's ``manifest``. Returns false if the bytes are no manifest.
  public func list(_ manifest: some Collection<UInt8>) -> Bool {
    for line in manifest.split(separator: 10) {
      guard line.count > Manifest.pathOffset,
        let digest = SHA256Digest(hexadecimal: line.prefix(SHA256Digest.hexadecimalCount)),
        let path = String(validating: line.dropFirst(Manifest.pathOffset), as: UTF8.self)
      else { return false }
      list(path, digest)
    }
    return true
  }

  /// Completes the site: writes its manifest and the signature that `sign` makes of it, and removes the top-level entries that only the
  /// processes needed.
  ///
  /// - Throws: ``OutputError``.
  public func completeShared(
    sign: (@Sendable ([UInt8]) -> [UInt8])?, removing entries: [String]
  ) throws(OutputError) {
    let manifest = digests.manifest
    try writeUnlisted(Manifest.path, manifest.span)
    if let signature = sign?(manifest) { try writeUnlisted(Manifest.signaturePath, signature.span) }
    try removeUnlisted(manifest)
    for entry in entries { Self.removeAll(staging + "/" + entry) }
    removeUnfinished()
  }

  /// Removes attachments that no shard shows any more, because one was run again with another file.
  private func removeUnlisted(_ manifest: [UInt8]) throws(OutputError) {
    guard FolderCalls.entry(staging + "/" + Self.media)?.kind == .folder else { return }
    let listed = Set(
      manifest.split(separator: 10).map { String(decoding: $0.dropFirst(Manifest.pathOffset), as: UTF8.self) }
    )
    for name in try FolderCalls.names(in: staging + "/" + Self.media)
    where !listed.contains(Self.media + "/" + name) {
      Self.removeAll(staging + "/" + Self.media + "/" + name)
    }
  }

  /// The folder of attachments.
  private static let media = "media"

  /// Removes what runs that ended early left unfinished.
  public func removeUnfinished() { Self.removeAll(staging + "/" + UnfinishedFile.unfinished) }

  /// The names in the shared folder.
  ///
  /// - Throws: ``OutputError`` if the folder cannot be read.
  public func names() throws(OutputError) -> [String] { try FolderCalls.names(in: staging) }

  /// The path of a file in the site's folder.
  ///
  /// - Throws: ``OutputError/outside(path:)``.
  public func location(of path: String) throws(OutputError) -> String { try fullPath(path) }
}
