public import Digests
import Storage

/// A file of a site, with the data to decide whether the next export would write identical bytes.
public struct CachedFile: Sendable, Equatable {
  /// The path in the site.
  public var path: String
  /// The key of everything that the file is made of; empty if its content is compared instead.
  public var key: String
  /// The size in bytes and the checksum: a file that was changed is written anew.
  public var size: Int
  /// The checksum of the file's content.
  public var checksum: Checksum

  /// Creates the entry of a file.
  public init(path: String, key: String = "", size: Int, checksum: Checksum) {
    (self.path, self.key, self.size, self.checksum) = (path, key, size, checksum)
  }
}

/// `reuse.bin`: the files of a site that the next export may reuse.
///
/// Like everything in a site it is not trusted: a damaged one or one of another version is ignored. Paths in it are only
/// looked up, never followed.
public enum ReuseManifest {
  /// The path of the manifest in the site's folder.
  public static let path = "reuse.bin"
  /// The largest manifest that is read, in bytes; a site of 100,000 pages has one of 10 MB.
  public static let sizeLimit = 1 << 26

  /// Changes with the format.
  private static let mark = "chatexport reuse/1\n"
  private static let digestCount = 64

  /// Returns the content of `reuse.bin` for `files`, in order of their paths.
  public static func bytes(of files: [CachedFile]) -> [UInt8] {
    var encoder = StableEncoder()
    for file in files.sorted(by: { $0.path < $1.path }) {
      encoder.add(file.path)
      encoder.add(file.key)
      encoder.add(file.size)
      encoder.add(file.checksum)
    }
    let content = Array(mark.utf8) + encoder.bytes
    return content + Array(SHA256.hexDigest(of: content.span).utf8)
  }

  /// Returns the files by path; none if the bytes are not a valid manifest.
  public static func read(_ bytes: [UInt8]) -> [String: CachedFile] {
    let end = bytes.count - digestCount
    guard end >= mark.utf8.count, bytes.starts(with: mark.utf8),
      Array(SHA256.hexDigest(of: bytes.span.extracting(0..<end)).utf8) == bytes[end...].map(\.self)
    else { return [:] }
    var decoder = StableDecoder(bytes[mark.utf8.count..<end])
    var files: [String: CachedFile] = [:]
    while !decoder.isAtEnd {
      guard let path = decoder.text(), let key = decoder.text(), let size = decoder.integer(),
        let checksum = decoder.checksum()
      else { return [:] }
      files[path] = CachedFile(path: path, key: key, size: size, checksum: checksum)
    }
    return files
  }
}

extension StableEncoder {
  mutating func add(_ checksum: Checksum) {
    add(checksum.low)
    add(checksum.high)
  }
}

extension StableDecoder {
  mutating func checksum() -> Checksum? {
    guard let low = number(), let high = number() else { return nil }
    return Checksum(low: low, high: high)
  }
}
