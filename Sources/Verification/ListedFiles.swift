import Digests
import SiteFiles

/// The lines of a `MANIFEST`, read strictly: whatever is not exactly as an export writes it is a finding.
///
/// Lines stay as they were read and are found by binary search, because a site can have 100,000 files.
struct ListedFiles: Sendable {
  private let bytes: [UInt8]
  /// The offsets of the lines that can be used, in order of their paths.
  private var starts: [Int] = []
  /// The ends of these lines, before the line feed.
  private var ends: [Int] = []

  init(_ bytes: [UInt8], findings: inout Findings) {
    self.bytes = bytes
    var start = 0
    var number = 0
    while start < bytes.count {
      number += 1
      let end = bytes[start...].firstIndex(of: 10) ?? bytes.count
      if let reason = problem(start..<end) ?? (end == bytes.count ? "has no line end" : nil) {
        findings.append(Finding(.manifest, Manifest.path, "line \(number) \(reason)"))
      } else if let last = starts.last,
        !bytes[(last + Manifest.pathOffset)..<(ends.last ?? last)]
          .lexicographicallyPrecedes(bytes[(start + Manifest.pathOffset)..<end])
      {
        findings.append(Finding(.manifest, Manifest.path, "line \(number) is not in the order of paths"))
      } else {
        starts.append(start)
        ends.append(end)
      }
      start = end + 1
    }
  }

  /// Returns the reason that a line cannot be used, or nil.
  private func problem(_ line: Range<Int>) -> String? {
    guard line.count > Manifest.pathOffset,
      SHA256Digest(hexadecimal: bytes[line.prefix(SHA256Digest.hexadecimalCount)]) != nil,
      bytes[line.lowerBound + SHA256Digest.hexadecimalCount] == 0x20,
      bytes[line.lowerBound + SHA256Digest.hexadecimalCount + 1] == 0x20
    else { return "is not a SHA-256, two spaces and a path" }
    let path = bytes[(line.lowerBound + Manifest.pathOffset)..<line.upperBound]
    guard let text = String(validating: path, as: UTF8.self), Manifest.canList(text), path.count < 4096,
      !path.split(separator: 0x2F, omittingEmptySubsequences: false).contains(where: {
        $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8)
      })
    else { return "has a path that no file of a site has" }
    if text == Manifest.path || Manifest.attestations.contains(text) || Manifest.isRecord(text) {
      return "lists \(text), which no manifest does"
    }
    return nil
  }

  var count: Int { starts.count }

  /// Returns the path of a file.
  func path(_ index: Int) -> String { String(decoding: pathBytes(index), as: UTF8.self) }

  private func pathBytes(_ index: Int) -> ArraySlice<UInt8> {
    bytes[(starts[index] + Manifest.pathOffset)..<ends[index]]
  }

  /// Returns the stated digest of a file.
  func digest(_ index: Int) -> SHA256Digest? {
    SHA256Digest(hexadecimal: bytes[starts[index]..<(starts[index] + SHA256Digest.hexadecimalCount)])
  }

  /// Returns the index of the file at a path, or nil.
  func index(of path: some Collection<UInt8>) -> Int? {
    let index = firstIndex(notBefore: path)
    return index < count && pathBytes(index).elementsEqual(path) ? index : nil
  }

  /// True if a file is in the folder at a path.
  func hasFolder(_ path: some Collection<UInt8>) -> Bool {
    let prefix = Array(path) + [0x2F]
    let index = firstIndex(notBefore: prefix)
    return index < count && pathBytes(index).starts(with: prefix)
  }

  private func firstIndex(notBefore path: some Collection<UInt8>) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if pathBytes(middle).lexicographicallyPrecedes(path) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
