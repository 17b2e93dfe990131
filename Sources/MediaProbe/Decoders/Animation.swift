/// Distinguishes animations from still pictures by the blocks of their files.
enum Animation {
  /// True if a GIF has a second image (GIF89a §20), as far as `bytes` go.
  static func isAnimatedGIF(_ bytes: Span<UInt8>) -> Bool {
    var index = 13 + colourTable(flags: 10, bytes)
    var images = 0
    while index < bytes.count {
      switch bytes[index] {
      case 0x2C:
        images += 1
        if images == 2 { return true }
        index = end(ofSubBlocks: index + 11 + colourTable(flags: index + 9, bytes), bytes)
      case 0x21: index = end(ofSubBlocks: index + 2, bytes)
      default: return false
      }
    }
    return false
  }

  /// Returns the length of the colour table that the flags at `index` describe (GIF89a §18, §20).
  private static func colourTable(flags index: Int, _ bytes: Span<UInt8>) -> Int {
    guard index < bytes.count, bytes[index] & 0x80 != 0 else { return 0 }
    return 3 << (Int(bytes[index] & 7) + 1)
  }

  /// Returns the end of the data sub-blocks that start at `index` (GIF89a §15).
  private static func end(ofSubBlocks index: Int, _ bytes: Span<UInt8>) -> Int {
    var index = index
    while index < bytes.count, bytes[index] != 0 { index += Int(bytes[index]) + 1 }
    return index + 1
  }

  /// True if a PNG has an animation control chunk before its image data (PNG 3rd edition §11.3.6.1).
  static func isAnimatedPNG(_ bytes: Span<UInt8>) -> Bool {
    var index = 8
    while index + 12 <= bytes.count {
      let type = word(index + 4, bytes)
      if type == 0x6163_544C { return true }  // acTL
      if type == 0x4944_4154 { return false }  // IDAT
      index += 12 + word(index, bytes)
    }
    return false
  }

  /// Returns the four bytes at `index` as a big-endian number.
  private static func word(_ index: Int, _ bytes: Span<UInt8>) -> Int {
    Int(bytes[index]) << 24 | Int(bytes[index + 1]) << 16 | Int(bytes[index + 2]) << 8 | Int(bytes[index + 3])
  }
}
