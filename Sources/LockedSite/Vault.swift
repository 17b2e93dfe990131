import Compression
import Digests
import ExportPipeline
import SiteFiles
import Storage

/// Encrypts files into the numbered parts of a locked site, `data/0.js` and so on, as `lock.js` reads them.
///
/// The key is 32 random bytes of this run, which the password's key encrypts. No two runs share a key, so nonces may be random.
struct Vault {
  /// The rounds of PBKDF2: 0.4 s in Chromium and up to 2 s in Firefox on a desktop (docs/locked.md).
  static let rounds: Int32 = 1_000_000
  /// The bytes of content in a part: a script has a third more characters.
  private static let partSize = 1 << 23

  private let key: [UInt8]
  private let folder: OutputFolder
  /// The first part and the number of parts of each file.
  private var parts: [(path: String, first: Int, count: Int)] = []
  private var count = 1

  init(_ folder: OutputFolder) { (self.folder, key) = (folder, Self.random(Encryption.keySize)) }

  /// Returns random bytes of the system's generator.
  static func random(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
  }

  /// Encrypts a file. `isText` is false for files that are compressed already.
  mutating func add(_ path: String, _ bytes: [UInt8], isText: Bool) throws {
    let first = count
    var start = 0
    repeat {
      let end = min(start + Self.partSize, bytes.count)
      try write(Array(bytes[start..<end]), isText: isText, number: count)
      count += 1
      start = end
    } while start < bytes.count
    parts.append((path, first, count - first))
  }

  /// Writes the table of all files, and returns the key as the password opens it.
  func close(password: String, salt: [UInt8]) throws -> [UInt8] {
    var table = "{"
    for (index, part) in parts.enumerated() {
      table += "\(index > 0 ? "," : "")\(Self.quoted(part.path)):[\(part.first),\(part.count)]"
    }
    try write(Array((table + "}").utf8), isText: true, number: 0)
    guard let outer = Encryption.key(of: Array(password.utf8).span, salt: salt.span, iterations: Self.rounds),
      let sealed = Self.seal(key, with: outer, label: "key")
    else { throw Self.refused }
    return sealed
  }

  private func write(_ content: [UInt8], isText: Bool, number: Int) throws {
    let compressed = isText ? Flate.compressed(content.span, level: 1) : nil
    let body = compressed ?? content
    var plain: [UInt8] = []
    plain.reserveCapacity(Self.padded(body.count + 5))
    plain.append(compressed == nil ? 0 : 1)
    for shift in [24, 16, 8, 0] { plain.append(UInt8(truncatingIfNeeded: body.count >> shift)) }
    plain += body
    plain += [UInt8](repeating: 0, count: Self.padded(plain.count) - plain.count)
    guard let sealed = Self.seal(plain, with: key, label: "\(number)") else { throw Self.refused }
    var script = Array("lockedPart(\(number),\"".utf8)
    script.reserveCapacity(sealed.count / 3 * 4 + 40)
    Base64.append(sealed[...], to: &script)
    script += "\")\n".utf8
    try folder.write("data/\(number).js", script)
  }

  private static func seal(_ bytes: [UInt8], with key: [UInt8], label: String) -> [UInt8]? {
    Encryption.sealed(bytes, with: key, nonce: random(Encryption.nonceSize), label: Array(label.utf8))
  }

  /// Returns the size that a part is filled up to, so that sizes tell little: the next of four steps from a power of two to the next,
  /// and at least 1 kB.
  static func padded(_ size: Int) -> Int {
    guard size > 1024 else { return 1024 }
    let step = 1 << (Int.bitWidth - (size - 1).leadingZeroBitCount - 3)
    return (size + step - 1) / step * step
  }

  private static func quoted(_ path: String) -> String {
    "\"" + path.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }

  private static let refused = ExportError.output(
    "libcrypto does not encrypt on this system; check its policy for AES-256-GCM and PBKDF2")
}
