/// The common prefix of a term and the one before it: whole characters, at most 57 UTF-16 units.
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
    // The last character counts if all of its bytes are equal.
    if index == other.count || other[index] & 0xC0 != 0x80 { (units, bytes) = (count, index) }
  }
}
