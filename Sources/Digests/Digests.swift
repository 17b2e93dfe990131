// Boundary to xxHash (`CXXHash`) and OpenSSL's libcrypto (`CCrypto`), which take pointers to what they digest.

import CCrypto
import CXXHash

/// A 128-bit XXH3 checksum: about ten times as fast as SHA-256, and no protection against deliberately colliding bytes.
public struct Checksum: Sendable, Hashable, BitwiseCopyable {
  /// The low half of the 128 bits.
  public var low: UInt64
  /// The high half of the 128 bits.
  public var high: UInt64

  /// Creates a checksum from its two halves.
  public init(low: UInt64, high: UInt64) { (self.low, self.high) = (low, high) }

  /// Computes the checksum of bytes in memory.
  public init(of bytes: Span<UInt8>) {
    let hash = unsafe bytes.withUnsafeBytes { unsafe XXH3_128bits($0.baseAddress, $0.count) }
    self.init(low: hash.low64, high: hash.high64)
  }
}

/// Computes a ``Checksum`` of bytes that arrive in pieces.
@safe public struct ChecksumBuilder: ~Copyable {
  private let state: OpaquePointer

  /// Creates a builder, or nil if xxHash cannot allocate its state.
  public init?() {
    guard let state = unsafe XXH3_createState() else { return nil }
    guard unsafe XXH3_128bits_reset(state) == XXH_OK else {
      unsafe _ = XXH3_freeState(state)
      return nil
    }
    unsafe self.state = state
  }

  deinit { unsafe _ = XXH3_freeState(state) }

  /// Adds the next piece.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBytes { unsafe _ = XXH3_128bits_update(state, $0.baseAddress, $0.count) }
  }

  /// Returns the checksum of all pieces.
  public consuming func checksum() -> Checksum {
    let hash = unsafe XXH3_128bits_digest(state)
    return Checksum(low: hash.low64, high: hash.high64)
  }
}

/// Computes the SHA-256 of bytes that arrive in pieces.
@safe public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// Creates a digest of no bytes, or nil if libcrypto has no memory or no SHA-256.
  public init?() {
    SHA256.prepare()
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      unsafe EVP_MD_CTX_free(context)
      return nil
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Starts libcrypto without its configuration files. A machine's settings must not change a digest, and looking for the
  /// files takes longer than all digests of a small export.
  fileprivate static func prepare() { _ = isPrepared }

  private static let isPrepared =
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  /// Adds the next piece.
  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { _ = unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// Returns the digest of all pieces in lower-case hexadecimal.
  public consuming func hexDigest() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBufferPointer {
      _ = unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
    }
    return Self.hexadecimal(digest)
  }

  /// Returns the SHA-256 of bytes in memory in lower-case hexadecimal.
  public static func hexDigest(of bytes: Span<UInt8>) -> String {
    prepare()
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe digest.withUnsafeMutableBufferPointer {
        _ = unsafe CCrypto.SHA256(bytes.baseAddress, bytes.count, $0.baseAddress)
      }
    }
    return hexadecimal(digest)
  }

  fileprivate static func hexadecimal(_ digest: [UInt8]) -> String {
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}

/// The SHA-1 of short texts. Not for anything that somebody could gain from forging: backups of iPhones name their files by it.
public enum SHA1 {
  /// Returns the SHA-1 of the bytes in lower-case hexadecimal.
  public static func hexDigest(of bytes: Span<UInt8>) -> String {
    SHA256.prepare()
    var digest = [UInt8](repeating: 0, count: 20)
    unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe digest.withUnsafeMutableBufferPointer {
        _ = unsafe CCrypto.SHA1(bytes.baseAddress, bytes.count, $0.baseAddress)
      }
    }
    return SHA256.hexadecimal(digest)
  }
}

/// The first 128 bits of a SHA-256: enough to recognise short content, even against somebody who makes two that collide
/// (2⁶⁴ attempts).
public struct ShortDigest: Sendable, Hashable, BitwiseCopyable {
  /// Bytes 0 to 7 of the SHA-256, the first one lowest.
  public var first: UInt64
  /// Bytes 8 to 15 of the SHA-256, the first one lowest.
  public var second: UInt64

  /// Creates a digest from its two halves.
  public init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// No digest: what stands where none was taken.
  public static let zero = ShortDigest(first: 0, second: 0)
}

/// Computes the digests of many short byte sequences, one after another.
///
/// The context is a value and is begun anew for each, which costs a third of what libcrypto's newer interface takes to set
/// one up.
public struct ShortDigester: Sendable {
  private var context = SHA256_CTX()

  /// Creates a digester.
  public init() { SHA256.prepare() }

  /// Returns the digest of `bytes`.
  public mutating func digest(of bytes: Span<UInt8>) -> ShortDigest {
    begin()
    add(bytes)
    return end()
  }

  /// Returns the digest of `other` followed by `values`, as they lie in memory.
  public mutating func digest(
    of values: Span<some BitwiseCopyable>, behind other: ShortDigest
  ) -> ShortDigest {
    begin()
    let start: InlineArray<2, UInt64> = [other.first.littleEndian, other.second.littleEndian]
    add(start.span)
    add(values)
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
