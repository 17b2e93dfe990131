import Digests

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A detached signature in the format SSHSIG of OpenSSH (PROTOCOL.sshsig), which `ssh-keygen -Y verify` checks.
///
/// The key signs a text of the namespace and the message's hash, so that no signature of another program is valid for a site.
public struct SSHSignature: Sendable, Equatable {
  static let keyKind = "ssh-ed25519"
  /// The kinds of keys that OpenSSH signs with besides.
  private static let otherKinds = [
    "ssh-rsa", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com",
  ]
  private static let namespace = "chatexport"
  private static let mark = Array("SSHSIG".utf8)
  private static let armour = "SSH SIGNATURE"

  enum Hash: String { case sha256, sha512 }

  private let publicKey: [UInt8]
  private let signature: [UInt8]
  private let hash: Hash

  init(publicKey: [UInt8], signature: [UInt8], hash: Hash = .sha512) {
    (self.publicKey, self.signature, self.hash) = (publicKey, signature, hash)
  }

  /// The kinds of files that are not a signature that can be checked here.
  public enum Problem: Error, Equatable, Sendable {
    /// The file is not a signature in this format.
    case damaged
    /// The key is of another kind, such as `ssh-rsa`.
    case otherKey(kind: String)
    /// The signature is for another purpose.
    case otherNamespace(String)
  }

  /// Reads a signature's text. It has to be as `ssh-keygen` writes it, to the byte.
  ///
  /// - Throws: ``Problem``.
  public init(text: [UInt8]) throws(Problem) {
    guard let bytes = PEMArmour.bytes(of: text, kind: Self.armour), bytes.starts(with: Self.mark),
      PEMArmour.text(of: bytes, kind: Self.armour) == text
    else { throw .damaged }
    var reader = SSHReader(bytes.dropFirst(Self.mark.count))
    guard reader.number() == 1, let keyBlob = reader.string(), let namespace = reader.text(),
      let reserved = reader.string(), let hash = reader.text(), let signatureBlob = reader.string(),
      reader.isAtEnd
    else { throw .damaged }
    var key = SSHReader(keyBlob)
    guard let kind = key.text() else { throw .damaged }
    guard namespace == Self.namespace else { throw .otherNamespace(namespace) }
    guard kind == Self.keyKind else {
      throw Self.otherKinds.contains(kind) ? .otherKey(kind: kind) : .damaged
    }
    var parts = SSHReader(signatureBlob)
    guard let publicKey = key.string(), key.isAtEnd, publicKey.count == Ed25519.keySize, reserved.isEmpty,
      let known = Hash(rawValue: hash), parts.text() == kind, let signature = parts.string(), parts.isAtEnd,
      signature.count == Ed25519.signatureSize
    else { throw .damaged }
    self.init(publicKey: publicKey, signature: signature, hash: known)
  }

  /// The signature as a text of lines.
  var text: [UInt8] {
    var blob = SSHWriter(Self.mark)
    blob.add(1 as UInt32)
    blob.add(keyBlob)
    blob.add(Self.namespace)
    blob.add("")
    blob.add(hash.rawValue)
    var parts = SSHWriter()
    parts.add(Self.keyKind)
    parts.add(signature)
    blob.add(parts.bytes)
    return PEMArmour.text(of: blob.bytes, kind: Self.armour)
  }

  /// True if the signature is one of `bytes`.
  public func isValid(of bytes: [UInt8]) -> Bool {
    Ed25519.isValid(
      signature, of: Self.signedBytes(of: bytes, hash: hash).span, publicKey: publicKey)
  }

  /// The fingerprint of the key, as `ssh-keygen -l` prints it: `SHA256:` and the digest in base64.
  public var fingerprint: String {
    let digest = SHA256Digest(of: keyBlob.span).bytes
    return "SHA256:" + Data(digest).base64EncodedString().filter { $0 != "=" }
  }

  private var keyBlob: [UInt8] {
    var blob = SSHWriter()
    blob.add(Self.keyKind)
    blob.add(publicKey)
    return blob.bytes
  }

  /// The bytes to which Ed25519 is applied.
  static func signedBytes(of bytes: [UInt8], hash: Hash) -> [UInt8] {
    var writer = SSHWriter(mark)
    writer.add(namespace)
    writer.add("")
    writer.add(hash.rawValue)
    switch hash {
    case .sha512: writer.add(SHA512.digest(of: bytes.span))
    case .sha256: writer.add(SHA256Digest(of: bytes.span).bytes)
    }
    return writer.bytes
  }
}
