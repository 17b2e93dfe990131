/// A picture's file, for outputs that contain it as it is.
public enum PictureFile {
  /// True unless a JPEG ends before its picture does, or a PNG is cut short or has bytes that its checksums do not allow. No pixel is
  /// decoded, so other damage of a JPEG is not found. Other kinds are decoded for such outputs, which finds theirs (``PicturePixels``).
  public static func isWhole(_ bytes: [UInt8]) -> Bool {
    switch MediaSignature.kind(of: Array(bytes.prefix(64))) {
    case .jpeg: JPEGSegments(bytes).isWhole
    case .png: PNGChunks(bytes).isWhole
    default: true
    }
  }
}
