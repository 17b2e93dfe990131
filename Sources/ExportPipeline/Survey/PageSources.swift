import Digests
import ImportKit
import Storage

/// Digests of the source of each page of a conversation, collected as messages are read.
///
/// A page's digest covers its messages and one neighbour on each side, which decides where groups begin and end. With it
/// an unchanged page is recognised without reading its messages a second time. It costs 24 bytes a page.
struct PageSources: Sendable {
  struct PageSource: Sendable, Equatable {
    var digest: ShortDigest
    /// A number above the indexes of all participants named by messages up to the page's end.
    var participantEnd: Int32
  }

  private var pageSize: Int
  private var count = 0
  /// The digests of the page being built, two words each, after the digest of the message before it.
  private var pending: [UInt64] = []
  private var participantEnd: Int32 = 0
  private(set) var pages: [PageSource] = []
  /// True if no message comes before the first page.
  private var isAtStart = true

  /// Begins with a conversation, or after the message with the digest `before`, which is the last of a page.
  init(pageSize: Int, after before: ShortDigest? = nil) {
    self.pageSize = max(1, pageSize)
    isAtStart = before == nil
    if let before { append(before) }
  }

  /// Adds the next message.
  mutating func add(_ entry: SourceEntry) {
    if count > 0, count % pageSize == 0 { endPage(before: entry.digest) }
    append(entry.digest)
    participantEnd = max(participantEnd, Int32(clamping: entry.participantEnd))
    count += 1
  }

  /// Ends the last page; called once, after the last message.
  mutating func finish() {
    if count > 0 { endPage(before: nil) }
    pending = []
  }

  /// The seed of tables of these messages.
  var seed: HashSeed {
    var words: [UInt64] = []
    for page in pages { words += [page.digest.first.littleEndian, page.digest.second.littleEndian] }
    let digest = ShortDigest(of: words.span, behind: .zero)
    return HashSeed(digest: digest.first, digest.second)
  }

  private mutating func endPage(before next: ShortDigest?) {
    let last = Array(pending.suffix(2))
    if let next { append(next) }
    // 1 if the digests include a neighbour, because messages with and without one make different pages.
    let edges = ShortDigest(first: isAtStart && pages.isEmpty ? 0 : 1, second: next == nil ? 0 : 1)
    pages.append(
      PageSource(digest: ShortDigest(of: pending.span, behind: edges), participantEnd: participantEnd))
    pending.removeAll(keepingCapacity: true)
    pending += last
  }

  private mutating func append(_ digest: ShortDigest) {
    pending.append(digest.first.littleEndian)
    pending.append(digest.second.littleEndian)
  }
}

extension PageSources: CodedFields {
  static var blank: PageSources { PageSources(pageSize: 1) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&pageSize)
    try coder.code(&pages)
  }
}

extension PageSources.PageSource: CodedFields {
  static var blank: Self { Self(digest: .zero, participantEnd: 0) }

  mutating func codeFields(_ coder: inout some FieldCoder) throws(DamagedRecord) {
    try coder.code(&digest.first)
    try coder.code(&digest.second)
    try coder.code(&participantEnd)
  }
}
