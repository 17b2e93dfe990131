/// The property Link_Term of UTS #58 §3, with the standard's values.
enum LinkEndProperty: UInt8 {
  /// Ends the link: white space, controls, unassigned code points.
  case hard
  /// Belongs to the link and may end it.
  case include
  /// Belongs to the link only if more of it follows: sentence punctuation.
  case soft
  /// An opening bracket.
  case open
  /// A closing bracket, part of the link if it matches.
  case close

  /// Returns the value of a code point.
  static func of(_ scalar: UInt32) -> LinkEndProperty {
    if scalar < 0x80 { return ofASCII(UInt8(scalar)) }
    let boundaries = LinkEndTable.boundaries
    var (low, high) = (0, boundaries.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if boundaries[middle] >> 3 <= scalar { low = middle } else { high = middle }
    }
    return LinkEndProperty(rawValue: UInt8(truncatingIfNeeded: boundaries[low] & 7)) ?? .hard
  }

  /// Returns the opening bracket of a closing one (Link_Bracket), or nil if it is not a closing bracket.
  static func opener(of closer: UInt32) -> UInt32? {
    var (low, high) = (0, LinkEndTable.closers.count)
    while low < high {
      let middle = (low + high) / 2
      let found = LinkEndTable.closers[middle]
      if found == closer { return LinkEndTable.openers[middle] }
      if found < closer { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  private static func ofASCII(_ byte: UInt8) -> LinkEndProperty {
    switch byte {
    case 0x00...0x20, 0x7F: .hard
    // ! " ' , . : ; ?
    case 0x21, 0x22, 0x27, 0x2C, 0x2E, 0x3A, 0x3B, 0x3F: .soft
    // ( < [ {
    case 0x28, 0x3C, 0x5B, 0x7B: .open
    // ) > ] }
    case 0x29, 0x3E, 0x5D, 0x7D: .close
    default: .include
    }
  }
}
