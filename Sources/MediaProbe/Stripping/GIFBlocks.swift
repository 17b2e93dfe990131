/// The blocks of a GIF file (GIF89a).
struct GIFBlocks {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the file up to its trailer, without comments, plain texts and applications' blocks, but with the number of repetitions.
  /// Nil if a block is damaged.
  func filtered() -> [UInt8]? {
    guard bytes.count > 13 else { return nil }
    var offset = 13 + colourTable(flags: 10)
    guard offset <= bytes.count else { return nil }
    var result = Array(bytes[..<offset])
    result.reserveCapacity(bytes.count)
    while offset < bytes.count {
      let start = offset
      switch bytes[offset] {
      case 0x3B: return result + [0x3B]
      case 0x2C:
        guard offset + 10 < bytes.count else { return nil }
        guard let end = end(ofSubBlocks: offset + 11 + colourTable(flags: offset + 9)) else { return nil }
        offset = end
        result += bytes[start..<end]
      case 0x21:
        guard offset + 2 < bytes.count, let end = end(ofSubBlocks: offset + 2) else { return nil }
        offset = end
        if isKept(bytes[start..<end]) { result += bytes[start..<end] }
      default: return nil
      }
    }
    // A file without its trailer, which browsers show.
    return result + [0x3B]
  }

  /// True for graphic control, and for the extensions that say how often an animation is repeated.
  private func isKept(_ block: ArraySlice<UInt8>) -> Bool {
    let label = block[block.startIndex + 1]
    if label == 0xF9 { return true }
    let name = block.dropFirst(3).prefix(11)
    return label == 0xFF && (name.elementsEqual("NETSCAPE2.0".utf8) || name.elementsEqual("ANIMEXTS1.0".utf8))
  }

  private func colourTable(flags index: Int) -> Int {
    index < bytes.count && bytes[index] & 0x80 != 0 ? 3 << (Int(bytes[index] & 7) + 1) : 0
  }

  /// Returns the end of the sub-blocks that start at `offset`, or nil if the file ends before.
  private func end(ofSubBlocks offset: Int) -> Int? {
    var offset = offset
    while offset < bytes.count, bytes[offset] != 0 { offset += Int(bytes[offset]) + 1 }
    return offset < bytes.count ? offset + 1 : nil
  }
}
