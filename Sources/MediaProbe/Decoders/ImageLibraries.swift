// Boundary to the libraries that read the headers of pictures: libstb (`CStb`), libwebp (`CWebP`) and libexif (`CExif`). Each
// takes a pointer to the start of a file; none of them decodes a pixel.

import CExif
import CStb
import CWebP

/// Sizes of pictures, read by libstb.
enum Stb {
  /// Returns width and height from the header of a PNG, JPEG, GIF or BMP, or nil if it is not readable.
  static func size(of bytes: Span<UInt8>) -> (width: Int, height: Int)? {
    var (width, height, channels): (Int32, Int32, Int32) = (0, 0, 0)
    let count = Int32(clamping: bytes.count)
    let found = unsafe bytes.withUnsafeBufferPointer {
      unsafe stbi_info_from_memory($0.baseAddress, count, &width, &height, &channels)
    }
    return found == 1 ? (Int(width), Int(height)) : nil
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
    var features = WebPBitstreamFeatures()
    let status = unsafe bytes.withUnsafeBufferPointer {
      unsafe WebPGetFeatures($0.baseAddress, $0.count, &features)
    }
    guard status == VP8_STATUS_OK else { return nil }
    return Features(
      width: Int(features.width), height: Int(features.height), isAnimated: features.has_animation != 0)
  }
}

/// EXIF blocks of JPEG files, read by libexif.
enum Exif {
  /// Returns the orientation, 1…8 (Exif 2.32 §4.6.4, tag 274), or 1 if there is none.
  static func orientation(of bytes: Span<UInt8>) -> Int {
    guard let data = unsafe exif_data_new() else { return 1 }
    defer { unsafe exif_data_unref(data) }
    // The block is read as it stands; libexif would otherwise add and change entries.
    unsafe exif_data_unset_option(data, EXIF_DATA_OPTION_FOLLOW_SPECIFICATION)
    let count = UInt32(clamping: bytes.count)
    unsafe bytes.withUnsafeBufferPointer { unsafe exif_data_load_data(data, $0.baseAddress, count) }
    guard let directory = unsafe data.pointee.ifd.0 else { return 1 }
    guard let entry = unsafe exif_content_get_entry(directory, EXIF_TAG_ORIENTATION) else { return 1 }
    guard unsafe entry.pointee.format == EXIF_FORMAT_SHORT, unsafe entry.pointee.size >= 2 else { return 1 }
    guard let value = unsafe entry.pointee.data else { return 1 }
    let orientation = Int(unsafe exif_get_short(value, exif_data_get_byte_order(data)))
    return (1...8).contains(orientation) ? orientation : 1
  }
}
