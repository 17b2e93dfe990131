/// Removes what cameras and programs write beside the pixels of a picture: places, times, names, previews, and whatever follows the
/// picture's end. Pixels are not compressed again. How the picture is to be turned stays.
enum MetadataFilter {
  /// Returns the bytes of a picture without metadata, or nil if the picture is damaged.
  static func filtered(_ bytes: [UInt8], _ kind: MediaInfo.Kind) -> [UInt8]? {
    switch kind {
    case .jpeg: JPEGSegments(bytes).filtered()
    case .png: PNGChunks(bytes).filtered()
    case .webp: WebPChunks(bytes).filtered()
    case .gif: GIFBlocks(bytes).filtered()
    default: nil
    }
  }

  /// Returns the orientation in an EXIF block (a TIFF header and its directories), 1…8.
  static func orientation(ofBlock block: ArraySlice<UInt8>) -> Int {
    let block = block.starts(with: "Exif\0\0".utf8) ? block.dropFirst(6) : block
    let length = block.count + 8
    guard length <= 0xFFFF else { return 1 }
    // libexif reads blocks of JPEG files.
    let jpeg =
      [0xFF, 0xD8, 0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + Array("Exif\0\0".utf8) + block
    return Exif.orientation(of: jpeg.span)
  }

  /// Returns an EXIF block with nothing but an orientation.
  static func block(orientation: Int) -> [UInt8] {
    // "MM", 42, the first directory at 8 with one entry: tag 274, a short, once (TIFF 6.0 §2; Exif 2.32 §4.6.4).
    [
      0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, UInt8(orientation & 0xFF), 0, 0,
      0, 0, 0, 0,
    ]
  }
}
