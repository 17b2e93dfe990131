import Reuse
import SearchIndex
import SiteFiles
import SiteWriter

/// Writes a conversation's search index into its folder.
///
/// Index files that equal the earlier site's are reused.
struct SearchWriter {
  private let name: String
  private let files: ReusableFiles
  private var index: SearchIndex
  private var written: [CachedFile] = []

  /// The most bytes of an index of one page that is a single file. A search reads most of the files of a page in any case.
  private static let smallIndex = 8 << 10

  /// Creates a writer for the conversation of `pages` pages whose folder is `name`.
  init(name: String, pages: Int, files: ReusableFiles) {
    (self.name, self.files) = (name, files)
    index = SearchIndex(inlineLimit: pages == 1 ? Self.smallIndex : 0)
  }

  /// Adds the terms of the next page.
  mutating func add(_ terms: PageTerms, number: Int) throws {
    try index.add(terms, number: number) { written.append(try files.write($1, to: "\(name)/map/\($0)")) }
  }

  /// Writes the rest and returns all files; none if no index is wanted.
  consuming func finish(isWanted: Bool) throws -> [CachedFile] {
    guard isWanted else { return [] }
    var (index, written) = (self.index, self.written)
    try index.write { written.append(try files.write($1, to: "\(name)/map/\($0)")) }
    return written
  }
}
