import Digests
import ExportPipeline
import SiteReading
import Storage

/// The messages of a conversation of a site, read page by page.
///
/// A message is found by the ends of its element and hashed as it is: 0.9 GB of pages take a second. Only the few messages that differ are
/// parsed.
struct SiteRows: RowSource {
  private let folder: SiteFolder
  private let id: String
  private let pages: [String]
  private var records: [RowRecord] = []
  private var first = 0
  /// The index of the next page to read.
  private(set) var nextPage = 0
  /// Pages read last, which are probably needed again.
  private var recent: [(page: Int32, bytes: [UInt8])] = []
  /// The pages that cannot be read, with the reason.
  private(set) var problems: [(file: String, words: String)] = []
  private static let problemLimit = 100

  /// The largest page that is read, in bytes.
  static let pageLimit = 1 << 26
  private static let recentCount = 3

  init(_ folder: SiteFolder, _ conversation: SiteManifest.ManifestConversation) {
    (self.folder, id) = (folder, conversation.id)
    // A page that a stranger's list has a million times is read once.
    var known: Set<String> = []
    pages = conversation.pages.map(\.file).filter { known.insert($0).inserted }
  }

  var window: ArraySlice<RowRecord> { records[first...] }

  /// True if all messages of the pages read so far were dropped.
  private var isBetweenPages: Bool { first == records.count }

  mutating func fill(_ count: Int) -> Bool {
    while records.count - first < count, nextPage < pages.count {
      let bytes = readPage(nextPage)
      Self.find(in: bytes, page: nextPage) { records.append($0) }
      nextPage += 1
    }
    return nextPage < pages.count
  }

  mutating func drop(_ count: Int) {
    first = min(first + count, records.count)
    if first > 1 << 12, first * 2 > records.count {
      records.removeSubrange(..<first)
      first = 0
    }
  }

  func file(of record: RowRecord) -> String {
    let index = Int(record.page)
    return index < pages.count ? "\(id)/\(pages[index])" : ""
  }

  mutating func row(_ record: RowRecord) -> ComparedRow {
    let (start, end) = (Int(record.offset), Int(record.offset) + Int(record.length))
    if !recent.contains(where: { $0.page == record.page }) { _ = readPage(Int(record.page)) }
    guard let bytes = recent.first(where: { $0.page == record.page })?.bytes, end <= bytes.count else {
      return ComparedRow()
    }
    return RowParser.row(in: bytes, start..<end)
  }

  /// Returns the bytes of a page, or none if it cannot be read.
  private mutating func readPage(_ index: Int) -> [UInt8] {
    let file = "\(id)/\(pages[index])"
    var bytes: [UInt8] = []
    do throws(SiteFolder.Problem) { bytes = try folder.contents(file, limit: Self.pageLimit) } catch {
      if problems.count < Self.problemLimit, !problems.contains(where: { $0.file == file }) {
        problems.append((file, error.words))
      }
    }
    if recent.count >= Self.recentCount { recent.removeFirst() }
    recent.append((Int32(index), bytes))
    return bytes
  }

  /// Skips pages after both windows that have equal bytes.
  static func skipEqual(_ old: inout SiteRows, _ new: inout SiteRows) -> Int {
    var count = 0
    while old.isBetweenPages, new.isBetweenPages, old.nextPage < old.pages.count,
      new.nextPage < new.pages.count
    {
      let (bytes, others) = (old.readPage(old.nextPage), new.readPage(new.nextPage))
      guard bytes == others else { break }
      find(in: bytes, page: 0) { _ in count += 1 }
      (old.nextPage, new.nextPage) = (old.nextPage + 1, new.nextPage + 1)
    }
    return count
  }

  func senders() -> Set<String> {
    var names: Set<String> = []
    for page in pages {
      guard let bytes = try? folder.contents("\(id)/\(page)", limit: Self.pageLimit) else {
        continue
      }
      Self.find(in: bytes, page: 0) { record in
        var scanner = MarkupScanner(bytes, in: Int(record.offset)..<bytes.count)
        guard case .tag(let range)? = scanner.next() else { return }
        if let name = Tag(bytes: bytes, range: range).attribute("aria-label") { names.insert(name) }
      }
    }
    return names
  }

  /// Calls `body` with each message of a page, and with what is between two messages and is neither a heading nor a drawing: a page of
  /// ours has nothing there, so whatever a stranger put there is like a message without an id.
  private static func find(in bytes: [UInt8], page: Int, _ body: (RowRecord) -> Void) {
    let span = bytes.span
    func record(_ hashed: Range<Int>, _ range: Range<Int>, id: UInt64) {
      body(
        RowRecord(
          raw: Checksum(of: span.extracting(hashed)).low, id: id, page: Int32(clamping: page),
          offset: Int32(clamping: range.lowerBound), length: Int32(clamping: range.count)))
    }
    var offset = span.firstOffset(of: "<main", from: 0) ?? 0
    while let start = span.firstOffset(of: "<article ", from: offset) {
      if StrayMarkup.isStray(bytes, offset..<start) { record(offset..<start, offset..<start, id: 0) }
      let end = span.firstOffset(of: "</article>", from: start).map { $0 + 10 } ?? span.count
      let head = Head(span, start: start, end: end)
      record(head.end..<end, start..<end, id: head.id)
      offset = end
    }
    let end = span.firstOffset(of: "</main>", from: offset) ?? span.count
    if StrayMarkup.isStray(bytes, offset..<end) { record(offset..<end, offset..<end, id: 0) }
  }

  /// The beginning of a message's element, up to the attributes that say more than which message it is.
  private struct Head {
    var id: UInt64 = 0
    var end: Int

    init(_ bytes: borrowing Span<UInt8>, start: Int, end limit: Int) {
      // As our writer begins it: `<article id="…" data-i="…" `. Anything else is hashed as a whole, so nothing differs unseen.
      end = start
      guard let id = Self.value(of: "id=\"", in: bytes, at: start + 9, limit) else { return }
      self.id = Checksum(of: bytes.extracting(id)).low
      guard let index = Self.value(of: "data-i=\"", in: bytes, at: id.upperBound + 2, limit) else { return }
      end = index.upperBound + 1
    }

    /// Returns the offsets of the value of an attribute that begins at `start`, or nil if another one does.
    private static func value(
      of attribute: StaticString, in bytes: borrowing Span<UInt8>, at start: Int, _ limit: Int
    ) -> Range<Int>? {
      let count = attribute.utf8CodeUnitCount
      guard start + count < limit else { return nil }
      for index in 0..<count where bytes[start + index] != attribute.byte(at: index) { return nil }
      guard let end = bytes.firstOffset(of: UInt8(ascii: "\""), from: start + count), end < limit else {
        return nil
      }
      return (start + count)..<end
    }
  }
}
