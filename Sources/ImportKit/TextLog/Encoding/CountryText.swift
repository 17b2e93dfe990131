package import ChatModel
import ICU

/// Texts that apps save in a country's older encoding, as Windows programs do: Korean, Japanese, Chinese,
/// Thai.
package enum CountryText {
  /// The encodings in the order in which they are tried if a text has too few letters to detect one.
  private static let charsets = [
    "windows-949", "windows-31j", "big5", "gb18030", "windows-874", "windows-1252",
  ]

  /// The number of bytes examined to recognise a text.
  private static let headLimit = 16 * 1024

  /// True if a text is a chat in UTF-8 or in one of the encodings. `certainty` is 0 for other texts, and greater
  /// the more of its words are known.
  package static func recognises(_ bytes: InputBytes, _ certainty: (InputBytes) -> Int) -> Bool {
    isUTF8(bytes) ? certainty(bytes) > 0 : charset(of: bytes, certainty) != nil
  }

  /// Returns the whole text in UTF-8, with a note of the encoding if it was another. `charset` is the user's.
  package static func text(
    _ bytes: InputBytes, charset: String?, file: String, _ log: inout DiagnosticLog,
    _ certainty: (InputBytes) -> Int
  ) -> InputBytes {
    guard !isUTF8(bytes), let name = charset ?? self.charset(of: bytes, certainty),
      let text = Charset.utf8(of: bytes.array(in: 0..<bytes.count), in: name)
    else { return bytes }
    log.append(LogEncoding(name).note(in: file))
    return InputBytes(text)
  }

  /// True if most lines of the beginning with characters other than ASCII are UTF-8: a few that are not, in a text
  /// from a damaged disk, do not mean another encoding.
  private static func isUTF8(_ bytes: InputBytes) -> Bool {
    let limit = min(bytes.count, headLimit)
    // True of most texts.
    guard let invalid = bytes.firstInvalidUTF8(in: 0..<limit), limit == bytes.count || invalid < limit - 3
    else {
      return true
    }
    var (offset, valid, others) = (0, 0, 0)
    while offset < limit {
      let end = min(limit, LogLines.end(of: bytes, from: offset))
      if bytes.array(in: offset..<end).contains(where: { $0 >= 0x80 }) {
        if bytes.isUTF8(offset..<end) { valid += 1 } else { others += 1 }
      }
      offset = end + 1
    }
    return valid >= others
  }

  /// The encoding in which most of a chat's words are known; of equal ones the one detected from its letters,
  /// or else the first.
  private static func charset(of bytes: InputBytes, _ certainty: (InputBytes) -> Int) -> String? {
    // The last line may be truncated.
    var end = min(bytes.count, headLimit)
    while end < bytes.count, end > 0, bytes[end - 1] != 0x0A { end -= 1 }
    guard end > 0, bytes.firstIndex(of: 0, in: 0..<end) == nil else { return nil }
    let sample = bytes.array(in: 0..<end)
    var best: (name: String, certainty: Int)?
    for name in [CharsetDetector.charset(of: sample)].compactMap({ $0 }) + charsets {
      // Characters that the encoding lacks become U+FFFD.
      guard let text = Charset.utf8(of: sample, in: name), !hasReplacement(text) else { continue }
      let found = certainty(InputBytes(text))
      if found > best?.certainty ?? 0 { best = (name, found) }
    }
    return best?.name
  }

  private static func hasReplacement(_ text: [UInt8]) -> Bool {
    var offset = 0
    while offset + 2 < text.count {
      if text[offset] == 0xEF, text[offset + 1] == 0xBF, text[offset + 2] == 0xBD { return true }
      offset += 1
    }
    return false
  }
}
