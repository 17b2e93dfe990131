import CCrypto

/// SHA-256 of bytes that come in pieces, by libcrypto.
@safe public struct SHA256: ~Copyable {
  private let context: OpaquePointer

  /// Nil when libcrypto has no memory or no SHA-256.
  public init?() {
    SHA256.begin()
    guard let context = unsafe EVP_MD_CTX_new() else { return nil }
    guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
      unsafe EVP_MD_CTX_free(context)
      return nil
    }
    unsafe self.context = context
  }

  deinit { unsafe EVP_MD_CTX_free(context) }

  /// Has libcrypto begin without its files of configuration: no machine's settings are to change what a hash is, and looking
  /// for them takes longer than a small export's hashes.
  static func begin() { _ = hasBegun }

  private static let hasBegun =
    OPENSSL_init_crypto(UInt64(OPENSSL_INIT_NO_LOAD_CONFIG), nil) == 1

  public mutating func update(_ bytes: Span<UInt8>) {
    unsafe bytes.withUnsafeBufferPointer { _ = unsafe EVP_DigestUpdate(context, $0.baseAddress, $0.count) }
  }

  /// The digest in lower-case hexadecimal.
  public consuming func hexDigest() -> String {
    var digest = [UInt8](repeating: 0, count: 32)
    unsafe digest.withUnsafeMutableBufferPointer {
      _ = unsafe EVP_DigestFinal_ex(context, $0.baseAddress, nil)
    }
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
