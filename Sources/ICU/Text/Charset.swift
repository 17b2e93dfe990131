// Boundary to ICU's converters (`CICUText`).

import CICUText

/// Encodings of text other than UTF-8.
public enum Charset {
  /// Indicates whether ICU knows an encoding of this name.
  public static func isKnown(_ name: String) -> Bool {
    guard !name.isEmpty, name.utf8.count < 60 else { return false }
    return unsafe icuName(name).withCString { unsafe chatexport_is_charset($0) }
  }

  /// Returns the text in UTF-8, with U+FFFD for what the encoding does not have; nil for an unknown encoding.
  public static func utf8(of bytes: [UInt8], in name: String) -> [UInt8]? {
    // No character takes more than three bytes for one, or four for two.
    let capacity = bytes.count * 3 + 8
    var length: Int32 = -1
    let text = unsafe [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      length = unsafe bytes.withUnsafeBufferPointer { source in
        unsafe icuName(name).withCString {
          unsafe chatexport_to_utf8(
            $0, source.baseAddress, Int32(clamping: source.count), buffer.baseAddress,
            Int32(clamping: capacity))
        }
      }
      count = max(0, Int(length))
    }
    return length < 0 ? nil : text
  }

  /// ICU's name of an encoding that libuchardet calls otherwise.
  private static func icuName(_ name: String) -> String {
    switch name.lowercased() {
    case "mac-cyrillic": "x-mac-cyrillic"
    case "uhc": "windows-949"
    default: name
    }
  }
}
