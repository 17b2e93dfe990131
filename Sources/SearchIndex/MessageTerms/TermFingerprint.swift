/// The 16-bit fingerprint of a term in the notes of pages.
///
/// The upper 7 bits are a hash of the first three characters, the lower 9 bits of the whole term. So terms with a common
/// beginning – most of those that contain a searched word – are in one part of the notes (``RowTerms``), and a search
/// inside words reads one file per group of pages.
enum TermFingerprint {
  /// Number of lower bits, which depend on the whole term.
  static let ofTerm: UInt16 = 9
  /// Number of characters that the upper bits depend on. `terms.js` has the same number.
  private static let firstCharacters = 3

  /// Returns the fingerprint of a term.
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

/// FNV-1a with 32 bits, for hashes in written files, because scripts can compute it too.
enum TermHash {
  /// The hash of no bytes.
  static let start: UInt32 = 0x811C_9DC5

  /// Returns the hash of a term.
  static func of(_ term: borrowing Span<UInt8>) -> UInt32 {
    var hash = start
    for index in term.indices { add(term[index], to: &hash) }
    return hash
  }

  /// Adds a byte to a hash.
  @inline(__always)
  static func add(_ byte: UInt8, to hash: inout UInt32) { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
}
