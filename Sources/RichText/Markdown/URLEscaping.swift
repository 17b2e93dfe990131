import Frames

/// Prevents Markdown emphasis inside addresses: no underscore of `https://a.example/__init__.py` is markup.
///
/// Stars and underscores of detected links are replaced by private-use characters, which libcmark treats as letters, and
/// restored in its output. Text that already has these characters is left alone, so restoring is always exact.
struct URLEscaping {
  /// The first two bytes of U+F8F0 and U+F8F1, which replace `_` and `*`; then the last byte of each.
  private static let lead: (UInt8, UInt8) = (0xEF, 0xA3)
  private static let underscore: UInt8 = 0xB0
  private static let star: UInt8 = 0xB1

  /// The source for libcmark.
  let source: [UInt8]

  /// Shields the addresses of a text; nil if there is nothing to shield.
  init?(_ text: Span<UInt8>, detector: LinkDetector) {
    guard MarkupByteClass.union(of: text).contains([.markup, .link]) else { return nil }
    // Emphasis inside an address comes after a `.` or `:` in the same word.
    var (isAddress, isNeeded) = (false, false)
    for index in text.indices {
      switch text[index] {
      case 0...0x20: isAddress = false
      case UInt8(ascii: "."), UInt8(ascii: ":"): isAddress = true
      case UInt8(ascii: "*"), UInt8(ascii: "_"): isNeeded = isNeeded || isAddress
      case Self.lead.0 where Self.original(in: text, at: index) != nil: return nil
      default: break
      }
    }
    guard isNeeded else { return nil }
    isNeeded = false
    let links = detector.marks(in: text)
    var shielded: [UInt8] = []
    var offset = 0
    for link in links {
      guard case .link = link.kind else { continue }
      var end = Int(link.end)
      // Emphasis may end with the address: `**https://example.org**`.
      while end > Int(link.start), Self.isEmphasis(text[end - 1]) { end -= 1 }
      while offset < end {
        let byte = text[offset]
        if offset >= Int(link.start), Self.isEmphasis(byte) {
          isNeeded = true
          shielded += [Self.lead.0, Self.lead.1, byte == UInt8(ascii: "_") ? Self.underscore : Self.star]
        } else {
          shielded.append(byte)
        }
        offset += 1
      }
    }
    guard isNeeded else { return nil }
    while offset < text.count {
      shielded.append(text[offset])
      offset += 1
    }
    source = shielded
  }

  /// Returns the byte that the character at `index` replaces, or nil if it replaces none.
  static func original(in text: Span<UInt8>, at index: Int) -> UInt8? {
    guard text[index] == lead.0, text.byte(index + 1) == lead.1 else { return nil }
    switch text.byte(index + 2) {
    case underscore: return UInt8(ascii: "_")
    case star: return UInt8(ascii: "*")
    default: return nil
    }
  }

  /// Returns the bytes with the shielded characters restored.
  static func unshielded(_ text: Span<UInt8>) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.count)
    var index = 0
    while index < text.count {
      if let byte = original(in: text, at: index) {
        bytes.append(byte)
        index += 3
      } else {
        bytes.append(text[index])
        index += 1
      }
    }
    return bytes
  }

  private static func isEmphasis(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_")
  }
}
