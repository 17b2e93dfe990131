import CStb

/// Sizes of pictures as libstb reads them.
enum Stb {
  /// Width and height in the header of a PNG, JPEG, GIF or BMP; nil when there is no readable one.
  static func size(of bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    let count = Int32(clamping: bytes.count)
    let found = unsafe bytes.withUnsafeBufferPointer {
      unsafe stbi_info_from_memory($0.baseAddress, count, &width, &height, &channels)
    }
    return found == 1 ? (Int(width), Int(height)) : nil
  }
}
