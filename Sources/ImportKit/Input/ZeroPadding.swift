import Storage

/// The zeros that crashes and full disks leave in texts.
///
/// A file system may have reserved space for bytes that were never written: text appended after a crash then follows a run of zeros, and
/// a file may end in one. Text has no zeros, except that a few programs write one within a line.
struct ZeroPadding {
  private let bytes: InputBytes
  /// True if the text begins like JSON, in which a zero beside a bracket is outside all texts.
  private let isJSON: Bool

  /// A run of zeros inside a line that is longer than this is padding.
  private static let inlineLimit = 7
  /// The number of bytes by which a text is recognised.
  private static let sampleSize = 4096

  /// The most zeros within lines of the sample. Other files have many.
  private static let inlineCount = 2

  /// Returns nil for a file that is not text.
  init?(_ bytes: InputBytes) {
    guard ImportInput.archiveKind(bytes) == nil, !SQLiteTables.recognises(bytes) else { return nil }
    let start = Self.offsetAfterZeros(bytes, from: 0)
    let sample = start..<min(bytes.count, start + Self.sampleSize)
    self.bytes = bytes
    isJSON = !sample.isEmpty && (bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "["))
    guard sample.isEmpty || bytes.array(in: sample).allSatisfy(Self.mayBeText) else { return nil }
    var (offset, inlineCount, hasZeros) = (start, 0, start > 0)
    while let zero = bytes.firstIndex(of: 0, in: offset..<max(offset, sample.upperBound)) {
      hasZeros = true
      offset = Self.offsetAfterZeros(bytes, from: zero)
      if !isPadding(zero..<offset) { inlineCount += 1 }
    }
    // The sample may end within a character.
    let isUTF8 = bytes.firstInvalidUTF8(in: sample).map { $0 + 4 > sample.upperBound } ?? true
    guard !hasZeros || isUTF8 && inlineCount <= Self.inlineCount else { return nil }
  }

  /// True if a byte occurs in texts: all but control characters that are neither for lines nor for the styles of IRC.
  private static func mayBeText(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20...0x7E, 0x80...0xFF, 0x09, 0x0A, 0x0C, 0x0D, 0x00: true
    // mIRC's and terminals' styles, CTCP, the end of a file in DOS, and delete.
    case 0x01, 0x02, 0x03, 0x04, 0x07, 0x08, 0x0F, 0x11, 0x16, 0x1A, 0x1B, 0x1D, 0x1E, 0x1F, 0x7F: true
    default: false
    }
  }

  /// Returns the first offset from `start` on that has no zero, or the file's end.
  private static func offsetAfterZeros(_ bytes: InputBytes, from start: Int) -> Int {
    var offset = start
    while offset &+ 8 <= bytes.count, bytes.word(at: offset) == 0 { offset &+= 8 }
    while offset < bytes.count, bytes[offset] == 0 { offset &+= 1 }
    return offset
  }

  /// True if the file has only zeros.
  var isAll: Bool { bytes.count > 0 && Self.offsetAfterZeros(bytes, from: 0) == bytes.count }

  /// Returns the next run of zeros from `start` on that is padding.
  private func next(from start: Int) -> Range<Int>? {
    var start = start
    while start < bytes.count, let zero = bytes.firstIndex(of: 0, in: start..<bytes.count) {
      let end = Self.offsetAfterZeros(bytes, from: zero)
      if isPadding(zero..<end) { return zero..<end }
      start = end
    }
    return nil
  }

  private func isPadding(_ zeros: Range<Int>) -> Bool {
    guard zeros.lowerBound > 0, zeros.upperBound < bytes.count, zeros.count <= Self.inlineLimit else {
      return true
    }
    let (before, after) = (bytes[zeros.lowerBound - 1], bytes[zeros.upperBound])
    return before == 0x0A || before == 0x0D || after == 0x0A || after == 0x0D
      || isJSON && (before == UInt8(ascii: "}") || after == UInt8(ascii: "{"))
  }

  /// Returns the text without padding, and the number of runs; nil if it has none.
  ///
  /// A run becomes white space of equal length, so that offsets do not change. It begins and ends with a line feed, because the records
  /// before and after it are separate.
  ///
  /// - Throws: `StorageError` if the disk is full.
  func removed(path: String) throws -> (bytes: InputBytes, count: Int)? {
    guard var padding = next(from: 0) else { return nil }
    let file = try AnonymousFile()
    var (offset, count) = (0, 0)
    func copy(to end: Int) throws {
      while offset < end {
        let piece = offset..<min(end, offset + Self.pieceSize)
        try bytes.withBytes(in: piece) { (bytes: Span<UInt8>) throws in
          try file.write(bytes, at: piece.lowerBound)
        }
        offset = piece.upperBound
      }
    }
    while true {
      try copy(to: padding.lowerBound)
      while offset < padding.upperBound {
        let piece = offset..<min(padding.upperBound, offset + Self.pieceSize)
        var blank = [UInt8](repeating: 0x20, count: piece.count)
        if piece.lowerBound == padding.lowerBound { blank[0] = 0x0A }
        if piece.upperBound == padding.upperBound { blank[piece.count - 1] = 0x0A }
        try file.write(blank.span, at: offset)
        offset = piece.upperBound
      }
      count += 1
      guard let following = next(from: offset) else { break }
      padding = following
    }
    try copy(to: bytes.count)
    return (try InputBytes(0..<bytes.count, of: file.descriptor, path: path), count)
  }

  /// The number of bytes that are copied at a time.
  private static let pieceSize = 1 << 20
}

extension InputBytes {
  /// True if the bytes begin like a text, which may have padding. False for an uncompressed archive, although it contains the lines of
  /// texts.
  package var isText: Bool {
    guard firstIndex(of: 0, in: 0..<min(count, ImportInput.headLimit)) != nil else {
      return ImportInput.archiveKind(self) == nil
    }
    return ZeroPadding(self) != nil
  }

  /// The bytes of a file that the user named, as formats read them; a file of only zeros is not text.
  func readableOrBlank(path: String, _ notes: InputNotes) -> InputBytes {
    let text = readable(path: path, notes)
    return text.count == 0 ? self : text
  }

  /// The bytes as formats read them: a text in UTF-16 is converted to UTF-8, and any text is without padding.
  package func readable(path: String, _ notes: InputNotes) -> InputBytes {
    let text = decodedUTF16
    guard text.count > 0, !notes.isClean(path), let padding = ZeroPadding(text) else { return text }
    if padding.isAll {
      notes.recordBlank(path)
      return InputBytes([])
    }
    // If there is no room for a copy, the text is read unchanged.
    let removed = (try? padding.removed(path: path)) ?? nil
    // Short files without padding are not remembered, because there may be a hundred thousand.
    if removed != nil || text.count > 1 << 20 { notes.recordPadding(removed?.count ?? 0, in: path) }
    return removed?.bytes ?? text
  }
}
