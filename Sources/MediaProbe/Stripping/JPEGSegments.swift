import Storage

/// The segments of a JPEG file (ITU-T T.81 §B.1).
struct JPEGSegments {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Returns the file up to the end of its first picture, without comments and application segments, but with the JFIF header, the
  /// colour profile, Adobe's colour transform and the orientation. Nil if a segment is damaged.
  func filtered() -> [UInt8]? {
    guard bytes.starts(with: [0xFF, 0xD8]) else { return nil }
    var result: [UInt8] = [0xFF, 0xD8]
    result.reserveCapacity(bytes.count)
    let orientation = Exif.orientation(of: bytes.span)
    var isFirst = true
    var offset = 2
    while let (marker, start) = marker(from: offset) {
      if marker == 0xD9 { return result + [0xFF, 0xD9] }
      guard start + 2 <= bytes.count else { return nil }
      let end = start + Int(bytes[start]) << 8 + Int(bytes[start + 1])
      guard end >= start + 2, end <= bytes.count else { return nil }
      // The orientation follows the JFIF header, which must be first.
      if isFirst, marker != 0xE0 {
        isFirst = false
        if orientation != 1 {
          result += Self.segment(
            0xE1, Array("Exif\0\0".utf8) + MetadataFilter.block(orientation: orientation))
        }
      }
      if let kept = kept(marker, bytes[start + 2..<end]) { result += Self.segment(marker, kept) }
      offset = end
      guard marker == 0xDA else { continue }
      offset = endOfScan(from: end)
      result += bytes[end..<offset]
    }
    // A file without its end, as of an interrupted copy, is shown as far as it goes; whether it has one must stay visible (`isWhole`).
    return result.count > 2 ? result : nil
  }

  /// True if every segment is inside of the file, and the pixels' data goes on to the marker of the picture's end. Bytes between
  /// segments are skipped, as decoders do.
  var isWhole: Bool {
    var (offset, hasScan) = (2, false)
    while true {
      offset = endOfScan(from: offset)
      guard offset + 4 <= bytes.count else {
        return hasScan && offset + 2 == bytes.count && bytes[offset + 1] == 0xD9
      }
      switch bytes[offset + 1] {
      case 0xD9: return hasScan
      // Markers without a segment: TEM and the start of the picture.
      case 0x01, 0xD8: offset += 2
      default:
        let end = offset + 2 + Int(bytes[offset + 2]) << 8 + Int(bytes[offset + 3])
        guard end >= offset + 4, end <= bytes.count else { return false }
        if bytes[offset + 1] == 0xDA { hasScan = true }
        offset = end
      }
    }
  }

  /// Returns the next marker and the offset after it; nil at the end of the file, and where there is none.
  private func marker(from offset: Int) -> (marker: UInt8, start: Int)? {
    var offset = offset
    guard offset + 1 < bytes.count, bytes[offset] == 0xFF else { return nil }
    while offset + 1 < bytes.count, bytes[offset + 1] == 0xFF { offset += 1 }
    guard offset + 1 < bytes.count, bytes[offset + 1] >= 0xC0 else { return nil }
    return (bytes[offset + 1], offset + 2)
  }

  /// Returns the end of entropy-coded data: the next marker that is no restart and no stuffed byte (§B.1.1.5).
  private func endOfScan(from offset: Int) -> Int {
    guard offset < bytes.count else { return bytes.count }
    var offset = offset
    while let found = bytes.span.firstOffset(of: 0xFF, from: offset) {
      guard found + 1 < bytes.count else { return bytes.count }
      let next = bytes[found + 1]
      if next != 0, next != 0xFF, !(0xD0...0xD7 ~= next) { return found }
      offset = next == 0xFF ? found + 1 : found + 2
      guard offset < bytes.count else { return bytes.count }
    }
    return bytes.count
  }

  /// Returns what is kept of a segment's content; nil for nothing.
  private func kept(_ marker: UInt8, _ content: ArraySlice<UInt8>) -> [UInt8]? {
    switch marker {
    case 0xE0:
      // JFIF, without its thumbnail; not its extensions, which are thumbnails.
      guard content.count >= 14, content.starts(with: "JFIF\0".utf8) else { return nil }
      return Array(content.prefix(12)) + [0, 0]
    case 0xE2: return content.starts(with: "ICC_PROFILE\0".utf8) ? Array(content) : nil
    case 0xEE:
      return content.count >= 12 && content.starts(with: "Adobe".utf8) ? Array(content.prefix(12)) : nil
    case 0xE1...0xEF, 0xFE: return nil
    default: return Array(content)
    }
  }

  private static func segment(_ marker: UInt8, _ content: [UInt8]) -> [UInt8] {
    let length = content.count + 2
    return [0xFF, marker, UInt8(length >> 8 & 0xFF), UInt8(length & 0xFF)] + content
  }
}
