import SiteWriter
import Synchronization

/// Where the notes of a conversation's pages are: `kept/1.bin` has those of the first 32, and so on.
///
/// Not a file for each page: to make a file takes longer than to write the 14 kB, above all where many were removed not long
/// ago, as before another export.
enum PageNotes {
  static let pagesPerFile = 32

  /// The number of the file that has a page's notes.
  static func file(of page: Int) -> Int { (page - 1) / pagesPerFile + 1 }

  static func path(of file: Int, in name: String) -> String { "\(name)/kept/\(file).bin" }
}

/// Writes the notes of a conversation's pages, which come in order.
struct PageNotesWriter {
  private let name: String
  private let keeper: ReusableFiles
  private var next = 1
  private var notes = StableEncoder()
  private var hasNotes = false
  private var files: [KeptFile] = []

  init(of name: String, keeper: ReusableFiles) { (self.name, self.keeper) = (name, keeper) }

  /// Adds the notes of the next page; empty if it has none.
  mutating func add(_ bytes: [UInt8]) throws {
    notes.add(bytes)
    hasNotes = hasNotes || !bytes.isEmpty
    next += 1
    if PageNotes.file(of: next) != PageNotes.file(of: next - 1) { try write(last: next - 1) }
  }

  /// Writes what is not written yet and gives all files.
  mutating func finish() throws -> [KeptFile] {
    if !notes.isEmpty { try write(last: next - 1) }
    return files
  }

  private mutating func write(last page: Int) throws {
    if hasNotes {
      files.append(
        try keeper.write(notes.bytes, to: PageNotes.path(of: PageNotes.file(of: page), in: name)))
    }
    notes.removeAll()
    hasNotes = false
  }
}

/// The notes that the earlier site has of a conversation's pages. Any thread may ask.
final class EarlierPageNotes: Sendable {
  private let name: String
  private let keeper: ReusableFiles
  /// The files read last, as pages are asked for about in order; nil for one that is not as it was written.
  private let read = Mutex<[(file: Int, pages: [ArraySlice<UInt8>]?)]>([])
  private static let filesAtATime = 2

  init(of name: String, in keeper: ReusableFiles) { (self.name, self.keeper) = (name, keeper) }

  /// The notes of a page, empty if it has none; nil when they are not as they were written.
  func bytes(of page: Int) -> ArraySlice<UInt8>? {
    let file = PageNotes.file(of: page)
    let pages = read.withLock { read in
      if let known = read.first(where: { $0.file == file }) { return known.pages }
      let pages = readPages(of: file)
      if read.count == Self.filesAtATime { read.removeFirst() }
      read.append((file, pages))
      return pages
    }
    let place = (page - 1) % PageNotes.pagesPerFile
    guard let pages else { return nil }
    return place < pages.count ? pages[place] : []
  }

  private func readPages(of file: Int) -> [ArraySlice<UInt8>]? {
    let path = PageNotes.path(of: file, in: name)
    guard keeper.knows(path) else { return [] }
    guard let bytes = keeper.bytes(of: path) else { return nil }
    var reader = KeyReader(bytes[...])
    var pages: [ArraySlice<UInt8>] = []
    while !reader.isAtEnd {
      guard let page = reader.raw() else { return nil }
      pages.append(page)
    }
    return pages
  }
}
