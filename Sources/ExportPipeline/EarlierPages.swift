import SearchIndex

/// The pages that a conversation has in the site that is replaced, with what the search's index says of them.
struct EarlierPages: Sendable {
  /// A page that is kept, and all that laying it out would have told.
  struct Page: Sendable {
    var file: KeptFile
    /// What goes with it, with the bytes: they are few, and are written again.
    var beside: [(file: KeptFile, bytes: [UInt8])]
    var facts: PageFacts
    var terms: PageTerms
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
    guard !hasSearch || known != nil,
      let file = keeper.known(Self.path(of: number, in: name), key: key),
      let facts = PageFacts(file.facts)
    else { return nil }
    var beside: [(file: KeptFile, bytes: [UInt8])] = []
    for path in Self.beside(number, in: name, hasSearch: hasSearch) where keeper.knows(path) {
      guard let found = keeper.file(path) else { return nil }
      beside.append(found)
    }
    guard try keeper.keep(file) else { return nil }
    return Page(
      file: file, beside: beside, facts: facts, terms: (known ?? PageTerms()).written(by: facts.senders))
  }

  /// The files that a page may have beside it: the notes of its rows, and which of them have which terms.
  private static func beside(_ number: Int, in name: String, hasSearch: Bool) -> [String] {
    let notes = KeptRows.path(of: number, in: name)
    return hasSearch ? [notes, "\(name)/map/\(PageTerms.rowFile(ofPage: number))"] : [notes]
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
