import Digests
import Synchronization

/// `MANIFEST`: the SHA-256 of every file of a site, in the form that `sha256sum -c` reads.
///
/// A line is the digest in lower-case hexadecimal, two spaces and the path, and lines are sorted by the bytes of the paths. Three kinds
/// of files are not in it: the manifest itself, what vouches for it (``attestations``), and the records for reuse
/// (``isRecord(_:)``), because these depend on the build of the program.
public enum Manifest {
  /// The path of the manifest in a site.
  public static let path = "MANIFEST"
  /// The path of the signature of the manifest.
  public static let signaturePath = "MANIFEST.sig"
  /// The paths of signatures and time stamps of the manifest: requests (`tsq`) and responses (`tsr`) of RFC 3161, over the manifest or
  /// over its signature.
  public static let attestations = [
    signaturePath, "MANIFEST.tsq", "MANIFEST.tsr", "MANIFEST.sig.tsq", "MANIFEST.sig.tsr",
  ]

  /// The offset of the path in a line: after 64 digits and two spaces.
  public static let pathOffset = SHA256Digest.hexadecimalCount + 2

  /// True for the records that only the next export reads: `reuse.bin`, `assets/reuse.bin`, and `reuse/1.bin` and so on in a folder
  /// of the site.
  public static func isRecord(_ path: String) -> Bool {
    if path.utf8.elementsEqual("reuse.bin".utf8) || path.utf8.elementsEqual("assets/reuse.bin".utf8) {
      return true
    }
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 3, parts[1].elementsEqual("reuse".utf8), parts[2].count <= 12 else { return false }
    let number = parts[2].prefix { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
    return !number.isEmpty && parts[2].dropFirst(number.count).elementsEqual(".bin".utf8)
  }

  /// True for the folder of a conversation's records, if the folder above it is the site's: `chat/reuse`.
  public static func isRecordFolder(_ path: String) -> Bool {
    let parts = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts[1].elementsEqual("reuse".utf8)
  }

  /// True if a path can be in a line: it has no control characters and no backslash, which `sha256sum` would escape.
  public static func canList(_ path: String) -> Bool {
    path.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
  }
}

/// The digests of a site's files while they are written, by several tasks at once.
///
/// A file takes 40 bytes and its path, because an account can have 100,000.
final class FileDigests: Sendable {
  private struct ListedFile {
    /// The offset of the path, which ends with a line feed.
    var start: Int
    var digest: SHA256Digest
  }
  private struct ListedFiles {
    var files: [ListedFile] = []
    var paths: [UInt8] = []
  }
  private let state = Mutex(ListedFiles())

  /// Adds a file. A path may be added again if its file was written again; the last digest counts.
  func add(_ path: String, _ digest: SHA256Digest) {
    state.withLock { state in
      state.files.append(ListedFile(start: state.paths.count, digest: digest))
      state.paths.append(contentsOf: path.utf8)
      state.paths.append(10)
    }
  }

  /// The content of `MANIFEST`.
  var manifest: [UInt8] {
    state.withLock { state in
      let paths = state.paths.span
      var order = Array(state.files.indices)
      order.sort {
        let (one, other) = (state.files[$0].start, state.files[$1].start)
        return Self.compare(one, other, in: paths) ?? ($0 < $1)
      }
      var lines: [UInt8] = []
      lines.reserveCapacity(state.files.count * (Manifest.pathOffset + 1) + paths.count)
      for (index, number) in order.enumerated() {
        let file = state.files[number]
        if index + 1 < order.count,
          Self.compare(file.start, state.files[order[index + 1]].start, in: paths) == nil
        {
          continue
        }
        file.digest.appendHexadecimal(to: &lines)
        lines += [0x20, 0x20]
        var offset = file.start
        repeat {
          lines.append(paths[offset])
          offset += 1
        } while paths[offset - 1] != 10
      }
      return lines
    }
  }

  /// Returns true if the path at `one` precedes the path at `other`, false if it follows, nil if they are equal.
  ///
  /// No path has a byte below 32, so the line feed at its end puts a path before longer ones that begin with it.
  private static func compare(_ one: Int, _ other: Int, in paths: borrowing Span<UInt8>) -> Bool? {
    var (one, other) = (one, other)
    while paths[one] == paths[other] {
      if paths[one] == 10 { return nil }
      one += 1
      other += 1
    }
    return paths[one] < paths[other]
  }
}
