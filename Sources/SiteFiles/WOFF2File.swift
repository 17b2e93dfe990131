internal import CWoff2

/// What can go wrong with a font file.
public enum WOFF2Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes are no TrueType or OpenType font.
  case notAFont

  public var description: String { "the font cannot be compressed: it is no TrueType or OpenType font" }
}

/// Font files as browsers load them.
public enum WOFF2File {
  /// How much time may be spent for fewer bytes.
  public enum Effort: Sendable {
    /// For what each page needs: Brotli's quality 10, which makes 8 % less of it than 5.
    case most
    /// Brotli's quality 5: a twentieth of the time.
    case little
  }

  /// From so many bytes on Brotli's quality 9 makes less of a font than 5, and takes no longer than quality 10 takes for
  /// a few kB; it needs tables of 30 MB.
  private static let largeFace = 96 << 10

  /// Whether compressing a font of so many bytes takes 30 MB.
  public static func isLarge(_ size: Int) -> Bool { size > largeFace }

  /// A TrueType or OpenType font as WOFF2.
  public static func woff2(_ sfnt: [UInt8], effort: Effort = .most) throws(WOFF2Error) -> [UInt8] {
    let quality: Int32 = isLarge(sfnt.count) ? 9 : effort == .most ? 10 : 5
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
