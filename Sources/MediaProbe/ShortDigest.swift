import CCrypto

/// The first half of a SHA-256: enough to know a short thing again, also where somebody would like two to be the same.
public struct ShortDigest: Sendable, Hashable, BitwiseCopyable {
  public var first: UInt64
  public var second: UInt64

  public init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }
}

/// Takes the digests of many short things, one after the other: what libcrypto needs for one is made once.
@safe public struct ShortDigester: ~Copyable {
  /// Nil when libcrypto has no memory or no SHA-256.
  private let context: OpaquePointer?

  public init() {
    SHA256.begin()
    let context = unsafe EVP_MD_CTX_new()
    if let context = unsafe context, unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 {
      unsafe self.context = context
    } else {
      unsafe EVP_MD_CTX_free(context)
      unsafe self.context = nil
    }
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// The digest of these bytes; nil when libcrypto has none to give.
  public mutating func digest(of bytes: Span<UInt8>) -> ShortDigest? { begin() && add(bytes) ? end() : nil }

  /// The digest of another one and these bytes behind it; nil when libcrypto has none to give.
  public mutating func digest(of bytes: Span<UInt8>, behind other: ShortDigest) -> ShortDigest? {
    let start = [other.first.littleEndian, other.second.littleEndian]
    return begin() && add(start.span) && add(bytes) ? end() : nil
  }

  // Without a kind of digest, libcrypto starts the same one again.
  private func begin() -> Bool { unsafe context != nil && EVP_DigestInit_ex(context, nil, nil) == 1 }

  private func add(_ values: Span<some BitwiseCopyable>) -> Bool {
    unsafe values.withUnsafeBytes { unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) == 1 }
  }

  private func end() -> ShortDigest? {
    var digest: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
    let isDone = unsafe withUnsafeMutableBytes(of: &digest) {
      unsafe EVP_DigestFinal_ex(context, $0.baseAddress?.assumingMemoryBound(to: UInt8.self), nil) == 1
    }
    return isDone
      ? ShortDigest(first: UInt64(littleEndian: digest.0), second: UInt64(littleEndian: digest.1)) : nil
  }
}
