import Digests
import SystemCalls

/// The reasons that a file is not a key to sign with.
public enum SigningKeyError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file is not a private key of OpenSSH.
  case notAKey(path: String)
  /// The key is protected by a passphrase.
  case encrypted(path: String)
  /// The key is not an Ed25519 key.
  case otherKind(path: String, kind: String)

  /// The sentence that names the file and the remedy.
  public var description: String {
    switch self {
    case .unreadable(let path, let reason): "--sign \(path): cannot be read: \(reason)"
    case .notAKey(let path):
      "--sign \(path): is not a private key of OpenSSH; make one with: ssh-keygen -t ed25519 -N '' -f KEY"
    case .encrypted(let path):
      "--sign \(path): the key is protected by a passphrase; export without --sign, and then run: \(Self.command(path))"
    case .otherKind(let path, let kind):
      "--sign \(path): is a key of the kind \(kind), and only ssh-ed25519 is supported; export without --sign, and then run: \(Self.command(path))"
    }
  }

  private static func command(_ path: String) -> String {
    "ssh-keygen -Y sign -f \(path) -n chatexport SITE/MANIFEST"
  }
}

/// An Ed25519 key of OpenSSH without a passphrase, as `ssh-keygen -t ed25519 -N ''` makes it.
public struct SigningKey: Sendable {
  private let seed: [UInt8]
  private let publicKey: [UInt8]

  private static let mark = Array("openssh-key-v1\0".utf8)
  /// More than any key has.
  private static let sizeLimit = 1 << 16

  /// Reads the key in the file at `path`.
  ///
  /// - Throws: ``SigningKeyError``.
  public init(path: String) throws(SigningKeyError) {
    let text: [UInt8]
    do throws(SystemError) { text = try Self.contents(path) } catch {
      throw .unreadable(path: path, reason: error.reason.lowercased())
    }
    guard let bytes = PEMArmour.bytes(of: text, kind: "OPENSSH PRIVATE KEY"),
      bytes.starts(with: Self.mark)
    else { throw .notAKey(path: path) }
    var reader = SSHReader(bytes.dropFirst(Self.mark.count))
    guard let cipher = reader.text(), reader.string() != nil, reader.string() != nil, reader.number() == 1,
      let publicBlob = reader.string(), let secret = reader.string()
    else { throw .notAKey(path: path) }
    var publicReader = SSHReader(publicBlob)
    guard let kind = publicReader.text() else { throw .notAKey(path: path) }
    guard kind == SSHSignature.keyKind else { throw .otherKind(path: path, kind: kind) }
    guard cipher == "none" else { throw .encrypted(path: path) }
    var secretReader = SSHReader(secret)
    guard let check = secretReader.number(), secretReader.number() == check, secretReader.text() == kind,
      let publicKey = secretReader.string(), publicKey.count == Ed25519.keySize,
      publicReader.string() == publicKey,
      let pair = secretReader.string(), pair.count == 2 * Ed25519.keySize,
      pair.suffix(Ed25519.keySize).elementsEqual(publicKey)
    else { throw .notAKey(path: path) }
    seed = Array(pair.prefix(Ed25519.keySize))
    self.publicKey = publicKey
    // A seed of another key would give signatures that nobody can verify.
    let probe = Array(kind.utf8)
    guard let signature = Ed25519.signature(of: probe.span, seed: seed),
      Ed25519.isValid(signature, of: probe.span, publicKey: publicKey)
    else { throw .notAKey(path: path) }
  }

  /// Returns the text of a detached signature of `bytes`.
  public func signature(of bytes: [UInt8]) -> [UInt8] {
    let signed = SSHSignature.signedBytes(of: bytes, hash: .sha512)
    guard let signature = Ed25519.signature(of: signed.span, seed: seed) else {
      preconditionFailure("a key that signed before does not sign")
    }
    return SSHSignature(publicKey: publicKey, signature: signature).text
  }

  private static func contents(_ path: String) throws(SystemError) -> [UInt8] {
    let file = try SystemCall.openFile(path)
    defer { SystemCall.close(file) }
    var bytes = [UInt8](repeating: 0, count: sizeLimit)
    var count = 0
    while count < sizeLimit, let read = try SystemCall.read(file, into: &bytes, from: count), read > 0 {
      count += read
    }
    return Array(bytes.prefix(count))
  }
}
