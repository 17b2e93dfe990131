import SearchIndex

/// The pages that a conversation has in the site that is replaced, with what the search's index says of them.
struct EarlierPages: Sendable {
  /// A page that is kept, and all that laying it out would have told.
  struct Page: Sendable {
    var file: KeptFile
    /// The notes of its rows, with the bytes: they are few, and are written again.
    var beside: (file: KeptFile, bytes: [UInt8])?
    var facts: PageFacts
    var terms: PageTerms
  }

  private let keeper: SiteKeeper
  private let name: String
  private let hasSearch: Bool
  /// Nil when the index is not as it was written: then no page's terms are known.
  private let terms: IndexedTerms?
  private let rowTerms: EarlierRowTerms

  /// The pages of the conversation with this folder.
  init(of name: String, hasSearch: Bool, in keeper: SiteKeeper) {
    (self.name, self.hasSearch, self.keeper) = (name, hasSearch, keeper)
    var pages = 0
    while hasSearch, keeper.knows(Self.path(of: pages + 1, in: name)) { pages += 1 }
    terms = Self.terms(of: name, pages: pages, in: keeper)
    rowTerms = EarlierRowTerms(of: name, pages: pages, in: keeper)
  }

  /// Whether a file of the index, by its name, has terms of pages.
  static func wants(_ file: String) -> Bool {
    file.hasPrefix("s") && file != "s.js" || file.hasPrefix("w")
  }

  /// Takes a page over, if it has this key; nil when it has to be laid out.
  func page(_ number: Int, key: String?) throws -> Page? {
    let known = hasSearch ? terms?.page(number) : PageTerms()
    guard let known, let file = keeper.known(Self.path(of: number, in: name), key: key),
      let facts = PageFacts(file.facts)
    else { return nil }
    var inRows: [UInt8]?
    if hasSearch {
      guard let told = rowTerms.page(number) else { return nil }
      inRows = told.inRows
    }
    let notes = KeptRows.path(of: number, in: name)
    let beside = keeper.file(notes)
    guard beside != nil || !keeper.knows(notes), try keeper.keep(file) else { return nil }
    return Page(
      file: file, beside: beside, facts: facts, terms: known.written(by: facts.senders, inRows: inRows))
  }

  /// The rows of the page and of those beside it that were made with the same of what rows share.
  func rows(near number: Int, shared: String) -> EarlierRows {
    var notes: [Int: KeptRows] = [:]
    for number in max(1, number - 1)...number + 1 {
      let bytes = keeper.bytes(of: KeptRows.path(of: number, in: name))
      if let rows = bytes.flatMap(KeptRows.init), rows.shared == shared { notes[number] = rows }
    }
    return EarlierRows(notes) { keeper.bytes(of: Self.path(of: $0, in: name)) }
  }

  private static func path(of number: Int, in name: String) -> String { "\(name)/\(number).html" }

  private static func terms(of name: String, pages: Int, in keeper: SiteKeeper) -> IndexedTerms? {
    guard pages > 0 else { return nil }
    var files: [[UInt8]] = []
    while case let path = "\(name)/map/s\(files.count).js", keeper.knows(path) {
      guard let bytes = keeper.bytes(of: path) else { return nil }
      files.append(bytes)
    }
    return IndexedTerms(files, pages: pages)
  }
}
