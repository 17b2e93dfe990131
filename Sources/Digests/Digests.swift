// Boundary to xxHash (`CXXHash`) and OpenSSL's libcrypto (`CCrypto`).

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
    let hash = checksum_of(bytes)
    self.init(low: hash.low64, high: hash.high64)
  }
}

/// Computes a ``Checksum`` of bytes that arrive in pieces.
public struct ChecksumBuilder: ~Copyable {
  private let state: checksum_state

  /// Creates a builder, or nil if xxHash cannot allocate its state.
  public init?() {
    guard let state = checksum_new() else { return nil }
    self.state = state
  }

  /// Adds the next piece.
  public mutating func update(_ bytes: Span<UInt8>) { checksum_add(state, bytes) }

  /// Returns the checksum of all pieces.
  public consuming func checksum() -> Checksum {
    let hash = checksum_end(state)
    return Checksum(low: hash.low64, high: hash.high64)
  }
}

/// Computes the SHA-256 of bytes that arrive in pieces.
public struct SHA256: Sendable {
  private var context = sha256_start()

  /// Creates a digest of no bytes.
  public init() {}

  /// Adds the next piece.
  public mutating func update(_ bytes: Span<UInt8>) { context = sha256_add(context, bytes) }

  /// Returns the digest of all pieces.
  public func digest() -> SHA256Digest { SHA256Digest(sha256_end(context)) }

  /// Returns the digest of all pieces in lower-case hexadecimal.
  public func hexDigest() -> String { digest().hexadecimal }

  /// Returns the SHA-256 of bytes in memory in lower-case hexadecimal.
  public static func hexDigest(of bytes: Span<UInt8>) -> String {
    var digest = SHA256()
    digest.update(bytes)
    return digest.hexDigest()
  }
}

/// The 32 bytes of a SHA-256.
public struct SHA256Digest: Sendable, Hashable, BitwiseCopyable {
  /// Bytes 0 to 7, 8 to 15 and so on as big-endian numbers.
  private var words: (UInt64, UInt64, UInt64, UInt64)

  /// The length of a digest in hexadecimal.
  public static let hexadecimalCount = 64

  /// Computes the SHA-256 of bytes in memory.
  public init(of bytes: Span<UInt8>) { self.init(sha256_end(sha256_add(sha256_start(), bytes))) }

  /// Creates the digest that 64 lower-case hexadecimal digits express, or nil if they are something else.
  public init?(hexadecimal digits: some Collection<UInt8>) {
    guard digits.count == Self.hexadecimalCount else { return nil }
    var numbers: [UInt64] = []
    var number: UInt64 = 0
    for (index, digit) in digits.enumerated() {
      switch digit {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number = number << 4 | UInt64(digit - UInt8(ascii: "0"))
      case UInt8(ascii: "a")...UInt8(ascii: "f"):
        number = number << 4 | UInt64(digit - UInt8(ascii: "a") + 10)
      default: return nil
      }
      if index % 16 == 15 { numbers.append(number) }
    }
    words = (numbers[0], numbers[1], numbers[2], numbers[3])
  }

  fileprivate init(_ digest: sha256_digest) {
    words = (
      digest.first.bigEndian, digest.second.bigEndian, digest.third.bigEndian, digest.fourth.bigEndian
    )
  }

  /// The digest in lower-case hexadecimal.
  public var hexadecimal: String {
    [words.0, words.1, words.2, words.3].map { Digests.hexadecimal($0) }.joined()
  }

  /// The bytes, in order.
  public var bytes: [UInt8] {
    [words.0, words.1, words.2, words.3].flatMap { word in
      stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt64($0)) }
    }
  }

  /// Appends the digest in lower-case hexadecimal, as text in UTF-8.
  public func appendHexadecimal(to bytes: inout [UInt8]) {
    for word in [words.0, words.1, words.2, words.3] {
      for shift in stride(from: 60, through: 0, by: -4) {
        let digit = UInt8(truncatingIfNeeded: word >> UInt64(shift) & 15)
        bytes.append(digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10)
      }
    }
  }

  public static func == (one: Self, other: Self) -> Bool { one.words == other.words }

  public func hash(into hasher: inout Hasher) { hasher.combine(words.0) }
}

/// The SHA-1 of short texts. Only where forging gains nothing: backups of iPhones name their files by it.
public enum SHA1 {
  /// Returns the SHA-1 of the bytes in lower-case hexadecimal.
  public static func hexDigest(of bytes: Span<UInt8>) -> String {
    let digest = sha1_of(bytes)
    return [digest.first, digest.second, digest.third, digest.fourth, digest.fifth].map {
      hexadecimal($0.bigEndian)
    }
    .joined()
  }
}

