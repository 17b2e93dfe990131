/// The files that say which messages of the pages have which terms (`RowTerms`), for groups of pages.
///
/// A file has some terms of all pages of its group: who looks for two words in many pages reads two files of each group,
/// and no file is larger than what a page is told of. A group with few pages has several parts of each in a file.
///
/// `w<group>-<file>.js`, both from 0 on, has the parts of each page after one another, with `|` between them.
struct RowTermFiles: Sendable {
  /// How many pages a group has.
  static let pages = RowTerms.parts

  private var group = 0
  /// Each page's parts; nil where the index has none for it.
  private var written: [[UInt8]?] = []

  /// Adds the next page, and gives the files of a group that is complete with it, one at a time.
  mutating func add(_ page: [UInt8]?, _ file: (String, [UInt8]) throws -> Void) throws {
    written.append(page)
    if written.count == Self.pages { try end(file) }
  }

  /// Gives the files of the last group. A group with a page that has no parts has no files.
  mutating func end(_ file: (String, [UInt8]) throws -> Void) throws {
    try write(file)
    written.removeAll(keepingCapacity: true)
    group += 1
  }

  private func write(_ file: (String, [UInt8]) throws -> Void) rethrows {
    // What was read back from an earlier site can be anything.
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

  /// How many parts of a page a file has in a group of so many pages: there are at most twice as many files as pages.
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
