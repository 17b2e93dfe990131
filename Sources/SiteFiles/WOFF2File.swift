/// The reasons that a font file cannot be compressed.
public enum WOFF2Error: Error, Equatable, Sendable, CustomStringConvertible {
  /// The bytes are not a TrueType or OpenType font.
  case notAFont

  /// The sentence that names the reason.
  public var description: String { "the font cannot be compressed: it is not a TrueType or OpenType font" }
}

/// Font files in WOFF2, as browsers load them.
public enum WOFF2File {
  /// The time spent on saving bytes.
  public enum Effort: Sendable {
    /// For files needed by every page: Brotli's quality 10 for a small face, which is 10 % smaller than with 5.
    case most
    /// Brotli's quality 5: a twentieth of the time.
    case little
  }

  /// The size in bytes of the largest face for which quality 10 is worth its time, 1 ms for each kB (docs/performance.md).
  private static let smallFace = 20 << 10
  /// The size in bytes above which Brotli's quality 9 makes a font 5 % smaller than 5. It needs tables of 30 MB.
  private static let largeFace = 96 << 10

  /// True if compressing a font of `size` bytes takes 30 MB of memory.
  public static func isLarge(_ size: Int) -> Bool { size > largeFace }

  /// Returns a TrueType or OpenType font as WOFF2.
  ///
  /// - Throws: ``WOFF2Error/notAFont``.
  public static func woff2(_ sfnt: [UInt8], effort: Effort = .most) throws(WOFF2Error) -> [UInt8] {
    let quality: Int32 = isLarge(sfnt.count) ? 9 : effort == .most && sfnt.count <= smallFace ? 10 : 5
    guard sfnt.count > 12 else { throw .notAFont }
    guard let woff2 = WOFF2Encoder.woff2(sfnt, quality: quality) else { throw .notAFont }
    return woff2
  }
}