/// The SHA-512 of bytes in memory.
public enum SHA512 {
  /// Returns the 64 bytes of the digest.
  public static func digest(of bytes: Span<UInt8>) -> [UInt8] { sha512_of(bytes).bytes }
}

/// Ed25519 signatures (RFC 8032). One key gives one signature of the same bytes.
public enum Ed25519 {
  /// The size of a seed, which is the private key, and of a public key, in bytes.
  public static let keySize = 32
  /// The size of a signature in bytes.
  public static let signatureSize = 64

  /// Returns the signature of bytes, or nil if `seed` is not of 32 bytes or libcrypto has no Ed25519.
  public static func signature(of bytes: Span<UInt8>, seed: [UInt8]) -> [UInt8]? {
    let result = ed25519_sign(seed.span, bytes)
    return result.is_valid ? result.bytes : nil
  }

  /// True if `signature` was made of these bytes with the private key of `publicKey`.
  public static func isValid(_ signature: [UInt8], of bytes: Span<UInt8>, publicKey: [UInt8]) -> Bool {
    publicKey.count == keySize && signature.count == signatureSize
      && ed25519_verify(publicKey.span, signature.span, bytes)
  }
}

extension words_of_64_bytes {
  fileprivate var bytes: [UInt8] {
    let words = self.words
    return [words.0, words.1, words.2, words.3, words.4, words.5, words.6, words.7].flatMap { word in
      (0..<8).map { UInt8(truncatingIfNeeded: word.littleEndian >> UInt64($0 * 8)) }
    }
  }
}

/// Returns an integer in lower-case hexadecimal, with all its zeros.
private func hexadecimal(_ number: some FixedWidthInteger) -> String {
  let digits = String(number, radix: 16)
  return String(repeating: "0", count: number.bitWidth / 4 - digits.count) + digits
}

/// The first 128 bits of a SHA-256: enough to recognise short content, even if an attacker makes two that collide (2⁶⁴
/// attempts).
public struct ShortDigest: Sendable, Hashable, BitwiseCopyable {
  /// Bytes 0 to 7 of the SHA-256, the first one lowest.
  public var first: UInt64
  /// Bytes 8 to 15 of the SHA-256, the first one lowest.
  public var second: UInt64

  /// Creates a digest from its two halves.
  public init(first: UInt64, second: UInt64) { (self.first, self.second) = (first, second) }

  /// No digest, used if none was computed.
  public static let zero = ShortDigest(first: 0, second: 0)

  /// Computes the digest of bytes.
  public init(of bytes: Span<UInt8>) { self.init(sha256_end(sha256_add(sha256_start(), bytes))) }

  /// Computes the digest of `other` followed by bytes.
  public init(of bytes: Span<UInt8>, behind other: ShortDigest) {
    self.init(sha256_behind(other.first.littleEndian, other.second.littleEndian, bytes))
  }

  /// Computes the digest of `other` followed by words, as they lie in memory.
  public init(of words: Span<UInt64>, behind other: ShortDigest) {
    self.init(sha256_of_words(other.first.littleEndian, other.second.littleEndian, words))
  }

  private init(_ digest: sha256_digest) {
    self.init(first: UInt64(littleEndian: digest.first), second: UInt64(littleEndian: digest.second))
  }
}

/// Encryption with a key that a password opens. Each function returns nil if libcrypto refuses, which it does not with such arguments.
public enum Encryption {
  /// The bytes of a key.
  public static let keySize = 32
  /// The bytes of a nonce, which stands before what it encrypted.
  public static let nonceSize = 12
  private static let tagSize = 16

  /// Returns the key of a password (PBKDF2 with HMAC-SHA-256, RFC 8018).
  public static func key(of password: Span<UInt8>, salt: Span<UInt8>, iterations: Int32) -> [UInt8]? {
    let result = pbkdf2_sha256(password, salt, iterations)
    return result.is_valid ? Array(result.bytes.prefix(keySize)) : nil
  }

  /// Returns a nonce, the encrypted bytes and their tag (AES-256-GCM). What decrypts them must know `label` too.
  public static func sealed(
    _ bytes: [UInt8], with key: [UInt8], nonce: [UInt8], label: [UInt8]
  ) -> [UInt8]? {
    var sealed = bytes + [UInt8](repeating: 0, count: tagSize)
    var room = sealed.mutableSpan
    guard aes256_gcm_seal((key + nonce + label).span, &room) else { return nil }
    return nonce + sealed
  }
}
