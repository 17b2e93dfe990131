internal import Digests
import MediaProbe
import SiteWriter

/// A file of a site, and what it takes to know whether the next export would write it again byte for byte.
struct KeptFile: Sendable, Equatable {
  /// Its path in the site.
  var path: String
  /// The key of all that it is made of; empty for a file that is only read again.
  var key: String
  /// Its size and checksum: what somebody changed is not kept.
  var size: Int
  var checksum: Checksum
  /// What its writer wants to know again.
  var facts: [UInt8] = []
}

/// `kept.bin`: what an export tells the next one of the files it wrote.
///
/// Like everything in a site it is not trusted: one that is damaged, or of another form, is as if it were not there. It
/// names files only to those who know their names already.
enum ReuseManifest {
  static let path = "kept.bin"
  /// Some hundred bytes a page; a longer one is not ours.
  static let sizeLimit = 1 << 26

  /// Changes with the form.
  private static let mark = "chatexport kept/2\n"
  private static let digestCount = 64

  /// The file for these files of a site, in order of their paths.
  static func bytes(of files: [KeptFile]) -> [UInt8] {
    var key = StableEncoder()
    for file in files.sorted(by: { $0.path < $1.path }) {
      key.add(file.path)
      key.add(file.key)
      key.add(file.size)
      key.add(file.checksum.low)
      key.add(file.checksum.high)
      key.add(file.facts)
    }
    let content = Array(mark.utf8) + key.bytes
    return content + Array(MediaFile.sha256(of: content).utf8)
  }

  /// The files by path; none when anything is wrong.
  static func read(_ bytes: [UInt8]) -> [String: KeptFile] {
    let end = bytes.count - digestCount
    guard end >= mark.utf8.count, bytes.starts(with: mark.utf8),
      Array(MediaFile.sha256(of: bytes.span.extracting(0..<end)).utf8) == bytes[end...].map(\.self)
    else { return [:] }
    var reader = KeyReader(bytes[mark.utf8.count..<end])
    var files: [String: KeptFile] = [:]
    while !reader.isAtEnd {
      guard let path = reader.text(), let key = reader.text(), let size = reader.integer(),
        let low = reader.number(), let high = reader.number(), let facts = reader.raw()
      else { return [:] }
      files[path] = KeptFile(
        path: path, key: key, size: size, checksum: Checksum(low: low, high: high), facts: Array(facts))
    }
    return files
  }
}

/// Reads what `StableEncoder` wrote, and nothing beyond its end.
struct KeyReader {
  private var left: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { left = bytes }

  var isAtEnd: Bool { left.isEmpty }

  /// A signed number.
  mutating func integer() -> Int? {
    number().flatMap { Int(exactly: Int64(bitPattern: $0 >> 1) ^ -Int64($0 & 1)) }
  }

  /// A number without a sign.
  mutating func number() -> UInt64? {
    var number: UInt64 = 0
    var shift: UInt64 = 0
    while shift < 64, let byte = left.popFirst() {
      number |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return number }
      shift += 7
    }
    return nil
  }

  mutating func raw() -> ArraySlice<UInt8>? {
    guard let count = integer(), count >= 0, count <= left.count else { return nil }
    defer { left = left.dropFirst(count) }
    return left.prefix(count)
  }

  mutating func text() -> String? { raw().flatMap { String(validating: $0, as: UTF8.self) } }
}
