package import ChatModel
import ICU

/// The encoding of a log's lines that are not UTF-8.
package struct LogEncoding: Sendable, Equatable {
  /// The name to show, in lower case.
  package let name: String
  private let isWindows1252: Bool
  /// True if some lines may be in the other Russian encoding, because people in a channel had different ones.
  private let isRussian: Bool

  package static let windows1252 = LogEncoding("windows-1252")

  /// An encoding by its name; windows-1252 if the name is unknown.
  package init(_ name: String) {
    self.name = name.lowercased()
    isWindows1252 = self.name == "windows-1252" || !Charset.isKnown(name)
    isRussian = ["windows-1251", "koi8-r"].contains(self.name)
  }

  /// The size of the sample, and of the part of a file that it is taken from.
  private static let (sampleSize, searchedSize) = (16 * 1024, 4 * 1024 * 1024)

  /// The encoding of the lines of a file that are not UTF-8.
  package init(of bytes: InputBytes) {
    var sample: [UInt8] = []
    var offset = LogLines.start(of: bytes)
    while offset < min(bytes.count, Self.searchedSize), sample.count < Self.sampleSize {
      let end = LogLines.end(of: bytes, from: offset)
      // A line of another kind may be very long.
      let limited = offset..<min(end, offset + 4096)
      if !bytes.isUTF8(limited) { sample += bytes.array(in: limited) + [0x0A] }
      offset = end + 1
    }
    self.init(CharsetDetector.charset(of: sample) ?? "windows-1252")
  }

  /// Returns the note that a file is in this encoding.
  package func note(in file: String) -> Diagnostic {
    Diagnostic(
      .note, "text-encoding", "the text is not UTF-8; read as \(name), set --charset to change it",
      at: Origin(file: file))
  }

  /// Returns the text in UTF-8.
  package func utf8(of raw: [UInt8]) -> [UInt8] {
    if isWindows1252 { return Windows1252.utf8(of: raw) }
    if isRussian {
      let candidates = ["windows-1251", "koi8-r"].compactMap { Charset.utf8(of: raw, in: $0) }
      // In the wrong one, capitals and small letters are exchanged.
      if let best = candidates.max(by: { Self.smallLetters(in: $0) < Self.smallLetters(in: $1) }) {
        return best
      }
    }
    return Charset.utf8(of: raw, in: name) ?? Windows1252.utf8(of: raw)
  }

  /// Returns the number of small Cyrillic letters minus the number of capitals.
  private static func smallLetters(in text: [UInt8]) -> Int {
    String(decoding: text, as: UTF8.self).unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.value {
      case 0x430...0x45F: sum + 1
      case 0x410...0x42F: sum - 1
      default: sum
      }
    }
  }
}
