internal import Frames
internal import HTML
internal import Storage

/// A full-text index of a conversation, by page, that works without a server.
///
/// It becomes script files in the conversation's folder `map/`, which call `chatexport(name, data)` as those of the
/// page map do:
///
/// - `s.js`: the rules of folding, the first term of each file of terms and of grams, and who wrote.
/// - `s0.js`, `s1.js`, …: terms in order, each with the pages that have it.
/// - `g0.js`, `g1.js`, …: grams (two or three characters in a row), each with the files of terms that have it, counted from 1.
/// - `w0-0.js`, `w0-1.js`, …: for each group of pages, which of their messages have which terms (`RowTermFiles`).
///
/// A hit's text is not in the index: the page has it, and says whether it is one. So the index may say too much,
/// and never too little.
public struct SearchIndex: Sendable {
  /// About how many bytes a file has.
  static let termFileSize = 4 << 10
  static let gramFileSize = 4 << 10

  private var terms: PostingRuns
  private var rows = RowTermFiles()
  private var senders: [String: Int] = [:]
  private var senderNames: [String] = []

  /// The index of no page.
  public init() { terms = PostingRuns() }

  /// The same, which puts terms aside when they take about so many bytes.
  init(limit: Int) { terms = PostingRuns(limit: limit) }

  /// Adds a page's terms, and gives the name and bytes of files that are finished with it. Pages come in order, counted
  /// from 1.
  public mutating func add(
    _ page: PageTerms, number: Int, _ file: (String, [UInt8]) throws -> Void
  ) throws {
    try rows.add(page.inRows, file)
    let number = Int32(truncatingIfNeeded: number)
    terms.add(page, on: number)
    for name in page.senders {
      let place = senders[name] ?? senderNames.count
      if place == senderNames.count {
        senders[name] = place
        senderNames.append(name)
      }
      let term = PackedTerm.of(Array("by\(place)".utf8).span)
      terms.add(term.span, hash: HashSeed.ofProcess.hash(ofTerm: term.span), on: number)
    }
  }

  /// Gives the name and bytes of each file that was not given yet.
  public mutating func write(_ file: (String, [UInt8]) throws -> Void) throws {
    try rows.end(file)
    var grams = PostingRuns()
    let hashKey = HashSeed.ofProcess
    // Three characters have at most twelve bytes.
    var gram: [UInt64] = [0, 0]
    let words = try Self.write(&terms, named: "s", size: Self.termFileSize, file) { term, number in
      Gram.each(of: term) { bytes in
        (gram[0], gram[1]) = (bytes.group(at: 0), bytes.group(at: 8))
        let groups = gram.span.extracting(0..<(bytes.count > 8 ? 2 : 1))
        grams.add(groups, hash: hashKey.hash(ofTerm: groups), on: number)
      }
    }
    let firstGrams = try Self.write(&grams, named: "g", size: Self.gramFileSize, file) { _, _ in }
    var script = Array("chatexport(\"s\",{\"rules\":{".utf8)
    ScriptString.appendList(SearchRules.expressions, to: &script) { rule, script in
      ScriptString.append(rule.name, to: &script)
      script.append(UInt8(ascii: ":"))
      script += Array(rule.literal.utf8)
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
    script += Array("]})\n".utf8)
    try file("s.js", script)
  }

  /// Writes a table to files of about `size` bytes and returns the first term of each.
  ///
  /// A file ends in front of a term that is chosen by its hash, and not by its place: one more term changes its own file,
  /// and not where all behind it begin.
  ///
  /// A term stands behind the number of UTF-16 units it shares with the one before, and its pages behind a space.
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
        for place in term.indices { firsts[firsts.count - 1].append(term[place]) }
      } else {
        script.append(UInt8(ascii: "|"))
      }
      let shared = SharedPrefix(before.span, term)
      script.append(UInt8(ascii: "#") + UInt8(truncatingIfNeeded: shared.units))
      for place in shared.bytes..<term.count { script.append(term[place]) }
      script.append(UInt8(ascii: " "))
      for place in numbers.indices { script.append(numbers[place]) }
      each(term, Int32(truncatingIfNeeded: firsts.count))
      before.removeLast(before.count - shared.bytes)
      for place in shared.bytes..<term.count { before.append(term[place]) }
    }
    try finish()
    return firsts
  }
}

/// What a term has in common with the one before it: whole characters, at most 57 units.
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
    // The last character counts when all of it is the same.
    if index == other.count || other[index] & 0xC0 != 0x80 { (units, bytes) = (count, index) }
  }
}

/// The rows of two and three characters in a word, and the character that a pair begins with.
enum Gram {
  static func each(of term: borrowing Span<UInt8>, _ found: (borrowing Span<UInt8>) -> Void) {
    // What a row brings is in lower case.
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
    var place = start + 1
    while place < term.count, term[place] & 0xC0 == 0x80 { place += 1 }
    return place
  }
}
