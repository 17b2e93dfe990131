/// The files that say which messages of the pages have which terms (`RowTerms`), for groups of pages.
///
/// A file has some terms of all pages of its group: who looks for two words in many pages reads two files of each group,
/// and no file is larger than what a page is told of. A group with few pages has several parts of each in a file.
///
/// `w<group>-<file>.js`, both from 0 on, has the parts of each page after one another, with `|` between them.
public struct RowTermFiles: Sendable {
  /// How many pages a group has.
  public static let pages = RowTerms.parts

  /// The files of an earlier index that are in their place already, in groups of as many pages as they have now.
  public struct Earlier {
    /// What is told there of a page, counted from 1.
    let told: (_ page: Int) throws -> [UInt8]?
    /// Is called with the name of each file that stays as it is.
    let keep: (_ file: String) -> Void

    public init(told: @escaping (Int) throws -> [UInt8]?, keep: @escaping (String) -> Void) {
      (self.told, self.keep) = (told, keep)
    }

    /// No files.
    static var none: Earlier { Earlier(told: { _ in nil }, keep: { _ in }) }
  }

  private var group = 0
  /// Each page's parts; nil where a page is not told of, or what is in place tells of it.
  private var written: [[UInt8]?] = []
  private var placesInPlace: [Int] = []

  /// Adds the next page, of which this is told, or the files in place tell; a group that has all its pages then is given,
  /// a file at a time.
  mutating func add(
    _ page: [UInt8]?, isInPlace: Bool = false, earlier: Earlier = .none,
    _ file: (String, [UInt8]) throws -> Void
  ) throws {
    if isInPlace { placesInPlace.append(written.count) }
    written.append(page)
    if written.count == Self.pages { try end(earlier: earlier, file) }
  }

  /// Gives the files of the last group. One with a page that is not told of has none.
  mutating func end(earlier: Earlier = .none, _ file: (String, [UInt8]) throws -> Void) throws {
    let count = group * Self.pages + written.count
    if placesInPlace.count == written.count {
      for name in Self.names(ofGroup: group, pages: count) { earlier.keep(name) }
    } else {
      for place in placesInPlace { written[place] = try earlier.told(group * Self.pages + place + 1) }
      try write(file)
    }
    written.removeAll(keepingCapacity: true)
    placesInPlace.removeAll(keepingCapacity: true)
    group += 1
  }

  private func write(_ file: (String, [UInt8]) throws -> Void) rethrows {
    // What was read back from an earlier site can be anything.
    let pages = written.compactMap { $0.map { Self.parts(of: $0[...]) } }.filter {
      $0.count == RowTerms.parts
    }
    if pages.count == written.count, !pages.isEmpty {
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

extension RowTermFiles {
  /// The names of the files of a group, from 0 on, in a conversation of so many pages.
  public static func names(ofGroup group: Int, pages: Int) -> [String] {
    let count = min(Self.pages, pages - group * Self.pages)
    return count < 1
      ? [] : (0..<RowTerms.parts / partsOfFile(pages: count)).map { "\(file($0, of: group)).js" }
  }

  /// What such a group's files tell of each of its pages; nil when they are not such files.
  public static func read(_ files: [[UInt8]], group: Int, pages: Int) -> [[UInt8]]? {
    let names = names(ofGroup: group, pages: pages)
    guard !names.isEmpty, files.count == names.count else { return nil }
    let (count, together) = (min(Self.pages, pages - group * Self.pages), RowTerms.parts / names.count)
    var found = [[UInt8]](repeating: [], count: count)
    for (name, file) in zip(names, files) {
      guard let content = IndexFile.content(of: file, named: String(name.dropLast(3))) else { return nil }
      let parts = parts(of: content)
      guard parts.count == count * together else { return nil }
      for page in found.indices {
        for part in parts[page * together..<(page + 1) * together] {
          found[page] += part
          found[page].append(separator)
        }
      }
    }
    for page in found.indices { found[page].removeLast() }
    return found
  }
}
