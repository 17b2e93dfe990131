internal import Storage

/// The terms of pages, read back from the files of an index: what pages that are kept as they are add to the next one.
///
/// Who wrote a page's messages is no part of it: those terms are numbered anew in every index.
public struct IndexedTerms: Sendable {
  private var groups: [UInt64] = []
  private var terms: [PageTerms.Term] = []
  /// The places of each page's terms.
  private var pages: [[UInt32]]
  private let hashKey = HashSeed.ofProcess

  /// Reads the files of terms, `s0.js` and those that follow, of an index of `pages` pages; nil when they are not such
  /// files.
  public init?(_ files: [[UInt8]], pages count: Int) {
    pages = Array(repeating: [], count: max(0, count))
    for (number, file) in files.enumerated() {
      guard let list = IndexFile.content(of: file, named: "s\(number)") else { return nil }
      var before: ArraySlice<UInt8> = []
      for entry in list.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
        guard let term = add(entry, after: before) else { return nil }
        before = term
      }
    }
  }

  /// The terms of a page, counted from 1.
  public func page(_ number: Int) -> PageTerms? {
    guard pages.indices.contains(number - 1) else { return nil }
    var page = PageTerms(of: nil, count: pages[number - 1].count)
    for place in pages[number - 1] {
      let start = place > 0 ? Int(terms[Int(place) - 1].end) : 0
      page.append(groups.span.extracting(start..<Int(terms[Int(place)].end)), hash: terms[Int(place)].hash)
    }
    return page
  }
}

extension IndexedTerms {
  /// Reads a term with its pages and returns it.
  private mutating func add(_ entry: ArraySlice<UInt8>, after before: ArraySlice<UInt8>) -> ArraySlice<UInt8>?
  {
    guard let first = entry.first, first >= UInt8(ascii: "#"),
      let space = entry.lastIndex(of: UInt8(ascii: " ")), space > entry.startIndex,
      let shared = Self.prefix(of: before, units: Int(first - UInt8(ascii: "#")))
    else { return nil }
    let term = shared + entry[(entry.startIndex + 1)..<space]
    guard !term.isEmpty, !term.contains(0) else { return nil }
    let start = groups.count
    PackedTerm.append(term.span, to: &groups)
    let place = UInt32(truncatingIfNeeded: terms.count)
    let hash = hashKey.hash(ofTerm: groups.span.extracting(start..<groups.count))
    terms.append(PageTerms.Term(end: UInt32(truncatingIfNeeded: groups.count), hash: hash))
    let isSender = term.starts(with: "by".utf8) && term.dropFirst(2).allSatisfy { (0x30...0x39).contains($0) }
    var numbers = PageNumbers(entry[(space + 1)...])
    while let page = numbers.next() {
      guard pages.indices.contains(page - 1) else { return nil }
      if !isSender { pages[page - 1].append(place) }
    }
    return numbers.isSound ? term : nil
  }

  /// The first characters of a term, which have as many UTF-16 units.
  private static func prefix(of term: ArraySlice<UInt8>, units: Int) -> ArraySlice<UInt8>? {
    var left = units
    var index = term.startIndex
    while left > 0 {
      guard index < term.endIndex else { return nil }
      left -= term[index] >= 0xF0 ? 2 : 1
      index += 1
      while index < term.endIndex, term[index] & 0xC0 == 0x80 { index += 1 }
    }
    return left == 0 ? term[..<index] : nil
  }
}

/// The numbers that `PostingTable` wrote, ascending.
struct PageNumbers {
  private var left: ArraySlice<UInt8>
  private var last = 0
  /// How many more follow, each one more than the one before.
  private var run = 0
  private(set) var isSound = true

  init(_ written: ArraySlice<UInt8>) { left = written }

  mutating func next() -> Int? {
    if run == 0 {
      guard let first = left.first else { return nil }
      if first == UInt8(ascii: "~") {
        left = left.dropFirst()
        guard let count = number(), count > 0 else { return fail() }
        run = count
      } else {
        guard let step = number() else { return fail() }
        last += step
        run = 1
      }
    }
    run -= 1
    last += 1
    return last
  }

  private mutating func fail() -> Int? {
    isSound = false
    return nil
  }

  /// A number, as `PostingTable` writes it; none is as large as 31 to the power of 6.
  private mutating func number() -> Int? {
    var (number, unit) = (0, 1)
    for _ in 0..<8 {
      guard let digit = left.popFirst() else { return nil }
      switch digit {
      case UInt8(ascii: "]")..<UInt8(ascii: "|"):
        number += Int(digit - UInt8(ascii: "]")) * unit
        unit *= 31
      case UInt8(ascii: "#")..<UInt8(ascii: "\\"): return number + Int(digit - UInt8(ascii: "#")) * unit
      default: return nil
      }
    }
    return nil
  }
}
