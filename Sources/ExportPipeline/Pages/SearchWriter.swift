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

  /// Writes the rest and returns all files, and the bytes of `s.js`, which is not written; nothing if no index is wanted.
  consuming func finish(isWanted: Bool) throws -> (written: [CachedFile], overview: [UInt8]?) {
    guard isWanted else { return ([], nil) }
    var (index, written, overview) = (self.index, self.written, [UInt8]?.none)
    try index.write { file, bytes in
      if file == Self.overview { return overview = bytes }
      written.append(try files.write(bytes, to: "\(name)/map/\(file)"))
    }
    return (written, overview)
  }

  /// The name of the file that is read first.
  static let overview = "s.js"
}
