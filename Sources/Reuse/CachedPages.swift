public import SiteFiles
import Storage
import Synchronization

/// The pages of a conversation in the site to be replaced, in `<conversation>/reuse/1.bin` and so on, or with others'
/// (``ShortConversations``) if there is one page. Thread-safe.
///
/// A file has the records of eight pages, some 35 kB each. One file for each page would take longer to create than to fill, and
/// one for all would have to be in memory; so would one of 32 pages, 1 MB.
public final class CachedPages: Sendable {
  private static let pagesPerFile = 8

  private let name: String
  private let files: ReusableFiles
  /// The conversations of one page; nil if this one has more.
  private let shortConversations: ShortConversations?
  /// The files read last, because workers request pages roughly in order; nil for a file that was changed.
  private let read = Mutex<[(number: Int, pages: [ArraySlice<UInt8>]?)]>([])
  private static let filesInMemory = 2

  /// The pages of the conversation in the folder `name`, which now has `count` pages: one page is never a page of several, as it shows
  /// that none follows.
  public init(of name: String, count: Int, in files: ReusableFiles, _ shortConversations: ShortConversations)
  {
    (self.name, self.files) = (name, files)
    self.shortConversations = count == 1 ? shortConversations : nil
  }

  /// Returns a page, counted from 1, and its record; nil if there is none, or its file was changed.
  public func page(_ number: Int) -> (page: CachedPage, record: ArraySlice<UInt8>)? {
    if let shortConversations {
      return shortConversations.record(of: name).flatMap { record in CachedPage(record).map { ($0, record) } }
    }
    let file = Self.file(of: number)
    let pages = read.withLock { read in
      if let found = read.first(where: { $0.number == file }) { return found.pages }
      let pages = readPages(ofFile: file)
      if read.count == Self.filesInMemory { read.removeFirst() }
      read.append((file, pages))
      return pages
    }
    let index = (number - 1) % Self.pagesPerFile
    guard let pages, index < pages.count else { return nil }
    return CachedPage(pages[index]).map { ($0, pages[index]) }
  }

  private func readPages(ofFile number: Int) -> [ArraySlice<UInt8>]? {
    guard let bytes = files.bytes(of: Self.path(ofFile: number, in: name)) else { return nil }
    var decoder = StableDecoder(bytes[...])
    var pages: [ArraySlice<UInt8>] = []
    while !decoder.isAtEnd {
      guard let page = decoder.raw() else { return nil }
      pages.append(page)
    }
    return pages
  }

  /// The number of the file with a page's record.
  private static func file(of page: Int) -> Int { (page - 1) / pagesPerFile + 1 }

  private static func path(ofFile number: Int, in name: String) -> String { "\(name)/reuse/\(number).bin" }

  /// Writes the records of a conversation's pages, which come in order.
  public struct Writer {
    private let name: String
    private let files: ReusableFiles
    private var count = 0
    private var pages = StableEncoder()
    private var written: [CachedFile] = []

    /// Creates a writer for the conversation in the folder `name`.
    public init(of name: String, files: ReusableFiles) { (self.name, self.files) = (name, files) }

    /// Adds the record of the next page.
    ///
    /// - Throws: ``OutputError`` if a file cannot be written.
    public mutating func add(_ page: ArraySlice<UInt8>) throws(OutputError) {
      pages.add(page.span)
      count += 1
      if count % CachedPages.pagesPerFile == 0 { try write() }
    }

    /// Writes the remaining records and returns all files.
    ///
    /// - Throws: ``OutputError`` if a file cannot be written.
    public mutating func finish() throws(OutputError) -> [CachedFile] {
      if !pages.isEmpty { try write() }
      return written
    }

    private mutating func write() throws(OutputError) {
      let path = CachedPages.path(ofFile: CachedPages.file(of: count), in: name)
      written.append(try files.write(pages.bytes, to: path))
      pages.removeAll()
    }
  }
}
