import Frames

/// Keeps Markdown from reading emphasis into addresses: in `https://a.example/__init__.py` no underscore is one.
///
/// While libcmark reads the source, stars and underscores of detected links are private-use characters, which it
/// takes for letters; they come back in what it gives. Text that has those characters itself is not shielded.
struct URLEscaping {
  /// U+F8F0 and U+F8F1 stand for `_` and `*`: the first two bytes of both, and the last.
  private static let lead: (UInt8, UInt8) = (0xEF, 0xA3)
  private static let underscore: UInt8 = 0xB0
  private static let star: UInt8 = 0xB1

  /// The source for libcmark.
  let source: [UInt8]

  /// Nil when there is nothing to shield.
  init?(_ text: Span<UInt8>, detector: LinkDetector) {
    guard MarkupByteClass.union(of: text).contains([.markup, .link]) else { return nil }
    // An address that has emphasis in it starts before it in the same word.
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
    var place = 0
    for link in links {
      guard case .link = link.kind else { continue }
      var end = Int(link.end)
      // Emphasis may end where an address does: `**https://example.org**`.
      while end > Int(link.start), Self.isEmphasis(text[end - 1]) { end -= 1 }
      while place < end {
        let byte = text[place]
        if place >= Int(link.start), Self.isEmphasis(byte) {
          isNeeded = true
          shielded += [Self.lead.0, Self.lead.1, byte == UInt8(ascii: "_") ? Self.underscore : Self.star]
        } else {
          shielded.append(byte)
        }
        place += 1
      }
    }
    guard isNeeded else { return nil }
    while place < text.count {
      shielded.append(text[place])
      place += 1
    }
    source = shielded
  }

  /// The byte that the character at `index` stands for, nil when it stands for itself.
  static func original(in text: Span<UInt8>, at index: Int) -> UInt8? {
    guard text[index] == lead.0, text.byte(index + 1) == lead.1 else { return nil }
    switch text.byte(index + 2) {
    case underscore: return UInt8(ascii: "_")
    case star: return UInt8(ascii: "*")
    default: return nil
    }
  }

  /// The bytes with what was shielded in its place again.
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
