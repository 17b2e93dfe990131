/// What a page's messages are known to have a term by: 16 bits of hashes.
///
/// The first of them are of the term's first characters alone. So the terms that begin like what is looked for, which are
/// most of those that have it in them, stand in the same part of the pages' notes (`RowTerms`).
enum TermFingerprint {
  /// How many bits, at the end, are of the whole term.
  static let ofTerm: UInt16 = 9
  /// How many characters the others are of; `Public/terms.js` knows it.
  private static let firstCharacters = 3

  static func of(_ term: borrowing Span<UInt8>) -> UInt16 {
    var (head, whole) = (TermHash.start, TermHash.start)
    var characters = 0
    for index in term.indices {
      if term[index] & 0xC0 != 0x80 { characters += 1 }
      TermHash.add(term[index], to: &whole)
      if characters <= firstCharacters { head = whole }
    }
    return folded(head) << ofTerm | folded(whole) & (1 << ofTerm - 1)
  }

  private static func folded(_ hash: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: hash >> 16 ^ hash) }
}

/// FNV-1a of 32 bits, which scripts can take as well: for what is written.
enum TermHash {
  static let start: UInt32 = 0x811C_9DC5

  static func of(_ term: borrowing Span<UInt8>) -> UInt32 {
    var hash = start
    for index in term.indices { add(term[index], to: &hash) }
    return hash
  }

  @inline(__always)
  static func add(_ byte: UInt8, to hash: inout UInt32) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
}
