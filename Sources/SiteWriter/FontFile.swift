internal import CWoff2

/// What can go wrong with a font file.
public enum FontFileError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes are no TrueType or OpenType font.
  case notAFont

  public var description: String { "the font cannot be compressed: it is no TrueType or OpenType font" }
}

/// Font files as browsers load them.
public enum FontFile {
  /// Faces of up to so many bytes are compressed with Brotli's quality 10: for 16 kB it takes no longer than 9 does,
  /// whose tables of 30 MB it needs not, and makes 8 % less of them. For more it takes two to three times as long.
  private static let smallFace = 96 << 10

  /// Whether compressing a font of so many bytes takes 30 MB.
  public static func isLarge(_ size: Int) -> Bool { size > smallFace }

  /// A TrueType or OpenType font as WOFF2, compressed with Brotli at `quality` 0…11, or as suits its size.
  public static func woff2(_ sfnt: [UInt8], quality: Int? = nil) throws(FontFileError) -> [UInt8] {
    let quality = quality ?? (isLarge(sfnt.count) ? 9 : 10)
    guard sfnt.count > 12 else { throw .notAFont }
    let capacity = unsafe sfnt.withUnsafeBufferPointer {
      unsafe cwoff2_bound($0.baseAddress, $0.count)
    }
    var count = 0
    let woff2 = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { output, written in
      written = unsafe sfnt.withUnsafeBufferPointer {
        unsafe cwoff2_compress(
          $0.baseAddress, $0.count, Int32(clamping: min(max(quality, 0), 11)), output.baseAddress, capacity)
      }
      count = written
    }
    guard count > 0 else { throw .notAFont }
    return woff2
  }
}
