import Compression

/// A picture as the bytes of its file, or as pixels.
public enum PDFPicture {
  /// The facts of a JPEG that a PDF has to repeat, from its header.
  public struct JPEG: Sendable {
    /// The size of the stored pixels.
    public var width: Int
    /// The height of the stored pixels.
    public var height: Int
    /// 1 for grey, 3 for colour, 4 for the four inks of print.
    public var components: Int
    /// True if the inks are inverted, as Adobe's programs store them.
    public var isInverted: Bool

    /// Reads the header of a JPEG; nil if a PDF reader cannot decode it (ISO 32000-1 §7.4.8: baseline and progressive, eight bits).
    public init?(_ bytes: Span<UInt8>) {
      var (offset, isAdobe) = (2, false)
      guard bytes.count > 4, bytes[0] == 0xFF, bytes[1] == 0xD8 else { return nil }
      while offset + 9 < bytes.count {
        guard bytes[offset] == 0xFF else { return nil }
        let marker = bytes[offset + 1]
        if marker == 0xFF {
          offset += 1
          continue
        }
        if marker == 0x01 || (0xD0...0xD7).contains(marker) {
          offset += 2
          continue
        }
        let length = Int(bytes[offset + 2]) << 8 | Int(bytes[offset + 3])
        guard length >= 2 else { return nil }
        if marker == 0xEE { isAdobe = true }
        if (0xC0...0xC2).contains(marker) {
          guard bytes[offset + 4] == 8 else { return nil }
          height = Int(bytes[offset + 5]) << 8 | Int(bytes[offset + 6])
          width = Int(bytes[offset + 7]) << 8 | Int(bytes[offset + 8])
          components = Int(bytes[offset + 9])
          isInverted = isAdobe && components == 4
          guard width > 0, height > 0, components == 1 || components == 3 || components == 4 else {
            return nil
          }
          return
        }
        // Start of the pixels, or a kind of compression that PDF does not have.
        if marker == 0xDA || marker == 0xD9
          || marker >= 0xC3 && marker <= 0xCF && marker != 0xC4 && marker != 0xC8 && marker != 0xCC
        {
          return nil
        }
        offset += 2 + length
      }
      return nil
    }
  }
}

extension PDFDocument {
  /// Begins the stream of a JPEG of `count` bytes, which follow as they are.
  public mutating func beginPicture(_ reference: PDFReference, _ jpeg: PDFPicture.JPEG, count: Int) throws {
    try beginStream(reference, count: count) { entries in
      entries.picture(width: jpeg.width, height: jpeg.height)
      entries.raw(
        jpeg.components == 1
          ? "/ColorSpace/DeviceGray"
          : jpeg.components == 3 ? "/ColorSpace/DeviceRGB" : "/ColorSpace/DeviceCMYK")
      if jpeg.isInverted { entries.raw("/Decode[1 0 1 0 1 0 1 0]") }
      entries.raw("/BitsPerComponent 8/Filter/DCTDecode")
    }
  }

  /// Adds a picture of pixels, three bytes each, with an opacity of a byte for each if it has one.
  public mutating func addPicture(
    _ reference: PDFReference, width: Int, height: Int, rgb: Span<UInt8>, alpha: [UInt8]?
  ) throws {
    var mask: PDFReference?
    if let alpha {
      let opacity = reserve()
      mask = opacity
      try addStream(opacity, alpha.span) { entries in
        entries.picture(width: width, height: height)
        entries.raw("/ColorSpace/DeviceGray/BitsPerComponent 8")
      }
    }
    try addStream(reference, rgb) { entries in
      entries.picture(width: width, height: height)
      entries.raw("/ColorSpace/DeviceRGB/BitsPerComponent 8")
      if let mask {
        entries.raw("/SMask ")
        entries.reference(mask)
      }
    }
  }

  /// Adds a PNG whose compressed pixels can be taken as they are.
  public mutating func addPicture(_ reference: PDFReference, _ png: PNGFile, of bytes: Span<UInt8>) throws {
    try beginStream(reference, count: png.pixels.reduce(0) { $0 + $1.count }) { entries in
      entries.picture(width: png.width, height: png.height)
      switch png.colours {
      case .grey: entries.raw("/ColorSpace/DeviceGray")
      case .rgb: entries.raw("/ColorSpace/DeviceRGB")
      case .palette(let palette):
        entries.raw("/ColorSpace[/Indexed/DeviceRGB ")
        entries.integer(palette.count / 3 - 1)
        entries.hexadecimal((palette.startIndex..<palette.endIndex).map { bytes[$0] })
        entries.raw("]")
      }
      entries.raw("/BitsPerComponent ")
      entries.integer(png.bits)
      entries.raw("/Filter/FlateDecode/DecodeParms<</Predictor 15/Colors ")
      entries.integer(png.colours.count)
      entries.raw("/BitsPerComponent ")
      entries.integer(png.bits)
      entries.raw("/Columns ")
      entries.integer(png.width)
      entries.raw(">>")
    }
    for part in png.pixels { try write(bytes.extracting(part)) }
    try endStream()
  }

  /// Adds a graphics state with an opacity.
  public mutating func addState(opacity: Double) throws -> PDFReference {
    try add { object in
      object.raw("<</Type/ExtGState/ca ")
      object.number(opacity)
      object.raw(">>")
    }
  }
}

extension PDFSyntax {
  fileprivate mutating func picture(width: Int, height: Int) {
    raw("/Type/XObject/Subtype/Image/Width ")
    integer(width)
    raw("/Height ")
    integer(height)
  }
}
