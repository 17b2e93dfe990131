import CExif

/// What libexif reads in the EXIF block of a JPEG.
enum Exif {
  /// The orientation, 1…8 (Exif 2.32 §4.6.4, tag 274); 1 when there is none.
  static func orientation(of bytes: Span<UInt8>) -> Int {
    guard let data = unsafe exif_data_new() else { return 1 }
    defer { unsafe exif_data_unref(data) }
    // The block is read as it is, nothing in it is mended.
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
