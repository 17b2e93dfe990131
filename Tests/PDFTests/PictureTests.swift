import Testing

@testable import PDF

@Suite struct PictureTests {
  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0] + [0xFF, 0xC0, 0, 17, 8, 0, 20, 0, 30, 3]
    + [UInt8](repeating: 0, count: 12)

  @Test("The header of a JPEG is read, and kinds that PDF does not have are refused")
  func headers() {
    let picture = PDFPicture.JPEG(Self.jpeg.span)
    #expect(picture?.width == 30 && picture?.height == 20 && picture?.components == 3)
    for marker: UInt8 in [0xC3, 0xC5, 0xC9, 0xDA] {
      var other = Self.jpeg
      other[9] = marker
      #expect(PDFPicture.JPEG(other.span) == nil)
    }
    var deep = Self.jpeg
    deep[12] = 12
    #expect(PDFPicture.JPEG(deep.span) == nil)
  }

  @Test("No beginning of a JPEG or PNG is read beyond its end")
  func cuts() {
    let png: [UInt8] =
      [
        0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 4, 0, 0,
        0, 4, 8, 2, 0, 0, 0,
      ]
      + [0, 0, 0, 0] + [0, 0, 0, 2, 0x49, 0x44, 0x41, 0x54, 1, 2, 0, 0, 0, 0] + [
        0, 0, 0, 0, 0x49, 0x45, 0x4E, 0x44, 0, 0, 0, 0,
      ]
    #expect(PNGFile(png.span)?.pixels == [41..<43])
    for count in 0..<png.count { #expect(PNGFile(png.span.extracting(first: count)) == nil) }
    for count in 0..<20 { _ = PDFPicture.JPEG(Self.jpeg.span.extracting(first: count)) }
  }
}
