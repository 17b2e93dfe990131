import CCrypto

/// The first 128 bits of a SHA-256: enough to recognise short content, even against somebody who makes two that collide
/// (2⁶⁴ attempts).
public struct ShortDigest: Sendable, Hashable, BitwiseCopyable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }
}

/// Computes the digests of many short byte sequences, one after another.
///
/// The context is a value and is begun anew for each, which costs a third of what libcrypto's newer interface takes to set
/// one up.
public struct ShortDigester: Sendable {
  private var context = SHA256_CTX()

  public init() { SHA256.begin() }

  /// Returns the digest of `bytes`.
  public mutating func digest(of bytes: Span<UInt8>) -> ShortDigest {
    begin()
    add(bytes)
    return end()
  }

  /// Returns the digest of `other` followed by `bytes`.
  public mutating func digest(of bytes: Span<UInt8>, behind other: ShortDigest) -> ShortDigest {
    begin()
    let start: InlineArray<2, UInt64> = [other.first.littleEndian, other.second.littleEndian]
    add(start.span)
    add(bytes)
    return end()
  }

  // These three only do arithmetic in `context`, so they cannot fail.

  private mutating func begin() { unsafe _ = SHA256_Init(&context) }

  private mutating func add(_ values: Span<some BitwiseCopyable>) {
    unsafe values.withUnsafeBytes { unsafe _ = SHA256_Update(&context, $0.baseAddress, $0.count) }
  }

  private mutating func end() -> ShortDigest {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    unsafe withUnsafeMutableBytes(of: &digest) {
      unsafe _ = SHA256_Final($0.baseAddress?.assumingMemoryBound(to: UInt8.self), &context)
    }
    return ShortDigest(first: UInt64(littleEndian: digest.0), second: UInt64(littleEndian: digest.1))
  }
}
