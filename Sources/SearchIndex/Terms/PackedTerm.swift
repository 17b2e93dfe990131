import Storage

/// Terms packed for tables: groups of eight UTF-8 bytes as little-endian numbers, the last one padded with zeros.
///
/// No term has a zero byte, so terms are equal exactly if their groups are. Most terms are one group, which is compared,
/// hashed and copied as one number.
enum PackedTerm {
  /// Appends the groups of a term.
  static func append(_ term: borrowing Span<UInt8>, to groups: inout [UInt64]) {
    for offset in stride(from: 0, to: term.count, by: 8) { groups.append(term.group(at: offset)) }
  }

  /// Returns the groups of a term.
  static func of(_ term: borrowing Span<UInt8>) -> [UInt64] {
    var groups: [UInt64] = []
    append(term, to: &groups)
    return groups
  }

  /// Returns the number of a group's bytes without padding.
  static func count(in group: UInt64) -> Int { 8 - group.leadingZeroBitCount / 8 }

  /// Appends the bytes of a term.
  static func appendBytes(of groups: borrowing Span<UInt64>, to bytes: inout [UInt8]) {
    for index in groups.indices { appendBytes(of: groups[index], to: &bytes) }
  }

  /// Appends the bytes of a group.
  static func appendBytes(of group: UInt64, to bytes: inout [UInt8]) {
    var left = group
    while left != 0 {
      bytes.append(UInt8(truncatingIfNeeded: left))
      left >>= 8
    }
  }
}

extension HashSeed {
  /// Returns the hash of a term of one group.
  @inline(__always)
  func hash(ofTerm group: UInt64) -> UInt32 {
    var hash = start
    add(group, to: &hash)
    return UInt32(truncatingIfNeeded: hash >> 32)
  }

  /// Returns the hash of a term.
  func hash(ofTerm groups: borrowing Span<UInt64>) -> UInt32 {
    var hash = start
    for index in groups.indices { add(groups[index], to: &hash) }
    return UInt32(truncatingIfNeeded: hash >> 32)
  }
}
