extension String {
  /// The text, with repaired UTF-8 whose bytes were written as if each were a character of Latin-1, as in Meta's downloads and in apps
  /// that save SMS.
  ///
  /// A text with any other character, or with bytes that are not UTF-8, does not change.
  package var repairedLatin1: String {
    guard utf8.contains(where: { $0 >= 0x80 }) else { return self }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(utf8.count)
    for scalar in unicodeScalars {
      guard scalar.value <= 0xFF else { return self }
      bytes.append(UInt8(truncatingIfNeeded: scalar.value))
    }
    return String(validating: bytes, as: UTF8.self) ?? self
  }
}
