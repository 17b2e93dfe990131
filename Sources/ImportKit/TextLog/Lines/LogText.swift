/// The text of a line in UTF-8, decoded if the bytes are not UTF-8.
package struct LogText {
  /// The text in UTF-8.
  package var utf8: [UInt8]
  /// True if the bytes were not UTF-8.
  package let isDecoded: Bool

  /// Decodes the bytes of `range`, if they are not UTF-8, from `encoding`.
  package init(_ bytes: InputBytes, _ range: Range<Int>, encoding: LogEncoding = .windows1252) {
    let raw = bytes.array(in: range)
    isDecoded = !bytes.isUTF8(range)
    utf8 = isDecoded ? encoding.utf8(of: raw) : raw
  }

  /// True if `range` has a control character other than a tab. Looks at eight bytes at a time.
  @inline(__always)
  package static func hasControls(_ bytes: InputBytes, _ range: Range<Int>) -> Bool {
    var offset = range.lowerBound
    while offset &+ 8 <= range.upperBound {
      let word = bytes.word(at: offset)
      // A borrow makes a false match only beside a real one; the word is then checked byte by byte.
      if (word &- 0x2020_2020_2020_2020) & ~word & 0x8080_8080_8080_8080 != 0 {
        for index in offset..<(offset &+ 8) where isControl(bytes[index]) { return true }
      }
      offset &+= 8
    }
    while offset < range.upperBound {
      if isControl(bytes[offset]) { return true }
      offset &+= 1
    }
    return false
  }

  @inline(__always)
  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 && byte != 0x09 }
}
