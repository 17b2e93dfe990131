import CWebP

/// What libwebp reads in the header of a WebP file.
enum WebP {
  struct Features {
    var width: Int
    var height: Int
    var isAnimated: Bool
  }

  /// The features of the canvas; nil when the header is not readable.
  static func features(of bytes: Span<UInt8>) -> Features? {
    var features = WebPBitstreamFeatures()
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe WebPGetFeatures($0.baseAddress, $0.count, &features)
    }
    guard status == VP8_STATUS_OK else { return nil }
    return Features(
      width: Int(features.width), height: Int(features.height), isAnimated: features.has_animation != 0)
  }
}
