public import Digests
public import Storage

extension StableEncoder {
  /// Returns the SHA-256 of the bytes, in lower-case hexadecimal.
  public func digest() -> String { SHA256.hexDigest(of: bytes.span) }

  /// Returns the first 128 bits of that SHA-256.
  public func shortDigest() -> ShortDigest {
    return ShortDigest(of: bytes.span)
  }

  /// Adds a digest.
  public mutating func add(_ digest: ShortDigest) {
    add(digest.first)
    add(digest.second)
  }
}

extension StableDecoder {
  /// Reads a digest.
  public mutating func shortDigest() -> ShortDigest? {
    guard let first = number(), let second = number() else { return nil }
    return ShortDigest(first: first, second: second)
  }
}
