import Storage

/// Recognises kinds of files by their first bytes.
enum MediaSignature {
  /// Returns the kind of a file that starts with `head`.
  static func kind(of head: [UInt8]) -> MediaInfo.Kind {
    func has(_ text: StaticString, at offset: Int = 0) -> Bool { starts(head, with: text, at: offset) }
    func has(_ bytes: [UInt8], at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: bytes) }

    if has([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return .png }
    if has([0xFF, 0xD8, 0xFF]) { return .jpeg }
    if has("GIF87a") || has("GIF89a") { return .gif }
    if has("RIFF") { return has("WEBP", at: 8) ? .webp : has("WAVE", at: 8) ? .wav : .unknown }
    if has("ftyp", at: 4) { return isoMedia(head) }
    if has([0x1A, 0x45, 0xDF, 0xA3]) { return matroska(head) }
    if has("OggS") { return .ogg }
    if has("fLaC") { return .flac }
    if has("#!AMR") { return .amr }
    if has("%PDF-") { return .pdf }
    if has("PK\u{3}\u{4}") || has("PK\u{5}\u{6}") { return .zip }
    if has("II*\0") || has("MM\0*") { return .tiff }
    // BITMAPFILEHEADER: the reserved words are zero and the info header's size is one that exists.
    if has("BM"), has([0, 0, 0, 0], at: 6), head.count > 17, head[14] >= 12, head[15] == 0 { return .bmp }
    if has("ID3") || isMP3Frame(head) { return .mp3 }
    if head.count > 1, head[0] == 0xFF, head[1] & 0xF6 == 0xF0 { return .aac }
    return isSVG(head) ? .svg : .unknown
  }

  /// Returns the kind by the major brand of an ISO base media file (ISO/IEC 14496-12 §4.3).
  private static func isoMedia(_ head: [UInt8]) -> MediaInfo.Kind {
    func brand(_ text: StaticString) -> Bool { starts(head, with: text, at: 8) }
    if brand("M4A ") || brand("M4B ") || brand("M4P ") { return .m4a }
    if brand("qt  ") { return .mov }
    if brand("heic") || brand("heix") || brand("heim") || brand("heis") || brand("hevc") || brand("mif1")
      || brand("msf1")
    {
      return .heic
    }
    if brand("avif") || brand("avis") { return .avif }
    return .mp4
  }

  /// Returns the kind by the DocType in the EBML header: WebM or any other Matroska.
  private static func matroska(_ head: [UInt8]) -> MediaInfo.Kind {
    for offset in 4..<max(4, min(head.count, 64)) where starts(head, with: "webm", at: offset) {
      return .webm
    }
    return .matroska
  }

  /// True if an MPEG-1 or 2 audio layer III frame begins: sync, layer bits 01, valid bit and sampling rates.
  private static func isMP3Frame(_ head: [UInt8]) -> Bool {
    guard head.count > 3, head[0] == 0xFF, head[1] & 0xE6 == 0xE2, head[1] & 0x18 != 0x08 else {
      return false
    }
    return head[2] & 0xF0 != 0xF0 && head[2] & 0xF0 != 0 && head[2] & 0x0C != 0x0C
  }

  /// True if an `svg` element is near the start of text that looks like XML or HTML, in any case.
  private static func isSVG(_ head: [UInt8]) -> Bool {
    let text = head.prefix(4096).filter { $0 != 0 }
    let bytes = text.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(text.dropFirst(3)) : Array(text)
    guard let first = bytes.first(where: { $0 > 0x20 && $0 < 0x7F }), first == UInt8(ascii: "<") else {
      return false
    }
    let lowered = bytes.map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
    for offset in lowered.indices
    where starts(lowered, with: "<svg", at: offset) || starts(lowered, with: ":svg", at: offset) {
      return true
    }
    return false
  }

  private static func starts(_ head: [UInt8], with text: StaticString, at offset: Int) -> Bool {
    let count = text.utf8CodeUnitCount
    guard offset >= 0, offset + count <= head.count else { return false }
    for index in 0..<count where head[offset + index] != text.byte(at: index) { return false }
    return true
  }
}
