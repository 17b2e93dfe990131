import HTML

/// The name of a message on a page: `m-` and the message's id, as an HTML id and as the fragment of an address.
///
/// An HTML id may hold anything but white space, so white space, control characters and `~` become `~` and two
/// hexadecimal digits for each byte: `a b` is `m-a~20b`, `a~b` is `m-a~7Eb`. The encoding is reversible, so that
/// different ids stay different, and ordinary ids are unchanged.
public enum AnchorName {
  /// The HTML id of the message with this anchor name.
  public static func id(_ anchor: String) -> String { String(decoding: encoded(anchor), as: UTF8.self) }

  /// The id that a name was made from, or nil if `id` is not a name of a message.
  public static func decoded(_ id: String) -> String? {
    var bytes: [UInt8] = []
    var rest = Array(id.utf8)[...]
    guard rest.starts(with: "m-".utf8) else { return nil }
    rest = rest.dropFirst(2)
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "~") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let code = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      else { return nil }
      rest = rest.dropFirst(2)
      bytes.append(code)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func encoded(_ anchor: String) -> [UInt8] {
    var bytes = Array("m-".utf8)
    for scalar in anchor.unicodeScalars {
      let isPlain =
        scalar != "~" && !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
      for byte in String(scalar).utf8 {
        if isPlain {
          bytes.append(byte)
        } else {
          bytes.append(UInt8(ascii: "~"))
          bytes.append(ByteClass.hexDigit(byte >> 4))
          bytes.append(ByteClass.hexDigit(byte & 15))
        }
      }
    }
    return bytes
  }

  /// True if an anchor name needs no encoding as an id: ASCII letters, digits and `-`, `_`, `.`, `:` only.
  static func isOrdinary(_ anchor: String) -> Bool {
    let bytes = anchor.utf8.span
    for index in bytes.indices {
      let byte = bytes[index]
      guard ByteClass.isUnreserved(byte) || byte == UInt8(ascii: ":"), byte != UInt8(ascii: "~") else {
        return false
      }
    }
    return true
  }
}

extension HTMLWriter {
  /// The HTML id of a message, as the value of an attribute.
  mutating func anchorID(_ anchor: String) {
    if AnchorName.isOrdinary(anchor) {
      raw("m-")
      attribute(anchor)
    } else {
      attribute(AnchorName.id(anchor))
    }
  }

  /// `#` and the id of a message, percent-encoded, as the value of an attribute.
  mutating func anchorFragment(_ anchor: String) {
    raw("#")
    if AnchorName.isOrdinary(anchor) {
      raw("m-")
      attribute(anchor)
    } else {
      path(AnchorName.id(anchor))
    }
  }
}
