import HTML
import Storage

/// Writes the term and gram files of an index, `s0.js`, … and `g0.js`, …: ``SearchIndex`` and ``SiteIndex`` have both.
struct TermFiles {
  /// Target size of a term file in bytes.
  let termSize: Int
  /// Target size of a gram file in bytes.
  let gramSize: Int
  /// The new number of each number from 1 on, from index 0 on; nil if the numbers stay.
  var newNumbers: [Int32]?

  /// The first term of each term file and of each gram file.
  struct Firsts {
    var terms: [[UInt8]]
    var grams: [[UInt8]]
  }

  /// Writes all terms and their grams, and calls `file` with name and bytes of each file. Empties the table.
  ///
  /// - Throws: the errors of `file`, or `StorageError` if spilled terms cannot be read back.
  func write(_ terms: inout PostingRuns, _ file: (String, [UInt8]) throws -> Void) throws -> Firsts {
    var grams = PostingRuns()
    let hashKey = HashSeed.ofProcess
    // Three characters take at most twelve bytes.
    var gram: [UInt64] = [0, 0]
    var words = TermFileWriter(name: "s", size: termSize)
    var renumbered: [UInt8] = []
    try terms.takeEach { term, numbers in
      if let newNumbers {
        // Kinds of content, in lower case, are sought in a single conversation.
        if 0x61...0x7A ~= term[0] { return }
        Self.renumber(numbers, by: newNumbers, to: &renumbered)
        try words.add(term, renumbered.span, file)
      } else {
        try words.add(term, numbers, file)
      }
      let number = Int32(truncatingIfNeeded: words.firsts.count)
      Gram.each(of: term) { bytes in
        (gram[0], gram[1]) = (bytes.group(at: 0), bytes.group(at: 8))
        let groups = gram.span.extracting(0..<(bytes.count > 8 ? 2 : 1))
        grams.add(groups, hash: hashKey.hash(ofTerm: groups), on: number)
      }
    }
    try words.finish(file)
    var gramFiles = TermFileWriter(name: "g", size: gramSize)
    try grams.takeEach { try gramFiles.add($0, $1, file) }
    try gramFiles.finish(file)
    return Firsts(terms: words.firsts, grams: gramFiles.firsts)
  }

  /// Replaces encoded numbers with the encoded new numbers, in ascending order.
  private static func renumber(
    _ numbers: borrowing Span<UInt8>, by newNumbers: [Int32], to renumbered: inout [UInt8]
  ) {
    var encoded: [UInt8] = []
    encoded.append(numbers)
    var decoder = PostingDecoder(encoded[...])
    var list: [Int32] = []
    while let number = decoder.next() { list.append(newNumbers[number - 1]) }
    list.sort()
    renumbered.removeAll(keepingCapacity: true)
    var encoding = PostingEncoding()
    for number in list { encoding.add(number) { $0.append(to: &renumbered) } }
    encoding.end { $0.append(to: &renumbered) }
  }

  /// The beginning of `s.js` with the folding rules, which are the same in all indexes.
  private static let rules: [UInt8] = {
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
    return script
  }()

  /// Returns the beginning of `s.js`, an object with the folding rules and the first terms of the files, which is still open.
  static func overview(_ firsts: Firsts) -> [UInt8] {
    var script = rules
    ScriptString.appendList(firsts.terms, to: &script) {
      ScriptString.append(String(decoding: $0, as: UTF8.self), to: &$1)
    }
    script += Array("],\"g\":[".utf8)
    ScriptString.appendList(firsts.grams, to: &script) {
      ScriptString.append(String(decoding: $0, as: UTF8.self), to: &$1)
    }
    script.append(UInt8(ascii: "]"))
    return script
  }
}

/// Writes terms in order, with their encoded numbers, to files of about the same size.
///
/// File boundaries are chosen by the hash of a term, not by its position: an additional term changes its own file and
/// leaves the later boundaries unchanged.
///
/// An entry is the number of UTF-16 units that the term shares with the one before (as a character from `#` on), the
/// rest of the term, a space, and its numbers; `|` separates entries.
struct TermFileWriter {
  /// The beginning of the files' names.
  let name: String
  /// Target size of a file in bytes.
  let size: Int
  /// The first term of each file that has been begun.
  private(set) var firsts: [[UInt8]] = []
  private var script: [UInt8] = []
  private var before: [UInt8] = []

  init(name: String, size: Int) { (self.name, self.size) = (name, size) }

  /// Adds a term. Calls `file` with name and bytes of a file that is complete.
  mutating func add(
    _ term: borrowing Span<UInt8>, _ numbers: borrowing Span<UInt8>, _ file: (String, [UInt8]) throws -> Void
  ) throws {
    if script.count >= size * 2 || script.count >= size * 3 / 4 && TermHash.of(term) & 7 == 0 {
      try finish(file)
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
    before.removeLast(before.count - shared.bytes)
    before.append(rest)
  }

  /// Ends the last file and passes it to `file`.
  mutating func finish(_ file: (String, [UInt8]) throws -> Void) throws {
    if script.isEmpty { return }
    script += IndexFile.tail
    try file("\(name)\(firsts.count - 1).js", script)
    script.removeAll(keepingCapacity: true)
  }
}
