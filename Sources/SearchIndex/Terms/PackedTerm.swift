internal import Storage

/// Terms as tables have them: UTF-8 bytes eight at a time, each group a number, its first byte lowest and zeros behind
/// the term's last byte. No term has a byte that is zero, so terms are the same where their groups are.
///
/// Most terms are one group, which is compared, hashed and copied at once.
enum PackedTerm {
  static func append(_ term: borrowing Span<UInt8>, to groups: inout [UInt64]) {
    for place in stride(from: 0, to: term.count, by: 8) { groups.append(term.group(at: place)) }
  }

  static func of(_ term: borrowing Span<UInt8>) -> [UInt64] {
    var groups: [UInt64] = []
    append(term, to: &groups)
    return groups
  }

  /// How many bytes of a group are a term's.
  static func count(in group: UInt64) -> Int { 8 - group.leadingZeroBitCount / 8 }

  static func appendBytes(of groups: borrowing Span<UInt64>, to bytes: inout [UInt8]) {
    for place in groups.indices { appendBytes(of: groups[place], to: &bytes) }
  }

  static func appendBytes(of group: UInt64, to bytes: inout [UInt8]) {
    var left = group
    while left != 0 {
      bytes.append(UInt8(truncatingIfNeeded: left))
      left >>= 8
    }
  }
}

extension HashSeed {
  /// The place of a term of one group in tables.
  @inline(__always)
  func hash(ofTerm group: UInt64) -> UInt32 {
    var hash = start
    add(group, to: &hash)
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  /// The place of a term in tables.
  func hash(ofTerm groups: borrowing Span<UInt64>) -> UInt32 {
    var hash = start
    for place in groups.indices { add(groups[place], to: &hash) }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
