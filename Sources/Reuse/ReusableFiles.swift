public import Digests
import MediaProbe
public import SiteFiles

/// The reusable files of the site to be replaced.
///
/// A file is reused if its key is unchanged and its bytes are the written ones. It is then one file in both sites, with
/// its modification time, and not a copy.
public struct ReusableFiles: Sendable {
  private let folder: OutputFolder
  private let files: [String: CachedFile]

  /// Reads the manifest of the site that `folder` will replace; with `isFresh` nothing is reused.
  public init(_ folder: OutputFolder, isFresh: Bool) {
    self.folder = folder
    files =
      isFresh
      ? [:]
      : folder.earlierBytes(ReuseManifest.path, limit: ReuseManifest.sizeLimit).map(ReuseManifest.read) ?? [:]
  }

  /// Returns the record of the file at `path`, or nil if it is not in the site's manifest.
  public func cached(_ path: String) -> CachedFile? { files[path] }

  /// Returns the record of the file at `path`, or nil if there is none or it has another key.
  public func cached(_ path: String, key: String) -> CachedFile? {
    guard !key.isEmpty, let file = files[path], file.key == key else { return nil }
    return file
  }

  /// Reuses the file if its bytes are the written ones. `sha256` is their SHA-256; nil has it computed. Returns false if the file has
  /// to be written again.
  ///
  /// - Throws: ``OutputError`` if a file that differs cannot be removed from the new site.
  public func reuse(_ file: CachedFile, sha256: SHA256Digest? = nil) throws(OutputError) -> Bool {
    var sha256 = sha256
    let isReused = try folder.reuse(file.path, size: file.size) { descriptor in
      // Takes ownership of the descriptor.
      let found = MediaFile(descriptor: descriptor, path: file.path)
      guard (try? found.checksum()) == file.checksum else { return false }
      if sha256 == nil { sha256 = (try? found.sha256()).flatMap { SHA256Digest(hexadecimal: $0.utf8) } }
      return sha256 != nil
    }
    if isReused, let sha256, !Manifest.isRecord(file.path) { folder.list(file.path, sha256) }
    return isReused
  }

  /// Writes `bytes` to `path`, or reuses the file there if it has these bytes. Returns its record.
  ///
  /// - Throws: ``OutputError`` if the file cannot be written.
  public func write(_ bytes: [UInt8], to path: String) throws(OutputError) -> CachedFile {
    let file = CachedFile(path: path, size: bytes.count, checksum: Checksum(of: bytes.span))
    // The checksum shows that the file was not changed, not that two files are equal, so the bytes are compared.
    var isEqual = false
    if files[path] == file {
      isEqual = try folder.reuse(path, size: file.size) { descriptor in
        (try? MediaFile(descriptor: descriptor, path: path).head(limit: file.size)) == bytes
      }
    }
    if !isEqual {
      try folder.write(path, bytes)
    } else if !Manifest.isRecord(path) {
      folder.list(path, SHA256Digest(of: bytes.span))
    }
    return file
  }

  /// Returns the bytes that the site has at `path`, or nil if they are not the written ones.
  public func bytes(of path: String) -> [UInt8]? {
    guard let file = files[path], let bytes = folder.earlierBytes(path, limit: file.size),
      Checksum(of: bytes.span) == file.checksum
    else { return nil }
    return bytes
  }
}
