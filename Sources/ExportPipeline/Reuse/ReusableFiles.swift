internal import Digests
import MediaProbe
internal import SiteFiles
import SiteWriter

/// Takes over from the site that is replaced what would be written again byte for byte.
///
/// A file is taken when its key is the same and its bytes are those that were written; it is then the same file, with
/// its time, and no copy.
struct ReusableFiles: Sendable {
  private let folder: OutputFolder
  private let files: [String: KeptFile]

  /// Looks what the site at the place of `folder` says it has; with `isFresh` it is left alone.
  init(_ folder: OutputFolder, isFresh: Bool) {
    self.folder = folder
    files =
      isFresh
      ? [:]
      : folder.earlier(ReuseManifest.path, limit: ReuseManifest.sizeLimit).map(ReuseManifest.read) ?? [:]
  }

  /// What the site says it has at `path`, if that has this key.
  func known(_ path: String, key: String?) -> KeptFile? {
    guard let key, !key.isEmpty, let file = files[path], file.key == key else { return nil }
    return file
  }

  /// What the site says it has at `path`.
  func known(_ path: String) -> KeptFile? { files[path] }

  /// Takes the file over if its bytes are those that were written; else it has to be written again.
  func keep(_ file: KeptFile) throws -> Bool {
    try folder.keep(file.path, size: file.size) { descriptor in
      // Takes the descriptor over and closes it.
      (try? MediaFile(descriptor: descriptor, path: file.path).checksum()) == file.checksum
    }
  }

  /// The same, and gives the bytes.
  func keepBytes(of file: KeptFile) throws -> [UInt8]? {
    var bytes: [UInt8]?
    let isKept = try folder.keep(file.path, size: file.size) { descriptor in
      bytes = try? MediaFile(descriptor: descriptor, path: file.path).head(limit: file.size)
      return bytes.map { Checksum(of: $0.span) } == file.checksum
    }
    return isKept ? bytes : nil
  }

  /// Writes a file that the next export reads again, unless the site has it with these very bytes.
  func write(_ bytes: [UInt8], to path: String) throws -> KeptFile {
    let file = KeptFile(path: path, key: "", size: bytes.count, checksum: Checksum(of: bytes.span))
    // A checksum says that nobody changed what was written, not that two texts of a chat are the same.
    if try files[path] != file || keepBytes(of: file) != bytes { try folder.write(path, bytes) }
    return file
  }

  /// The bytes that the site has at `path`; nil when they are not those that were written.
  func bytes(of path: String) -> [UInt8]? {
    guard let file = files[path], let bytes = folder.earlier(path, limit: file.size),
      Checksum(of: bytes.span) == file.checksum
    else { return nil }
    return bytes
  }

  /// Whether the site says that it has a file at `path`.
  func knows(_ path: String) -> Bool { files[path] != nil }
}
