import HTML

/// An index of all conversations of a site: the conversations that have each term.
///
/// It has the files of a ``SearchIndex``, but for the terms of each message: `s.js`, term files and gram files, with numbers of
/// conversations in place of pages. So the same script reads both. A search of all conversations reads these files first, and
/// then the indexes of the conversations that have all terms.
public struct SiteIndex: Sendable {
  /// Target size of a file in bytes. Larger than for one conversation, as its terms are the words of all.
  static let fileSize = 16 << 10

  private var terms: PostingRuns

  /// An index without conversations, which spills terms to disk when they take about `limit` bytes.
  public init(limit: Int = 12 << 20) { terms = PostingRuns(limit: limit) }

  /// Adds the terms of a page of conversation `number`, from 1, which is not less than any before.
  public mutating func add(_ page: PageTerms, conversation number: Int) {
    terms.add(page, on: Int32(truncatingIfNeeded: number))
  }

  /// Calls `file` with name and bytes of each file. `positions` has the number of each conversation in the files, from 1.
  ///
  /// - Throws: the errors of `file`, or `StorageError` if spilled terms cannot be read back.
  public mutating func write(positions: [Int], _ file: (String, [UInt8]) throws -> Void) throws {
    let newNumbers = positions.map(Int32.init(truncatingIfNeeded:))
    let sizes = TermFiles(termSize: Self.fileSize, gramSize: Self.fileSize, newNumbers: newNumbers)
    let script = TermFiles.overview(try sizes.write(&terms, file))
    try file("s.js", script + [UInt8(ascii: "}")] + DataScript.end)
  }
}
