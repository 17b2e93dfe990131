/// Tells moving pictures from still ones by the blocks of their files.
enum Animation {
  /// Whether a GIF has a second image (GIF89a §20), as far as `bytes` go.
  static func isAnimatedGIF(_ bytes: [UInt8]) -> Bool {
    func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }
    func colourTable(_ flags: UInt8) -> Int { flags & 0x80 == 0 ? 0 : 3 << (Int(flags & 7) + 1) }
    /// The end of the data sub-blocks that start at `index`.
    func afterSubBlocks(_ index: Int) -> Int {
      var index = index
      while index < bytes.count, bytes[index] != 0 { index += Int(bytes[index]) + 1 }
      return index + 1
    }
    var index = 13 + colourTable(byte(10))
    var images = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x2C:
        images += 1
        if images == 2 { return true }
        index = afterSubBlocks(index + 11 + colourTable(byte(index + 9)))
      case 0x21: index = afterSubBlocks(index + 2)
      default: return false
      }
    }
    return false
  }

  /// Whether a PNG has an animation control chunk before its image data (PNG 3rd edition §11.3.6.1).
  static func isAnimatedPNG(_ bytes: [UInt8]) -> Bool {
    var index = 8
    while index + 12 <= bytes.count {
      let length = bytes[index..<index + 4].reduce(0) { $0 << 8 | Int($1) }
      let type = bytes[index + 4..<index + 8]
      if type.elementsEqual("acTL".utf8) { return true }
      if type.elementsEqual("IDAT".utf8) { return false }
      index += 12 + length
    }
    return false
  }
}
