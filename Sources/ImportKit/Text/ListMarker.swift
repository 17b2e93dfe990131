/// The marker at the beginning of a list line, as people and programs type it: a bullet or a number with a point.
package struct ListMarker {
  package let marker: String
  /// The number of spaces before it.
  package let indent: Int
  /// The offset of the item's text.
  package let textStart: Int

  /// Looks for a marker at the start of a line; nil for other lines. `bullets` are the signs that count as such.
  package init?(_ bytes: [UInt8], _ range: Range<Int>, bullets: [String]) {
    var offset = range.lowerBound
    while offset < range.upperBound, bytes[offset] == 0x20 { offset += 1 }
    indent = offset - range.lowerBound
    for bullet in bullets where bytes[offset..<range.upperBound].starts(with: bullet.utf8) {
      let end = offset + bullet.utf8.count
      guard end < range.upperBound, bytes[end] == 0x20 else { continue }
      (marker, textStart) = ("•", end + 1)
      return
    }
    let digits = bytes[offset..<range.upperBound].prefix { $0 &- 0x30 <= 9 }
    let end = digits.endIndex
    guard (1...9).contains(digits.count), end + 1 < range.upperBound, bytes[end] == UInt8(ascii: "."),
      bytes[end + 1] == 0x20
    else { return nil }
    (marker, textStart) = (String(decoding: bytes[offset...end], as: UTF8.self), end + 2)
  }
}
