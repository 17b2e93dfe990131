/// A font file's tables, read and patched in place (OpenType §"Organization of an OpenType Font").
struct SfntTables {
  private(set) var bytes: [UInt8]
  private var tables: [(tag: String, entry: Int, offset: Int, length: Int)] = []

  /// The tables of a single-face font file; nil if its directory is damaged.
  init?(_ bytes: [UInt8]) {
    self.bytes = bytes
    guard bytes.count >= 12 else { return nil }
    let count = Int(word16(at: 4))
    guard bytes.count >= 12 + 16 * count else { return nil }
    for index in 0..<count {
      let entry = 12 + 16 * index
      let (offset, length) = (Int(word32(at: entry + 8)), Int(word32(at: entry + 12)))
      guard offset <= bytes.count, length <= bytes.count - offset else { return nil }
      let tag = String(decoding: bytes[entry..<entry + 4], as: UTF8.self)
      tables.append((tag, entry, offset, length))
    }
  }

  /// The bytes of a table; nil if there is none.
  func table(_ tag: String) -> ArraySlice<UInt8>? {
    tables.first { $0.tag == tag }.map { bytes[$0.offset..<$0.offset + $0.length] }
  }

  /// Sets the common ascent and descent in both tables that browsers read, and no line gap.
  mutating func setCommonVerticalMetrics(unitsPerEm: Int) {
    let ascent = UInt16(truncatingIfNeeded: (unitsPerEm * CommonMetrics.ascent + 50) / 100)
    let descent = UInt16(truncatingIfNeeded: (unitsPerEm * CommonMetrics.descent + 50) / 100)
    let below = UInt16(truncatingIfNeeded: -Int(descent))
    patch("hhea", [(4, ascent), (6, below), (8, 0)])
    patch("OS/2", [(68, ascent), (70, below), (72, 0), (74, ascent), (76, descent)])
    sealHead()
  }

  /// Numbers the glyphs of a character-keyed face consecutively, because browsers do not use their numbers in the
  /// character collection, which take a hundredth of a Chinese face.
  mutating func numberCharacters() {
    guard let table = tables.first(where: { $0.tag == "CFF " }),
      let charset = CFFCharset(of: bytes[table.offset..<table.offset + table.length]),
      let counted = charset.counted
    else { return }
    let start = table.offset + charset.range.lowerBound
    bytes.replaceSubrange(start..<start + counted.count, with: counted)
    set32(checksum(from: table.offset, length: table.length), at: table.entry + 4)
    sealHead()
  }

  private mutating func patch(_ tag: String, _ values: [(at: Int, value: UInt16)]) {
    guard let table = tables.first(where: { $0.tag == tag }) else { return }
    for (at, value) in values where at + 2 <= table.length {
      bytes[table.offset + at] = UInt8(value >> 8)
      bytes[table.offset + at + 1] = UInt8(value & 0xFF)
    }
    set32(checksum(from: table.offset, length: table.length), at: table.entry + 4)
  }

  /// `head.checkSumAdjustment` makes the sum over the whole file 0xB1B0AFBA.
  private mutating func sealHead() {
    guard let head = tables.first(where: { $0.tag == "head" }), head.length >= 12 else { return }
    set32(0, at: head.offset + 8)
    set32(0xB1B0_AFBA &- checksum(from: 0, length: bytes.count), at: head.offset + 8)
  }

  private func checksum(from offset: Int, length: Int) -> UInt32 {
    var sum: UInt32 = 0
    for at in stride(from: offset, to: offset + length, by: 4) {
      for byte in 0..<4 where at + byte < offset + length {
        sum &+= UInt32(bytes[at + byte]) << UInt32(24 - 8 * byte)
      }
    }
    return sum
  }

  private func word16(at position: Int) -> UInt16 {
    UInt16(bytes[position]) << 8 | UInt16(bytes[position + 1])
  }
  private func word32(at position: Int) -> UInt32 {
    UInt32(word16(at: position)) << 16 | UInt32(word16(at: position + 2))
  }
  private mutating func set32(_ value: UInt32, at position: Int) {
    for byte in 0..<4 { bytes[position + byte] = UInt8(truncatingIfNeeded: value >> UInt32(24 - 8 * byte)) }
  }
}
