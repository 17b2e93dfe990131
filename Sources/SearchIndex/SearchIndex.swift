import Frames
import HTML
import Storage

/// A full-text index of a conversation, by page, that a static site can use without a server.
///
/// It is written as script files in the conversation's folder `map/`, which call `chatexport(name, data)` like those of
/// the page map. `terms.js` and `search.js` read them.
///
/// | file | content |
/// |---|---|
/// | `s.js` | the folding rules, the first term of each term and gram file, the senders |
/// | `s0.js`, `s1.js`, … | terms in order, each with the pages that have it (``PostingEncoding``) |
/// | `g0.js`, `g1.js`, … | grams (two or three characters in a row), each with the numbers, from 1, of the term files that have it |
/// | `w0-0.js`, `w0-1.js`, … | for groups of pages, the terms of each message (``RowTermFiles``) |
///
/// A small index is `s.js` alone, with the data of the other files in its member `files`: an account has thousands of conversations.
///
/// A search for a word reads `s.js` and the one file with that term. A search inside words reads the gram files first, to
/// find which term files to read. The pages found are then intersected by message, with the `w` files.
///
/// The index has no text: a reader opens the page and checks every hit there. So it may report a page or message too many, which
/// costs time, but never one too few.
public struct SearchIndex: Sendable {
  /// Target size of a term file in bytes.
  static let termFileSize = 4 << 10
  /// Target size of a gram file in bytes.
  static let gramFileSize = 4 << 10

  private var terms: PostingRuns
  private var rows = RowTermFiles()
  private var senders: [String: Int] = [:]
  private var senderNames: [String] = []
  private var files: IndexFiles

  /// An index without pages. If its files have at most `inlineLimit` bytes together, their data is written into `s.js` instead.
  public init(inlineLimit: Int = 0) {
    terms = PostingRuns()
    files = IndexFiles(limit: inlineLimit)
  }

  /// An index that spills terms to disk when they take about `limit` bytes.
  init(limit: Int) {
    terms = PostingRuns(limit: limit)
    files = IndexFiles(limit: 0)
  }

  /// Adds the terms of page `number`, from 1, in order. Calls `file` with name and bytes of each file that is complete.
  ///
  /// - Throws: the errors of `file`.
  public mutating func add(
    _ page: PageTerms, number: Int, _ file: (String, [UInt8]) throws -> Void
  ) throws {
    var files = self.files
    try rows.add(page.inRows) { try files.add($0, $1, file) }
    self.files = files
    let number = Int32(truncatingIfNeeded: number)
    terms.add(page, on: number)
    for name in page.senders {
      let index = senders[name] ?? senderNames.count
      if index == senderNames.count {
        senders[name] = index
        senderNames.append(name)
      }
      let term = PackedTerm.of(Array("by\(index)".utf8).span)
      terms.add(term.span, hash: HashSeed.ofProcess.hash(ofTerm: term.span), on: number)
    }
  }

  /// Calls `file` with name and bytes of each remaining file.
  ///
  /// - Throws: the errors of `file`, or `StorageError` if spilled terms cannot be read back.
  public mutating func write(_ file: (String, [UInt8]) throws -> Void) throws {
    var files = self.files
    try rows.end { try files.add($0, $1, file) }
    let sizes = TermFiles(termSize: Self.termFileSize, gramSize: Self.gramFileSize)
    let firsts = try sizes.write(&terms) { try files.add($0, $1, file) }
    var script = TermFiles.overview(firsts)
    script += Array(",\"senders\":[".utf8)
    ScriptString.appendList(senderNames, to: &script) {
      ScriptString.append(ControlPictures.shown($0), to: &$1)
    }
    script.append(UInt8(ascii: "]"))
    files.appendMember(to: &script)
    script += [UInt8(ascii: "}")] + DataScript.end
    try file("s.js", script)
  }
}

/// The files of an index that may become part of `s.js`.
private struct IndexFiles: Sendable {
  /// The most bytes of them; 0 if they are to be files of their own.
  let limit: Int
  private var size = 0
  private var held: [(name: String, bytes: [UInt8])] = []

  init(limit: Int) { self.limit = limit }

  /// Holds a file back, or passes it and all others on if there are too many bytes.
  mutating func add(
    _ name: String, _ bytes: [UInt8], _ file: (String, [UInt8]) throws -> Void
  ) rethrows {
    size += bytes.count
    guard size > limit else { return held.append((name, bytes)) }
    for (name, bytes) in held { try file(name, bytes) }
    held = []
    try file(name, bytes)
  }

  /// Appends the data of the files that were held back, by their names without the extension.
  func appendMember(to script: inout [UInt8]) {
    guard !held.isEmpty else { return }
    script += Array(",\"files\":{".utf8)
    ScriptString.appendList(held, to: &script) { file, script in
      let name = String(file.name.dropLast(".js".count))
      ScriptString.append(name, to: &script)
      script.append(UInt8(ascii: ":"))
      script += DataScript.content(of: file.bytes, named: name)
    }
    script.append(UInt8(ascii: "}"))
  }
}
