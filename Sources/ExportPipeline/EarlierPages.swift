import SearchIndex

/// The pages that a conversation has in the site that is replaced, with what the search's index says of them.
struct EarlierPages: Sendable {
  /// A page that is kept, and all that laying it out would have told.
  struct Page: Sendable {
    var file: KeptFile
    var facts: PageFacts
    var terms: PageTerms
    /// The index's file of its messages, with its bytes.
    var rows: (file: KeptFile, bytes: [UInt8])?
  }

  private let keeper: SiteKeeper
  private let name: String
  private let hasSearch: Bool
  /// Nil when the index is not as it was written: then no page's terms are known.
  private let terms: IndexedTerms?

  /// The pages of the conversation with this folder.
  init(of name: String, hasSearch: Bool, in keeper: SiteKeeper) {
    (self.name, self.hasSearch, self.keeper) = (name, hasSearch, keeper)
    terms = hasSearch ? Self.terms(of: name, in: keeper) : nil
  }

  /// Whether a file of the index, by its name, has terms of pages.
  static func wants(_ file: String) -> Bool {
    file.hasPrefix("s") && file.hasSuffix(".js") && Int(file.dropFirst().dropLast(3)) != nil
  }

  /// Takes a page over, if it has this key; nil when it has to be laid out.
  func page(_ number: Int, key: String?) throws -> Page? {
    let known = terms?.page(number)
    let rowPath = "\(name)/map/\(PageTerms.rowFile(ofPage: number))"
    let rows = hasSearch ? keeper.file(rowPath) : nil
    guard !hasSearch || known != nil && (rows != nil || !keeper.knows(rowPath)),
      let file = keeper.known(Self.path(of: number, in: name), key: key),
      let facts = PageFacts(file.facts), try keeper.keep(file)
    else { return nil }
    return Page(
      file: file, facts: facts, terms: (known ?? PageTerms()).written(by: facts.senders), rows: rows)
  }

  private static func path(of number: Int, in name: String) -> String { "\(name)/\(number).html" }

  private static func terms(of name: String, in keeper: SiteKeeper) -> IndexedTerms? {
    var pages = 0
    while keeper.knows(path(of: pages + 1, in: name)) { pages += 1 }
    guard pages > 0 else { return nil }
    var files: [[UInt8]] = []
    while case let path = "\(name)/map/s\(files.count).js", keeper.knows(path) {
      guard let bytes = keeper.bytes(of: path) else { return nil }
      files.append(bytes)
    }
    return IndexedTerms(files, pages: pages)
  }
}
