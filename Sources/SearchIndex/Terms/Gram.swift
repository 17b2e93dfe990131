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
