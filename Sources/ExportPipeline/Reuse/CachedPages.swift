internal import Digests
import MediaProbe
import SearchIndex

/// The pages that a conversation has in the site that is replaced, with what the search's index says of them.
struct CachedPages: Sendable {
  /// A page that is kept, and all that laying it out would have told.
  struct Page: Sendable {
    var file: KeptFile
    /// The notes of its rows; empty if it has none.
    var notes: ArraySlice<UInt8>
    var facts: CachedPage
    var terms: PageTerms
  }

  private let keeper: ReusableFiles
  private let name: String
  private let hasSearch: Bool
  /// Nil when the index is not as it was written: then no page's terms are known.
  private let terms: IndexedTerms?
  let rowTerms: EarlierRowTerms
  private let notes: EarlierPageNotes

  /// The pages of the conversation with this folder, which will have so many.
  init(of name: String, pagesNow: Int, hasSearch: Bool, in keeper: ReusableFiles) {
    (self.name, self.hasSearch, self.keeper) = (name, hasSearch, keeper)
    notes = EarlierPageNotes(of: name, in: keeper)
    var pages = 0
    while hasSearch, keeper.knows(Self.path(of: pages + 1, in: name)) { pages += 1 }
    terms = Self.terms(of: name, pages: pages, in: keeper)
    rowTerms = EarlierRowTerms(of: name, pages: pages, pagesNow: pagesNow, in: keeper)
  }

  /// Whether a file of the index, by its name, has terms of pages.
  static func wants(_ file: String) -> Bool {
    file.hasPrefix("s") && file != "s.js" || file.hasPrefix("w")
  }

  /// Takes a page over, if it has this key; nil when it has to be laid out.
  func page(_ number: Int, key: String?) throws -> Page? {
    guard let file = keeper.known(Self.path(of: number, in: name), key: key),
      let facts = CachedPage(file.facts)
    else { return nil }
    return try take(number, file, facts)
  }

  /// Takes a page over that has the same origin, if it is settled, misses only what is still missing, and shows the same
  /// of messages behind it; nil when it has to be read.
  func page(
    _ number: Int, origin: ShortDigest, isMissing: (_ hash: UInt64) -> Bool,
    isSame: (AnswerAhead) throws -> Bool
  ) throws -> Page? {
    guard let file = keeper.known(Self.path(of: number, in: name)), let facts = CachedPage(file.facts),
      let settled = facts.settled, settled.origin == origin, settled.missing.allSatisfy(isMissing),
      try settled.ahead.allSatisfy(isSame)
    else { return nil }
    return try take(number, file, facts)
  }

  private func take(_ number: Int, _ file: KeptFile, _ facts: CachedPage) throws -> Page? {
    guard let known = hasSearch ? terms?.page(number) : PageTerms() else { return nil }
    var inRows: [UInt8]?
    let isInPlace = hasSearch ? try rowTerms.isInPlace(number) : false
    if hasSearch, !isInPlace {
      guard let told = rowTerms.page(number) else { return nil }
      inRows = told.inRows
    }
    // A page has to have sound notes again.
    guard let notes = notes.bytes(of: number), try keeper.keep(file) else { return nil }
    return Page(
      file: file, notes: notes, facts: facts,
      terms: known.written(by: facts.senders, inRows: inRows, isInPlace: isInPlace))
  }

  /// The rows of the page and of those beside it that were made with the same of what rows share.
  func rows(near number: Int, shared: String) -> EarlierRows {
    var known: [Int: KeptRows] = [:]
    for number in max(1, number - 1)...number + 1 {
      if let rows = notes.bytes(of: number).flatMap(KeptRows.init), rows.shared == shared {
        known[number] = rows
      }
    }
    return EarlierRows(known) { keeper.bytes(of: Self.path(of: $0, in: name)) }
  }

  private static func path(of number: Int, in name: String) -> String { "\(name)/\(number).html" }

  private static func terms(of name: String, pages: Int, in keeper: ReusableFiles) -> IndexedTerms? {
    guard pages > 0 else { return nil }
    var files: [[UInt8]] = []
    while case let path = "\(name)/map/s\(files.count).js", keeper.knows(path) {
      guard let bytes = keeper.bytes(of: path) else { return nil }
      files.append(bytes)
    }
    return IndexedTerms(files, pages: pages)
  }
}
