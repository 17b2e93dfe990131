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
    var grams = PostingRuns()
    let hashKey = HashSeed.ofProcess
    // Three characters take at most twelve bytes.
    var gram: [UInt64] = [0, 0]
    let words = try Self.write(&terms, named: "s", size: Self.termFileSize, { try files.add($0, $1, file) }) {
      term, number in
      Gram.each(of: term) { bytes in
        (gram[0], gram[1]) = (bytes.group(at: 0), bytes.group(at: 8))
        let groups = gram.span.extracting(0..<(bytes.count > 8 ? 2 : 1))
        grams.add(groups, hash: hashKey.hash(ofTerm: groups), on: number)
      }
    }
    let firstGrams = try Self.write(
      &grams, named: "g", size: Self.gramFileSize, { try files.add($0, $1, file) }
    ) {
      _, _ in
    }
    var script: [UInt8] = []
    DataScript.begin("s", in: &script)
    script += Array("{\"rules\":{".utf8)
    ScriptString.appendList(SearchRules.expressions, to: &script) { rule, script in
      ScriptString.append(rule.name, to: &script)
      script.append(UInt8(ascii: ":"))
      script.append(UInt8(ascii: "["))
      ScriptString.append(rule.expression, to: &script)
      script.append(UInt8(ascii: ","))
      ScriptString.append(rule.flags, to: &script)
      script.append(UInt8(ascii: "]"))
    }
    script += Array("},\"s\":[".utf8)
    ScriptString.appendList(words, to: &script) {
      ScriptString.append(String(decoding: $0, as: UTF8.self), to: &$1)
    }
    script += Array("],\"g\":[".utf8)
    ScriptString.appendList(firstGrams, to: &script) {
      ScriptString.append(String(decoding: $0, as: UTF8.self), to: &$1)
    }
    script += Array("],\"senders\":[".utf8)
    ScriptString.appendList(senderNames, to: &script) {
      ScriptString.append(ControlPictures.shown($0), to: &$1)
    }
    script.append(UInt8(ascii: "]"))
    files.appendMember(to: &script)
    script += [UInt8(ascii: "}")] + DataScript.end
    try file("s.js", script)
  }

  /// Writes a table to files of about `size` bytes and returns the first term of each.
  ///
  /// File boundaries are chosen by the hash of a term, not by its position: an additional term changes its own file and
  /// leaves the later boundaries unchanged.
  ///
  /// An entry is the number of UTF-16 units that the term shares with the one before (as a character from `#` on), the
  /// rest of the term, a space, and its numbers; `|` separates entries.
  private static func write(
    _ terms: inout PostingRuns, named name: String, size: Int,
    _ file: (String, [UInt8]) throws -> Void, each: (borrowing Span<UInt8>, Int32) -> Void
  ) throws -> [[UInt8]] {
    var firsts: [[UInt8]] = []
    var script: [UInt8] = []
    var before: [UInt8] = []
    func finish() throws {
      if script.isEmpty { return }
      script += IndexFile.tail
      try file("\(name)\(firsts.count - 1).js", script)
      script.removeAll(keepingCapacity: true)
    }
    try terms.takeEach { term, numbers in
      if script.count >= size * 2 || script.count >= size * 3 / 4 && TermHash.of(term) & 7 == 0 {
        try finish()
      }
      if script.isEmpty {
        script += IndexFile.head("\(name)\(firsts.count)")
        before = []
        firsts.append([])
        firsts[firsts.count - 1].append(term)
      } else {
        script.append(UInt8(ascii: "|"))
      }
      let shared = SharedPrefix(before.span, term)
      script.append(UInt8(ascii: "#") + UInt8(truncatingIfNeeded: shared.units))
      let rest = term.extracting(droppingFirst: shared.bytes)
      script.append(rest)
      script.append(UInt8(ascii: " "))
      script.append(numbers)
      each(term, Int32(truncatingIfNeeded: firsts.count))
      before.removeLast(before.count - shared.bytes)
      before.append(rest)
    }
    try finish()
    return firsts
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
      var head: [UInt8] = []
      DataScript.begin(name, in: &head)
      ScriptString.append(name, to: &script)
      script.append(UInt8(ascii: ":"))
      script += file.bytes[head.count..<file.bytes.count - DataScript.end.count]
    }
    script.append(UInt8(ascii: "}"))
  }
}

/// The common prefix of a term and the one before it: whole characters, at most 57 UTF-16 units.
struct SharedPrefix {
  private(set) var units = 0
  private(set) var bytes = 0

  init(_ one: borrowing Span<UInt8>, _ other: borrowing Span<UInt8>) {
    var index = 0
    var count = 0
    while index < one.count, index < other.count, count < 56, one[index] == other[index] {
      let byte = other[index]
      if byte & 0xC0 != 0x80 {
        (units, bytes) = (count, index)
        count += byte >= 0xF0 ? 2 : 1
      }
      index += 1
    }
    // The last character counts if all of its bytes are equal.
    if index == other.count || other[index] & 0xC0 != 0x80 { (units, bytes) = (count, index) }
  }
}

/// The grams of a term: its sequences of two and three characters, or the first character of a pair.
enum Gram {
  /// Calls `found` with each gram of a term.
  static func each(of term: borrowing Span<UInt8>, _ found: (borrowing Span<UInt8>) -> Void) {
    // Terms in lower case are kinds of content, not text.
    guard !term.isEmpty, !(0x61...0x7A ~= term[0]) else { return }
    var start = 0
    var second = end(ofCharacterAt: start, in: term)
    if term[0] >= 0x80, let first = character(of: term.extracting(0..<second)), TermClass(first) == .pair {
      return found(term.extracting(0..<second))
    }
    while second < term.count {
      let third = end(ofCharacterAt: second, in: term)
      found(term.extracting(start..<third))
      if third < term.count { found(term.extracting(start..<end(ofCharacterAt: third, in: term))) }
      (start, second) = (second, third)
    }
  }

  private static func character(of bytes: borrowing Span<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var left = bytes.indices.map { bytes[$0] }.makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&left) else { return nil }
    return scalar
  }

  private static func end(ofCharacterAt start: Int, in term: borrowing Span<UInt8>) -> Int {
    var offset = start + 1
    while offset < term.count, term[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }
}
