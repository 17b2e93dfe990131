import Compression

/// The chunks of a PNG file (PNG 3rd edition §5.3).
struct PNGChunks {
  private let bytes: [UInt8]
  /// Chunks that decide how pixels look or move (§5.6).
  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "cICP", "mDCV", "cLLI", "sBIT",
    "bKGD", "hIST",
    "pHYs", "acTL", "fcTL", "fdAT",
  ]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the file up to its last chunk, without texts, times, EXIF blocks and unknown chunks, but with the orientation. Nil if a
  /// chunk is damaged.
  func filtered() -> [UInt8]? {
    guard bytes.count > 8 else { return nil }
    var result = Array(bytes[..<8])
    result.reserveCapacity(bytes.count)
    var orientation = 1
    var offset = 8
    while offset + 12 <= bytes.count {
      let length = word(at: offset)
      let end = offset + 12 + length
      guard end <= bytes.count else { return nil }
      let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
      if type == "eXIf" { orientation = MetadataFilter.orientation(ofBlock: bytes[offset + 8..<end - 4]) }
      if type == "IDAT" || type == "IEND", orientation != 1 {
        result += Self.chunk("eXIf", MetadataFilter.block(orientation: orientation))
        orientation = 1
      }
      if Self.kept.contains(type) { result += bytes[offset..<end] }
      if type == "IEND" { return result }
      offset = end
    }
    return nil
  }

  /// True if the file has pixels, all chunks up to its last one, and the checksums of those that pictures need: critical ones, which
  /// begin with a capital letter (§5.4).
  var isWhole: Bool {
    var (offset, hasPixels) = (8, false)
    while offset + 12 <= bytes.count {
      let end = offset + 12 + word(at: offset)
      guard end <= bytes.count else { return false }
      if bytes[offset + 4] & 0x20 == 0 {
        let checksum = Flate.checksum(bytes.span.extracting(offset + 4..<end - 4))
        guard Int(checksum) == word(at: end - 4) else { return false }
        let type = bytes[offset + 4..<offset + 8]
        if type.elementsEqual("IEND".utf8) { return hasPixels }
        if type.elementsEqual("IDAT".utf8) { hasPixels = true }
      }
      offset = end
    }
    return false
  }

  private func word(at offset: Int) -> Int {
    bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
  }

  private static func chunk(_ type: String, _ content: [UInt8]) -> [UInt8] {
    let covered = Array(type.utf8) + content
    return big(UInt32(content.count)) + covered + big(Flate.checksum(covered.span))
  }

  private static func big(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) }
  }
}
