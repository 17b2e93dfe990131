/// The files with the terms of each message (``RowTerms``), for groups of pages.
///
/// The notes of a page are in parts by fingerprint; a file has one part of all pages of a group, so a search for two words
/// reads two files per group of pages, and no file is larger than one page's notes. In a group with few pages a file has
/// several parts of each.
///
/// `w<group>-<file>.js`, both numbered from 0, has the parts of each page in order, separated by `|`.
struct RowTermFiles: Sendable {
  /// Number of pages in a group.
  static let pages = RowTerms.parts

  private var group = 0
  /// The parts of each page; nil if the page has none.
  private var written: [[UInt8]?] = []

  /// Adds the next page. Calls `file` for each file of a group that it completes.
  mutating func add(_ page: [UInt8]?, _ file: (String, [UInt8]) throws -> Void) throws {
    written.append(page)
    if written.count == Self.pages { try end(file) }
  }

  /// Calls `file` for each file of the last group. A group in which any page has no parts has no files.
  mutating func end(_ file: (String, [UInt8]) throws -> Void) throws {
    try write(file)
    written.removeAll(keepingCapacity: true)
    group += 1
  }

  private func write(_ file: (String, [UInt8]) throws -> Void) rethrows {
    // Parts from a cached record may be damaged.
    let pages = written.compactMap { $0.map { Self.parts(of: $0[...]) } }.filter {
      $0.count == RowTerms.parts
    }
    guard pages.count == written.count, !pages.isEmpty else { return }
    let together = Self.partsOfFile(pages: pages.count)
    for start in stride(from: 0, to: RowTerms.parts, by: together) {
      let name = Self.file(start / together, of: group)
      var script = IndexFile.head(name)
      for page in pages {
        for part in page[start..<start + together] {
          script += part
          script.append(Self.separator)
        }
      }
      script.removeLast()
      script += IndexFile.tail
      try file("\(name).js", script)
    }
  }

  /// Returns the number of parts of a page in a file, for a group of `pages` pages: at most twice as many files as pages.
  static func partsOfFile(pages: Int) -> Int {
    var files = 1
    while files < RowTerms.parts, files <= pages { files *= 2 }
    return RowTerms.parts / files
  }

  private static let separator = UInt8(ascii: "|")

  private static func parts(of written: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    var parts: [ArraySlice<UInt8>] = []
    var start = written.startIndex
    let bytes = written.span
    for offset in bytes.indices where bytes[offset] == separator {
      parts.append(written[start..<written.startIndex + offset])
      start = written.startIndex + offset + 1
    }
    parts.append(written[start...])
    return parts
  }

  private static func file(_ number: Int, of group: Int) -> String { "w\(group)-\(number)" }
}
