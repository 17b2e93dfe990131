// Boundary to libuchardet (`CUchardet`).

import CUchardet

/// Detects the encoding of text that is not UTF-8, by its sequences of characters.
enum CharsetDetector {
  /// The encodings that are trusted. Western ones are not among them, because windows-1252 serves for all of them.
  private static let believed: Set<String> = [
    "WINDOWS-1251", "KOI8-R", "KOI8-U", "ISO-8859-5", "IBM855", "IBM866", "MAC-CYRILLIC", "WINDOWS-1253",
    "ISO-8859-7",
    "WINDOWS-1255", "ISO-8859-8", "WINDOWS-1256", "ISO-8859-6", "TIS-620", "SHIFT_JIS", "EUC-JP",
    "ISO-2022-JP",
    "GB18030", "BIG5", "EUC-TW", "EUC-KR", "UHC",
  ]
  /// Encodings of languages in Latin letters that windows-1252 does not serve. They differ in few letters, so short samples are weak
  /// evidence.
  private static let latin: Set<String> = [
    "WINDOWS-1250", "ISO-8859-2", "WINDOWS-1254", "ISO-8859-9", "WINDOWS-1257",
  ]
  private static let (leastLetters, leastLatinLetters) = (6, 60)

  /// Returns the encoding of a sample, or nil if it is a western one, or the sample is too short.
  static func charset(of sample: [UInt8]) -> String? {
    let letters = sample.count { $0 >= 0x80 }
    guard letters >= leastLetters, let name = detected(sample)?.uppercased() else { return nil }
    if latin.contains(name) { return letters >= leastLatinLetters ? name : nil }
    // In other scripts most letters are beyond ASCII.
    let ascii = sample.count { ($0 | 0x20) &- 97 < 26 }
    return believed.contains(name) && letters * 2 >= ascii ? name : nil
  }

  /// Returns the name that libuchardet gives to the encoding, or nil if it recognises none. Its names have at most 14 bytes.
  private static func detected(_ sample: [UInt8]) -> String? {
    var name = [UInt8](repeating: 0, count: 32)
    var room = name.mutableSpan
    let length = uchardet_detect(sample.span, &room)
    return length == 0 ? nil : String(decoding: name.prefix(length), as: UTF8.self)
  }
}
