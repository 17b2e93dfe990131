import CCrypto

/// The first half of a SHA-256: enough to know a short thing again, also where somebody would like two to be the same.
public struct ShortDigest: Sendable, Hashable, BitwiseCopyable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }
}

/// Takes the digests of many short things, one after the other.
public struct ShortDigester: Sendable {
  private var context = SHA256_CTX()

  public init() { SHA256.begin() }

  /// The digest of these bytes; nil when libcrypto has none to give.
  public mutating func digest(of bytes: Span<UInt8>) -> ShortDigest? { begin() && add(bytes) ? end() : nil }

  /// The digest of another one and these bytes behind it; nil when libcrypto has none to give.
  public mutating func digest(of bytes: Span<UInt8>, behind other: ShortDigest) -> ShortDigest? {
    let start = [other.first.littleEndian, other.second.littleEndian]
    return begin() && add(start.span) && add(bytes) ? end() : nil
  }

  private mutating func begin() -> Bool { unsafe SHA256_Init(&context) == 1 }

  private mutating func add(_ values: Span<some BitwiseCopyable>) -> Bool {
    unsafe values.withUnsafeBytes { unsafe SHA256_Update(&context, $0.baseAddress, $0.count) == 1 }
  }

  private mutating func end() -> ShortDigest? {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let isDone = unsafe withUnsafeMutableBytes(of: &digest) {
      unsafe SHA256_Final($0.baseAddress?.assumingMemoryBound(to: UInt8.self), &context) == 1
    }
    return isDone
      ? ShortDigest(first: UInt64(littleEndian: digest.0), second: UInt64(littleEndian: digest.1)) : nil
  }
}
