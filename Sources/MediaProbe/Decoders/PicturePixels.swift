/// The pixels of a picture, for outputs that cannot contain its file.
public struct PicturePixels: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Red, green and blue of each pixel, from the top left.
  public let rgb: [UInt8]
  /// The opacity of each pixel; nil if all are opaque.
  public let alpha: [UInt8]?

  /// The most pixels that are decoded: a fourfold of what a sheet of paper shows.
  public static let limit = 24_000_000

  /// The reasons that a picture is not decoded.
  public enum Problem: Error {
    /// The file is damaged, or a WebP with an animation.
    case damaged
    /// It has more pixels than are decoded (``limit``).
    case tooLarge
    /// There is no decoder for its kind, such as drawings.
    case otherKind
  }

  /// Decodes a picture file, of an animation the first frame.
  public init(file bytes: Span<UInt8>) throws(Problem) {
    var head: [UInt8] = []
    for index in 0..<min(bytes.count, 64) { head.append(bytes[index]) }
    let kind = MediaSignature.kind(of: head)
    guard [.png, .jpeg, .gif, .webp, .bmp].contains(kind) else { throw .otherKind }
    let isWebP = kind == .webp
    let (width, height) = isWebP ? Self.webPSize(of: bytes) : Self.size(of: bytes)
    guard width > 0, height > 0 else { throw .damaged }
    guard width <= 65_535, height <= 65_535, width * height <= Self.limit else { throw .tooLarge }
    let count = width * height * 4
    let decoded =
      isWebP ? WebP.pixels(of: bytes, count: count) : Stb.pixels(of: bytes, count: count)
    guard let pixels = decoded else { throw .damaged }
    var (rgb, alpha) = ([UInt8](), [UInt8]())
    rgb.reserveCapacity(width * height * 3)
    alpha.reserveCapacity(width * height)
    var isOpaque = true
    for at in stride(from: 0, to: pixels.count, by: 4) {
      rgb.append(pixels[at])
      rgb.append(pixels[at + 1])
      rgb.append(pixels[at + 2])
      alpha.append(pixels[at + 3])
      if pixels[at + 3] < 255 { isOpaque = false }
    }
    (self.width, self.height, self.rgb, self.alpha) = (width, height, rgb, isOpaque ? nil : alpha)
  }

  private static func webPSize(of bytes: Span<UInt8>) -> (Int, Int) {
    guard let features = WebP.features(of: bytes) else { return (0, 0) }
    return (features.width, features.height)
  }

  private static func size(of bytes: Span<UInt8>) -> (Int, Int) {
    guard let size = Stb.size(of: bytes) else { return (0, 0) }
    return (size.width, size.height)
  }

  /// Returns the orientation of a photograph by its EXIF block, 1…8; 1 if there is none.
  public static func orientation(ofPhotograph bytes: Span<UInt8>) -> Int { Exif.orientation(of: bytes) }
}
