/// What a page's messages are known to have a term by: 16 bits of hashes.
///
/// The first of them are of the term's first characters alone. So the terms that begin like what is looked for, which are
/// most of those that have it in them, stand in the same part of the pages' notes (`RowTerms`).
enum TermBits {
  /// How many bits, at the end, are of the whole term.
  static let ofTerm: UInt16 = 9
  /// How many characters the others are of; `Public/terms.js` knows it.
  private static let firstCharacters = 3

  static func of(_ term: borrowing Span<UInt8>, hash: UInt32) -> UInt16 {
    var head = TermHash.start
    var characters = 0
    for index in term.indices {
      if term[index] & 0xC0 != 0x80 {
        characters += 1
        if characters > firstCharacters { break }
      }
      TermHash.add(term[index], to: &head)
    }
    return folded(head) << ofTerm | folded(hash) & (1 << ofTerm - 1)
  }

  private static func folded(_ hash: UInt32) -> UInt16 { UInt16(truncatingIfNeeded: hash >> 16 ^ hash) }
}
