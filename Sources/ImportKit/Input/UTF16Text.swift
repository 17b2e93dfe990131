import ICU

extension InputBytes {
  /// The text in UTF-8 of a file in UTF-16, in which Windows saves texts; any other file unchanged.
  var decodedUTF16: InputBytes {
    guard let charset = utf16Charset, let text = Charset.utf8(of: array(in: 0..<count & ~1), in: charset)
    else {
      return self
    }
    // Text has no unpaired halves, and bytes that only look like UTF-16 have many.
    let marks = text.replacementCount
    return marks * 100 > text.count ? self : InputBytes(text)
  }

  /// The name of the encoding, by the byte order mark or the zeros between the first letters; nil for anything else.
  private var utf16Charset: String? {
    guard count >= 4 else { return nil }
    if has([0xFF, 0xFE], at: 0) { return self[2] == 0 && self[3] == 0 ? nil : "UTF-16LE" }
    if has([0xFE, 0xFF], at: 0) { return "UTF-16BE" }
    guard count >= 16 else { return nil }
    func isText(_ first: Int) -> Bool {
      (0..<8).allSatisfy { self[$0 * 2 + first] >= 0x20 && self[$0 * 2 + 1 - first] == 0 }
    }
    return isText(0) ? "UTF-16LE" : isText(1) ? "UTF-16BE" : nil
  }
}

extension [UInt8] {
  /// The number of replacement characters for unreadable bytes.
  fileprivate var replacementCount: Int {
    var (found, offset) = (0, 0)
    while offset + 2 < count {
      if self[offset] == 0xEF, self[offset + 1] == 0xBF, self[offset + 2] == 0xBD { found += 1 }
      offset += 1
    }
    return found
  }
}
