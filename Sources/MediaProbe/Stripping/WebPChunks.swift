/// The chunks of a WebP file (WebP Container Specification).
struct WebPChunks {
  private let bytes: [UInt8]
  private static let kept: Set<String> = ["VP8 ", "VP8L", "VP8X", "ALPH", "ANIM", "ANMF", "ICCP"]
  /// The flags of `VP8X` for EXIF and XMP.
  private static let (exifFlag, xmpFlag): (UInt8, UInt8) = (0x08, 0x04)

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the file without EXIF, XMP and unknown chunks, but with the orientation. Nil if a chunk is damaged.
  func filtered() -> [UInt8]? {
    guard bytes.count >= 12 else { return nil }
    let limit = min(bytes.count, 8 + number(at: 4))
    var chunks: [UInt8] = []
    chunks.reserveCapacity(bytes.count)
    var (orientation, header) = (1, Int?.none)
    var offset = 12
    while offset + 8 <= limit {
      let end = offset + 8 + number(at: offset + 4)
      guard end <= limit else { return nil }
      let type = String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
      if type == "EXIF" { orientation = MetadataFilter.orientation(ofBlock: bytes[offset + 8..<end]) }
      if Self.kept.contains(type) {
        if type == "VP8X" { header = chunks.count + 8 }
        chunks += bytes[offset..<end]
        if (end - offset) & 1 == 1 { chunks.append(0) }
      }
      offset = end + ((end - offset) & 1)
    }
    if let header, header < chunks.count {
      chunks[header] &= ~(Self.exifFlag | Self.xmpFlag)
      if orientation != 1 {
        chunks[header] |= Self.exifFlag
        let block = MetadataFilter.block(orientation: orientation)
        chunks += Array("EXIF".utf8) + Self.little(block.count) + block
      }
    }
    guard !chunks.isEmpty else { return nil }
    return Array("RIFF".utf8) + Self.little(chunks.count + 4) + Array("WEBP".utf8) + chunks
  }

  private func number(at offset: Int) -> Int {
    bytes[offset..<offset + 4].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  private static func little(_ number: Int) -> [UInt8] { [0, 8, 16, 24].map { UInt8(number >> $0 & 0xFF) } }
}
