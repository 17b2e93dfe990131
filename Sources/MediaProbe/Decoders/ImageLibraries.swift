// Boundary to the libraries that read the headers of pictures: libstb (`CStb`), libwebp (`CWebP`) and libexif (`CExif`). Each
// takes the start of a file, except to decode a picture for a PDF.

import CExif
import CStb
import CWebP

/// Sizes of pictures, read by libstb.
enum Stb {
  /// Returns width and height from the header of a PNG, JPEG, GIF or BMP, or nil if it is not readable.
  static func size(of bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    let size = stb_size_of_picture(bytes)
    return size.width > 0 ? (Int(size.width), Int(size.height)) : nil
  }
}

extension Stb {
  /// Decodes the first picture of a PNG, JPEG, GIF or BMP into `count` bytes, four for each pixel; nil if it is damaged.
  static func pixels(of bytes: Span<UInt8>, count: Int) -> [UInt8]? {
    var pixels = [UInt8](repeating: 0, count: count)
    var room = pixels.mutableSpan
    let isDecoded = stb_pixels(bytes, &room)
    return isDecoded ? pixels : nil
  }
}

/// Headers of WebP files, read by libwebp.
enum WebP {
  /// The features of a WebP file's canvas.
  struct Features {
    var width: Int
    var height: Int
    var isAnimated: Bool
  }

  /// Returns the features of the canvas, or nil if the header is not readable.
  static func features(of bytes: Span<UInt8>) -> Features? {
    let features = webp_features(bytes)
    guard features.width > 0 else { return nil }
    return Features(
      width: Int(features.width), height: Int(features.height), isAnimated: features.has_animation != 0)
  }
}

extension WebP {
  /// Decodes a picture into `count` bytes, four for each pixel; nil if it is damaged or animated.
  static func pixels(of bytes: Span<UInt8>, count: Int) -> [UInt8]? {
    var pixels = [UInt8](repeating: 0, count: count)
    var room = pixels.mutableSpan
    let isDecoded = webp_pixels(bytes, &room)
    return isDecoded ? pixels : nil
  }
}

/// EXIF blocks of JPEG files, read by libexif.
enum Exif {
  /// Returns the orientation, 1…8 (Exif 2.32 §4.6.4, tag 274), or 1 if there is none.
  static func orientation(of bytes: Span<UInt8>) -> Int {
    let orientation = Int(exif_orientation(bytes))
    return (1...8).contains(orientation) ? orientation : 1
  }
}
